// Who wins a Hex position, with a move and the cells that prove it: one face for all board sizes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "hex/hex_geometry.h"
#include "solver/hex_verdict.h"

namespace pavage::hex {

// One code per cell, as Python has them: 0 empty, 1 red, 2 blue.
using CellCodes = std::vector<std::uint8_t>;

struct Answer {
    Verdict verdict;           // for the mover
    int move;                  // -1 on a full board
    std::vector<int> line;     // best play as far as the search knows it
    std::vector<int> carrier;  // cells the winner needs: own stones and empty ones
};

struct Progress {
    std::uint64_t evaluations;
    std::uint32_t nodes;
    double proof, disproof;
    int move;
};

// A connection from one of a colour's sides: to the group of a stone, to an empty cell or to the other side.
struct Connection {
    bool full;
    int side;  // 0 top or left, 1 bottom or right
    int to;    // a cell, or -1 for the other side
    std::vector<int> carrier;
};

// Cells with which `winner` wins, having the stones: if it moves first, or in any case.
struct Proof {
    Colour winner;
    bool first;
    std::vector<int> stones;
    std::vector<int> whole;
    int move;  // that begins it, if `first`
};

class Solver {
public:
    virtual ~Solver() = default;

    // Nobody may have won yet. `interrupt` is asked before every evaluation and stops the search with yes.
    virtual Answer solve(const CellCodes& codes, Colour turn,
                         const std::function<bool(const Progress&)>& interrupt) = 0;
    // `before`, unless empty, is an earlier position, with fewer stones, to grow the connections from.
    virtual std::vector<Connection> connections(const CellCodes& codes, Colour colour,
                                                const CellCodes& before) = 0;
    // The cells on which the opponent of `colour`, to move, must play; won tells that none helps.
    virtual std::vector<int> mustplay(const CellCodes& codes, Colour colour, const CellCodes& before,
                                      bool& won) = 0;
    // The codes after fill-in, 3 for a dead cell.
    virtual CellCodes fill_in(const CellCodes& codes) = 0;
    // The cells of these that are neither dead nor captured, but permanently inferior.
    virtual std::vector<int> permanently_inferior(const CellCodes& codes) = 0;
    // Empty cells that a move of `colour` elsewhere gains or kills, with such a move.
    virtual std::vector<std::pair<int, int>> dominated(const CellCodes& codes, Colour colour) = 0;
    // Empty cells where a stone of `colour` can be killed at once.
    virtual std::vector<int> vulnerable(const CellCodes& codes, Colour colour) = 0;

    // What was learned so far, and what another solver of this size learned. Trusted: a wrong proof makes
    // wrong answers.
    virtual std::vector<Proof> proofs() const = 0;
    virtual void learn(const Proof& proof) = 0;

    virtual std::uint64_t evaluations() const = 0;
    virtual std::uint32_t nodes() const = 0;
    virtual std::size_t memory_used() const = 0;

    static std::unique_ptr<Solver> make(int size, std::size_t memory);
};

}  // namespace pavage::hex
