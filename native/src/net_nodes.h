// The nodes of the network's tree, in a limited piece of memory.
#pragma once

#include <cstdint>
#include <cstring>

#include "chunks.h"
#include "hex_nodes.h"

namespace pavage::hex {

struct NetEdge {
    float prior = 0;
    float value = 0;  // mean result for the mover
    std::int32_t visits = 0;
    std::uint32_t child = 0;
    std::int16_t cell = 0;
    bool open = true;
};

// A position that the network was asked about.
template <int Words>
struct NetNode {
    Stones<Words> stones;  // after fill-in
    Bits<Words> refuters;  // what refutes the closed moves, together
    std::uint64_t key = 0;     // of stones and mover, where the same position may be met again
    NetEdge* edges = nullptr;  // one for each empty cell, in the order of the network's shares
    float judged = 0.5f, mean = 0.5f;  // the mover's chance, by the network and by all simulations
    std::int32_t simulations = 0;
    std::int16_t count = 0, open = 0, winning_move = -1;
    std::int8_t proof = 0;  // for the mover
    bool consulted = false;
};

template <int Words>
class NetNodes {
public:
    using Index = std::uint32_t;
    using Node = NetNode<Words>;
    static constexpr Index root = 0;
    static constexpr Index none = root;  // among children: the root is nobody's child

    explicit NetNodes(std::size_t memory) : memory_(memory) {}

    Node& operator[](Index index) { return nodes_[index]; }
    const Node& operator[](Index index) const { return nodes_[index]; }
    Index size() const { return nodes_.size(); }
    std::size_t memory_used() const { return nodes_.memory() + slabs_.memory(); }
    bool full() const { return memory_used() >= memory_; }

    Index add() { return nodes_.add(); }
    NetEdge* edges(int count) { return static_cast<NetEdge*>(slabs_.take(sizeof(NetEdge) * count)); }

    // A copy of everything below and with this node, which becomes the root.
    NetNodes below(Index index) const {
        NetNodes copy(memory_);
        copy.graft(*this, index);
        return copy;
    }

private:
    Index graft(const NetNodes& from, Index index) {
        const Index added = add();
        const Node& old = from.nodes_[index];
        NetEdge* copied = edges(old.count);
        std::memcpy(static_cast<void*>(copied), old.edges, sizeof(NetEdge) * old.count);
        for (int i = 0; i < old.count; ++i)
            if (copied[i].child != none) copied[i].child = graft(from, copied[i].child);
        nodes_[added] = old;
        nodes_[added].edges = copied;
        return added;
    }

    std::size_t memory_;
    Chunks<Node> nodes_;
    Slabs slabs_;
};

}  // namespace pavage::hex
