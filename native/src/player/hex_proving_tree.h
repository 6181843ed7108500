// What both Hex trees have in common: positions are filled in, connections decide or prune those that were met often,
// proofs are carried up to the root, and the part below the moves that were made is kept.
//
// `Tree` derives from it and has: start(stones, turn, allowed), which begins a tree; kept(turn), called when an earlier one
// goes on; best_move(index).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "hex/hex_connections.h"
#include "hex/hex_crossing.h"
#include "player/hex_leaf.h"
#include "player/hex_tree_nodes.h"

namespace pavage::hex {

template <class Tree, class Node, int Words>
class ProvingTree {
public:
    using Cells = Bits<Words>;
    using Index = NodeIndex;

    const Node& top() const { return nodes_[root]; }
    int proof() const { return top().proof; }
    bool decided() const { return proof() != 0; }
    int best() const { return tree().best_move(root); }
    Colour turn() const { return turn_; }
    std::int64_t simulations() const { return simulations_; }
    std::size_t nodes() const { return nodes_.size(); }
    std::size_t memory_used() const { return nodes_.memory_used(); }
    std::size_t consultations() const { return consultations_; }

    // Whether so many more simulations cannot change the choice.
    bool settled(double more) const {
        const Node& node = top();
        if (decided() || node.open == 1) return true;
        std::int32_t most = 0, second = 0;
        for (int place = 0; place < node.count(); ++place) {
            if (!node.open_at(place)) continue;
            const std::int32_t visits = node.visits_at(place);
            if (visits > most) {
                second = most;
                most = visits;
            } else {
                second = std::max(second, visits);
            }
        }
        return static_cast<double>(most - second) > more;
    }

    std::vector<int> line() const {
        std::vector<int> moves;
        for (Index index = root;;) {
            const Node& node = nodes_[index];
            if (node.count() == 0) break;
            const int move = tree().best_move(index);
            const int place = move < 0 ? -1 : node.place_of(move);
            const bool seen = place >= 0 && node.visits_at(place) > 0;
            if (move < 0 || (index != root && node.proof <= 0 && !seen)) break;
            moves.push_back(move);
            if (place < 0 || node.child_at(place) == none) break;
            index = node.child_at(place);
        }
        return moves;
    }

    // The cells with which the winner of a decided root wins, on the board before fill-in.
    Cells carrier() {
        if (!decided()) return {};
        if (!inferior_) return top().refuters;
        const Colour winner = proof() > 0 ? turn_ : other(turn_);
        Stones<Words> filled{stones_};
        fill_in(filled, grid_->all);
        return fill_.before(top().refuters, winner - red);
    }

protected:
    static constexpr Index root = NodeStore<Node>::root, none = NodeStore<Node>::none;

    struct Step {
        Index node;
        int place;
    };

    template <class Options>
    ProvingTree(const Grid<Words>& grid, const Options& options, const PlayerOptions& endings, std::size_t memory)
        : grid_(&grid),
          leaf_(geometry(grid.size), endings),
          nodes_(memory),
          inferior_(options.inferior),
          connected_(options.connections),
          consult_(options.consult),
          fill_(grid),
          connections_(grid) {}

    // Nobody has won, and at least one empty cell is allowed.
    void enter_at(const std::array<Cells, 2>& stones, Colour turn, const Cells& allowed, bool afresh) {
        simulations_ = 0;
        if (!afresh && reuse(stones, turn, allowed)) tree().kept(turn);
        else tree().start(stones, turn, allowed);
        close_outside(nodes_[root], allowed);
        // What is left was refuted before the rest was forbidden.
        if (!decided() && top().open <= 0) settle(nodes_[root], turn, other(turn), top().refuters);
        turn_ = turn;
        stones_ = stones;
        allowed_ = allowed;
        path_.clear();
        if (connected_ && !decided() && !top().consulted) consult(root, turn);
    }

