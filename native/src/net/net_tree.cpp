#include "net/net_tree.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <tuple>

namespace pavage::hex {

namespace {

constexpr std::size_t most_kept = std::size_t{8} << 20;  // bytes of a tree that is not gone on with
constexpr float many = 500;  // simulations, from which on a search looks wider
constexpr int often = 16;    // simulations of a position, after which the network is asked about it once more

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
    judge_again(nodes_[root], turn);
}

template <int Words>
void NetTree<Words>::kept(Colour turn) {
    judge_again(nodes_[root], turn);
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

// The mover's chance, by the network; its logits are then those of the moves. Every second position is shown after half a
// turn: what the network gets wrong then is another thing, and a search cannot follow one mistake from node to node.
template <int Words>
float NetTree<Words>::ask(const Stones<Words>& stones, Colour turn, std::uint64_t seed) {
    seen(stones, turn, codes_.data());
    const bool turned = std::popcount(seed) % 2 == 1;
    if (turned) std::reverse(codes_.begin(), codes_.end());
    const float chance = 1 / (1 + std::exp(-evaluator_.evaluate(codes_.data(), seed, logits_.data())));
    if (turned) std::reverse(logits_.begin(), logits_.end());
    return chance;
}

// Asks the network about the node: its chance, and an edge for every empty cell.
template <int Words>
void NetTree<Words>::judge(Node& node, Colour turn) {
    node.key = key_of(node.stones, turn);
    if (recall(node)) return;
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

// The other way round, where it matters most: both answers are worth more than one, and cost as much as another position.
template <int Words>
void NetTree<Words>::judge_again(Node& node, Colour turn) {
    if (node.seen_both_ways) return;
    node.seen_both_ways = true;
    node.judged = (node.judged + ask(node.stones, turn, node.key ^ 1)) / 2;  // one bit more or less turns it
    float highest = -1e30f, second = 0, total = 0;
    for (int edge = 0; edge < node.count(); ++edge)
        highest = std::max(highest, logits_[seen_cell(turn, grid_->size, node.edges[edge].cell)]);
    const auto share = [&](const NetEdge& edge) {
        return std::exp(logits_[seen_cell(turn, grid_->size, edge.cell)] - highest);
    };
    for (int edge = 0; edge < node.count(); ++edge) second += share(node.edges[edge]);
    for (int edge = 0; edge < node.count(); ++edge) {
        NetEdge& one = node.edges[edge];
        total += one.prior = std::sqrt(std::max(one.prior * share(one) / second, 1e-20f));
    }
    for (int edge = 0; edge < node.count(); ++edge) node.edges[edge].prior /= total;
    weigh(node);
}

template <int Words>
std::uint64_t NetTree<Words>::key_of(const Stones<Words>& stones, Colour turn) {
    return stones.of[0].hash(stones.of[1].hash(turn));
}

// Which node below the root has these stones, if any. The mover is the same too, for the key holds it.
template <int Words>
NodeIndex NetTree<Words>::same(const NodeStore<Node>& from, const Met& met, std::uint64_t key,
                               const Stones<Words>& stones) {
    const auto found = met.find(key);
    if (found == met.end()) return none;
    const Node& node = from[found->second];
    return node.key == key && node.stones == stones ? found->second : none;
}

// What the network said of the same position in the tree before this one, if that is what it would say now: what a search
// finds must not depend on an earlier one.
template <int Words>
bool NetTree<Words>::recall(Node& node) {
    const Index found = same(earlier_, earlier_met_, node.key, node.stones);
    if (found == none || earlier_[found].seen_both_ways) return false;
    const Node& known = earlier_[found];
    node.judged = node.mean = known.judged;
    node.take_edges(nodes_.slabs(), known.count());
    for (int edge = 0; edge < known.count(); ++edge) {
        node.edges[edge] = NetEdge{};
        node.edges[edge].cell = known.edges[edge].cell;
        node.edges[edge].prior = known.edges[edge].prior;
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
        if (node.simulations >= often) judge_again(node, turn);
        const int edge = index == root && first >= 0 ? first : select(node);
        path_.push_back({index, edge});
        const Index child = node.edges[edge].child;
        turn = other(turn);
        if (child == none) return grow(index, edge, turn);
        // Another way led there more often: what was found there is taken, without looking again.
        if (node.edges[edge].visits < nodes_[child].simulations && nodes_[child].proof == 0)
            return score(turn == red ? nodes_[child].mean : 1 - nodes_[child].mean);
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

// A position at the end of the path, new unless another order of moves has led to it.
template <int Words>
void NetTree<Words>::grow(Index parent, int edge, Colour turn) {
    const Stones<Words> stones = this->after(nodes_[parent], nodes_[parent].edges[edge].cell, other(turn));
    if (const auto proof = leaf_.decided(stones)) {
        this->prove(proof->winner, proof->carrier);
        return score(proof->winner == red ? 1.0f : 0.0f);
    }
    const std::uint64_t key = key_of(stones, turn);
    Index child = same(nodes_, met_, key, stones);
    float chance;
    if (child != none) {
        nodes_[parent].edges[edge].child = child;
        if (const auto winner = this->proved(child, turn)) return score(*winner == red ? 1.0f : 0.0f);
        chance = nodes_[child].mean;
    } else if (nodes_.full()) {
        chance = ask(stones, turn, simulations_);
    } else {
        child = nodes_.add();
        Node fresh;
        fresh.stones = stones;
        judge(fresh, turn);
        nodes_[child] = fresh;
        met_.emplace(key, child);
        nodes_[parent].edges[edge].child = child;
        chance = fresh.judged;
    }
    score(turn == red ? chance : 1 - chance);
}

// From the end of the path up. What a position is worth is made of its moves that are still open: one that was refuted
// counts no more, and one to which another way leads counts as it is known by now.
template <int Words>
void NetTree<Words>::score(float red_result) {
    for (std::size_t depth = path_.size(); depth-- > 0;) {
        const auto& [index, number] = path_[depth];
        const Colour mover = depth % 2 == 0 ? turn_ : other(turn_);
        Node& node = nodes_[index];
        NetEdge& edge = node.edges[number];
        const float result = mover == red ? red_result : 1 - red_result;
        ++edge.visits;
        if (edge.child == none) edge.value += (result - edge.value) / static_cast<float>(edge.visits);
        else edge.value = 1 - nodes_[edge.child].mean;
        ++node.simulations;
        weigh(node);
    }
}

template <int Words>
void NetTree<Words>::weigh(Node& node) {
    if (node.proof != 0) {
        node.mean = node.proof > 0 ? 1.0f : 0.0f;
        return;
    }
    float sum = node.judged, count = 1;
    for (int edge = 0; edge < node.count(); ++edge) {
        const NetEdge& one = node.edges[edge];
        if (!one.open || one.visits == 0) continue;
        const auto visits = static_cast<float>(one.visits);
        sum += visits * one.value;
        count += visits;
    }
    node.mean = sum / count;
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
