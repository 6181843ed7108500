// The nodes of the Hex player's tree, in a limited piece of memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <vector>

#include "chunks.h"
#include "hex_inferior.h"

namespace pavage::hex {

// RAVE's wins of a move not to be chosen: occupied, forbidden or proved lost. Sums keep it so.
constexpr float closed_move = -std::numeric_limits<float>::infinity();

// Memory handed out piece by piece and given back all at once.
class Slabs {
public:
    void* take(std::size_t bytes) {
        bytes = (bytes + 15) & ~std::size_t{15};
        if (slabs_.empty() || used_ + bytes > slab) {
            slabs_.push_back(std::make_unique_for_overwrite<std::byte[]>(slab));
            used_ = 0;
        }
        void* piece = slabs_.back().get() + used_;
        used_ += bytes;
        return piece;
    }
    std::size_t memory() const { return slabs_.size() * slab; }

private:
    static constexpr std::size_t slab = std::size_t{1} << 18;
    std::vector<std::unique_ptr<std::byte[]>> slabs_;
    std::size_t used_ = 0;
};

// What is known of each move, in columns so that the compiler handles several cells at a time.
struct Columns {
    float* values;  // mean result for the mover
    float* rave_wins;
    float* rave_visits;
    float* prior;
    std::int32_t* visits;
    std::uint32_t* children;

    static constexpr std::size_t bytes_a_cell = 4 * sizeof(float) + 2 * sizeof(std::uint32_t);
};

// A position met in the search. Its columns come with its second visit: most nodes never have one.
template <int Words>
struct TreeNode {
    Stones<Words> stones;     // after fill-in
    Bits<Words> refuters;     // what refutes the closed moves, together
    std::uint8_t* first = nullptr;  // of its own playouts, per cell: had by the mover, and won besides
    Columns of{};
    std::uint32_t simulations = 0;
    std::int16_t last = -1, winning_move = -1, open = 0;
    std::int8_t proof = 0;  // for the mover
    bool expanded = false, consulted = false;
};

template <int Words>
class TreeNodes {
public:
    using Index = std::uint32_t;
    using Node = TreeNode<Words>;
    static constexpr Index root = 0;
    static constexpr Index none = root;  // among children: the root is nobody's child

    TreeNodes(int cells, std::size_t memory) : cells_(cells), memory_(memory) {}

    Node& operator[](Index index) { return nodes_[index]; }
    const Node& operator[](Index index) const { return nodes_[index]; }
    Index size() const { return nodes_.size(); }
    std::size_t memory_used() const { return nodes_.memory() + slabs_.memory(); }
    bool full() const { return memory_used() >= memory_; }

    Index add() { return nodes_.add(); }
    std::uint8_t* counts() { return static_cast<std::uint8_t*>(slabs_.take(2 * cells_)); }

    Columns columns() {
        auto* start = static_cast<float*>(slabs_.take(Columns::bytes_a_cell * cells_));
        Columns of;
        of.values = start;
        of.rave_wins = start + cells_;
        of.rave_visits = start + 2 * cells_;
        of.prior = start + 3 * cells_;
        of.visits = reinterpret_cast<std::int32_t*>(start + 4 * cells_);
        of.children = reinterpret_cast<std::uint32_t*>(start + 5 * cells_);
        return of;
    }

    // A copy of everything below and with this node, which becomes the root.
    TreeNodes below(Index index) const {
        TreeNodes copy(cells_, memory_);
        copy.graft(*this, index);
        return copy;
    }

private:
    Index graft(const TreeNodes& from, Index index) {
        const Index added = add();
        const Node& old = from.nodes_[index];
        nodes_[added] = old;
        if (!old.expanded) {
            nodes_[added].first = counts();
            std::memcpy(nodes_[added].first, old.first, 2 * cells_);
            return added;
        }
        const Columns of = columns();
        std::memcpy(of.values, old.of.values, Columns::bytes_a_cell * cells_);
        nodes_[added].of = of;
        for (std::size_t cell = 0; cell < cells_; ++cell)
            if (of.children[cell] != none) of.children[cell] = graft(from, of.children[cell]);
        return added;
    }

    std::size_t cells_, memory_;
    Chunks<Node> nodes_;
    Slabs slabs_;
};

}  // namespace pavage::hex