    // The root of a new tree, filled in; whether it is decided already.
    bool begin(const std::array<Cells, 2>& stones, Colour turn, const Cells& allowed) {
        nodes_.clear();
        Node& node = nodes_[nodes_.add()];
        node.stones.of = stones;
        turn_ = turn;
        Stones<Words> filled{stones};
        fill_in(filled, grid_->all);
        // Where fill-in leaves nothing that is allowed, the board stays as it is.
        if (allowed.without(filled.taken()).any()) node.stones = filled;
        const auto proof = leaf_.decided(node.stones);
        if (!proof) return false;
        settle(node, turn, proof->winner, proof->carrier);
        // A move that keeps the win, and comes nearer to it.
        const Cells wanted = proof->carrier & allowed.without(node.stones.taken());
        node.winning_move = static_cast<std::int16_t>((wanted.any() ? wanted : allowed).first());
        return true;
    }

    // The stones after a move, filled in: `fill_` then knows what the filling depended on.
    Stones<Words> after(const Node& node, int move, Colour mover) {
        Stones<Words> stones = node.stones;
        stones.of[mover - red].set(move);
        fill_in(stones, Cells::of(move));
        return stones;
    }

    // Who wins at the node, if that was proved when another path led to it; this one is told too.
    std::optional<Colour> proved(Index index, Colour turn) {
        const Node& node = nodes_[index];
        if (node.proof == 0) return std::nullopt;
        const Colour winner = node.proof > 0 ? turn : other(turn);
        prove(winner, node.refuters);
        return winner;
    }

    // Who wins at the node, if it is known, or if its connections are searched now and tell. The path leads to the node.
    std::optional<Colour> learned(Index index, Colour turn) {
        if (const auto winner = proved(index, turn)) return winner;
        const Node& node = nodes_[index];
        // The moves that may be made now are looked at more closely.
        const int enough = path_.size() <= 1 ? consult_ / 8 : consult_;
        if (!connected_ || node.consulted || node.simulations < enough) return std::nullopt;
        return consult(index, turn);
    }

    // The position after the path is won with this carrier. A move that the opponent refutes without using some cell
    // shows that every move to such a cell is refuted alike.
    void prove(Colour winner, Cells carrier) {
        for (std::size_t depth = path_.size(); depth-- > 0;) {
            const auto& [index, place] = path_[depth];
            Node& node = nodes_[index];
            const int move = node.cell_at(place);
            const Colour mover = depth % 2 == 0 ? turn_ : other(turn_);
            if (inferior_) {
                after(node, move, mover);
                carrier = fill_.before(carrier, winner - red);
            }
            if (mover == winner) {
                node.winning_move = static_cast<std::int16_t>(move);
                carrier.set(move);
            } else {
                node.refuters |= carrier;
                close_outside(node, carrier);
                node.close(place);
                if (node.open > 0) return;
                carrier = node.refuters;
            }
            settle(node, mover, winner, carrier);
        }
    }

    const Grid<Words>* grid_;
    Leaf<Words> leaf_;
    NodeStore<Node> nodes_;
    Cells allowed_;
    Colour turn_ = red;
    std::int64_t simulations_ = 0;
    std::vector<Step> path_;

private:
    Tree& tree() { return static_cast<Tree&>(*this); }
    const Tree& tree() const { return static_cast<const Tree&>(*this); }

    // Boards beyond 19×19 are played without fill-in and connections, and there is no code for them.
    static constexpr bool knows = Words <= most_solved_words;
    void fill_in(Stones<Words>& stones, const Cells& changed) {
        if constexpr (knows)
            if (inferior_) fill_.run(stones, changed);
    }
    void connect(const Cells& own, const Cells& open, Colour colour) {
        if constexpr (knows) connections_.build(own, open, colour - red);
    }

    static void close_outside(Node& node, const Cells& kept) {
        for (int place = 0; place < node.count(); ++place)
            if (!kept.has(node.cell_at(place))) node.close(place);
    }

