// Tree search for Hex with knowledge: the positions of the tree are filled in, connections decide or prune those that
// were met often, learned patterns say what to look at first, and proofs are carried up to the root.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

#include "hex_crossing.h"
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
    Tree(const Grid<Words>& grid, const PlayerOptions& options, Prior<Words>* prior, std::size_t memory)
        : grid_(&grid),
          options_(options),
          prior_(prior),
          cells_(grid.cells),
          memory_(memory),
          leaf_(geometry(grid.size), options),
          fill_(grid),
          connections_(grid),
          nodes_(cells_, memory),
          scores_(cells_) {}

    // Nobody has won, and at least one empty cell is allowed. What is known of the position is kept if it was
    // met before and `afresh` does not forbid it.
    void enter(const std::array<Cells, 2>& stones, Colour turn, const Cells& allowed, std::uint64_t seed,
               bool afresh) {
        simulations_ = 0;
        random_ = Random(seed);
        const Cells open = grid_->all.without(stones[0] | stones[1]);
        if (afresh || !(allowed == open) || !reuse(stones, turn)) start(stones, turn, allowed);
        turn_ = turn;
        stones_ = stones;
        allowed_ = allowed;
        if (options_.connections && !decided() && !nodes_[root].consulted) {
            path_.clear();
            expand(root, turn);
            consult(root, turn);
        }
    }

    // One walk down the tree, playouts at its end, and the way back up. Not once decided.
    void simulate() {
        ++simulations_;
        path_.clear();
        Colour turn = turn_;
        Index index = root;
        for (;;) {
            Node& node = nodes_[index];
            if (!node.expanded) {
                if (nodes_.full()) return evaluate_again(index, turn);
                expand(index, turn);
            }
            if (options_.connections && !node.consulted && worth_consulting(node)) {
                if (const auto winner = consult(index, turn)) return score(*winner == red ? 1.0f : 0.0f);
            }
            const int move = select(node);
            path_.push_back({index, static_cast<Point>(move)});
            const Index child = node.of.children[move];
            turn = other(turn);
            if (child == none) return grow(index, move, turn);
            index = child;
        }
    }

    bool decided() const { return proof() != 0; }
    int proof() const { return nodes_[root].proof; }
    std::int64_t simulations() const { return simulations_; }
    std::size_t nodes() const { return nodes_.size(); }
    std::size_t memory_used() const { return nodes_.memory_used(); }
    std::size_t consultations() const { return consultations_; }

    // The cells with which the winner of a decided root wins, on the board before fill-in.
    Cells carrier() {
        if (!decided()) return {};
        const Colour winner = proof() > 0 ? turn_ : other(turn_);
        return options_.inferior ? before(stones_, grid_->all, nodes_[root].refuters, winner)
                                 : nodes_[root].refuters;
    }

    double value() const {
        if (decided()) return proof() > 0 ? 1 : 0;
        const Node& node = nodes_[root];
        if (!node.expanded) return 0.5;
        const int move = best();
        if (node.of.visits[move] > 0) return node.of.values[move];
        return std::clamp(node.of.rave_wins[move] / node.of.rave_visits[move], 0.0f, 1.0f);
    }

    std::vector<int> visits() const {
        const Node& node = nodes_[root];
        if (!node.expanded) return std::vector<int>(cells_);
        return {node.of.visits, node.of.visits + cells_};
    }
    std::vector<float> values() const {
        const Node& node = nodes_[root];
        if (!node.expanded) return std::vector<float>(cells_);
        return {node.of.values, node.of.values + cells_};
    }

    int best() const { return best_move(root); }

    // Whether so many more simulations cannot change the choice.
    bool settled(double more) const {
        const Node& node = nodes_[root];
        if (decided() || !node.expanded) return decided();
        if (node.open == 1) return true;
        std::int32_t most = 0, second = 0;
        for (int cell = 0; cell < cells_; ++cell) {
            if (node.of.rave_wins[cell] == closed_move) continue;
            const std::int32_t count = node.of.visits[cell];
            if (count > most) {
                second = most;
                most = count;
            } else {
                second = std::max(second, count);
            }
        }
        return static_cast<double>(most - second) > more;
    }

    std::vector<int> line() const {
        std::vector<int> moves;
        for (Index index = root;;) {
            const Node& node = nodes_[index];
            if (!node.expanded && index != root) break;
            const int move = best_move(index);
            if (move < 0 || (index != root && (!node.expanded || node.of.visits[move] == 0) && node.proof <= 0)) break;
            moves.push_back(move);
            if (!node.expanded || node.of.children[move] == none) break;
            index = node.of.children[move];
        }
        return moves;
    }

