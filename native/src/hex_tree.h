// Tree search for Hex with knowledge: the positions of the tree are filled in, connections decide or prune those that
// were met often, learned patterns say what to look at first, and proofs are carried up to the root.
//
// hex_tree.cpp walks and learns, hex_tree_proofs.h proves.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "hex_connections.h"
#include "hex_leaf.h"
#include "hex_nodes.h"
#include "hex_prior.h"

namespace pavage::hex {

template <int Words>
class Tree {
public:
    using Cells = Bits<Words>;
    using Index = std::uint32_t;
    using Node = TreeNode<Words>;

    // `prior` may be null; `memory` limits the nodes.
    Tree(const Grid<Words>& grid, const PlayerOptions& options, Prior<Words>* prior, std::size_t memory);
    ~Tree();

    // Nobody has won, and at least one empty cell is allowed. What is known of the position is kept if it was
    // met before and `afresh` does not forbid it.
    void enter(const std::array<Cells, 2>& stones, Colour turn, const Cells& allowed, std::uint64_t seed, bool afresh);

    // One walk down the tree, playouts at its end, and the way back up. Not once decided.
    void simulate();

    bool decided() const { return proof() != 0; }
    int proof() const { return nodes_[root].proof; }
    std::int64_t simulations() const { return simulations_; }
    std::size_t nodes() const { return nodes_.size(); }
    std::size_t memory_used() const { return nodes_.memory_used(); }
    std::size_t consultations() const { return consultations_; }

    // The cells with which the winner of a decided root wins, on the board before fill-in.
    Cells carrier();
    double value() const;
    std::vector<int> visits() const;
    std::vector<float> values() const;
    int best() const { return best_move(root); }
    std::vector<int> line() const;
    // Whether so many more simulations cannot change the choice.
    bool settled(double more) const;

private:
    static constexpr Index root = TreeNodes<Words>::root;
    static constexpr Index none = TreeNodes<Words>::none;

    struct Step {
        Index node;
        Point move;
    };

    void start(const std::array<Cells, 2>& stones, Colour turn, const Cells& allowed);
    bool reuse(const std::array<Cells, 2>& stones, Colour turn);
    void note_first(Node& node, Colour turn, bool played);
    void expand(Index index, Colour turn);
    static void close(Node& node, int cell) {
        if (node.of.rave_wins[cell] == closed_move) return;
        node.of.rave_wins[cell] = closed_move;
        --node.open;
    }
    int select(const Node& node);
    void grow(Index parent, int move, Colour turn);
    void evaluate_again(Index index, Colour turn);
    void score(float red_result);
    void learn();
    int best_move(Index index) const;

    // Boards beyond 19×19 are played without fill-in and connections, and there is no code for them.
    static constexpr bool knows = Words <= most_solved_words;
    void fill_in(Stones<Words>& stones, const Cells& changed) {
        if constexpr (knows)
            if (options_.inferior) fill_.run(stones, changed);
    }
    void connect(const Cells& own, const Cells& open, Colour colour) {
        if constexpr (knows) connections_.build(own, open, colour - red);
    }
    Stones<Words> after(const Node& node, int move, Colour mover);

    bool worth_consulting(const Node& node) const;
    std::optional<Colour> consult(Index index, Colour turn);
    int first_move(const Node& node, Colour turn, Cells cells);
    Colour decide(Index, Colour, Colour winner, const Cells& carrier);
    static void settle(Node& node, Colour turn, Colour winner, const Cells& carrier) {
        node.proof = winner == turn ? 1 : -1;
        node.refuters = carrier;
    }
    void prove(Colour winner, Cells carrier);

    const Grid<Words>* grid_;
    const PlayerOptions options_;
    Prior<Words>* prior_;
    const int cells_;
    const std::size_t memory_;
    Random random_{0};
    Leaf<Words> leaf_;
    FillIn<Words> fill_;
    Connections<Words> connections_;
    TreeNodes<Words> nodes_;
    std::array<Cells, 2> stones_;  // at the root, before fill-in
    Cells allowed_;
    Colour turn_ = red;
    bool whole_ = true;  // every empty cell was allowed at the root
    std::int64_t simulations_ = 0;
    std::size_t consultations_ = 0;
    std::vector<Step> path_;
    std::vector<float> scores_;
};

}  // namespace pavage::hex