    static void settle(Node& node, Colour turn, Colour winner, const Cells& carrier) {
        node.proof = winner == turn ? 1 : -1;
        node.refuters = carrier;
    }

    // Goes on from the tree of this position, if no move is allowed now that was not before, or of one or two moves before it.
    bool reuse(const std::array<Cells, 2>& stones, Colour turn, const Cells& allowed) {
        if (nodes_.size() == 0) return false;
        if (!stones_[0].inside(stones[0]) || !stones_[1].inside(stones[1])) return false;
        const std::array<Cells, 2> more{stones[0].without(stones_[0]), stones[1].without(stones_[1])};
        const int steps = more[0].count() + more[1].count();
        if (steps > 2 || (steps % 2 == 0) != (turn == turn_)) return false;
        if (steps == 0 && !allowed.inside(allowed_)) return false;
        Index at = root;
        Colour mover = turn_;
        for (int step = 0; step < steps; ++step, mover = other(mover)) {
            const Cells& own = more[mover - red];
            const int place = own.none() ? -1 : nodes_[at].place_of(own.first());
            if (place < 0 || nodes_[at].child_at(place) == none) return false;
            at = nodes_[at].child_at(place);
        }
        // A proof is quickly found again, with its moves; what was closed by one is better opened afresh.
        if (nodes_[at].proof != 0) return false;
        // A carrier is told in terms of the board before fill-in, so fill-in from there must agree.
        Stones<Words> filled{stones};
        fill_in(filled, grid_->all);
        if (!(filled == nodes_[at].stones)) return false;
        if (at != root) nodes_ = nodes_.below(at);
        return true;
    }

    // Searches the connections of both colours at the node, once; who wins, if that is now known. The path leads to
    // the node and is followed up with what is proved.
    std::optional<Colour> consult(Index index, Colour turn) {
        ++consultations_;
        Node& node = nodes_[index];
        node.consulted = true;
        const Cells open = grid_->all.without(node.stones.taken());
        connect(node.stones.of[other(turn) - red], open, other(turn));
        if (connections_.won()) return decide(index, turn, other(turn), connections_.proof());
        const Cells& mustplay = connections_.mustplay();
        if (!(mustplay == open)) {
            node.refuters |= connections_.proof();
            close_outside(node, mustplay);
            if (node.open <= 0) return decide(index, turn, other(turn), node.refuters);
        }
        connect(node.stones.of[turn - red], open, turn);
        const auto crossing = lightest_crossing(connections_, open);
        if (!crossing) return std::nullopt;
        node.winning_move = static_cast<std::int16_t>(crossing->move);
        if (index == root) {
            if (crossing->move < 0) {
                const int move = first_move(node, turn, crossing->carrier & open);
                if (move < 0) return std::nullopt;
                node.winning_move = static_cast<std::int16_t>(move);
            }
            if (!node.open_at(node.place_of(node.winning_move))) return std::nullopt;
        }
        return decide(index, turn, turn, crossing->carrier);
    }

    // The move with which `turn` begins a crossing within these cells.
    int first_move(const Node& node, Colour turn, Cells cells) {
        while (cells.any()) {
            const int move = cells.take_first();
            Cells own = node.stones.of[turn - red];
            own.set(move);
            Cells open = grid_->all.without(node.stones.taken());
            open.clear(move);
            connect(own, open, turn);
            if (connections_.won()) return move;
        }
        return -1;
    }

    // The node at the end of the path is won: what does this decide on the way up?
    Colour decide(Index index, Colour turn, Colour winner, const Cells& carrier) {
        settle(nodes_[index], turn, winner, carrier);
        prove(winner, carrier);
        return winner;
    }

    const bool inferior_, connected_;
    const int consult_;  // simulations of a node before its connections are searched
    FillIn<Words> fill_;
    Connections<Words> connections_;
    std::array<Cells, 2> stones_;  // at the root, before fill-in
    std::size_t consultations_ = 0;
};

}  // namespace pavage::hex
