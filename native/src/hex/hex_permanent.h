// Permanently inferior cells: neither dead nor captured by two, and yet filling them in changes no winner.
//
// The patterns are found by native/tools/find_permanent.cpp, which also says why they hold, and proved once more
// in tests/test_hex_permanent.py. Here they are recognised.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "hex/hex_grid.h"
#include "hex/hex_permanent_table.h"

namespace pavage::hex {

// The 61 cells up to four steps from one in the middle, row by row.
namespace window {

constexpr int reach = 4;
constexpr int cells = 61;

constexpr int first(int down) { return std::max(-reach, -reach - down); }
constexpr int width(int down) { return 2 * reach + 1 - (down < 0 ? -down : down); }

// Steps to the right and down.
inline constexpr std::array<std::array<int, 2>, cells> steps = [] {
    std::array<std::array<int, 2>, cells> found{};
    int next = 0;
    for (int down = -reach; down <= reach; ++down)
        for (int i = 0; i < width(down); ++i) found[next++] = {first(down) + i, down};
    return found;
}();

// The bit of the first cell of a row.
constexpr int start(int down) {
    int bit = 0;
    for (int row = -reach; row < down; ++row) bit += width(row);
    return bit;
}
constexpr int bit_of(int right, int down) { return start(down) + right - first(down); }

}  // namespace window

// A pattern comes to hold when the last of its stones is placed, so the patterns lie under the place of each of
// their stones. Those that ask the same of the six cells beside the middle lie together.
class PermanentPatterns {
public:
    PermanentPatterns() {
        for (const PermanentPattern& pattern : permanent_patterns) {
            std::vector<PermanentPattern> forms;
            for (int form = 0; form < 12; ++form)
                forms.push_back(
                    {turned(pattern.empty, form), turned(pattern.own, form), turned(pattern.other, form)});
            std::sort(forms.begin(), forms.end());
            forms.erase(std::unique(forms.begin(), forms.end()), forms.end());
            all_.insert(all_.end(), forms.begin(), forms.end());
        }
        std::vector<std::size_t> ring_of;
        for (const PermanentPattern& pattern : all_) {
            const Six six{beside(pattern.empty), beside(pattern.own), beside(pattern.other)};
            ring_of.push_back(static_cast<std::size_t>(std::find(rings_.begin(), rings_.end(), six) - rings_.begin()));
            if (ring_of.back() == rings_.size()) rings_.push_back(six);
        }
        starts_.assign(rings_.size() * window::cells * 2 + 1, 0);
        const auto each_stone = [&](auto visit) {
            for (std::size_t i = 0; i < all_.size(); ++i)
                for (const bool own : {false, true})
                    for (std::uint64_t left = own ? all_[i].own : all_[i].other; left != 0; left &= left - 1)
                        visit(place_of(ring_of[i], std::countr_zero(left), own), static_cast<std::uint16_t>(i));
        };
        // First how many there are, then which.
        each_stone([&](std::size_t place, std::uint16_t) { ++starts_[place]; });
        std::uint32_t sum = 0;
        for (std::uint32_t& start : starts_) start = sum += start;
        listed_.resize(sum);
        stones_.resize(sum);
        each_stone([&](std::size_t place, std::uint16_t i) {
            listed_[--starts_[place]] = i;
            stones_[starts_[place]] = all_[i].own | all_[i].other;
        });
        for (unsigned own = 0; own < 64; ++own)
            for (unsigned other = 0; other < 64; ++other) {
                first_ring_[own << 6 | other] = static_cast<std::uint16_t>(fitting_.size());
                for (std::size_t ring = 0; ring < rings_.size(); ++ring)
                    if (rings_[ring].fits(own, other)) fitting_.push_back(static_cast<std::uint16_t>(ring));
            }
        first_ring_[4096] = static_cast<std::uint16_t>(fitting_.size());
    }

    // A pattern that holds, with a stone at `bit` of the window that is one of its own or of the other's. The six
    // cells beside the middle are asked first; `look` gives the own and the other's stones in the window.
    template <class Look>
    const PermanentPattern* find(unsigned own_six, unsigned other_six, int bit, bool own_stone, Look look) const {
        const unsigned six = own_six << 6 | other_six;
        for (std::uint32_t ring = first_ring_[six]; ring < first_ring_[six + 1]; ++ring) {
            const std::size_t place = place_of(fitting_[ring], bit, own_stone);
            const std::uint32_t end = starts_[place + 1];
            std::uint32_t at = starts_[place];
            if (at == end) continue;
            const auto [own, other] = look();
            const std::uint64_t open = ~(own | other);
            for (; at < end; ++at) {
                if ((stones_[at] & open) != 0) continue;
                const PermanentPattern& pattern = all_[listed_[at]];
                if ((pattern.empty & ~open) == 0 && (pattern.own & ~own) == 0 && (pattern.other & ~other) == 0)
                    return &pattern;
            }
        }
        return nullptr;
    }

private:
    // What a pattern asks of the cells beside the middle.
    struct Six {
        unsigned empty, own, other;
        bool fits(unsigned own_six, unsigned other_six) const {
            return (empty & (own_six | other_six)) == 0 && (own & ~own_six) == 0 && (other & ~other_six) == 0;
        }
        friend bool operator==(const Six&, const Six&) = default;
    };

    static unsigned beside(std::uint64_t set) {
        unsigned found = 0;
        for (int direction = 0; direction < 6; ++direction) {
            const auto [right, down] = directions[direction];
            found |= (set >> window::bit_of(right, down) & 1) << direction;
        }
        return found;
    }

    static std::uint64_t turned(std::uint64_t set, int form) {
        std::uint64_t found = 0;
        for (; set != 0; set &= set - 1) {
            auto [right, down] = window::steps[std::countr_zero(set)];
            if (form >= 6) std::swap(right, down);
            for (int turn = form % 6; turn > 0; --turn) {
                const int sum = right + down;
                right = -down;
                down = sum;
            }
            found |= std::uint64_t{1} << window::bit_of(right, down);
        }
        return found;
    }

    static std::size_t place_of(std::size_t ring, int bit, bool own_stone) {
        return (ring * window::cells + static_cast<std::size_t>(bit)) * 2 + own_stone;
    }

    std::vector<PermanentPattern> all_;  // in all forms
    std::vector<Six> rings_;
    std::vector<std::uint16_t> fitting_;  // rings, by the state of the six cells
    std::array<std::uint16_t, 4097> first_ring_{};
    std::vector<std::uint32_t> starts_;
    std::vector<std::uint16_t> listed_;
    std::vector<std::uint64_t> stones_;  // of what is listed, side by side to be looked at quickly
};

}  // namespace pavage::hex
