// The walk of hex_tree.h: which move to look at, playouts at its end, what they teach, and what to answer.
#include "hex_tree.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "hex_tree_proofs.h"

namespace pavage::hex {

namespace {

// The worth of RAVE in visits of the move itself; it also values the moves not yet visited.
constexpr float rave_weight = 30;
// Beyond, RAVE no longer matters, and its counts of 64 playouts a time would outgrow a float.
constexpr std::uint32_t simulations_to_learn = 1 << 18;
constexpr float exploration = 0.7f;  // of plain UCT, where RAVE is left out

}  // namespace

template <int Words>
Tree<Words>::Tree(const Grid<Words>& grid, const PlayerOptions& options, Prior<Words>* prior, std::size_t memory)
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

template <int Words>
Tree<Words>::~Tree() = default;

template <int Words>
void Tree<Words>::enter(const std::array<Cells, 2>& stones, Colour turn, const Cells& allowed, std::uint64_t seed, bool afresh) {
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

template <int Words>
void Tree<Words>::simulate() {
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

template <int Words>
double Tree<Words>::value() const {
    if (decided()) return proof() > 0 ? 1 : 0;
    const Node& node = nodes_[root];
    if (!node.expanded) return 0.5;
    const int move = best();
    if (node.of.visits[move] > 0) return node.of.values[move];
    return std::clamp(node.of.rave_wins[move] / node.of.rave_visits[move], 0.0f, 1.0f);
}

template <int Words>
std::vector<int> Tree<Words>::visits() const {
    const Node& node = nodes_[root];
    if (!node.expanded) return std::vector<int>(cells_);
    return {node.of.visits, node.of.visits + cells_};
}

template <int Words>
std::vector<float> Tree<Words>::values() const {
    const Node& node = nodes_[root];
    if (!node.expanded) return std::vector<float>(cells_);
    return {node.of.values, node.of.values + cells_};
}

template <int Words>
bool Tree<Words>::settled(double more) const {
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

template <int Words>
std::vector<int> Tree<Words>::line() const {
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

template <int Words>
void Tree<Words>::start(const std::array<Cells, 2>& stones, Colour turn, const Cells& allowed) {
    nodes_ = TreeNodes<Words>(cells_, memory_);
    nodes_.add();
    Node& node = nodes_[root];
    node.stones.of = stones;
    turn_ = turn;
    Stones<Words> filled{stones};
    fill_in(filled, grid_->all);
    // Where fill-in leaves nothing that is allowed, the board stays as it is.
    if (allowed.without(filled.taken()).any()) node.stones = filled;
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
template <int Words>
bool Tree<Words>::reuse(const std::array<Cells, 2>& stones, Colour turn) {
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
    fill_in(filled, grid_->all);
    if (!(filled == nodes_[at].stones)) return false;
    if (at != root) nodes_ = nodes_.below(at);
    return true;
}

// Keeps what the playouts just made say of the node, or nothing.
template <int Words>
void Tree<Words>::note_first(Node& node, Colour turn, bool played) {
    const Ownership& own = leaf_.ownership(turn);
    for (int cell = 0; cell < cells_; ++cell) {
        node.first[cell] = played ? static_cast<std::uint8_t>(own.owned[cell]) : 0;
        node.first[cells_ + cell] = played ? static_cast<std::uint8_t>(own.won[cell]) : 0;
    }
}

template <int Words>
void Tree<Words>::expand(Index index, Colour turn) {
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

template <int Words>
int Tree<Words>::select(const Node& node) {
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
template <int Words>
Stones<Words> Tree<Words>::after(const Node& node, int move, Colour mover) {
    Stones<Words> stones = node.stones;
    stones.of[mover - red].set(move);
    fill_in(stones, Cells::of(move));
    return stones;
}

// A new position at the end of the path.
template <int Words>
void Tree<Words>::grow(Index parent, int move, Colour turn) {
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
template <int Words>
void Tree<Words>::evaluate_again(Index index, Colour turn) {
    leaf_.decided(nodes_[index].stones);
    const float red_result = leaf_.play(turn, static_cast<Point>(path_.back().move), random_);
    score(red_result);
    learn();
}

template <int Words>
void Tree<Words>::score(float red_result) {
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
template <int Words>
void Tree<Words>::learn() {
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

template <int Words>
int Tree<Words>::best_move(Index index) const {
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

template class Tree<1>;
template class Tree<2>;
template class Tree<4>;
template class Tree<6>;
template class Tree<11>;

}  // namespace pavage::hex
