// Ends of a Hex-n position: everybody at random, or some colours along their own good ways.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "base/random.h"
#include "hexn/hexn_board.h"
#include "hexn/hexn_ways.h"

namespace pavage::hexn {

// Boards with blocks by which a careful colour finds its move. Alone against five at random on H5, from
// seats 1 and 4, careful play wins 56 and 50 % with one, 69 and 64 % with 6, 71 and 67 % with 12, 75 and
// 69 % with 24, 77 and 69 % with 48 (3,000 or 4,000 games each); a playout takes 12, 19, 29, 47 and 108 us.
constexpr int quick_look = 24;

template <int Words>
class Playouts {
public:
    explicit Playouts(const Ground<Words>& ground) : ground_(ground) {}

    // Plays on to the end. Those of `careful` go along their good ways, the others at random.
    void play(State<Words>& state, unsigned careful, Random& random) {
        int count = 0;
        state.free.each([&](int cell) { cells_[count++] = static_cast<std::uint8_t>(cell); });
        while (!state.over()) {
            if (ground_.assigned && std::popcount(state.alive) == 2 && (state.alive & careful) == 0) {
                fill(state, count, random);
                return;
            }
            int cell = nobody;
            if ((careful >> state.turn) & 1) cell = on_a_good_way(state, random);
            while (cell == nobody) {
                const auto place = random.below(static_cast<std::uint32_t>(count));
                const int drawn = cells_[place];
                cells_[place] = cells_[--count];
                if (state.free.has(drawn)) cell = drawn;
            }
            state.place(ground_, cell);
        }
    }

private:
    // The cell that matters most to the mover, at a quick look.
    int on_a_good_way(const State<Words>& state, Random& random) {
        weights_.fill(0);
        const Bits<Words> met = weigh(ground_, state, state.turn, quick_look, random, weights_, ways_, spare_);
        int best = nobody;
        met.each([&](int cell) {
            if (best == nobody || weights_[cell] > weights_[best]) best = cell;
        });
        return best;
    }

    // Of two with ports of their own, one that is joined when all is dealt was never cut: it wins.
    // Where four cells meet in a point it may be nobody; then the first to be cut has lost.
    void fill(State<Words>& state, int count, Random& random) {
        const State<Words> before = state;
        const std::array<int, 2> colours{state.turn, std::countr_zero(state.alive & ~(1u << state.turn))};
        int dealt = 0;
        for (; count > 0; --count) {
            std::swap(cells_[count - 1], cells_[random.below(static_cast<std::uint32_t>(count))]);
            const int cell = cells_[count - 1];
            if (!state.free.has(cell)) continue;
            order_[dealt] = static_cast<std::uint8_t>(cell);
            state.stones[colours[dealt++ % 2]].set(cell);
        }
        state.free = {};
        for (const int colour : colours)
            if (ground_.joins(state.stones[colour], colour)) {
                state.alive = 1u << colour;
                return;
            }
        state = before;
        for (int ply = 0; !state.over(); ++ply) state.place(ground_, order_[ply]);
    }

    const Ground<Words>& ground_;
    std::array<std::uint8_t, most_cells> cells_{};  // those that may still be empty
    std::array<std::uint8_t, most_cells> order_{};
    std::array<float, most_cells> weights_{};
    Ways<Words> ways_, spare_;
};

// In hexn_search.cpp, like all that plays.
extern template class Playouts<1>;
extern template class Playouts<2>;
extern template class Playouts<4>;

}  // namespace pavage::hexn
