// A player around a tree: what Player wants and every tree has.
#pragma once

#include <array>
#include <vector>

#include "hex/hex_grid.h"
#include "player/hex_player.h"

namespace pavage::hex {

template <int Words>
std::array<Bits<Words>, 2> stones_of(const CellCodes& codes) {
    std::array<Bits<Words>, 2> stones;
    for (std::size_t cell = 0; cell < codes.size(); ++cell)
        if (codes[cell] != empty) stones[codes[cell] - red].set(static_cast<int>(cell));
    return stones;
}

// `Face`: Player, or what derives from it.
template <class Face, template <int> class Tree, int Words>
class TreePlayer : public Face {
public:
    template <class... Arguments>
    explicit TreePlayer(int size, Arguments&&... arguments)
        : grid_(size), tree_(grid_, std::forward<Arguments>(arguments)...) {}

    bool decided() const override { return tree_.decided(); }
    int proof() const override { return tree_.proof(); }
    bool settled(double more) const override { return tree_.settled(more); }
    int best() const override { return tree_.best(); }
    double value() const override { return tree_.value(); }
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

protected:
    Bits<Words> moves_of(const CellSet& allowed) const {
        Bits<Words> moves;
        for (int cell = 0; cell < grid_.cells; ++cell)
            if (allowed[cell]) moves.set(cell);
        return moves;
    }

    Grid<Words> grid_;
    Tree<Words> tree_;
};

}  // namespace pavage::hex
