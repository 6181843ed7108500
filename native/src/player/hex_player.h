// The Hex player of any size up to 26×26 behind one face, on one tree or more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "hex/hex_geometry.h"
#include "player/hex_options.h"
#include "player/hex_patterns.h"

namespace pavage::hex {

// One code per cell, as Python has them: 0 empty, 1 red, 2 blue.
using CellCodes = std::vector<std::uint8_t>;

// One tree, searched by one thread.
class Player {
public:
    virtual ~Player() = default;

    // Nobody has won yet; the moves are chosen among the empty cells that are allowed, at least one. Unless `afresh`,
    // what an earlier search found out about this position is kept.
    virtual void enter(const CellCodes& codes, Colour turn, const CellSet& allowed, std::uint64_t seed,
                       bool afresh) = 0;
    virtual void simulate() = 0;  // not once decided
    virtual bool decided() const = 0;
    virtual int proof() const = 0;  // +1 won, -1 lost by the side to move
    virtual bool settled(double more) const = 0;
    virtual int best() const = 0;
    virtual double value() const = 0;
    virtual std::vector<int> visits() const = 0;
    virtual std::vector<float> values() const = 0;
    virtual std::vector<int> line() const = 0;
    virtual std::vector<int> carrier() = 0;
    virtual std::int64_t simulations() const = 0;
    virtual std::size_t nodes() const = 0;
    virtual std::size_t memory_used() const = 0;
    virtual std::size_t consultations() const = 0;

    static std::unique_ptr<Player> make(int size, const PlayerOptions& options,
                                        std::shared_ptr<const PatternWeights> weights, std::size_t memory);
};

// What the patterns see of a position, for those who learn their weights: cell by cell, the empty ones after fill-in.
struct Seen {
    int cell;
    Features features;
};
std::vector<Seen> features(int size, const CellCodes& codes, Colour turn, int last);

}  // namespace pavage::hex
