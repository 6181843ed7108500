// Good ways in Hex-n: those that need the fewest stones, the cells nobody gets around, wins at once.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "base/random.h"
#include "hexn/hexn_board.h"

namespace pavage::hexn {

// The cheapest ways of one colour, by the stones still needed: one set of cells for each stone.
template <int Words>
struct Ways {
    int stones = 0;  // 0: no way, or already joined
    std::array<Bits<Words>, most_cells> layers;
};

// Ways between one pair of ports through own stones, which cost nothing, and through `open` cells.
template <int Words>
void find_ways(const Ground<Words>& ground, const typename Ground<Words>::Pair& pair, const Bits<Words>& own,
               const Bits<Words>& open, int most, Ways<Words>& ways) {
    using Cells = Bits<Words>;
    ways.stones = 0;
    const Cells at_begin = ground.flood(own, own & pair.begin);
    if ((at_begin & pair.end).any()) return;
    const Cells goal = (pair.end | ground.spread(ground.flood(own, own & pair.end))) & open;
    Cells own_left = own.without(at_begin);
    Cells left = open;
    Cells fresh = (pair.begin | ground.spread(at_begin)) & open;
    int stones = 0;
    while (true) {
        if (!fresh.any() || stones == most) return;
        ways.layers[stones++] = fresh;
        if ((fresh & goal).any()) break;
        left = left.without(fresh);
        Cells near = ground.spread(fresh);
        if (const Cells touched = near & own_left; touched.any()) {
            const Cells chains = ground.flood(own_left, touched);
            own_left = own_left.without(chains);
            near |= ground.spread(chains);
        }
        fresh = near & left;
    }
    // Back again, keeping of each layer what leads on.
    Cells good = ways.layers[stones - 1] & goal;
    ways.layers[stones - 1] = good;
    for (int layer = stones - 2; layer >= 0; --layer) {
        Cells near = ground.spread(good);
        if (const Cells touched = near & own; touched.any()) near |= ground.spread(ground.flood(own, touched));
        good = ways.layers[layer] & near;
        ways.layers[layer] = good;
    }
    ways.stones = stones;
}

// The cheapest ways of a colour, between any of its pairs of ports.
template <int Words>
void find_ways(const Ground<Words>& ground, int colour, const Bits<Words>& own, const Bits<Words>& open,
               Ways<Words>& best, Ways<Words>& spare) {
    best.stones = 0;
    int most = most_cells;
    for (auto pair = ground.begin_of(colour); pair != ground.end_of(colour); ++pair) {
        find_ways(ground, *pair, own, open, most, spare);
        if (spare.stones == 0) continue;
        best.stones = spare.stones;
        for (int layer = 0; layer < spare.stones; ++layer) best.layers[layer] = spare.layers[layer];
        most = spare.stones - 1;
        if (most == 0) return;
    }
}

// How much each cell matters to a colour: every eighth cell is blocked at random, again and again, and
// the cells of each step on the cheapest ways left share one point. So ways that hold count most, and
// bottlenecks on them. Adds to `weights`; returns the cells met.
template <int Words>
Bits<Words> weigh(const Ground<Words>& ground, const State<Words>& state, int colour, int boards,
                 Random& random, std::array<float, most_cells>& weights, Ways<Words>& ways,
                 Ways<Words>& spare) {
    Bits<Words> met;
    for (int board = 0; board < boards; ++board) {
        Bits<Words> open = state.free;
        for (std::uint64_t& word : open.words) word &= ~(random.word() & random.word() & random.word());
        find_ways(ground, colour, state.stones[colour], open, ways, spare);
        for (int layer = 0; layer < ways.stones; ++layer) {
            const Bits<Words>& cells = ways.layers[layer];
            const float share = 1.0f / static_cast<float>(cells.count());
            cells.each([&](int cell) { weights[cell] += share; });
            met |= cells;
        }
    }
    return met;
}

// The free cells that every way of a colour passes through: another's stone there puts it out.
template <int Words>
Bits<Words> straits(const Ground<Words>& ground, const State<Words>& state, int colour, Ways<Words>& ways,
                   Ways<Words>& spare) {
    using Cells = Bits<Words>;
    const Cells own = state.stones[colour];
    Cells found;
    find_ways(ground, colour, own, state.free, ways, spare);
    // A cell that all ways need is alone in its layer of the cheapest ones.
    Cells doubtful;
    for (int layer = 0; layer < ways.stones; ++layer)
        if (ways.layers[layer].count() == 1) doubtful |= ways.layers[layer];
    doubtful.each([&](int cell) {
        Cells open = state.open_to(colour);
        open.clear(cell);
        if (!ground.in_port(colour, cell) && !ground.may_part(cell, open)) return;
        if (!ground.joins(open, colour)) found.set(cell);
    });
    return found;
}

// The free cells where one more stone of the colour joins a pair of ports.
template <int Words>
Bits<Words> linking(const Ground<Words>& ground, const State<Words>& state, int colour) {
    const Bits<Words>& own = state.stones[colour];
    Bits<Words> found;
    for (auto pair = ground.begin_of(colour); pair != ground.end_of(colour); ++pair) {
        const auto begin = pair->begin | ground.spread(ground.flood(own, own & pair->begin));
        const auto end = pair->end | ground.spread(ground.flood(own, own & pair->end));
        found |= begin & end & state.free;
    }
    return found;
}

template <int Words>
struct Threats {
    Bits<Words> wins;    // the mover wins at once
    Bits<Words> forced;  // otherwise another could put the mover out, or win, before its next turn
};

template <int Words>
Threats<Words> threats(const Ground<Words>& ground, const State<Words>& state, Ways<Words>& ways,
                       Ways<Words>& spare) {
    Threats<Words> found{state.free, {}};
    for (unsigned left = state.alive; left != 0; left &= left - 1) {
        const int colour = std::countr_zero(left);
        if (colour == state.turn)
            found.forced |= straits(ground, state, colour, ways, spare);
        else if (found.wins.any())
            found.wins &= straits(ground, state, colour, ways, spare);
    }
    if (ground.assigned) return found;
    for (unsigned left = state.alive; left != 0; left &= left - 1) {
        const int colour = std::countr_zero(left);
        (colour == state.turn ? found.wins : found.forced) |= linking(ground, state, colour);
    }
    return found;
}

}  // namespace pavage::hexn
