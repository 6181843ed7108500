// Random numbers: xoshiro256** by Blackman and Vigna (public domain), seeded by splitmix64.
#pragma once

#include <bit>
#include <cstdint>

namespace pavage {

class Random {
public:
    explicit Random(std::uint64_t seed) {
        for (std::uint64_t& word : state_) {
            seed += 0x9e3779b97f4a7c15;
            std::uint64_t mixed = seed;
            mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
            mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
            word = mixed ^ (mixed >> 31);
        }
    }

    std::uint64_t word() {
        const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
        const std::uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    // A number in 0 .. limit-1. The bias, below limit / 2^32, is far under what playouts can show.
    std::uint32_t below(std::uint32_t limit) {
        return static_cast<std::uint32_t>(((word() >> 32) * limit) >> 32);
    }

private:
    std::uint64_t state_[4];
};

}  // namespace pavage
