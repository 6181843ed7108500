// The walk of hex_proof_search.h: down to the most promising position, its moves opened, and the way back up.
#include "solver/hex_proof_nodes.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pavage::hex {

namespace {

constexpr float endless = std::numeric_limits<float>::infinity();
constexpr float share_of_rest = 0.35f;
constexpr int worth_it = 3;  // so many children share what is found for their parent
constexpr float share_opened = 0.85f;

bool comes_first(const RankedMove& one, const RankedMove& other) {
    return one.rank != other.rank ? one.rank > other.rank : one.move < other.move;
}

}  // namespace

template <int Words>
auto ProofSearch<Words>::most_promising(const Node& node) const -> Index {
    Index best = none;
    float least = endless;
    for (Index i = 0; i < node.opened; ++i) {
        const Child& child = children_[node.children + i];
        if (child.done) continue;
        const float delta = nodes_[child.node].delta;
        if (best == none || delta < least) {
            least = delta;
            best = child.node;
        }
    }
    return best;
}

template <int Words>
bool ProofSearch<Words>::step(Index root) {
    path_.clear();
    Index index = root;
    while (nodes_[index].expanded && nodes_[index].verdict == Verdict::open) {
        const Index best = most_promising(nodes_[index]);
        if (best == none) break;  // a stop came before its first child
        path_.push_back(index);
        index = best;
    }
    if (nodes_[index].verdict == Verdict::open) {
        if (full()) return false;
        if (!nodes_[index].expanded && !decided_since(nodes_[index])) expand(index);
    }
    update(index);
    for (std::size_t i = path_.size(); i-- > 0;) update(path_[i]);
    return !stopped_;
}

template <int Words>
auto ProofSearch<Words>::choice(Index index) const -> Choice {
    const Node& node = nodes_[index];
    Choice best;
    if (node.verdict == Verdict::won && node.move != none_yet) best.move = node.move;
    float least = endless;
    for (Index i = 0; node.expanded && i < node.opened; ++i) {
        const Child& child = children_[node.children + i];
        if (child.node == none) continue;
        const float delta = nodes_[child.node].delta;
        if (node.verdict == Verdict::won && child.move != node.move) continue;
        if (delta < least || (delta == least && !std::isfinite(delta))) {
            least = delta;
            best = {child.move, child.node};
        }
    }
    return best;
}

template <int Words>
void ProofSearch<Words>::expand(Index index) {
    Node& node = nodes_[index];
    node.expanded = true;
    order_.clear();
    const Point reply = path_.empty() ? none_yet : nodes_[path_.back()].reply;
    node.live.each([&](int move) {
        order_.push_back({move == reply ? 1.0f : middle(move), static_cast<Point>(move)});
    });
    std::sort(order_.begin(), order_.end(), comes_first);
    const Cells weak = inferior(node);
    const auto rest = std::stable_partition(order_.begin(), order_.end(),
                                            [&](const RankedMove& one) { return !weak.has(one.move); });
    node.better = static_cast<std::uint16_t>(rest - order_.begin());
    node.count = static_cast<std::uint16_t>(order_.size());
    node.children = children_.add(node.count);
    for (Index i = 0; i < node.count; ++i) children_[node.children + i] = {none, order_[i].move, false};
}

// The moves that need not be tried while others are left. None is dropped: what refutes the move that
// dominates one mostly refutes it too, and where it does not, it is tried in its turn.
template <int Words>
auto ProofSearch<Words>::inferior(const Node& node) -> Cells {
    Cells weak;
    for (const RankedMove& one : order_) {
        if (weak.has(one.move)) continue;
        Stones<Words> after = node.stones;
        after.of[node.mover].set(one.move);
        near_fill_.run(after, Cells::of(one.move));
        weak |= near_fill_.dominated(node.mover);
    }
    Stones<Words> stones = node.stones;
    near_fill_.run(stones, {});
    weak |= near_fill_.vulnerable(node.live.without(weak), node.mover);
    return weak & node.live;
}

