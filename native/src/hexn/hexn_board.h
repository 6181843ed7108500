// Hex-n on any tiling of up to 256 cells: sets of cells, ways from port to port, stones, who is out.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/cell_bits.h"

namespace pavage::hexn {

constexpr int most_cells = 256;
constexpr int most_colours = 6;
constexpr int nobody = -1;

// What stays the same all game: cells, neighbours, ports, and who has to join which.
template <int Words>
struct Ground {
    using Cells = Bits<Words>;
    struct Pair {
        Cells begin, end;
    };

    int cells = 0;
    int colours = 0;
    bool assigned = true;  // otherwise any pair will do for anybody
    Cells full;
    std::vector<Cells> near;
    std::vector<Pair> pairs;
    Cells all_ports;

    // The pairs of ports of which a colour has to join one.
    const Pair* begin_of(int colour) const { return pairs.data() + (assigned ? colour : 0); }
    const Pair* end_of(int colour) const {
        return assigned ? begin_of(colour) + 1 : pairs.data() + pairs.size();
    }
    bool in_port(int colour, int cell) const {
        if (!assigned) return all_ports.has(cell);
        return pairs[colour].begin.has(cell) || pairs[colour].end.has(cell);
    }

    Cells spread(const Cells& cells) const {
        Cells reached;
        cells.each([&](int cell) { reached |= near[cell]; });
        return reached;
    }

    // All of `within` that hangs together with `from`, a part of it.
    Cells flood(const Cells& within, const Cells& from) const {
        Cells left = within.without(from), fresh = from;
        while (fresh.any()) {
            fresh = spread(fresh) & left;
            left = left.without(fresh);
        }
        return within.without(left);
    }

    bool joins(const Cells& cells, int colour) const {
        for (const Pair* pair = begin_of(colour); pair != end_of(colour); ++pair) {
            Cells left = cells, fresh = cells & pair->begin;
            while (fresh.any()) {
                if ((fresh & pair->end).any()) return true;
                left = left.without(fresh);
                fresh = spread(fresh) & left;
            }
        }
        return false;
    }

    // A stone inside the board parts nothing if the cells around it hold together.
    bool may_part(int cell, const Cells& cells) const {
        const Cells beside = near[cell] & cells;
        if (!beside.any()) return false;
        Cells from;
        from.set(beside.first());
        return flood(beside, from) != beside;
    }
};

// A position: stones by colour, who is in, whose turn it is. Colours move in their own order.
template <int Words>
struct State {
    using Cells = Bits<Words>;

    Cells free;
    std::array<Cells, most_colours> stones{};
    unsigned alive = 0;
    int turn = 0;
    int linked = nobody;

    bool over() const { return linked != nobody || std::has_single_bit(alive) || alive == 0 || !free.any(); }

    // Once over; on a full board that left several in (rings around holes), the one to move.
    int winner() const {
        if (std::has_single_bit(alive)) return std::countr_zero(alive);
        return linked != nobody ? linked : turn;
    }

    Cells open_to(int colour) const { return stones[colour] | free; }

    void place(const Ground<Words>& ground, int cell) {
        const int mover = turn;
        stones[mover].set(cell);
        free.clear(cell);
        for (unsigned others = alive & ~(1u << mover); others != 0; others &= others - 1) {
            const int colour = std::countr_zero(others);
            const Cells open = open_to(colour);
            if (!ground.in_port(colour, cell) && !ground.may_part(cell, open)) continue;
            if (!ground.joins(open, colour)) alive &= ~(1u << colour);
        }
        if (!ground.assigned && links(ground, mover, cell)) linked = mover;
        pass(ground.colours);
    }

    void pass(int colours) {
        if (alive == 0) return;
        do turn = turn + 1 < colours ? turn + 1 : 0;
        while (((alive >> turn) & 1) == 0);
    }

private:
    // Whether the chain of the stone just placed joins two opposite ports.
    bool links(const Ground<Words>& ground, int colour, int cell) const {
        Cells from;
        from.set(cell);
        const Cells chain = ground.flood(stones[colour], from);
        if (!(chain & ground.all_ports).any()) return false;
        for (const auto& pair : ground.pairs)
            if ((chain & pair.begin).any() && (chain & pair.end).any()) return true;
        return false;
    }
};

}  // namespace pavage::hexn
