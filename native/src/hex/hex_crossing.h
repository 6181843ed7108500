// The lightest way across that a colour has if it moves first, out of all that the connection search found.
#pragma once

#include <optional>

#include "hex/hex_connections.h"

namespace pavage::hex {

template <int Words>
struct Crossing {
    Bits<Words> carrier;  // own stones and empty cells
    int move = -1;        // that makes it, where it is known
    int weight = 0;       // empty cells
};

template <int Words>
std::optional<Crossing<Words>> lightest_crossing(const Connections<Words>& found, const Bits<Words>& open) {
    using Cells = Bits<Words>;
    std::optional<Crossing<Words>> best;
    const auto offer = [&](const Cells& carrier, int move) {
        const int weight = (carrier & open).count();
        if (!best || weight < best->weight) best = {carrier, move, weight};
    };
    const auto apart = [&](const Cells& one, const Cells& other) { return !(one & open).meets(other); };
    open.each([&](int cell) {
        found.each_full(0, cell, [&](const Cells& near) {
            found.each_full(1, cell, [&](const Cells& far) {
                if (apart(near, far)) offer(near | far | Cells::of(cell), cell);
            });
        });
    });
    for (const Point group : found.groups())
        for (int side = 0; side < 2; ++side)
            found.each_semi(side, group, [&](const Cells& near) {
                found.each_full(1 - side, group, [&](const Cells& far) {
                    if (apart(near, far)) offer(near | far | found.members(group), -1);
                });
            });
    return best;
}

}  // namespace pavage::hex
