#include "net/net.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace pavage::hex {

namespace {

constexpr bool has_board_bias(int block) { return block % 2 == 1; }

// Weights may be so large that what comes of them is no number: then nothing is known.
float known(float logit) { return std::isfinite(logit) ? logit : 0.0f; }

}  // namespace

bool NetShape::valid() const {
    const bool known = channels == 16 || channels == 32 || channels == 48 || channels == 64 || channels == 96 || channels == 128;
    return known && blocks >= 1 && blocks <= 64 && (hidden == 16 || hidden == 32 || hidden == 48 || hidden == 64);
}

std::size_t NetShape::weights() const {
    const std::size_t c = channels, h = hidden;
    const std::size_t convolution = net_taps * c * c + c;
    return net_taps * net_planes * c + c + (2 * blocks + 1) * convolution + blocks / 2 * (2 * c * c) + c + c * h + h +
           2 * h * h + h + h + 1;
}

Net::Layer Net::layer(const float*& from, int inputs, int taps, int outputs) const {
    Layer made;
    made.weights.resize(static_cast<std::size_t>(taps) * inputs * outputs);
    const int pack = kernels_->packed_outputs(outputs);
    float* to = made.weights.data();
    for (int first = 0; first < outputs; first += pack)
        for (int row = 0; row < taps * inputs; ++row, to += pack)
            std::memcpy(to, from + static_cast<std::size_t>(row) * outputs + first, pack * sizeof(float));
    from += made.weights.size();
    made.bias.assign(from, from + outputs);
    from += outputs;
    return made;
}

// From all channels to all: in bytes too, if the kernels want them.
Net::Layer Net::inner_layer(const float*& from) const {
    const float* weights = from;
    const int channels = shape_.channels, rows = net_taps * channels;
    Layer made = layer(from, channels, net_taps, channels);
    if (kernels_->convolve_bytes == nullptr) return made;
    made.scales.resize(channels);
    for (int row = 0; row < rows; ++row)
        for (int output = 0; output < channels; ++output)
            made.scales[output] = std::max(made.scales[output], std::abs(weights[row * channels + output]) / 127);
    const int pack = kernels_->packed_outputs(channels);
    for (int first = 0; first < channels; first += pack)
        for (int row = 0; row < rows; row += 4)
            for (int output = first; output < first + pack; ++output)
                for (int i = 0; i < 4; ++i) {
                    const float scale = made.scales[output], weight = weights[(row + i) * channels + output];
                    made.bytes.push_back(static_cast<std::int8_t>(scale > 0 ? std::lround(weight / scale) : 0));
                }
    made.weights.clear();
    return made;
}

Net::Net(const NetShape& shape, const float* weights, const NetKernels& kernels) : shape_(shape), kernels_(&kernels) {
    const int channels = shape.channels, hidden = shape.hidden;
    const auto take = [&](std::size_t count) {
        std::vector<float> taken(weights, weights + count);
        weights += count;
        return taken;
    };
    stem_ = layer(weights, net_planes, net_taps, channels);
    for (int number = 0; number < shape.blocks; ++number) {
        Block& block = blocks_.emplace_back();
        block.first = inner_layer(weights);
        if (has_board_bias(number)) block.board = take(std::size_t{2} * channels * channels);
        block.second = inner_layer(weights);
    }
    policy_ = inner_layer(weights);
    shares_ = take(channels);
    value_ = layer(weights, channels, 1, hidden);
    hidden_.weights = take(std::size_t{2} * hidden * hidden);
    hidden_.bias = take(hidden);
    last_ = take(hidden);
    last_bias_ = *weights;
}

