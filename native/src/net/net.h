// The network: chances of the moves and of the one who moves, for boards of any size.
//
// Seven-tap convolutions over the cells; every second block adds a bias made from the mean and the largest of each
// channel over the board, so that what happens far away is known. Its weights come from `pavage train`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "net/net_planes.h"

namespace pavage::hex {

struct NetShape {
    int channels;  // 16, 32, 48, 64, 96 or 128
    int blocks;
    int hidden;    // channels of the value's own layers, a multiple of 16

    std::size_t weights() const;
    bool valid() const;
};

constexpr int smallest_net_size = 3, largest_net_size = 19;

// Weights, packed for the kernels; shared by all that ask.
class Net {
public:
    // In this order, everything [input][output], taps in the order of net_steps:
    // stem, its bias; for each block: layer, bias, if its number is odd the two halves (mean, largest) of the bias from
    // the whole board, second layer, bias; policy layer, bias, weight of each channel; value layer, bias, hidden layer,
    // bias, weights, bias.
    Net(const NetShape& shape, const float* weights, const NetKernels& kernels);

    const NetShape& shape() const { return shape_; }
    const NetKernels& kernels() const { return *kernels_; }

private:
    friend class NetEvaluator;

    struct Layer {
        std::vector<float> weights, bias;
        std::vector<std::int8_t> bytes;  // the weights once more, where the kernels compute with bytes
        std::vector<float> scales;       // of each output's
    };
    struct Block {
        Layer first, second;
        std::vector<float> board;  // empty in blocks without
    };

    Layer layer(const float*& from, int inputs, int taps, int outputs) const;
    Layer inner_layer(const float*& from) const;

    NetShape shape_;
    const NetKernels* kernels_;
    Layer stem_, policy_, value_, hidden_;
    std::vector<Block> blocks_;
    std::vector<float> shares_, last_;
    float last_bias_;
};

// Asks a network about boards of one size; not for two threads at once.
class NetEvaluator {
public:
    NetEvaluator(std::shared_ptr<const Net> net, int size);

    // `codes` as the mover sees them. Writes a logit for each cell, and returns the mover's chance to win, as a logit.
    float evaluate(const std::uint8_t* codes, std::uint64_t seed, float* logits);

private:
    void convolve(const Net::Layer& layer, const float* bias, const float* in, int inputs, const float* residual,
                  float* out);

    std::shared_ptr<const Net> net_;
    int size_, places_, margin_;
    int steps_[net_taps];
    NetPlanes planes_;
    std::vector<std::uint8_t> bytes_;
    std::vector<float> input_, one_, two_, three_, head_, pooled_, bias_, scores_;
};

}  // namespace pavage::hex
