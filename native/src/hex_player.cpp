#include "hex_player.h"

#include "hex_tree.h"

namespace pavage::hex {

namespace {

template <int Words>
std::array<Bits<Words>, 2> read(const CellCodes& codes) {
    std::array<Bits<Words>, 2> stones;
    for (std::size_t cell = 0; cell < codes.size(); ++cell)
        if (codes[cell] != empty) stones[codes[cell] - red].set(static_cast<int>(cell));
    return stones;
}

template <int Words>
class PlayerOf final : public Player {
public:
    PlayerOf(int size, const PlayerOptions& options, std::shared_ptr<const PatternWeights> weights,
             std::size_t memory)
        : grid_(size),
          prior_(weights ? std::make_unique<PatternPrior<Words>>(size, std::move(weights)) : nullptr),
          tree_(grid_, options, prior_.get(), memory) {}

    void enter(const CellCodes& codes, Colour turn, const CellSet& allowed, std::uint64_t seed,
               bool afresh) override {
        Bits<Words> moves;
        for (int cell = 0; cell < grid_.cells; ++cell)
            if (allowed[cell]) moves.set(cell);
        tree_.enter(read<Words>(codes), turn, moves, seed, afresh);
    }

    void simulate() override { tree_.simulate(); }
    bool decided() const override { return tree_.decided(); }
    int proof() const override { return tree_.proof(); }
    bool settled(double more) const override { return tree_.settled(more); }
    int best() const override { return tree_.best(); }
    double value() const override { return tree_.value(); }
    std::vector<int> visits() const override { return tree_.visits(); }
    std::vector<float> values() const override { return tree_.values(); }
    std::vector<int> line() const override { return tree_.line(); }
    std::int64_t simulations() const override { return tree_.simulations(); }
    std::size_t nodes() const override { return tree_.nodes(); }
    std::size_t memory_used() const override { return tree_.memory_used(); }
    std::size_t consultations() const override { return tree_.consultations(); }

    std::vector<int> carrier() override {
        std::vector<int> cells;
        tree_.carrier().each([&](int cell) { cells.push_back(cell); });
        return cells;
    }

private:
    Grid<Words> grid_;
    std::unique_ptr<Prior<Words>> prior_;
    Tree<Words> tree_;
};

template <int Words>
std::vector<Seen> features_of(int size, const CellCodes& codes, Colour turn, int last) {
    const Grid<Words> grid(size);
    FillIn<Words> fill(grid);
    Stones<Words> stones{read<Words>(codes)};
    fill.run(stones, grid.all);
    Neighbourhoods neighbourhoods(size);
    neighbourhoods.load(stones, turn - red, last);
    std::vector<Seen> seen;
    grid.all.without(stones.taken()).each([&](int cell) { seen.push_back({cell, neighbourhoods.of(cell)}); });
    return seen;
}

}  // namespace

std::unique_ptr<Player> Player::make(int size, const PlayerOptions& options,
                                     std::shared_ptr<const PatternWeights> weights, std::size_t memory) {
    PlayerOptions chosen = options;
    if (size > largest_solved_size) chosen.inferior = chosen.connections = false;
    if (!chosen.patterns) weights = nullptr;
    if (size <= 8) return std::make_unique<PlayerOf<1>>(size, chosen, std::move(weights), memory);
    if (size <= 11) return std::make_unique<PlayerOf<2>>(size, chosen, std::move(weights), memory);
    if (size <= 16) return std::make_unique<PlayerOf<4>>(size, chosen, std::move(weights), memory);
    if (size <= 19) return std::make_unique<PlayerOf<6>>(size, chosen, std::move(weights), memory);
    return std::make_unique<PlayerOf<11>>(size, chosen, std::move(weights), memory);
}

std::vector<Seen> features(int size, const CellCodes& codes, Colour turn, int last) {
    if (size <= 11) return features_of<2>(size, codes, turn, last);
    return features_of<6>(size, codes, turn, last);
}

}  // namespace pavage::hex
