#include "net/net_planes.h"

#include <algorithm>
#include <bit>

namespace pavage::hex {

NetPlanes::NetPlanes(int size, const NetKernels& kernels)
    : geometry_(&geometry(size)), kernels_(&kernels), stride_(size + 2), places_(geometry_->cells) {
    for (int cell = 0; cell < geometry_->cells; ++cell) places_[cell] = (cell / size + 1) * stride_ + cell % size + 1;
    const std::size_t words = static_cast<std::size_t>(stride_) * stride_ * fill_words;
    red_.resize(words);
    blue_.resize(words);
    for (Words& reached : reached_) reached.resize(words);
    bridged_.resize(geometry_->cells);
}

// A fair coin for every empty cell; of the two cells of a bridge each side has one. The second half of the fillings is the
// first with the colours of all these cells exchanged: what chance gives to one side in one, it takes in the other.
void NetPlanes::fill(const std::uint8_t* codes, Random& random) {
    const int cells = geometry_->cells;
    for (int cell = 0; cell < cells; ++cell) {
        std::uint64_t* reds = at(red_, cell);
        if (codes[cell] == empty)
            for (int i = 0; i < fill_words / 2; ++i) reds[i + fill_words / 2] = ~(reds[i] = random.word());
        else std::fill_n(reds, fill_words, codes[cell] == blue ? 0 : ~std::uint64_t{0});
    }
    std::fill(bridged_.begin(), bridged_.end(), std::uint8_t{0});
    for (int cell = 0; cell < cells; ++cell) {
        const std::uint8_t code = codes[cell];
        if (code != red && code != blue) continue;
        for (const Bridge& bridge : geometry_->bridges_from[cell]) {
            const int to = bridge.to;
            const std::uint8_t other_end = to < cells ? codes[to] : static_cast<std::uint8_t>(to < geometry_->left ? red : blue);
            if (other_end != code || codes[bridge.first] != empty || codes[bridge.second] != empty ||
                bridged_[bridge.first] || bridged_[bridge.second])
                continue;
            bridged_[bridge.first] = bridged_[bridge.second] = 1;
            for (int i = 0; i < fill_words; ++i) at(red_, bridge.second)[i] = ~at(red_, bridge.first)[i];
        }
    }
    for (int cell = 0; cell < cells; ++cell)
        for (int i = 0; i < fill_words; ++i) at(blue_, cell)[i] = ~at(red_, cell)[i];
}

void NetPlanes::show(const std::uint8_t* codes, std::uint64_t seed, float* out) {
    Random random(seed);
    fill(codes, random);
    const int size = geometry_->size;
    // The rim beyond a side is reached by its colour; sweeps change the board alone.
    for (int side = 0; side < 4; ++side) {
        Words& reached = reached_[side];
        std::fill(reached.begin(), reached.end(), std::uint64_t{0});
        for (int i = 0; i < stride_; ++i) {
            const int place = side == 0 ? i : side == 1 ? (size + 1) * stride_ + i : side == 2 ? i * stride_ : i * stride_ + size + 1;
            std::fill_n(reached.data() + place * fill_words, fill_words, ~std::uint64_t{0});
        }
        kernels_->spread((side < 2 ? red_ : blue_).data(), reached.data(), size, stride_);
    }
    std::uint64_t won[fill_words] = {};
    for (int column = 0; column < size; ++column)
        for (int i = 0; i < fill_words; ++i) won[i] |= at(reached_[0], (size - 1) * size + column)[i];
    int wins = 0;
    for (const std::uint64_t word : won) wins += std::popcount(word);

    constexpr float each = 1.0f / fill_count;
    for (int cell = 0; cell < geometry_->cells; ++cell) {
        const int row = cell / size, column = cell % size;
        float* plane = out + (row * (size + 1) + column) * net_planes;
        const std::uint64_t* side[4] = {at(reached_[0], cell), at(reached_[1], cell), at(reached_[2], cell), at(reached_[3], cell)};
        int counts[5];
        kernels_->count(at(red_, cell), side, won, stride_, counts);
        plane[0] = codes[cell] & red ? 1.0f : 0.0f;
        plane[1] = codes[cell] & blue ? 1.0f : 0.0f;
        plane[2] = 1.0f;
        plane[3] = row == 0 || row == size - 1 ? 1.0f : 0.0f;
        plane[4] = column == 0 || column == size - 1 ? 1.0f : 0.0f;
        plane[5] = static_cast<float>(counts[0]) * each;
        plane[6] = static_cast<float>(wins) * each;
        for (int s = 0; s < 4; ++s) plane[7 + s] = static_cast<float>(counts[1 + s]) * each;
        plane[11] = static_cast<float>(size - 11) / 8;
    }
}

void seen_by(Colour mover, int size, const std::uint8_t* codes, std::uint8_t* seen) {
    for (int cell = 0; cell < size * size; ++cell) {
        const std::uint8_t code = codes[seen_cell(mover, size, cell)];
        seen[cell] = mover == red || code == empty || code == dead_cell ? code : static_cast<std::uint8_t>(red + blue - code);
    }
}

}  // namespace pavage::hex