private:
    static constexpr Index root = TreeNodes<Words>::root, none = TreeNodes<Words>::none;

    // The worth of RAVE in visits of the move itself; it also values the moves not yet visited.
    static constexpr float rave_weight = 30;
    // Beyond, RAVE no longer matters, and its counts of 64 playouts a time would outgrow a float.
    static constexpr std::uint32_t simulations_to_learn = 1 << 18;
    static constexpr float exploration = 0.7f;  // of plain UCT, where RAVE is left out

    struct Step {
        Index node;
        Point move;
    };

    bool worth_consulting(const Node& node) const {
        // The moves that may be made now are looked at more closely.
        const int visits = path_.size() <= 1 ? options_.consult / 8 : options_.consult;
        return node.simulations >= static_cast<std::uint32_t>(visits);
    }

    void start(const std::array<Cells, 2>& stones, Colour turn, const Cells& allowed) {
        nodes_ = TreeNodes<Words>(cells_, memory_);
        nodes_.add();
        Node& node = nodes_[root];
        node.stones.of = stones;
        turn_ = turn;
        if (options_.inferior) {
            Stones<Words> filled{stones};
            fill_.run(filled, grid_->all);
            // Where fill-in leaves nothing that is allowed, the board stays as it is.
            if (allowed.without(filled.taken()).any()) node.stones = filled;
        }
        node.first = nodes_.counts();
        path_.clear();
        if (const auto proof = leaf_.decided(node.stones)) {
            settle(node, turn, proof->winner, proof->carrier);
            note_first(node, turn, false);
            // A move that keeps the win, and comes nearer to it.
            const Cells wanted = proof->carrier & allowed.without(node.stones.taken());
            node.winning_move = static_cast<std::int16_t>((wanted.any() ? wanted : allowed).first());
            expand(root, turn);
        } else {
            leaf_.play(turn, geometry(grid_->size).top, random_);
            note_first(node, turn, true);
            expand(root, turn);
        }
        for (int cell = 0; cell < cells_; ++cell)
            if (!allowed.has(cell)) close(node, cell);
        whole_ = allowed == grid_->all.without(stones[0] | stones[1]);
    }

    // Goes on from the tree of an earlier position, one or two moves before this one.
    bool reuse(const std::array<Cells, 2>& stones, Colour turn) {
        if (nodes_.size() == 0 || !whole_) return false;
        Index at = root;
        const std::array<Cells, 2> more{stones[0].without(stones_[0]), stones[1].without(stones_[1])};
        if (!stones_[0].inside(stones[0]) || !stones_[1].inside(stones[1])) return false;
        const int steps = more[0].count() + more[1].count();
        if (steps > 2 || (steps % 2 == 0) != (turn == turn_)) return false;
        Colour mover = turn_;
        for (int step = 0; step < steps; ++step, mover = other(mover)) {
            const Cells& own = more[mover - red];
            if (own.none() || !nodes_[at].expanded) return false;
            at = nodes_[at].of.children[own.first()];
            if (at == none) return false;
        }
        // A proof is quickly found again, with its moves; what was closed by one is better opened afresh.
        if (nodes_[at].proof != 0) return false;
        // A carrier is told in terms of the board before fill-in, so fill-in from there must agree.
        Stones<Words> filled{stones};
        if (options_.inferior) fill_.run(filled, grid_->all);
        if (!(filled == nodes_[at].stones)) return false;
        if (at != root) nodes_ = nodes_.below(at);
        return true;
    }

    // Keeps what the playouts just made say of the node, or nothing.
    void note_first(Node& node, Colour turn, bool played) {
        const Ownership& own = leaf_.ownership(turn);
        for (int cell = 0; cell < cells_; ++cell) {
            node.first[cell] = played ? static_cast<std::uint8_t>(own.owned[cell]) : 0;
            node.first[cells_ + cell] = played ? static_cast<std::uint8_t>(own.won[cell]) : 0;
        }
    }

    void expand(Index index, Colour turn) {
        Node& node = nodes_[index];
        if (node.expanded) return;
        node.of = nodes_.columns();
        node.expanded = true;
        const Columns& of = node.of;
        const Cells taken = node.stones.taken();
        node.open = static_cast<std::int16_t>(cells_);
        std::fill_n(of.values, cells_, 0.0f);
        std::fill_n(of.visits, cells_, 0);
        std::fill_n(of.children, cells_, none);
        // One playout won and one lost, lest a cell that nobody had divide by nothing.
        for (int cell = 0; cell < cells_; ++cell) {
            of.rave_visits[cell] = options_.rave ? 2.0f + node.first[cell] : 1.0f;
            of.rave_wins[cell] = options_.rave ? 1.0f + node.first[cells_ + cell] : 1.0f;
        }
        taken.each([&](int cell) { close(node, cell); });
        if (prior_ != nullptr) prior_->judge(node.stones, turn - red, node.last, {of.prior, static_cast<std::size_t>(cells_)});
        else std::fill_n(of.prior, cells_, 0.0f);
    }

    static void close(Node& node, int cell) {
        if (node.of.rave_wins[cell] == closed_move) return;
        node.of.rave_wins[cell] = closed_move;
        --node.open;
    }

    int select(const Node& node) {
        const Columns& of = node.of;
        float* scores = scores_.data();
        const auto total = static_cast<float>(node.simulations + 1);
        if (options_.rave) {
            const float trust = options_.trust * std::sqrt(total);
            for (int cell = 0; cell < cells_; ++cell) {
                const float count = static_cast<float>(of.visits[cell]);
                scores[cell] = (of.values[cell] * count + rave_weight * of.rave_wins[cell] / of.rave_visits[cell]) /
                                   (count + rave_weight) +
                               trust * of.prior[cell] / (1 + count);
            }
        } else {
            const float trust = options_.trust * std::sqrt(total), spread = exploration * std::sqrt(std::log(total));
            for (int cell = 0; cell < cells_; ++cell) {
                const float count = static_cast<float>(of.visits[cell]) + 1;
                scores[cell] = (of.values[cell] * (count - 1) + of.rave_wins[cell]) / count +
                               spread / std::sqrt(count) + trust * of.prior[cell] / count;
            }
        }
        return static_cast<int>(std::max_element(scores, scores + cells_) - scores);
    }

    // The stones after a move, filled in: `fill_` then knows what the filling depended on.
    Stones<Words> after(const Node& node, int move, Colour mover) {
        Stones<Words> stones = node.stones;
        stones.of[mover - red].set(move);
        if (options_.inferior) fill_.run(stones, Cells::of(move));
        return stones;
    }

    // What a proof on the filled board needs on the board before.
    Cells before(const std::array<Cells, 2>& stones, const Cells& changed, const Cells& set, Colour winner) {
        Stones<Words> filled{stones};
        fill_.run(filled, changed);
        return fill_.before(set, winner - red);
    }

    // A new position at the end of the path.
    void grow(Index parent, int move, Colour turn) {
        const Stones<Words> stones = after(nodes_[parent], move, other(turn));
        if (const auto proof = leaf_.decided(stones)) {
            score(proof->winner == red ? 1.0f : 0.0f);
            prove(proof->winner, proof->carrier);
            return;
        }
        const float red_result = leaf_.play(turn, static_cast<Point>(move), random_);
        if (!nodes_.full()) {
            const Index child = nodes_.add();
            Node& node = nodes_[child];
            node.stones = stones;
            node.last = static_cast<std::int16_t>(move);
            node.first = nodes_.counts();
            note_first(node, turn, true);
            nodes_[parent].of.children[move] = child;
        }
        score(red_result);
        learn();
    }

    // A known position at the end of the path, when there is no memory to go on from it.
    void evaluate_again(Index index, Colour turn) {
        leaf_.decided(nodes_[index].stones);
        const float red_result = leaf_.play(turn, static_cast<Point>(path_.back().move), random_);
        score(red_result);
        learn();
    }

    // In hex_tree_proofs.h:
    std::optional<Colour> consult(Index index, Colour turn);
    int first_move(const Node& node, Colour turn, Cells cells);
    Colour decide(Index, Colour, Colour winner, const Cells& carrier);

    static void settle(Node& node, Colour turn, Colour winner, const Cells& carrier) {
        node.proof = winner == turn ? 1 : -1;
        node.refuters = carrier;
    }

    void prove(Colour winner, Cells carrier);

    void score(float red_result) {
        Colour mover = turn_;
        for (const auto& [index, move] : path_) {
            Node& node = nodes_[index];
            ++node.simulations;
            const float result = mover == red ? red_result : 1 - red_result;
            const auto count = static_cast<float>(++node.of.visits[move]);
            node.of.values[move] += (result - node.of.values[move]) / count;
            mover = other(mover);
        }
    }

    // Every cell of the playouts counts at every node of the path.
    void learn() {
        if (!options_.rave) return;
        Colour mover = turn_;
        for (const Step& step : path_) {
            Node& node = nodes_[step.node];
            if (node.simulations <= simulations_to_learn) {
                const Ownership& own = leaf_.ownership(mover);
                for (int cell = 0; cell < cells_; ++cell) {
                    node.of.rave_wins[cell] += own.won[cell];
                    node.of.rave_visits[cell] += own.owned[cell];
                }
            }
            mover = other(mover);
        }
    }

    int best_move(Index index) const {
        const Node& node = nodes_[index];
        if (node.proof > 0) return node.winning_move;
        // The most visited move; among equals, as before the first visits, RAVE decides. Closed moves come last,
        // except when all is lost: then the one that resisted longest.
        const auto rank = [&](int cell) {
            const float rave = node.of.rave_wins[cell] / node.of.rave_visits[cell];
            const bool free = index == root ? allowed_.has(cell) : !node.stones.taken().has(cell);
            return std::tuple(free, node.proof < 0 || rave != closed_move, node.of.visits[cell], rave, node.of.prior[cell]);
        };
        int best = 0;
        for (int cell = 1; cell < cells_; ++cell)
            if (rank(cell) > rank(best)) best = cell;
        return best;
    }

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

#include "hex_tree_proofs.h"
