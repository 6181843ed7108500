// Where a learned judgement enters the Hex player: which moves to look at first.
//
// Whatever can tell the shares of the moves of a position serves, local patterns (hex_patterns.h) or a network.
// What replaces the playouts has its place in hex_leaf.h.
#pragma once

#include <memory>
#include <span>

#include "hex/hex_inferior.h"

namespace pavage::hex {

constexpr int no_move = -1;

template <int Words>
class Prior {
public:
    virtual ~Prior() = default;

    // Writes a share for each cell of the board: those of the empty cells sum to 1, all others are 0.
    // `mover` is 0 for red and 1 for blue, `last` the other's last move or `no_move`.
    virtual void judge(const Stones<Words>& stones, int mover, int last, std::span<float> shares) = 0;
};

}  // namespace pavage::hex