NetEvaluator::NetEvaluator(std::shared_ptr<const Net> net, int size)
    : net_(std::move(net)),
      size_(size),
      places_(size * (size + 1)),
      margin_(size + 2),
      // The cell itself, then its neighbours in turning order.
      steps_{0, 1, size + 1, size, -1, -size - 1, -size},
      planes_(size, net_->kernels()),
      pooled_(2 * 128),
      bias_(128),
      scores_(places_) {
    const auto room = [&](int channels) {
        return std::vector<float>(static_cast<std::size_t>(places_ + 2 * margin_) * channels);
    };
    input_ = room(net_planes);
    for (auto* buffer : {&one_, &two_, &three_}) *buffer = room(net_->shape().channels);
    head_ = room(net_->shape().hidden);
    if (net_->kernels().convolve_bytes != nullptr) bytes_.resize(one_.size());
}

// Of a layer with seven taps, or one where the network is only `hidden` wide; the places between rows stay zero.
void NetEvaluator::convolve(const Net::Layer& layer, const float* bias, const float* in, int inputs,
                            const float* residual, float* out) {
    const int outputs = static_cast<int>(layer.bias.size());
    if (!layer.bytes.empty()) {
        std::uint8_t* bytes = bytes_.data() + margin_ * inputs;
        const float scale = net_->kernels().to_bytes(in, places_ * inputs, bytes);
        net_->kernels().convolve_bytes(bytes, scale, inputs, layer.bytes.data(), layer.scales.data(), bias, residual, out,
                                       places_, steps_);
    } else {
        const int taps = static_cast<int>(layer.weights.size()) / (inputs * outputs);
        net_->kernels().convolve(in, inputs, layer.weights.data(), bias, residual, out, outputs, places_, steps_, taps);
    }
    for (int row = 0; row < size_; ++row) std::fill_n(out + (row * (size_ + 1) + size_) * outputs, outputs, 0.0f);
}

float NetEvaluator::evaluate(const std::uint8_t* codes, std::uint64_t seed, float* logits) {
    const NetKernels& kernels = net_->kernels();
    const int channels = net_->shape().channels, hidden = net_->shape().hidden;
    const float share = 1.0f / static_cast<float>(size_ * size_);
    float* input = input_.data() + margin_ * net_planes;
    float* now = one_.data() + margin_ * channels;
    float* between = two_.data() + margin_ * channels;
    float* next = three_.data() + margin_ * channels;
    float* head = head_.data() + margin_ * hidden;
    const auto pool = [&](const float* from, int count) {
        kernels.pool(from, count, places_, pooled_.data(), pooled_.data() + count);
        for (int i = 0; i < count; ++i) pooled_[i] *= share;
    };
    planes_.show(codes, seed, input);
    convolve(net_->stem_, net_->stem_.bias.data(), input, net_planes, nullptr, now);
    for (const Net::Block& block : net_->blocks_) {
        std::copy(block.first.bias.begin(), block.first.bias.end(), bias_.begin());
        if (!block.board.empty()) {
            pool(now, channels);
            kernels.linear(pooled_.data(), 2 * channels, block.board.data(), bias_.data(), channels);
        }
        convolve(block.first, bias_.data(), now, channels, nullptr, between);
        convolve(block.second, block.second.bias.data(), between, channels, now, next);
        std::swap(now, next);
    }
    convolve(net_->policy_, net_->policy_.bias.data(), now, channels, nullptr, between);
    kernels.weigh(between, channels, net_->shares_.data(), scores_.data(), places_);
    for (int row = 0; row < size_; ++row)
        std::transform(scores_.data() + row * (size_ + 1), scores_.data() + row * (size_ + 1) + size_, logits + row * size_,
                       known);
    convolve(net_->value_, net_->value_.bias.data(), now, channels, nullptr, head);
    pool(head, hidden);
    std::copy(net_->hidden_.bias.begin(), net_->hidden_.bias.end(), bias_.begin());
    kernels.linear(pooled_.data(), 2 * hidden, net_->hidden_.weights.data(), bias_.data(), hidden);
    float value = net_->last_bias_;
    for (int i = 0; i < hidden; ++i) value += std::max(0.0f, bias_[i]) * net_->last_[i];
    return known(value);
}

}  // namespace pavage::hex
