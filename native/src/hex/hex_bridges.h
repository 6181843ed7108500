// Which bridges of a Hex position can all be kept at once, and whether they win it.
#pragma once

#include <array>
#include <vector>

#include "hex/hex_board.h"

namespace pavage::hex {

// Joins the chains of both colours by bridges. Bridges of one colour share no cell, so its owner can
// answer every intrusion; a bridge between points already joined would keep two cells for nothing.
inline void join_bridges(Board& board, std::vector<Bridge>& kept) {
    kept.clear();
    std::array<CellSet, 2> used;
    for (int cell = 0; cell < board.geometry().cells; ++cell) {
        const Colour colour = board.colour(cell);
        if (colour == empty) continue;
        CellSet& own = used[colour - red];
        for (const Bridge& bridge : board.geometry().bridges_from[cell]) {
            if (board.colour(bridge.to) != colour || board.colour(bridge.first) != empty ||
                board.colour(bridge.second) != empty || own[bridge.first] || own[bridge.second])
                continue;
            const Point from = board.chain(bridge.from);
            const Point to = board.chain(bridge.to);
            if (from == to) continue;
            board.join(from, to);
            own.set(bridge.first).set(bridge.second);
            kept.push_back(bridge);
        }
    }
}

// Whether the opponent's stone on `first` left this bridge of `owner` to be saved on `second`.
inline bool intruded(const Board& board, const Bridge& bridge, Colour owner) {
    return board.colour(bridge.from) == owner && board.colour(bridge.to) == owner &&
           board.colour(bridge.second) == empty;
}

}  // namespace pavage::hex
