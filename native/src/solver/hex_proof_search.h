// Proof-number search for Hex, best first on an explicit graph.
//
// A node is a position after fill-in, with its mover. `phi` tells how far a proof is that the mover wins,
// `delta` that the mover loses. Each node keeps the moves that may still win: at first the mustplay of the
// other's connections, then less with every refuted move, since what refutes it refutes all moves beside it.
//
// hex_proof_search.cpp walks and opens nodes, hex_proof_nodes.h finds, judges and solves them.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/chunks.h"
#include "hex/hex_connections.h"
#include "hex/hex_inferior.h"
#include "solver/hex_learned.h"
#include "solver/hex_verdict.h"

namespace pavage::hex {

// A move and how early it is to be tried.
struct RankedMove {
    float rank;
    Point move;
};

template <int Words>
class ProofSearch {
public:
    using Cells = Bits<Words>;
    using Index = std::uint32_t;
    static constexpr Index none = ~Index{0};

    ProofSearch(const Grid<Words>& grid, std::size_t memory);
    ~ProofSearch();

    // Asked before every evaluation; once it says yes, nothing new is looked at.
    void set_interrupt(std::function<bool()> interrupt) {
        interrupt_ = std::move(interrupt);
        stopped_ = false;
    }
    bool stopped() const { return stopped_; }

    // The node of this position. Permanently inferior cells are filled in only below it: that changes no winner,
    // but a move that wins on the filled board need not win on the board before, and here a move is wanted.
    Index enter(const std::array<Cells, 2>& stones, int mover);

    // Whether a position that was played to is at least as good for `winner` as the node that stands for it.
    bool bears_out(Index index, const std::array<Cells, 2>& stones, int winner);

    Verdict verdict(Index index) const { return nodes_[index].verdict; }
    std::uint64_t evaluations() const { return evaluations_; }
    Index nodes() const { return nodes_.size(); }
    double phi(Index index) const { return nodes_[index].phi; }
    double delta(Index index) const { return nodes_[index].delta; }
    const Cells& proof(Index index) const { return nodes_[index].base; }
    const Stones<Words>& stones(Index index) const { return nodes_[index].stones; }

    std::size_t memory_used() const;
    bool full() const;

    // Opens the most promising position below the root, once. False when stopped or out of memory.
    bool step(Index root);

    // The move to look at: the winning one, else the most promising, else the last that was refuted.
    struct Choice {
        int move = -1;
        Index node = none;
    };
    Choice choice(Index index) const;

    // What was learned, to be kept for another day: (winner, moving first, stones, whole, move).
    template <class Visit>
    void each_learned(Visit visit) const {
        for (int winner = 0; winner < 2; ++winner)
            for (const bool first : {true, false})
                (first ? won_first_ : won_second_)[winner].each(
                    [&](const Cells& stones, const Cells& whole, int move) {
                        visit(winner, first, stones, whole, move);
                    });
    }
    void remember(int winner, bool first, const Cells& stones, const Cells& whole, int move) {
        (first ? won_first_ : won_second_)[winner].add(stones, whole, move);
    }

    // What a set that wins for `colour` on the filled board of these stones needs before fill-in.
    Cells before_fill_in(const std::array<Cells, 2>& stones, const Cells& set, int colour);

private:
    static constexpr Point none_yet = ~Point{0};

    struct Node {
        Stones<Words> stones;
        Cells live;  // moves that may still win
        Cells base;  // at first the union of the carriers whose intersection is the mustplay; then the proof
        Cells mustplay;
        float phi = 1, delta = 1;
        Index children = 0;
        std::uint16_t opened = 0, count = 0;
        std::uint16_t better = 0;  // so many come first, the rest being dominated or vulnerable
        Point move = none_yet;   // that wins, if one is needed
        Point reply = none_yet;  // what last refuted one of its moves, to be tried against the others
        std::uint8_t mover = 0;
        Verdict verdict = Verdict::open;
        bool expanded = false;
        bool entered = false;  // from outside, so that permanently inferior cells were not looked for
    };

    struct Child {
        Index node;
        Point move;
        bool done;  // refuted, or pruned by another's refutation
    };

    struct Refutation {
        Cells touched;  // the moves that it does not answer
        Cells needs;
    };

    Index node_of(const Stones<Words>& stones, int mover, const Connections<Words>* before = nullptr);
    void grow();
    void evaluate(Node& node, const Connections<Words>* before);
    void narrow(Node& node);
    bool decided_since(Node& node);
    bool recall(Node& node);
    void solve(Node& node, Verdict verdict, const Cells& proof);
    void learn(Node& node, Verdict verdict, const Cells& proof);
    Cells smallest_proof(const Node& node);
    Stones<Words> after(const Node& node, int move);
    Cells proof_before(const Node& node, const Child& child, int winner);

    Index most_promising(const Node& node) const;
    void expand(Index index);
    Cells inferior(const Node& node);
    float middle(int move) const;
    void update(Index index);
    void hear(Node& node);
    int missing(Node& node);
    bool open_more(Index index, int missing);
    void sum_up(Node& node);

    const Grid<Words>* grid_;
    FillIn<Words> fill_;
    FillIn<Words> near_fill_;  // dead and captured cells only: for the position asked about, and to order moves
    Connections<Words> connections_;
    Connections<Words> before_;  // of the mover of `before_node_`, before its move
    Index before_node_ = none;
    std::size_t memory_;
    // By winner: sets that win if the winner moves first, and those that win anyway.
    std::array<Learned<Words>, 2> won_first_, won_second_;
    std::function<bool()> interrupt_;
    bool stopped_ = false;
    Chunks<Node> nodes_;
    Chunks<Child> children_;
    std::vector<Index> table_;
    std::vector<Index> path_;
    std::vector<RankedMove> order_;
    std::vector<Refutation> refutations_;
    std::uint64_t evaluations_ = 0;
};

}  // namespace pavage::hex
