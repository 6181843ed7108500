// A set of cells in a fixed number of words: one word serves boards of Hex to 8×8, six to 19×19.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace pavage {

template <int Words>
struct Bits {
    std::array<std::uint64_t, Words> words{};

    static Bits of(int cell) {
        Bits bits;
        bits.set(cell);
        return bits;
    }

    void set(int cell) { words[cell >> 6] |= std::uint64_t{1} << (cell & 63); }
    void clear(int cell) { words[cell >> 6] &= ~(std::uint64_t{1} << (cell & 63)); }
    bool has(int cell) const { return (words[cell >> 6] >> (cell & 63)) & 1; }

    bool any() const {
        std::uint64_t joined = 0;
        for (const std::uint64_t word : words) joined |= word;
        return joined != 0;
    }
    bool none() const { return !any(); }

    int count() const {
        int total = 0;
        for (const std::uint64_t word : words) total += std::popcount(word);
        return total;
    }

    // The lowest cell of a set that has one.
    int first() const {
        int word = 0;
        while (word < Words - 1 && words[word] == 0) ++word;
        return word * 64 + std::countr_zero(words[word]);
    }

    // The cell with so many others below it; only where there are more than that.
    int at(int below) const {
        int word = 0;
        for (; word + 1 < Words; ++word) {
            const int here = std::popcount(words[word]);
            if (below < here) break;
            below -= here;
        }
        std::uint64_t left = words[word];
        for (; below > 0; --below) left &= left - 1;
        return word * 64 + std::countr_zero(left);
    }

    int take_first() {
        const int cell = first();
        words[cell >> 6] &= words[cell >> 6] - 1;
        return cell;
    }

    // `length` bits from `start` on, as a number; at most 32 of them.
    std::uint32_t slice(int start, int length) const {
        const int word = start >> 6, shift = start & 63;
        std::uint64_t found = words[word] >> shift;
        if (shift + length > 64 && word + 1 < Words) found |= words[word + 1] << (64 - shift);
        return static_cast<std::uint32_t>(found & ((std::uint64_t{1} << length) - 1));
    }

    Bits& operator|=(const Bits& other) {
        for (int i = 0; i < Words; ++i) words[i] |= other.words[i];
        return *this;
    }
    Bits& operator&=(const Bits& other) {
        for (int i = 0; i < Words; ++i) words[i] &= other.words[i];
        return *this;
    }
    friend Bits operator|(Bits one, const Bits& other) { return one |= other; }
    friend Bits operator&(Bits one, const Bits& other) { return one &= other; }
    friend bool operator==(const Bits&, const Bits&) = default;

    Bits without(const Bits& other) const {
        Bits bits;
        for (int i = 0; i < Words; ++i) bits.words[i] = words[i] & ~other.words[i];
        return bits;
    }
    bool meets(const Bits& other) const {
        std::uint64_t joined = 0;
        for (int i = 0; i < Words; ++i) joined |= words[i] & other.words[i];
        return joined != 0;
    }
    bool inside(const Bits& other) const {
        std::uint64_t joined = 0;
        for (int i = 0; i < Words; ++i) joined |= words[i] & ~other.words[i];
        return joined == 0;
    }

    template <class Visit>
    void each(Visit visit) const {
        for (int i = 0; i < Words; ++i)
            for (std::uint64_t word = words[i]; word != 0; word &= word - 1)
                visit(i * 64 + std::countr_zero(word));
    }

    std::uint64_t hash(std::uint64_t seed) const {
        for (const std::uint64_t word : words) {
            seed = (seed ^ word) * 0x9e3779b97f4a7c15u;
            seed ^= seed >> 29;
        }
        return seed;
    }
};

}  // namespace pavage
