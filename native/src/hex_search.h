// Monte Carlo tree search for Hex: one thread, a limited tree, proofs carried up to the root.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hex_board.h"
#include "hex_fill.h"
#include "random.h"

namespace pavage::hex {

class Search {
public:
    // `allowed`: the empty cells among which to choose the first move, at least one.
    Search(const Board& board, Colour turn, const CellSet& allowed, std::uint64_t seed,
           std::size_t memory_bytes);

    // One walk down the tree, 64 playouts at its end, and the way back up. Not once decided.
    void simulate();

    bool decided() const { return proof() != 0; }
    int proof() const { return nodes_[root].proof; }  // +1 won, -1 lost by the side to move
    Point best() const { return best_move(root); }
    double value() const;  // of the best move, for the side to move, from 0 to 1
    std::vector<int> visits() const;
    std::vector<int> line() const;  // best play from here on
    std::int64_t simulations() const { return simulations_; }
    std::size_t nodes() const { return nodes_.size(); }

private:
    using Index = std::uint32_t;
    static constexpr Index root = 0;
    static constexpr Index no_node = root;  // among children: the root is nobody's child

    // A position met in the search and, per cell, what is known of moving there. Columns rather
    // than a structure per move, so that the compiler handles several cells at a time.
    struct Node {
        explicit Node(int cells)
            : cells_(cells),
              numbers_(std::make_unique_for_overwrite<float[]>(std::size_t{3} * cells)),
              counts_(std::make_unique_for_overwrite<std::int32_t[]>(cells)),
              children_(std::make_unique<Index[]>(cells)) {}

        float* values() const { return numbers_.get(); }  // mean result for the side to move
        float* rave_wins() const { return numbers_.get() + cells_; }
        float* rave_visits() const { return numbers_.get() + 2 * cells_; }
        std::int32_t* visits() const { return counts_.get(); }
        Index* children() const { return children_.get(); }

        std::int64_t simulations = 0;
        int proof = 0;
        int open = 0;            // moves not yet proved lost
        Point winning_move = 0;  // where proof is +1
        CellSet carrier;         // the cells by which the moves proved lost are refuted

    private:
        int cells_;
        std::unique_ptr<float[]> numbers_;
        std::unique_ptr<std::int32_t[]> counts_;
        std::unique_ptr<Index[]> children_;
    };

    struct Step {
        Index node;
        Point move;
    };

    // Of the last 64 playouts and for one colour: those in which it had the cell, and won besides.
    struct Ownership {
        std::vector<float> owned, won;
    };

    Index add_node(const Board& board, Colour turn);
    void close(Node& node, int cell) const;
    Point select(const Node& node);
    float evaluate(const Board& board, Colour turn, Point last);
    void learn(Node& node, Colour turn) const;
    void score(float red_result);
    void prove(Colour winner, CellSet carrier);
    Point best_move(Index index) const;

    const Board start_;
    const Colour turn_;
    const int cells_;
    const std::size_t most_nodes_;
    Random random_;
    Fill fill_;
    std::int64_t simulations_ = 0;
    std::vector<Node> nodes_;
    std::vector<Step> path_;
    std::vector<Bridge> bridges_;
    std::vector<float> scores_;
    Ownership red_, blue_;
};

}  // namespace pavage::hex
