// The network's forward pass, to be run under sanitizers: every shape, boards of many sizes, all kernels that were compiled.
//
//     cd native/src
//     g++ -std=c++20 -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -I. ../tests/net_tests.cpp
//         hex/hex_geometry.cpp net/{net,net_planes,net_kernels*}.cpp -o net_tests && ./net_tests
#include <cmath>
#include <cstdio>
#include <memory>
#include <vector>

#include "checks.h"
#include "net/net.h"

using namespace pavage;
using namespace pavage::hex;

namespace {

void evaluate(const NetShape& shape, const NetKernels& kernels, Random& random) {
    std::vector<float> weights(shape.weights());
    for (float& weight : weights) weight = (static_cast<float>(random.below(2001)) / 1000 - 1) * 0.1f;
    const auto net = std::make_shared<Net>(shape, weights.data(), kernels);
    for (const int size : {3, 4, 5, 8, 11, 13, 19}) {
        std::vector<std::uint8_t> codes(size * size);
        for (std::uint8_t& code : codes) code = static_cast<std::uint8_t>(random.below(4));
        NetEvaluator evaluator(net, size);
        std::vector<float> logits(size * size), again(size * size);
        const float value = evaluator.evaluate(codes.data(), 1, logits.data());
        // Nothing of a position is left behind for the next one.
        std::vector<std::uint8_t> others(size * size, red);
        evaluator.evaluate(others.data(), 2, again.data());
        check(evaluator.evaluate(codes.data(), 1, again.data()) == value, "the same value again", size);
        check(logits == again && std::isfinite(value), "the same logits again", size);
    }
}

}  // namespace

int main() {
    Random random(1);
    for (const char* name : net_kernel_names)
        if (const NetKernels* kernels = net_kernels(name))
            for (const NetShape& shape : {NetShape{16, 1, 16}, NetShape{32, 2, 32}, NetShape{48, 2, 48}, NetShape{64, 1, 64},
                                          NetShape{96, 1, 32}, NetShape{128, 2, 32}})
                evaluate(shape, *kernels, random);
    std::printf("%d checks\n", checks);
}
