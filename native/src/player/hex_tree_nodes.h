// What the nodes of both Hex trees have in common: a position, what is proved of it, and a limited piece of memory.
//
// A node numbers its moves by places, from 0 to count() - 1, and tells for each: cell_at, open_at, close, visits_at,
// child_at; place_of finds the place of a cell, or -1. It has copy_moves, which moves what it knows of them to other
// memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/chunks.h"
#include "base/slabs.h"
#include "hex/hex_inferior.h"

namespace pavage::hex {

using NodeIndex = std::uint32_t;

template <int Words>
struct ProvableNode {
    Stones<Words> stones;  // after fill-in
    Bits<Words> refuters;  // what refutes the closed moves, together; of a decided node the winner's carrier
    std::int32_t simulations = 0;
    std::int16_t winning_move = -1, open = 0;  // open: moves that may still be chosen
    std::int8_t proof = 0;                     // for the mover
    bool consulted = false;
};

template <class Node>
class NodeStore {
public:
    static constexpr NodeIndex root = 0;
    static constexpr NodeIndex none = root;  // among children: the root is nobody's child

    explicit NodeStore(std::size_t memory) : memory_(memory) {}

    Node& operator[](NodeIndex index) { return nodes_[index]; }
    const Node& operator[](NodeIndex index) const { return nodes_[index]; }
    NodeIndex size() const { return nodes_.size(); }
    std::size_t memory_used() const { return nodes_.memory() + slabs_.memory(); }
    bool full() const { return memory_used() >= memory_; }

    NodeIndex add() {
        const NodeIndex added = nodes_.add();
        nodes_[added] = Node{};
        return added;
    }
    Slabs& slabs() { return slabs_; }

    // Memory for some nodes is kept: small trees are begun often.
    void clear() {
        nodes_.clear();
        slabs_.clear();
    }

    // A copy of everything below and with this node, which becomes the root. What several moves lead to is copied once.
    NodeStore below(NodeIndex index) const {
        NodeStore copy(memory_);
        std::vector<NodeIndex> copies(nodes_.size(), none);
        copy.graft(*this, index, copies);
        return copy;
    }

private:
    NodeIndex graft(const NodeStore& from, NodeIndex index, std::vector<NodeIndex>& copies) {
        if (copies[index] != none) return copies[index];
        const NodeIndex added = copies[index] = add();
        Node& node = nodes_[added];
        node = from.nodes_[index];
        node.copy_moves(slabs_);
        for (int place = 0; place < node.count(); ++place)
            if (NodeIndex& child = node.child_at(place); child != none) child = graft(from, child, copies);
        return added;
    }

    std::size_t memory_;
    Chunks<Node> nodes_;
    Slabs slabs_;
};

}  // namespace pavage::hex
