// A full Hex board, 64 times over: bit i of a cell's word tells whose it is in playout i.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "base/random.h"
#include "hex/hex_board.h"

namespace pavage::hex {

class Fill {
public:
    static constexpr int playouts = 64;

    explicit Fill(const Geometry& geometry)
        : size_(geometry.size), stride_(geometry.size + 2), places_(geometry.cells) {
        for (int cell = 0; cell < geometry.cells; ++cell)
            places_[cell] = (cell / size_ + 1) * stride_ + cell % size_ + 1;
        stones_.fill(0);
        reached_.fill(0);
    }

    // The playouts in which the cell is Red's.
    std::uint64_t& stones(int cell) { return stones_[places_[cell]]; }

    // In each playout apart, turns random stones until Red has `red_count` of these cells. The coins
    // being fair and the turned stones random, all such fillings are equally likely.
    void balance(std::span<const Point> cells, int red_count, Random& random) {
        // Bit i of the digits, read as a binary number, counts Red's stones in playout i.
        std::array<std::uint64_t, std::bit_width(unsigned{most_cells})> digits{};
        const int digit_count = static_cast<int>(std::bit_width(cells.size()));
        for (const Point cell : cells) {
            std::uint64_t carry = stones(cell);
            for (int digit = 0; digit < digit_count; ++digit) {
                const std::uint64_t next = digits[digit] & carry;
                digits[digit] ^= carry;
                carry = next;
            }
        }
        for (int playout = 0; playout < playouts; ++playout) {
            int count = 0;
            for (int digit = 0; digit < digit_count; ++digit)
                count |= static_cast<int>((digits[digit] >> playout) & 1) << digit;
            const bool too_many = count > red_count;
            for (int left = std::abs(count - red_count); left > 0;) {
                std::uint64_t& word = stones(cells[random.below(static_cast<std::uint32_t>(cells.size()))]);
                // No branch: the processor could only guess which way a random stone goes.
                const bool turned = ((word >> playout) & 1) == too_many;
                word ^= std::uint64_t{turned} << playout;
                left -= turned;
            }
        }
    }

    // The playouts that Red wins: what Red reaches from the top, swept down and up until it stays.
    std::uint64_t red_wins() {
        const int first = stride_ + 1;
        const int last = size_ * stride_ + size_;
        std::fill(&reached_[first], &reached_[last] + 1, 0);
        std::fill(&reached_[1], &reached_[first], ~std::uint64_t{0});
        while (true) {
            std::uint64_t changed = sweep(first, last, 1);
            std::uint64_t won = 0;
            for (int place = last - size_ + 1; place <= last; ++place) won |= reached_[place];
            if ((changed & ~won) == 0) return won;
            changed = sweep(last, first, -1);
            if ((changed & ~won) == 0) return won;
        }
    }

private:
    // A rim around the board, of nobody's stones, spares the sweeps every test for the borders.
    static constexpr int most_places = (largest_size + 2) * (largest_size + 2);

    // Returns the playouts in which something new was reached.
    std::uint64_t sweep(int from, int to, int step) {
        std::uint64_t changed = 0;
        std::uint64_t behind = 0;  // in a register: read back from memory it would slow the sweep
        for (int place = from; place != to + step; place += step) {
            std::uint64_t* here = &reached_[place];
            const std::uint64_t above = here[-stride_] | here[1 - stride_];
            const std::uint64_t below = here[stride_] | here[stride_ - 1];
            const std::uint64_t now = stones_[place] & (*here | behind | here[step] | above | below);
            changed |= now ^ *here;
            *here = behind = now;
        }
        return changed;
    }

    int size_;
    int stride_;
    std::vector<int> places_;
    std::array<std::uint64_t, most_places> stones_;
    std::array<std::uint64_t, most_places> reached_;
};

}  // namespace pavage::hex
