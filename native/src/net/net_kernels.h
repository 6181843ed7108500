// The parts of a forward pass that cost time, once for every kind of processor; the best is chosen at run time.
//
// A plane of a board of size n has rows of n + 1 places: the last one is zero and lies between two rows, so that the
// seven places of a hexagonal convolution are seven constant steps. What belongs to one place lies side by side.
#pragma once

#include <cstdint>

namespace pavage::hex {

constexpr int net_planes = 12;   // inputs, see net_planes.h
constexpr int net_taps = 7;      // a cell and its neighbours
constexpr int fill_words = 8;    // 64 random fillings each
constexpr int fill_count = 64 * fill_words;

struct NetKernels {
    const char* name;

    // How many outputs of a layer lie side by side in its packed weights.
    int (*packed_outputs)(int outputs);

    // out = max(0, bias + taps + residual) at `places` places; `residual` may be null, `out` may be neither input.
    // Weights: for each pack of outputs, for each tap, for each input, the outputs of the pack.
    void (*convolve)(const float* in, int inputs, const float* weights, const float* bias, const float* residual,
                     float* out, int outputs, int places, const int* steps, int taps);

    // The sum and the largest of every channel; nothing is negative.
    void (*pool)(const float* in, int channels, int places, float* sum, float* largest);

    // out += in × weights
    void (*linear)(const float* in, int inputs, const float* weights, float* out, int outputs);

    // The weighted sum of the channels of every place.
    void (*weigh)(const float* in, int channels, const float* weights, float* out, int places);

    // Spreads from the cells of `reached` (none yet but the rim) over `stones`, both with a rim and rows of
    // `stride` cells of `fill_words` words, until nothing changes.
    void (*spread)(const std::uint64_t* stones, std::uint64_t* reached, int size, int stride);

    // In how many fillings a cell decides who wins, and in how many it is joined to the top, the bottom, the left and
    // the right. The pointers are to the cell; `won` are the fillings that red wins.
    void (*count)(const std::uint64_t* reds, const std::uint64_t* const* reached, const std::uint64_t* won, int stride,
                  int* out);

    // Where layers are computed with bytes, null elsewhere. `count` numbers, none negative, in parts of what is returned.
    float (*to_bytes)(const float* in, int count, std::uint8_t* out) = nullptr;

    // As convolve with seven taps and as many inputs as outputs, of bytes that count `in_scale` each. Weights: for each
    // pack of outputs, for each tap, for every four inputs, of each output of the pack the four; an output's weights
    // count `scales` each.
    void (*convolve_bytes)(const std::uint8_t* in, float in_scale, int channels, const std::int8_t* weights,
                           const float* scales, const float* bias, const float* residual, float* out, int places,
                           const int* steps) = nullptr;
};

// Those of this processor. Tests ask for the others by name; null if the processor has not got them.
const NetKernels& net_kernels();
const NetKernels* net_kernels(const char* name);
constexpr const char* net_kernel_names[] = {"vnni", "avx512", "avx2", "plain"};  // the best first

// Null where the compiler or the processor's kind does not know them.
const NetKernels* avx2_kernels();
const NetKernels* avx512_kernels();
const NetKernels* vnni_kernels();
const NetKernels* plain_kernels();

}  // namespace pavage::hex
