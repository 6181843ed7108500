// The nodes of the network's tree.
#pragma once

#include <cstdint>
#include <cstring>

#include "player/hex_tree_nodes.h"

namespace pavage::hex {

struct NetEdge {
    float prior = 0;
    float value = 0;  // mean result for the mover
    std::int32_t visits = 0;
    NodeIndex child = 0;
    std::int16_t cell = 0;
    bool open = true;
};

// A position that the network was asked about; the places of its moves are its edges.
template <int Words>
struct NetNode : ProvableNode<Words> {
    std::uint64_t key = 0;     // of stones and mover, where the same position may be met again
    NetEdge* edges = nullptr;  // one for each empty cell, in the order of the network's shares
    float judged = 0.5f, mean = 0.5f;  // the mover's chance, by the network and by all simulations
    std::int16_t edge_count = 0;
    bool seen_both_ways = false;  // as it is and after half a turn: what the network said of both counts

    void take_edges(Slabs& slabs, int count) {
        edges = static_cast<NetEdge*>(slabs.take(sizeof(NetEdge) * count));
        edge_count = this->open = static_cast<std::int16_t>(count);
    }

    int count() const { return edge_count; }
    int place_of(int cell) const {
        for (int place = 0; place < edge_count; ++place)
            if (edges[place].cell == cell) return place;
        return -1;
    }
    int cell_at(int place) const { return edges[place].cell; }
    bool open_at(int place) const { return edges[place].open; }
    std::int32_t visits_at(int place) const { return edges[place].visits; }
    NodeIndex& child_at(int place) { return edges[place].child; }
    NodeIndex child_at(int place) const { return edges[place].child; }
    void close(int place) {
        if (!edges[place].open) return;
        edges[place].open = false;
        --this->open;
    }

    void copy_moves(Slabs& slabs) {
        const NetEdge* old = edges;
        edges = static_cast<NetEdge*>(slabs.take(sizeof(NetEdge) * edge_count));
        std::memcpy(static_cast<void*>(edges), old, sizeof(NetEdge) * edge_count);
    }
};

}  // namespace pavage::hex
