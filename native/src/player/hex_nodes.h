// The nodes of the Hex player's tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "player/hex_tree_nodes.h"

namespace pavage::hex {

// RAVE's wins of a move not to be chosen: occupied, forbidden or proved lost. Sums keep it so.
constexpr float closed_move = -std::numeric_limits<float>::infinity();

// What is known of each move, in columns so that the compiler handles several cells at a time.
struct Columns {
    float* values;  // mean result for the mover
    float* rave_wins;
    float* rave_visits;
    float* prior;
    std::int32_t* visits;
    NodeIndex* children;

    static constexpr std::size_t bytes_a_cell = 4 * sizeof(float) + 2 * sizeof(std::uint32_t);

    static Columns take(Slabs& slabs, int cells) {
        auto* start = static_cast<float*>(slabs.take(bytes_a_cell * cells));
        Columns of;
        of.values = start;
        of.rave_wins = start + cells;
        of.rave_visits = start + 2 * cells;
        of.prior = start + 3 * cells;
        of.visits = reinterpret_cast<std::int32_t*>(start + 4 * cells);
        of.children = reinterpret_cast<NodeIndex*>(start + 5 * cells);
        return of;
    }
};

// A position met in the search; the places of its moves are the cells. Its columns come with its second visit: most
// nodes never have one.
template <int Words>
struct TreeNode : ProvableNode<Words> {
    std::uint8_t* first = nullptr;  // of its own playouts, per cell: had by the mover, and won besides
    Columns of{};
    std::int16_t cells = 0, last = -1;
    bool expanded = false;

    static std::uint8_t* take_first(Slabs& slabs, int cells) { return static_cast<std::uint8_t*>(slabs.take(2 * cells)); }

    int count() const { return expanded ? cells : 0; }
    int place_of(int cell) const { return expanded ? cell : -1; }
    int cell_at(int place) const { return place; }
    bool open_at(int place) const { return of.rave_wins[place] != closed_move; }
    std::int32_t visits_at(int place) const { return of.visits[place]; }
    NodeIndex& child_at(int place) { return of.children[place]; }
    NodeIndex child_at(int place) const { return of.children[place]; }
    void close(int place) {
        if (!open_at(place)) return;
        of.rave_wins[place] = closed_move;
        --this->open;
    }

    void copy_moves(Slabs& slabs) {
        if (expanded) {
            const Columns old = of;
            of = Columns::take(slabs, cells);
            std::memcpy(of.values, old.values, Columns::bytes_a_cell * cells);
        } else {
            const std::uint8_t* old = first;
            first = take_first(slabs, cells);
            std::memcpy(first, old, 2 * cells);
        }
    }
};

}  // namespace pavage::hex
