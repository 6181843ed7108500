// What the network is shown of a position: stones, edges, and what 512 random fillings of the board say of each cell.
//
// The one who moves is always shown as red, who joins top and bottom: a board of blue's is reflected, with the colours
// exchanged. A dead cell is a stone of both.
#pragma once

#include <cstdint>
#include <vector>

#include "base/random.h"
#include "hex/hex_geometry.h"
#include "net/net_kernels.h"

namespace pavage::hex {

constexpr std::uint8_t dead_cell = 3;  // beside empty, red and blue

class NetPlanes {
public:
    NetPlanes(int size, const NetKernels& kernels);

    // `codes`: the cells as the mover sees them. Writes `net_planes` numbers for every place of `out`, rows of
    // size + 1 places; the place between two rows is left alone.
    void show(const std::uint8_t* codes, std::uint64_t seed, float* out);

private:
    using Words = std::vector<std::uint64_t>;

    void fill(const std::uint8_t* codes, Random& random);
    std::uint64_t* at(Words& words, int cell) { return words.data() + places_[cell] * fill_words; }

    const Geometry* geometry_;
    const NetKernels* kernels_;
    int stride_;               // of the fillings, which have a rim
    std::vector<int> places_;  // of each cell there
    Words red_, blue_;         // the stones of a colour, a bit for each filling
    Words reached_[4];         // from the top, the bottom, the left, the right
    std::vector<std::uint8_t> bridged_;
};

// The cells of a position as the one who moves sees them, and back.
void seen_by(Colour mover, int size, const std::uint8_t* codes, std::uint8_t* seen);
inline int seen_cell(Colour mover, int size, int cell) {
    return mover == red ? cell : cell % size * size + cell / size;
}

}  // namespace pavage::hex
