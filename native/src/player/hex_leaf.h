// What up to sixty-four random endings say of a Hex position: how often Red wins, and what each cell is worth.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/random.h"
#include "hex/hex_board.h"
#include "hex/hex_fill.h"
#include "hex/hex_inferior.h"
#include "player/hex_options.h"

namespace pavage::hex {

// For one colour: in how many of the playouts it had the cell, and in how many of these it won.
struct Ownership {
    std::vector<float> owned, won;
};

// The board at the end of a walk, and its endings. Nothing here depends on how sets of cells are kept.
class Endings {
public:
    Endings(const Geometry& geometry, const PlayerOptions& options);

    // Fills the position last asked about: a fair coin for each cell, kept bridges shared one cell each, and
    // `turn` first saves a bridge into which the last move intruded. Returns the part that Red wins.
    float play(Colour turn, Point last, Random& random);

    const Ownership& ownership(Colour colour) const { return ownership_[colour - red]; }

protected:
    void clear();
    void place(int cell, Colour colour) { board_.place(cell, colour); }
    // Who has won already, if bridges are kept; `carrier_` then holds the cells on which the crossing depends.
    Colour decide();
    std::vector<Point> carrier_;

private:
    void find_carrier(Colour winner);

    const Geometry* geometry_;
    bool bridges_on_;
    std::uint64_t mask_;
    int playouts_;
    Fill fill_;
    Board board_;
    std::vector<Bridge> kept_;
    Ownership ownership_[2];
};

template <int Words>
class Leaf : public Endings {
public:
    using Endings::Endings;

    struct Proof {
        Colour winner;
        Bits<Words> carrier;  // the winner's stones and the empty cells on which the crossing depends
    };

    // Who has won already, if bridges are kept.
    std::optional<Proof> decided(const Stones<Words>& stones) {
        clear();
        stones.of[0].each([&](int cell) { place(cell, red); });
        stones.of[1].without(stones.of[0]).each([&](int cell) { place(cell, blue); });
        const Colour winner = decide();
        if (winner == empty) return std::nullopt;
        Proof proof{winner, {}};
        for (const Point cell : carrier_) proof.carrier.set(cell);
        return proof;
    }
};

}  // namespace pavage::hex
