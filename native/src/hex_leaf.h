// What up to sixty-four random endings say of a Hex position: how often Red wins, and what each cell is worth.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "hex_board.h"
#include "hex_bridges.h"
#include "hex_fill.h"
#include "hex_inferior.h"
#include "hex_options.h"
#include "random.h"

namespace pavage::hex {

// For one colour: in how many of the playouts it had the cell, and in how many of these it won.
struct Ownership {
    std::vector<float> owned, won;
};

template <int Words>
class Leaf {
public:
    using Cells = Bits<Words>;

    struct Proof {
        Colour winner;
        Cells carrier;  // the winner's stones and the empty cells on which the crossing depends
    };

    Leaf(const Geometry& geometry, const PlayerOptions& options)
        : geometry_(&geometry),
          bridges_on_(options.bridges),
          mask_(options.playouts >= Fill::playouts ? ~std::uint64_t{0}
                                                   : (std::uint64_t{1} << options.playouts) - 1),
          playouts_(std::popcount(mask_)),
          fill_(geometry) {
        for (Ownership& one : ownership_) one = {std::vector<float>(geometry.cells), std::vector<float>(geometry.cells)};
    }

    // Who has won already, if bridges are kept.
    std::optional<Proof> decided(const Stones<Words>& stones) {
        board_.clear();
        stones.of[0].each([&](int cell) { board_.place(cell, red); });
        stones.of[1].without(stones.of[0]).each([&](int cell) { board_.place(cell, blue); });
        kept_.clear();
        const auto joins = board_.joins();
        if (bridges_on_) join_bridges(board_, kept_);
        const Colour winner = board_.winner();
        std::optional<Proof> proof;
        if (winner != empty) proof = Proof{winner, carrier(winner)};
        board_.part(joins);
        return proof;
    }

    // Fills the position last asked about: a fair coin for each cell, kept bridges shared one cell each, and
    // `turn` first saves a bridge into which the last move intruded. Returns the part that Red wins.
    float play(Colour turn, Point last, Random& random) {
        const int cells = geometry_->cells;
        for (int cell = 0; cell < cells; ++cell) {
            const Colour colour = board_.colour(cell);
            fill_.stones(cell) = colour == empty ? random.word() : everywhere(colour);
        }
        for (const Bridge& bridge : kept_) fill_.stones(bridge.second) = ~fill_.stones(bridge.first);
        if (bridges_on_)
            for (const Bridge& bridge : geometry_->bridges_through[last])
                if (intruded(board_, bridge, turn)) {
                    fill_.stones(bridge.second) = everywhere(turn);
                    break;
                }
        const std::uint64_t red_wins = fill_.red_wins() & mask_;
        const int won = std::popcount(red_wins);
        for (int cell = 0; cell < cells; ++cell) {
            const std::uint64_t reds = fill_.stones(cell) & mask_;
            const int owned = std::popcount(reds);
            const int both = std::popcount(reds & red_wins);
            ownership_[0].owned[cell] = static_cast<float>(owned);
            ownership_[0].won[cell] = static_cast<float>(both);
            ownership_[1].owned[cell] = static_cast<float>(playouts_ - owned);
            ownership_[1].won[cell] = static_cast<float>(playouts_ - owned - won + both);
        }
        return static_cast<float>(won) / static_cast<float>(playouts_);
    }

    const Ownership& ownership(Colour colour) const { return ownership_[colour - red]; }

private:
    Cells carrier(Colour winner) const {
        const Point crossing = board_.chain(geometry_->side_of(winner));
        Cells found;
        for (int cell = 0; cell < geometry_->cells; ++cell)
            if (board_.colour(cell) == winner && board_.chain(static_cast<Point>(cell)) == crossing) found.set(cell);
        for (const Bridge& bridge : kept_)
            if (board_.chain(bridge.from) == crossing) {
                found.set(bridge.first);
                found.set(bridge.second);
            }
        return found;
    }

    static std::uint64_t everywhere(Colour colour) { return colour == red ? ~std::uint64_t{0} : 0; }

    const Geometry* geometry_;
    bool bridges_on_;
    std::uint64_t mask_;
    int playouts_;
    Fill fill_;
    Board board_{*geometry_};
    std::vector<Bridge> kept_;
    Ownership ownership_[2];
};

}  // namespace pavage::hex
