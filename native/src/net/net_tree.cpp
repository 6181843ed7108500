#include "net/net_tree.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace pavage::hex {

namespace {

constexpr std::size_t most_kept = std::size_t{8} << 20;  // bytes of a tree that is not gone on with
constexpr float many = 500;  // simulations, from which on a search looks wider

}  // namespace

template <int Words>
NetTree<Words>::NetTree(const Grid<Words>& grid, std::shared_ptr<const Net> net, const NetOptions& options,
                        std::size_t memory)
    : Base(grid, options, PlayerOptions{}, memory),
      options_(options),
      evaluator_(std::move(net), grid.size),
      earlier_(memory),
      codes_(grid.cells),
      logits_(grid.cells) {}

template <int Words>
void NetTree<Words>::start(const std::array<Cells, 2>& stones, Colour turn, const Cells& allowed) {
    std::swap(met_, earlier_met_);
    std::swap(nodes_, earlier_);
    if (earlier_.memory_used() > most_kept) {
        earlier_.clear();
        earlier_met_.clear();
    }
    met_.clear();
    this->begin(stones, turn, allowed);
    judge(nodes_[root], turn);
}

template <int Words>
void NetTree<Words>::kept(Colour) {
    met_.clear();
    for (Index index = root; index < nodes_.size(); ++index) met_[nodes_[index].key] = index;
}

template <int Words>
void NetTree<Words>::seen(const Stones<Words>& stones, Colour turn, std::uint8_t* codes) const {
    std::fill_n(codes, grid_->cells, std::uint8_t{empty});
    for (int colour = 0; colour < 2; ++colour) {
        const std::uint8_t code = colour == turn - red ? red : blue;
        stones.of[colour].each([&](int cell) { codes[seen_cell(turn, grid_->size, cell)] |= code; });
    }
}

// The mover's chance, by the network; its logits are then those of the moves.
template <int Words>
float NetTree<Words>::ask(const Stones<Words>& stones, Colour turn, std::uint64_t seed) {
    seen(stones, turn, codes_.data());
    return 1 / (1 + std::exp(-evaluator_.evaluate(codes_.data(), seed, logits_.data())));
}

// Asks the network about the node: its chance, and an edge for every empty cell.
template <int Words>
void NetTree<Words>::judge(Node& node, Colour turn) {
    node.key = node.stones.of[0].hash(node.stones.of[1].hash(turn));
    if (recall(node, nodes_, met_) || recall(node, earlier_, earlier_met_)) return;
    node.judged = node.mean = ask(node.stones, turn, node.key);
    const Cells open = grid_->all.without(node.stones.taken());
    node.take_edges(nodes_.slabs(), open.count());
    float highest = -1e30f, total = 0;
    int made = 0;
    open.each([&](int cell) {
        NetEdge edge;
        edge.cell = static_cast<std::int16_t>(cell);
        edge.prior = logits_[seen_cell(turn, grid_->size, cell)];
        highest = std::max(highest, edge.prior);
        node.edges[made++] = edge;
    });
    for (int edge = 0; edge < made; ++edge) total += node.edges[edge].prior = std::exp(node.edges[edge].prior - highest);
    for (int edge = 0; edge < made; ++edge) node.edges[edge].prior /= total;
    // The likeliest first: the walk down then meets them together.
    std::sort(node.edges, node.edges + made, [](const NetEdge& one, const NetEdge& other) {
        return std::tuple(-one.prior, one.cell) < std::tuple(-other.prior, other.cell);
    });
}

// What the network said of the same position elsewhere in this tree, or in the one before.
template <int Words>
bool NetTree<Words>::recall(Node& node, const NodeStore<Node>& from, const Met& met) {
    const auto found = met.find(node.key);
    if (found == met.end()) return false;
    const Node& same = from[found->second];
    // The mover is the same too, for the key holds it: stones alone might be those of the other.
    if (same.key != node.key || !(same.stones == node.stones)) return false;
    node.judged = node.mean = same.judged;
    node.take_edges(nodes_.slabs(), same.count());
    for (int edge = 0; edge < same.count(); ++edge) {
        node.edges[edge] = NetEdge{};
        node.edges[edge].cell = same.edges[edge].cell;
        node.edges[edge].prior = same.edges[edge].prior;
    }
    return true;
}

