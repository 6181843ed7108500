// The walk of hex_tree.h: which move to look at, playouts at its end, what they teach, and what to answer.
#include "player/hex_tree.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace pavage::hex {

namespace {

// The worth of RAVE in visits of the move itself; it also values the moves not yet visited.
constexpr float rave_weight = 30;
// Beyond, RAVE no longer matters, and its counts of 64 playouts a time would outgrow a float.
constexpr std::int32_t simulations_to_learn = 1 << 18;
constexpr float exploration = 0.7f;  // of plain UCT, where RAVE is left out

}  // namespace

template <int Words>
Tree<Words>::Tree(const Grid<Words>& grid, const PlayerOptions& options, Prior<Words>* prior, std::size_t memory)
    : Base(grid, options, options, memory), options_(options), prior_(prior), cells_(grid.cells), scores_(cells_) {}

template <int Words>
Tree<Words>::~Tree() = default;

template <int Words>
void Tree<Words>::enter(const std::array<Cells, 2>& stones, Colour turn, const Cells& allowed, std::uint64_t seed, bool afresh) {
    random_ = Random(seed);
    this->enter_at(stones, turn, allowed, afresh);
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
        if (const auto winner = this->learned(index, turn)) return score(*winner == red ? 1.0f : 0.0f);
        const int move = select(node);
        path_.push_back({index, move});
        const Index child = node.of.children[move];
        turn = other(turn);
        if (child == none) return grow(index, move, turn);
        index = child;
    }
}

template <int Words>
double Tree<Words>::value() const {
    if (this->decided()) return this->proof() > 0 ? 1 : 0;
    const Node& node = nodes_[root];
    if (!node.expanded) return 0.5;
    const int move = this->best();
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
void Tree<Words>::start(const std::array<Cells, 2>& stones, Colour turn, const Cells& allowed) {
    const bool played = !this->begin(stones, turn, allowed);
    Node& node = nodes_[root];
    if (played) leaf_.play(turn, geometry(grid_->size).top, random_);
    note_first(node, turn, played);
    expand(root, turn);
}

// Keeps what the playouts just made say of the node, or nothing.
template <int Words>
void Tree<Words>::note_first(Node& node, Colour turn, bool played) {
    node.cells = static_cast<std::int16_t>(cells_);
    node.first = Node::take_first(nodes_.slabs(), cells_);
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
    node.of = Columns::take(nodes_.slabs(), cells_);
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
    taken.each([&](int cell) { node.close(cell); });
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

// A new position at the end of the path.
template <int Words>
void Tree<Words>::grow(Index parent, int move, Colour turn) {
    const Stones<Words> stones = this->after(nodes_[parent], move, other(turn));
    if (const auto proof = leaf_.decided(stones)) {
        score(proof->winner == red ? 1.0f : 0.0f);
        this->prove(proof->winner, proof->carrier);
        return;
    }
    const float red_result = leaf_.play(turn, static_cast<Point>(move), random_);
    if (!nodes_.full()) {
        const Index child = nodes_.add();
        Node& node = nodes_[child];
        node.stones = stones;
        node.last = static_cast<std::int16_t>(move);
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
    const float red_result = leaf_.play(turn, static_cast<Point>(path_.back().place), random_);
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
    for (const auto& step : path_) {
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

#define PAVAGE_BUILD(words) template class Tree<words>;
PAVAGE_EACH_WORDS(PAVAGE_BUILD)
#undef PAVAGE_BUILD
template class Tree<11>;

}  // namespace pavage::hex
