// The nodes of hex_proof_search.h: how they are found again, judged at first sight, and solved with a small proof.
#pragma once

#include <cmath>
#include <limits>

#include "solver/hex_proof_search.h"

namespace pavage::hex {

constexpr float power_of_crossings = 0.3f;  // many are hardly harder to cut than some

template <int Words>
ProofSearch<Words>::ProofSearch(const Grid<Words>& grid, std::size_t memory)
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

template <int Words>
ProofSearch<Words>::~ProofSearch() = default;

template <int Words>
auto ProofSearch<Words>::enter(const std::array<Cells, 2>& stones, int mover) -> Index {
    Stones<Words> filled{stones};
    near_fill_.run(filled, grid_->all);
    const Index before = nodes_.size(), index = node_of(filled, mover);
    if (index >= before) nodes_[index].entered = true;
    return index;
}

template <int Words>
bool ProofSearch<Words>::bears_out(Index index, const std::array<Cells, 2>& stones, int winner) {
    Stones<Words> filled{stones};
    fill_.run(filled, grid_->all);
    const Stones<Words>& known = nodes_[index].stones;
    return known.of[winner].inside(filled.of[winner]) && filled.of[1 - winner].inside(known.of[1 - winner]);
}

template <int Words>
auto ProofSearch<Words>::before_fill_in(const std::array<Cells, 2>& stones, const Cells& set, int colour) -> Cells {
    Stones<Words> filled{stones};
    near_fill_.run(filled, grid_->all);
    return near_fill_.before(set, colour);
}

template <int Words>
std::size_t ProofSearch<Words>::memory_used() const {
    const std::size_t learned = won_first_[0].memory() * (won_first_.size() + won_second_.size());
    return nodes_.memory() + children_.memory() + table_.capacity() * sizeof(Index) + learned;
}

// Whether one step more could take it beyond the limit: a block of each kind, and the table when it
// doubles, with the old one beside it.
template <int Words>
bool ProofSearch<Words>::full() const {
    const bool doubles = (std::size_t{nodes_.size()} + nodes_.block) * 2 > table_.size();
    const std::size_t more = doubles ? 2 * table_.size() * sizeof(Index) : 0;
    return memory_used() + nodes_.block_memory + children_.block_memory + more > memory_;
}

template <int Words>
std::uint64_t hash_of(const Stones<Words>& stones, int mover) {
    const std::uint64_t hash = stones.of[1].hash(stones.of[0].hash(0x243f6a8885a308d3u + mover));
    return hash ^ hash >> 32;
}

template <int Words>
auto ProofSearch<Words>::node_of(const Stones<Words>& stones, int mover, const Connections<Words>* before) -> Index {
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

template <int Words>
void ProofSearch<Words>::grow() {
    table_.assign(table_.size() * 2, none);
    for (Index index = 0; index < nodes_.size(); ++index) {
        std::size_t place = hash_of(nodes_[index].stones, nodes_[index].mover) & (table_.size() - 1);
        while (table_[place] != none) place = (place + 1) & (table_.size() - 1);
        table_[place] = index;
    }
}

// `before`: connections of the side that has just moved, in an earlier position.
template <int Words>
void ProofSearch<Words>::evaluate(Node& node, const Connections<Words>* before) {
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
template <int Words>
void ProofSearch<Words>::narrow(Node& node) {
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
template <int Words>
bool ProofSearch<Words>::decided_since(Node& node) {
    if (recall(node)) return true;
    narrow(node);
    node.mustplay = node.live;
    if (node.live.none()) solve(node, Verdict::lost, node.base);
    return node.verdict != Verdict::open;
}

// Whether an earlier proof decides the position.
template <int Words>
bool ProofSearch<Words>::recall(Node& node) {
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

template <int Words>
void ProofSearch<Words>::solve(Node& node, Verdict verdict, const Cells& proof) {
    node.verdict = verdict;
    node.base = proof;
    constexpr float far = std::numeric_limits<float>::infinity();
    node.phi = verdict == Verdict::won ? 0 : far;
    node.delta = verdict == Verdict::won ? far : 0;
}

// As solve, for what took a search to find.
template <int Words>
void ProofSearch<Words>::learn(Node& node, Verdict verdict, const Cells& proof) {
    solve(node, verdict, proof);
    const int winner = verdict == Verdict::won ? node.mover : 1 - node.mover;
    auto& learned = verdict == Verdict::won ? won_first_ : won_second_;
    learned[winner].add(proof & node.stones.of[winner], proof, node.move);
}

// A small union of refutations without a common cell: whatever the mover plays, one of them is untouched.
template <int Words>
auto ProofSearch<Words>::smallest_proof(const Node& node) -> Cells {
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
template <int Words>
Stones<Words> ProofSearch<Words>::after(const Node& node, int move) {
    Stones<Words> stones = node.stones;
    stones.of[node.mover].set(move);
    fill_.run(stones, node.entered ? grid_->all : Cells::of(move));
    return stones;
}

// What the proof of a child needs before its move was made and filled in. Most proofs need nothing that was
// filled in, and then it need not be filled in again.
template <int Words>
auto ProofSearch<Words>::proof_before(const Node& node, const Child& child, int winner) -> Cells {
    const Node& below = nodes_[child.node];
    Cells filled = below.base & below.stones.of[winner].without(node.stones.of[winner]);
    if (winner == node.mover) filled.clear(child.move);
    if (filled.none()) return below.base;
    after(node, child.move);
    return fill_.before(below.base, winner);
}

}  // namespace pavage::hex
