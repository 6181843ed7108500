#include "net/net_player.h"

#include "net/net_tree.h"
#include "player/hex_tree_player.h"

namespace pavage::hex {

namespace {

template <int Words>
class NetPlayerOf final : public TreePlayer<NetPlayer, NetTree, Words> {
    using Base = TreePlayer<NetPlayer, NetTree, Words>;
    using Base::tree_, Base::grid_;

public:
    using Base::Base;

    void enter(const CellCodes& codes, Colour turn, const CellSet& allowed, std::uint64_t, bool afresh) override {
        tree_.enter(stones_of<Words>(codes), turn, this->moves_of(allowed), afresh);
    }
    void simulate() override { tree_.simulate(-1); }
    void simulate_move(int cell) override {
        if (const int edge = tree_.top().place_of(cell); edge >= 0) tree_.simulate(edge);
    }
    float judged() const override { return tree_.top().judged; }
    float mean() const override { return tree_.top().mean; }

    std::vector<int> visits() const override {
        std::vector<int> found(grid_.cells);
        for (const NetMove& move : moves()) found[move.cell] = move.visits;
        return found;
    }
    std::vector<float> values() const override {
        std::vector<float> found(grid_.cells);
        for (const NetMove& move : moves()) found[move.cell] = move.value;
        return found;
    }
    std::vector<NetMove> moves() const override {
        std::vector<NetMove> found;
        const auto& top = tree_.top();
        for (int i = 0; i < top.count(); ++i) found.push_back(told(top.edges[i]));
        return found;
    }
    CellCodes seen() const override {
        CellCodes codes(grid_.cells);
        tree_.seen(tree_.top().stones, tree_.turn(), codes.data());
        return codes;
    }
    std::vector<NetMet> met(int fewest) const override {
        std::vector<NetMet> found;
        tree_.each_below(fewest, [&](const auto& node, Colour turn, int depth) {
            NetMet one{CellCodes(grid_.cells), {}, node.judged, depth};
            tree_.seen(node.stones, turn, one.seen.data());
            for (int i = 0; i < node.count(); ++i) {
                one.moves.push_back(told(node.edges[i]));
                one.moves.back().cell = seen_cell(turn, grid_.size, one.moves.back().cell);
            }
            found.push_back(std::move(one));
        });
        return found;
    }

private:
    static NetMove told(const NetEdge& edge) { return {edge.cell, edge.prior, edge.value, edge.visits, edge.open}; }
};

template <int Words>
CellCodes filled(int size, const CellCodes& codes) {
    const Grid<Words> grid(size);
    FillIn<Words> fill(grid);
    Stones<Words> stones{stones_of<Words>(codes)};
    fill.run(stones, grid.all);
    CellCodes found(grid.cells);
    for (int cell = 0; cell < grid.cells; ++cell)
        found[cell] = static_cast<std::uint8_t>(stones.of[0].has(cell) + 2 * stones.of[1].has(cell));
    return found;
}

}  // namespace

CellCodes filled_and_seen(int size, const CellCodes& codes, Colour turn) {
    const CellCodes full = with_words<2>(size, [&](auto words) { return filled<words>(size, codes); });
    CellCodes seen(full.size());
    seen_by(turn, size, full.data(), seen.data());
    return seen;
}

std::unique_ptr<NetPlayer> NetPlayer::make(int size, std::shared_ptr<const Net> net, const NetOptions& options,
                                           std::size_t memory) {
    return with_words<2>(size, [&](auto words) -> std::unique_ptr<NetPlayer> {
        return std::make_unique<NetPlayerOf<words>>(size, std::move(net), options, memory);
    });
}

}  // namespace pavage::hex
