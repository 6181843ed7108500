// Proof-number search for Hex, best first on an explicit graph.
//
// A node is a position after fill-in, with its mover. `phi` tells how far a proof is that the mover wins,
// `delta` that the mover loses. Each node keeps the moves that may still win: at first the mustplay of the
// other's connections, then less with every refuted move, since what refutes it refutes all moves beside it.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "chunks.h"
#include "hex_connections.h"
#include "hex_inferior.h"
#include "hex_learned.h"

namespace pavage::hex {

enum class Verdict : std::uint8_t { open, won, lost };  // for the mover

template <int Words>
class ProofSearch {
public:
    using Cells = Bits<Words>;
    using Index = std::uint32_t;
    static constexpr Index none = ~Index{0};

    ProofSearch(const Grid<Words>& grid, std::size_t memory)
        : grid_(&grid),
          fill_(grid, true),
          near_fill_(grid),
          connections_(grid),
          before_(grid),
          memory_(memory),
          won_first_{Learned<Words>(grid.cells), Learned<Words>(grid.cells)},
          won_second_(won_first_) {
        table_.assign(1024, none);
    }

    // Asked before every evaluation; once it says yes, nothing new is looked at.
    void set_interrupt(std::function<bool()> interrupt) {
        interrupt_ = std::move(interrupt);
        stopped_ = false;
    }
    bool stopped() const { return stopped_; }

    // The node of this position. Permanently inferior cells are filled in only below it: that changes no winner,
    // but a move that wins on the filled board need not win on the board before, and here a move is wanted.
    Index enter(const std::array<Cells, 2>& stones, int mover) {
        Stones<Words> filled{stones};
        near_fill_.run(filled, grid_->all);
        const Index before = nodes_.size(), index = node_of(filled, mover);
        if (index >= before) nodes_[index].entered = true;
        return index;
    }

    // Whether a position that was played to is at least as good for `winner` as the node that stands for it.
    bool bears_out(Index index, const std::array<Cells, 2>& stones, int winner) {
        Stones<Words> filled{stones};
        fill_.run(filled, grid_->all);
        const Stones<Words>& known = nodes_[index].stones;
        return known.of[winner].inside(filled.of[winner]) && filled.of[1 - winner].inside(known.of[1 - winner]);
    }

    Verdict verdict(Index index) const { return nodes_[index].verdict; }
    std::uint64_t evaluations() const { return evaluations_; }
    Index nodes() const { return nodes_.size(); }
    double phi(Index index) const { return nodes_[index].phi; }
    double delta(Index index) const { return nodes_[index].delta; }
    const Cells& proof(Index index) const { return nodes_[index].base; }
    const Stones<Words>& stones(Index index) const { return nodes_[index].stones; }

    std::size_t memory_used() const {
        const std::size_t learned = won_first_[0].memory() * (won_first_.size() + won_second_.size());
        return nodes_.memory() + children_.memory() + table_.capacity() * sizeof(Index) + learned;
    }

    // Whether one step more could take it beyond the limit: a block of each kind, and the table when it
    // doubles, with the old one beside it.
    bool full() const {
        const bool doubles = (std::size_t{nodes_.size()} + nodes_.block) * 2 > table_.size();
        const std::size_t more = doubles ? 2 * table_.size() * sizeof(Index) : 0;
        return memory_used() + nodes_.block_memory + children_.block_memory + more > memory_;
    }

