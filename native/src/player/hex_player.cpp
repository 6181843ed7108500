#include "player/hex_player.h"

#include "player/hex_tree.h"
#include "player/hex_tree_player.h"

namespace pavage::hex {

namespace {

template <int Words>
class PlayerOf final : public TreePlayer<Player, Tree, Words> {
    using Base = TreePlayer<Player, Tree, Words>;
    using Base::tree_;

public:
    PlayerOf(int size, const PlayerOptions& options, std::unique_ptr<Prior<Words>> prior, std::size_t memory)
        : Base(size, options, prior.get(), memory), prior_(std::move(prior)) {}

    void enter(const CellCodes& codes, Colour turn, const CellSet& allowed, std::uint64_t seed,
               bool afresh) override {
        tree_.enter(stones_of<Words>(codes), turn, this->moves_of(allowed), seed, afresh);
    }
    void simulate() override { tree_.simulate(); }
    std::vector<int> visits() const override { return tree_.visits(); }
    std::vector<float> values() const override { return tree_.values(); }

private:
    std::unique_ptr<Prior<Words>> prior_;
};

template <int Words>
std::unique_ptr<Player> player_of(int size, const PlayerOptions& options, std::shared_ptr<const PatternWeights> weights,
                                  std::size_t memory) {
    std::unique_ptr<Prior<Words>> prior;
    if (weights) prior = std::make_unique<PatternPrior<Words>>(size, std::move(weights));
    return std::make_unique<PlayerOf<Words>>(size, options, std::move(prior), memory);
}

template <int Words>
std::vector<Seen> features_of(int size, const CellCodes& codes, Colour turn, int last) {
    const Grid<Words> grid(size);
    FillIn<Words> fill(grid);
    Stones<Words> stones{stones_of<Words>(codes)};
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
    if (size > largest_solved_size) return player_of<11>(size, chosen, std::move(weights), memory);
    return with_words(size, [&](auto words) { return player_of<words>(size, chosen, std::move(weights), memory); });
}

std::vector<Seen> features(int size, const CellCodes& codes, Colour turn, int last) {
    return with_words(size, [&](auto words) { return features_of<words>(size, codes, turn, last); });
}

}  // namespace pavage::hex