// Zero in the middle of the board, less towards its border.
template <int Words>
float ProofSearch<Words>::middle(int move) const {
    const int size = grid_->size;
    const float row = static_cast<float>(2 * (move / size) - size + 1);
    const float column = static_cast<float>(2 * (move % size) - size + 1);
    return -(row * row + column * column + row * column);
}

template <int Words>
void ProofSearch<Words>::update(Index index) {
    Node& node = nodes_[index];  // nodes never move
    do {
        if (node.verdict == Verdict::open) hear(node);
        if (node.verdict != Verdict::open) return;
    } while (open_more(index, missing(node)));
    sum_up(node);
}

// What is newly known of the children.
template <int Words>
void ProofSearch<Words>::hear(Node& node) {
    for (Index i = 0; i < node.opened; ++i) {
        Child& child = children_[node.children + i];
        if (child.done) continue;
        const Node& below = nodes_[child.node];
        if (below.verdict == Verdict::open) continue;
        if (below.verdict == Verdict::lost) {
            node.move = child.move;
            return learn(node, Verdict::won, proof_before(node, child, node.mover));
        }
        const Cells refutes = proof_before(node, child, 1 - node.mover);
        child.done = true;
        if (const int reply = choice(child.node).move; reply >= 0) node.reply = static_cast<Point>(reply);
        node.live &= refutes;
    }
    if (node.live.none()) learn(node, Verdict::lost, smallest_proof(node));
}

// How many more children should be open; those whose move cannot win any more are done.
template <int Words>
int ProofSearch<Words>::missing(Node& node) {
    int alive = 0, better = 0;
    for (Index i = 0; i < node.count; ++i) {
        Child& child = children_[node.children + i];
        if (!node.live.has(child.move)) child.done = true;
        if (i < node.opened) alive += !child.done;
        if (i < node.better) better += !child.done;
    }
    const int live = better > 0 ? better : node.live.count();
    return static_cast<int>(std::ceil(share_opened * static_cast<float>(live))) - alive;
}

// Opens so many children, as long as there are some and nothing is stopped. Whether one of them is solved: then the
// others have to wait for what follows from it.
template <int Words>
bool ProofSearch<Words>::open_more(Index index, int missing) {
    Node& node = nodes_[index];
    if (missing >= worth_it && before_node_ != index) {
        before_.build(node.stones.of[node.mover], grid_->all.without(node.stones.taken()), node.mover);
        before_node_ = index;
    }
    while (missing > 0 && node.opened < node.count) {
        Child& child = children_[node.children + node.opened];
        if (!node.live.has(child.move)) {
            child.done = true;
            ++node.opened;
            continue;
        }
        // It may throw: nothing is half done here.
        if (stopped_ || (interrupt_ && interrupt_())) {
            stopped_ = true;
            return false;
        }
        const auto* before = before_node_ == index ? &before_ : nullptr;
        child.node = node_of(after(node, child.move), 1 - node.mover, before);
        ++node.opened;
        if (nodes_[child.node].verdict != Verdict::open) return true;
        --missing;
    }
    return false;
}

template <int Words>
void ProofSearch<Words>::sum_up(Node& node) {
    float least = endless, largest = 0, sum = 0;
    for (Index i = 0; i < node.opened; ++i) {
        const Child& child = children_[node.children + i];
        if (child.done) continue;
        const Node& below = nodes_[child.node];
        least = std::min(least, below.delta);
        largest = std::max(largest, below.phi);
        sum += below.phi;
    }
    if (sum == 0) return;  // stopped before the first child was seen
    node.phi = least;
    node.delta = largest + share_of_rest * (sum - largest);
}

#define PAVAGE_BUILD(words) template class ProofSearch<words>;
PAVAGE_EACH_WORDS(PAVAGE_BUILD)
#undef PAVAGE_BUILD

}  // namespace pavage::hex
