// Permanently inferior cells: neither dead nor captured by two, and yet filling them in changes no winner.
//
// The patterns are found by native/tools/find_permanent.cpp, which also says why they hold, and proved once more
// in tests/test_hex_permanent.py. Here they are recognised: the twelve forms of each lie ready under the states
// of the six cells beside the one to be filled in.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "hex_grid.h"
#include "hex_permanent_table.h"

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

constexpr int bit_of(int right, int down) {
    int bit = right - first(down);
    for (int row = -reach; row < down; ++row) bit += width(row);
    return bit;
}

}  // namespace window

// A pattern comes to hold when the last of its stones is placed, so the patterns lie under the place of each of
// their stones, and there under the states of the six cells beside the middle.
class PermanentPatterns {
public:
    PermanentPatterns() {
        for (const PermanentPattern& pattern : permanent_patterns) {
            std::vector<PermanentPattern> forms;
            for (int form = 0; form < 12; ++form)
                forms.push_back({turned(pattern.empty, form), turned(pattern.own, form), turned(pattern.other, form)});
            std::ranges::sort(forms);
            forms.erase(std::ranges::unique(forms).begin(), forms.end());
            all_.insert(all_.end(), forms.begin(), forms.end());
        }
        // First how many there are, then which.
        each_place([&](std::size_t place, std::size_t) { ++starts_[place]; });
        std::uint32_t sum = 0;
        for (std::uint32_t& start : starts_) start = sum += start;
        listed_.resize(sum);
        each_place([&](std::size_t place, std::size_t i) { listed_[--starts_[place]] = static_cast<std::uint16_t>(i); });
    }

    // A pattern that holds, with a stone at `bit` of the window that is one of its own or of the other's; `six` are
    // the cells beside the middle, `look` gives the own and the other's stones in the window.
    template <class Look>
    const PermanentPattern* find(unsigned own_six, unsigned other_six, int bit, bool own_stone, Look look) const {
        const unsigned dead = own_six & other_six;
        for (unsigned choice = dead;; choice = (choice - 1) & dead) {
            const std::size_t place = place_of((own_six & ~dead) | choice, other_six & ~choice, bit, own_stone);
            if (starts_[place] < starts_[place + 1]) {
                const auto [own, other] = look();
                for (std::uint32_t at = starts_[place]; at < starts_[place + 1]; ++at)
                    if (holds(all_[listed_[at]], own, other)) return &all_[listed_[at]];
            }
            if (choice == 0) return nullptr;
        }
    }

private:
    static bool holds(const PermanentPattern& pattern, std::uint64_t own, std::uint64_t other) {
        return ((own | other) & (pattern.empty | pattern.own | pattern.other)) == (pattern.own | pattern.other) &&
               (pattern.own & ~own) == 0 && (pattern.other & ~other) == 0;
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

    // Six cells of three states each, as a number below 729.
    static std::size_t place_of(unsigned own_six, unsigned other_six, int bit, bool own_stone) {
        static constexpr std::array<std::uint16_t, 64> in_threes = [] {
            std::array<std::uint16_t, 64> found{};
            for (unsigned set = 0; set < 64; ++set)
                for (unsigned i = 0, power = 1; i < 6; ++i, power *= 3)
                    if (set >> i & 1) found[set] = static_cast<std::uint16_t>(found[set] + power);
            return found;
        }();
        return ((in_threes[own_six] + 2u * in_threes[other_six]) * window::cells + bit) * 2 + own_stone;
    }

    template <class Visit>
    void each_place(Visit visit) const {
        for (std::size_t i = 0; i < all_.size(); ++i) {
            const PermanentPattern& pattern = all_[i];
            unsigned own = 0, other = 0, unknown = 0;
            for (int direction = 0; direction < 6; ++direction) {
                const auto [right, down] = directions[direction];
                const std::uint64_t bit = std::uint64_t{1} << window::bit_of(right, down);
                if (pattern.own & bit) own |= 1u << direction;
                else if (pattern.other & bit) other |= 1u << direction;
                else if (!(pattern.empty & bit)) unknown |= 1u << direction;
            }
            for (unsigned mine = unknown;; mine = (mine - 1) & unknown) {
                const unsigned rest = unknown & ~mine;
                for (unsigned yours = rest;; yours = (yours - 1) & rest) {
                    for (const bool own_stone : {false, true})
                        for (std::uint64_t left = own_stone ? pattern.own : pattern.other; left != 0; left &= left - 1)
                            visit(place_of(own | mine, other | yours, std::countr_zero(left), own_stone), i);
                    if (yours == 0) break;
                }
                if (mine == 0) break;
            }
        }
    }

    std::vector<PermanentPattern> all_;  // in all forms
    std::vector<std::uint16_t> listed_;
    std::array<std::uint32_t, 729 * window::cells * 2 + 1> starts_{};
};

inline const PermanentPatterns permanent;

}  // namespace pavage::hex