template <int Words>
void NetTree<Words>::simulate(int first) {
    ++simulations_;
    path_.clear();
    Colour turn = turn_;
    Index index = root;
    for (;;) {
        Node& node = nodes_[index];
        if (const auto winner = this->learned(index, turn)) return score(*winner == red ? 1.0f : 0.0f);
        const int edge = index == root && first >= 0 ? first : select(node);
        path_.push_back({index, edge});
        const Index child = node.edges[edge].child;
        turn = other(turn);
        if (child == none) return grow(index, edge, turn);
        index = child;
    }
}

template <int Words>
int NetTree<Words>::select(const Node& node) const {
    float looked_at = 0;
    for (int edge = 0; edge < node.count(); ++edge)
        if (node.edges[edge].visits > 0) looked_at += node.edges[edge].prior;
    const float unknown = node.mean - options_.urgency * std::sqrt(looked_at);
    const auto met = static_cast<float>(node.simulations + 1);
    const float spread = options_.exploration * (1 + options_.growth * std::log1p(met / many)) * std::sqrt(met);
    int best = -1;
    float highest = -1e30f;
    for (int edge = 0; edge < node.count(); ++edge) {
        const NetEdge& one = node.edges[edge];
        if (!one.open) continue;
        const float value = one.visits > 0 ? one.value : unknown;
        const float worth = value + spread * one.prior / static_cast<float>(1 + one.visits);
        if (worth > highest) {
            highest = worth;
            best = edge;
        }
    }
    return best;
}

// A new position at the end of the path.
template <int Words>
void NetTree<Words>::grow(Index parent, int edge, Colour turn) {
    const Stones<Words> stones = this->after(nodes_[parent], nodes_[parent].edges[edge].cell, other(turn));
    if (const auto proof = leaf_.decided(stones)) {
        score(proof->winner == red ? 1.0f : 0.0f);
        this->prove(proof->winner, proof->carrier);
        return;
    }
    Node fresh;
    fresh.stones = stones;
    if (nodes_.full()) {
        fresh.judged = ask(stones, turn, simulations_);
    } else {
        const Index child = nodes_.add();
        judge(fresh, turn);
        nodes_[child] = fresh;
        met_.emplace(fresh.key, child);
        nodes_[parent].edges[edge].child = child;
    }
    score(turn == red ? fresh.judged : 1 - fresh.judged);
}

template <int Words>
void NetTree<Words>::score(float red_result) {
    Colour mover = turn_;
    for (const auto& [index, number] : path_) {
        Node& node = nodes_[index];
        NetEdge& edge = node.edges[number];
        const float result = mover == red ? red_result : 1 - red_result;
        node.mean += (result - node.mean) / static_cast<float>(++node.simulations + 1);
        edge.value += (result - edge.value) / static_cast<float>(++edge.visits);
        mover = other(mover);
    }
}

template <int Words>
double NetTree<Words>::value() const {
    const Node& node = this->top();
    if (this->decided()) return node.proof > 0 ? 1 : 0;
    const int edge = node.place_of(this->best());
    return edge >= 0 && node.edges[edge].visits > 0 ? node.edges[edge].value : node.judged;
}

template <int Words>
int NetTree<Words>::best_move(Index index) const {
    const Node& node = nodes_[index];
    if (node.proof > 0) return node.winning_move;
    // The most visited move; among equals the likeliest. Closed moves come last, except when all is lost: then the
    // one that resisted longest.
    int best = -1;
    std::tuple<bool, bool, std::int32_t, float> highest;
    for (int edge = 0; edge < node.count(); ++edge) {
        const NetEdge& one = node.edges[edge];
        const bool free = index != root || allowed_.has(one.cell);
        const std::tuple rank(free, node.proof < 0 || one.open, one.visits, one.prior);
        if (best >= 0 && rank <= highest) continue;
        best = one.cell;
        highest = rank;
    }
    if (index == root && (best < 0 || !allowed_.has(best))) return allowed_.first();
    return best;
}

#define PAVAGE_BUILD(words) template class NetTree<words>;
PAVAGE_FROM_TWO_WORDS(PAVAGE_BUILD)
#undef PAVAGE_BUILD

}  // namespace pavage::hex
