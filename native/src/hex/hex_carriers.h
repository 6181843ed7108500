// A short list of carriers of connections between the same two points: the lightest that were found.
#pragma once

#include <algorithm>
#include <array>

#include "base/cell_bits.h"

namespace pavage::hex {

template <int Words, int Most>
struct Carriers {
    using Cells = Bits<Words>;

    int count = 0;
    int heaviest = 0;
    std::array<Cells, Most> at;
    std::array<Cells, Most> cells;  // without the stones

    void clear() { count = heaviest = 0; }

    // Whether there is room for a carrier of this weight, if need be in the place of a heavier one.
    bool takes(int weight) const { return count < Most || weight < heaviest; }

    // Whether one of the carriers needs nothing beyond this set.
    bool cover(const Cells& set) const {
        for (int i = 0; i < count; ++i)
            if (cells[i].inside(set)) return true;
        return false;
    }

    // The newest comes last. Where everything is found by weight, as in `build`, the lists never need thinning.
    void insert(const Cells& carrier, const Cells& empty_cells, int weight) {
        if (weight < heaviest) thin(empty_cells);
        at[count] = carrier;
        cells[count++] = empty_cells;
        heaviest = std::max(heaviest, weight);
    }

private:
    // Drops what needs all of these cells and more, and one of the heaviest if there is still no room.
    void thin(const Cells& empty_cells) {
        int kept = 0, most = 0, second = 0, place = 0;
        for (int i = 0; i < count; ++i) {
            if (empty_cells.inside(cells[i])) continue;
            const int weight = cells[i].count();
            if (weight > most) {
                second = most;
                most = weight;
                place = kept;
            } else {
                second = std::max(second, weight);
            }
            at[kept] = at[i];
            cells[kept++] = cells[i];
        }
        if (kept == Most) {
            --kept;
            at[place] = at[kept];
            cells[place] = cells[kept];
            most = second;
        }
        count = kept;
        heaviest = most;
    }
};

}  // namespace pavage::hex
