// Playouts that fill the whole Hex board, 64 at a time: bit i of a cell's word is its stone in playout i.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "hex_board.h"
#include "random.h"

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
    std::uint64_t& stones(Point cell) { return stones_[places_[cell]]; }

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
        for (int row = 1; row <= size_; ++row)
            std::fill_n(&reached_[row * stride_ + 1], size_, 0);
        std::fill_n(&reached_[1], size_ + 1, ~std::uint64_t{0});
        while (true) {
            std::uint64_t changed = 0;
            for (int row = 1; row <= size_; ++row) {
                std::uint64_t beside = 0;
                for (int column = 1; column <= size_; ++column)
                    beside = reach(row * stride_ + column, beside, changed);
            }
            std::uint64_t won = 0;
            for (int column = 1; column <= size_; ++column) won |= reached_[size_ * stride_ + column];
            if ((changed & ~won) == 0) return won;
            changed = 0;
            for (int row = size_ - 1; row >= 1; --row) {
                std::uint64_t beside = 0;
                for (int column = size_; column >= 1; --column)
                    beside = reach(row * stride_ + column, beside, changed);
            }
            if ((changed & ~won) == 0) return won;
        }
    }

private:
    // A rim of nothing around the board spares the sweeps every test for its borders.
    static constexpr int most_places = (largest_size + 2) * (largest_size + 2);

    std::uint64_t reach(int place, std::uint64_t beside, std::uint64_t& changed) {
        std::uint64_t* here = &reached_[place];
        const std::uint64_t now = stones_[place] & (*here | beside | here[-1] | here[1] | here[-stride_] |
                                                    here[-stride_ + 1] | here[stride_] | here[stride_ - 1]);
        changed |= now ^ *here;
        return *here = now;
    }

    int size_;
    int stride_;
    std::vector<int> places_;
    std::array<std::uint64_t, most_places> stones_;
    std::array<std::uint64_t, most_places> reached_;
};

}  // namespace pavage::hex
