// What the Hex player's tree proves: by the connections of a position, and from there up to the root.
#pragma once

#include <optional>

#include "hex_crossing.h"
#include "hex_tree.h"

namespace pavage::hex {

template <int Words>
bool Tree<Words>::worth_consulting(const Node& node) const {
    // The moves that may be made now are looked at more closely.
    const int visits = path_.size() <= 1 ? options_.consult / 8 : options_.consult;
    return node.simulations >= static_cast<std::uint32_t>(visits);
}

// Searches the connections of both colours at the node, once; who wins, if that is now known. The path leads to
// the node and is followed up with what is proved.
template <int Words>
std::optional<Colour> Tree<Words>::consult(Index index, Colour turn) {
    ++consultations_;
    Node& node = nodes_[index];
    node.consulted = true;
    const Cells open = grid_->all.without(node.stones.taken());
    connect(node.stones.of[other(turn) - red], open, other(turn));
    if (connections_.won()) return decide(index, turn, other(turn), connections_.proof());
    const Cells& mustplay = connections_.mustplay();
    if (!(mustplay == open)) {
        node.refuters |= connections_.proof();
        open.without(mustplay).each([&](int cell) { close(node, cell); });
        if (node.open <= 0) return decide(index, turn, other(turn), node.refuters);
    }
    connect(node.stones.of[turn - red], open, turn);
    const auto crossing = lightest_crossing(connections_, open);
    if (!crossing) return std::nullopt;
    node.winning_move = static_cast<std::int16_t>(crossing->move);
    if (index == root && crossing->move < 0) {
        const int move = first_move(node, turn, crossing->carrier & open);
        if (move < 0) return std::nullopt;
        node.winning_move = static_cast<std::int16_t>(move);
    }
    if (index == root && node.of.rave_wins[node.winning_move] == closed_move) return std::nullopt;
    return decide(index, turn, turn, crossing->carrier);
}

// The move with which `turn` begins a crossing within these cells.
template <int Words>
int Tree<Words>::first_move(const Node& node, Colour turn, Cells cells) {
    while (cells.any()) {
        const int move = cells.take_first();
        Cells own = node.stones.of[turn - red];
        own.set(move);
        Cells open = grid_->all.without(node.stones.taken());
        open.clear(move);
        connect(own, open, turn);
        if (connections_.won()) return move;
    }
    return -1;
}

// The node at the end of the path is won: what does this decide on the way up?
template <int Words>
Colour Tree<Words>::decide(Index index, Colour turn, Colour winner, const Cells& carrier) {
    settle(nodes_[index], turn, winner, carrier);
    prove(winner, carrier);
    return winner;
}

// The position after the path is won with this carrier. A move that the opponent refutes without using some cell
// shows that every move to such a cell is refuted alike.
template <int Words>
void Tree<Words>::prove(Colour winner, Cells carrier) {
    for (std::size_t depth = path_.size(); depth-- > 0;) {
        const auto& [index, move] = path_[depth];
        Node& node = nodes_[index];
        const Colour mover = depth % 2 == 0 ? turn_ : other(turn_);
        if (options_.inferior) {
            after(node, move, mover);
            carrier = fill_.before(carrier, winner - red);
        }
        if (mover == winner) {
            node.winning_move = static_cast<std::int16_t>(move);
            carrier.set(move);
            settle(node, mover, winner, carrier);
        } else {
            node.refuters |= carrier;
            for (int cell = 0; cell < cells_; ++cell)
                if (!carrier.has(cell)) close(node, cell);
            close(node, move);
            if (node.open > 0) return;
            carrier = node.refuters;
            settle(node, mover, winner, carrier);
        }
    }
}

template <int Words>
auto Tree<Words>::carrier() -> Cells {
    if (!decided()) return {};
    const Colour winner = proof() > 0 ? turn_ : other(turn_);
    Stones<Words> filled{stones_};
    fill_in(filled, grid_->all);
    return fill_.before(nodes_[root].refuters, winner - red);
}

}  // namespace pavage::hex