    // Opens the most promising position below the root, once. False when stopped or out of memory.
    bool step(Index root) {
        path_.clear();
        Index index = root;
        while (nodes_[index].expanded && nodes_[index].verdict == Verdict::open) {
            Index best = none;
            float least = std::numeric_limits<float>::infinity();
            const Node& node = nodes_[index];
            for (Index i = 0; i < node.opened; ++i) {
                const Child& child = children_[node.children + i];
                if (child.done) continue;
                const float delta = nodes_[child.node].delta;
                if (best == none || delta < least) {
                    least = delta;
                    best = child.node;
                }
            }
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

    // The move to look at: the winning one, else the most promising, else the last that was refuted.
    struct Choice {
        int move = -1;
        Index node = none;
    };
    Choice choice(Index index) const {
        const Node& node = nodes_[index];
        Choice best;
        if (node.verdict == Verdict::won && node.move != none_yet) best.move = node.move;
        float least = std::numeric_limits<float>::infinity();
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
    Cells before_fill_in(const std::array<Cells, 2>& stones, const Cells& set, int colour) {
        Stones<Words> filled{stones};
        near_fill_.run(filled, grid_->all);
        return near_fill_.before(set, colour);
    }

private:
    static constexpr Point none_yet = ~Point{0};
    static constexpr float power_of_crossings = 0.3f;  // many are hardly harder to cut than some
    static constexpr float share_of_rest = 0.35f;
    static constexpr int worth_it = 3;  // so many children share what is found for their parent
    static constexpr float share_opened = 0.85f;

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

    static std::uint64_t hash_of(const Stones<Words>& stones, int mover) {
        const std::uint64_t hash = stones.of[1].hash(stones.of[0].hash(0x243f6a8885a308d3u + mover));
        return hash ^ hash >> 32;
    }

    Index node_of(const Stones<Words>& stones, int mover, const Connections<Words>* before = nullptr) {
        std::size_t place = hash_of(stones, mover) & (table_.size() - 1);
        for (; table_[place] != none; place = (place + 1) & (table_.size() - 1)) {
            const Node& node = nodes_[table_[place]];
            if (node.mover == mover && node.stones == stones) return table_[place];
        }
        const Index index = nodes_.add();
        table_[place] = index;
        nodes_[index].stones = stones;
        nodes_[index].mover = static_cast<std::uint8_t>(mover);
        evaluate(nodes_[index], before);
        if (nodes_.size() * 2 > table_.size()) grow();
        return index;
    }

    void grow() {
        table_.assign(table_.size() * 2, none);
        for (Index index = 0; index < nodes_.size(); ++index) {
            std::size_t place = hash_of(nodes_[index].stones, nodes_[index].mover) & (table_.size() - 1);
            while (table_[place] != none) place = (place + 1) & (table_.size() - 1);
            table_[place] = index;
        }
    }

    void solve(Node& node, Verdict verdict, const Cells& proof) {
        node.verdict = verdict;
        node.base = proof;
        constexpr float far = std::numeric_limits<float>::infinity();
        node.phi = verdict == Verdict::won ? 0 : far;
        node.delta = verdict == Verdict::won ? far : 0;
    }

    // `before`: connections of the side that has just moved, in an earlier position.
    void evaluate(Node& node, const Connections<Words>* before) {
        ++evaluations_;
        const int other = 1 - node.mover;
        const Cells crossed = grid_->crossing(node.stones.of[node.mover], node.mover);
        if (crossed.any()) return solve(node, Verdict::won, crossed);
        if (recall(node)) return;
        const Cells open = grid_->all.without(node.stones.taken());
        if (before != nullptr) connections_.grow(*before, node.stones.of[other], open);
        else connections_.build(node.stones.of[other], open, other);
        if (connections_.won()) return solve(node, Verdict::lost, connections_.proof());
        node.live = connections_.mustplay();
        node.base = connections_.proof();
        narrow(node);
        if (node.live.none()) return solve(node, Verdict::lost, node.base);
        node.mustplay = node.live;
        node.phi = std::pow(1.0f + static_cast<float>(connections_.crossings()), power_of_crossings);
        node.delta = static_cast<float>(node.live.count());
    }

    // What the other once won with when moving first, narrows the mustplay as a connection does.
    void narrow(Node& node) {
        const int other = 1 - node.mover;
        const Cells mine = node.stones.of[node.mover].without(node.stones.of[other]);
        won_first_[other].each_holding(node.stones.of[other], mine, [&](const Cells& proof, int) {
            if (!node.live.inside(proof)) {
                node.live &= proof;
                node.base |= proof;
            }
            return node.live.none();
        });
    }

    // A leaf about to be opened may be decided, or have fewer moves, by what was learned since it was seen.
    bool decided_since(Node& node) {
        if (recall(node)) return true;
        narrow(node);
        node.mustplay = node.live;
        if (node.live.none()) solve(node, Verdict::lost, node.base);
        return node.verdict != Verdict::open;
    }

    // Whether an earlier proof decides the position.
    bool recall(Node& node) {
        const int mover = node.mover, other = 1 - mover;
        const Cells mine = node.stones.of[mover].without(node.stones.of[other]);
        const Cells theirs = node.stones.of[other].without(node.stones.of[mover]);
        const auto lost = [&](const Cells& proof, int) { return solve(node, Verdict::lost, proof), true; };
        const auto won = [&](const Cells& proof, int move) {
            // Where the first move is made already, or taken, the proof holds without it.
            if (!node.stones.taken().has(move)) node.move = static_cast<Point>(move);
            return solve(node, Verdict::won, proof), true;
        };
        return won_second_[other].each_holding(node.stones.of[other], mine, lost) ||
               won_first_[mover].each_holding(node.stones.of[mover], theirs, won);
    }

    // As solve, for what took a search to find.
    void learn(Node& node, Verdict verdict, const Cells& proof) {
        solve(node, verdict, proof);
        const int winner = verdict == Verdict::won ? node.mover : 1 - node.mover;
        auto& learned = verdict == Verdict::won ? won_first_ : won_second_;
        learned[winner].add(proof & node.stones.of[winner], proof, node.move);
    }

    // A small union of refutations without a common cell: whatever the mover plays, one of them is untouched.
    Cells smallest_proof(const Node& node) {
        refutations_.clear();
        refutations_.push_back({node.mustplay, node.base});
        for (Index i = 0; i < node.opened; ++i) {
            const Child& child = children_[node.children + i];
            if (child.node == none || nodes_[child.node].verdict != Verdict::won) continue;
            const Cells refutes = proof_before(node, child, 1 - node.mover);
            refutations_.push_back({refutes, refutes});
        }
        Cells left = grid_->all.without(node.stones.taken()), proof;
        while (left.any()) {
            float least = std::numeric_limits<float>::infinity();
            const Refutation* best = nullptr;
            for (const Refutation& one : refutations_) {
                const int fewer = left.without(one.touched).count();
                if (fewer == 0) continue;
                const int more = one.needs.without(proof).count();
                const float price = static_cast<float>(more) / static_cast<float>(fewer);
                if (price < least) {
                    least = price;
                    best = &one;
                }
            }
            left &= best->touched;
            proof |= best->needs;
        }
        return proof;
    }

    // The position after a move, filled in; `fill_` then knows what the filling depended on.
    Stones<Words> after(const Node& node, int move) {
        Stones<Words> stones = node.stones;
        stones.of[node.mover].set(move);
        fill_.run(stones, node.entered ? grid_->all : Cells::of(move));
        return stones;
    }

    // What the proof of a child needs before its move was made and filled in. Most proofs need nothing that was
    // filled in, and then it need not be filled in again.
    Cells proof_before(const Node& node, const Child& child, int winner) {
        const Node& below = nodes_[child.node];
        Cells filled = below.base & below.stones.of[winner].without(node.stones.of[winner]);
        if (winner == node.mover) filled.clear(child.move);
        if (filled.none()) return below.base;
        after(node, child.move);
        return fill_.before(below.base, winner);
    }

    void expand(Index index) {
        Node& node = nodes_[index];
        node.expanded = true;
        order_.clear();
        const Point reply = path_.empty() ? none_yet : nodes_[path_.back()].reply;
        node.live.each([&](int move) {
            order_.push_back({move == reply ? 1.0f : middle(move), static_cast<Point>(move)});
        });
        std::sort(order_.begin(), order_.end(), [](const Ranked& one, const Ranked& other) {
            return one.rank != other.rank ? one.rank > other.rank : one.move < other.move;
        });
        const Cells weak = inferior(node);
        const auto rest = std::stable_partition(order_.begin(), order_.end(),
                                                [&](const Ranked& one) { return !weak.has(one.move); });
        node.better = static_cast<std::uint16_t>(rest - order_.begin());
        node.count = static_cast<std::uint16_t>(order_.size());
        node.children = children_.add(node.count);
        for (Index i = 0; i < node.count; ++i) children_[node.children + i] = {none, order_[i].move, false};
    }

    // The moves that need not be tried while others are left. None is dropped: what refutes the move that
    // dominates one mostly refutes it too, and where it does not, it is tried in its turn.
    Cells inferior(const Node& node) {
        Cells weak;
        for (const Ranked& one : order_) {
            if (weak.has(one.move)) continue;
            Stones<Words> after = node.stones;
            after.of[node.mover].set(one.move);
            near_fill_.run(after, Cells::of(one.move));
            weak |= near_fill_.dominated(node.mover);
        }
        Stones<Words> stones = node.stones;
        near_fill_.run(stones, {});
        weak |= near_fill_.vulnerable(node.live.without(weak), node.mover, [](int, int) {});
        return weak & node.live;
    }

    // Zero in the middle of the board, less towards its border.
    float middle(int move) const {
        const int size = grid_->size;
        const float row = static_cast<float>(2 * (move / size) - size + 1);
        const float column = static_cast<float>(2 * (move % size) - size + 1);
        return -(row * row + column * column + row * column);
    }

    void update(Index index) {
        if (nodes_[index].verdict != Verdict::open) return;
        for (;;) {
            Node& node = nodes_[index];
            // What is newly known of the children.
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
                if (const int reply = choice(child.node).move; reply >= 0)
                    node.reply = static_cast<Point>(reply);
                node.live &= refutes;
            }
            if (node.live.none()) return learn(node, Verdict::lost, smallest_proof(node));
            int alive = 0, better = 0;
            for (Index i = 0; i < node.count; ++i) {
                Child& child = children_[node.children + i];
                if (!node.live.has(child.move)) child.done = true;
                if (i < node.opened) alive += !child.done;
                if (i < node.better) better += !child.done;
            }
            const int live = better > 0 ? better : node.live.count();
            const int wanted = static_cast<int>(std::ceil(share_opened * static_cast<float>(live)));
            if (alive >= wanted) break;
            // One more child, or the next one if it fell already.
            bool solved = false;
            if (wanted - alive >= worth_it && before_node_ != index) {
                const Cells open = grid_->all.without(node.stones.taken());
                before_.build(node.stones.of[node.mover], open, node.mover);
                before_node_ = index;
            }
            while (alive < wanted && nodes_[index].opened < nodes_[index].count && !solved) {
                const Index place = nodes_[index].children + nodes_[index].opened;
                if (!nodes_[index].live.has(children_[place].move)) {
                    children_[place].done = true;
                    ++nodes_[index].opened;
                    continue;
                }
                // It may throw: nothing is half done here.
                if (stopped_ || (interrupt_ && interrupt_())) {
                    stopped_ = true;
                    break;
                }
                const Stones<Words> stones = after(nodes_[index], children_[place].move);
                const auto* before = before_node_ == index ? &before_ : nullptr;
                const Index child = node_of(stones, 1 - nodes_[index].mover, before);
                children_[place].node = child;
                ++nodes_[index].opened;
                solved = nodes_[child].verdict != Verdict::open;
                ++alive;
            }
            if (!solved) break;
        }
        Node& node = nodes_[index];
        float least = std::numeric_limits<float>::infinity(), largest = 0, sum = 0;
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

    struct Refutation {
        Cells touched;  // the moves that it does not answer
        Cells needs;
    };

    struct Ranked {
        float rank;
        Point move;
    };

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
    std::vector<Ranked> order_;
    std::vector<Refutation> refutations_;
    std::uint64_t evaluations_ = 0;
};

}  // namespace pavage::hex
