// Tree search that asks the network: its shares say what to look at, its judgement stands in for playouts.
#pragma once

#include <memory>

#include "net/net.h"
#include "player/hex_player.h"

namespace pavage::hex {

// What may be left out, and how the tree is walked; results are counted from 0 (lost) to 1 (won).
struct NetOptions {
    bool inferior = true;      // dead and captured cells are filled in
    bool connections = true;   // connection search decides or prunes
    int consult = 24;          // simulations of a node before its connections are searched
    float exploration = 0.7f;  // of moves that the network likes and that were looked at little
    float growth = 0.45f;      // of that weight, with the logarithm of the simulations: long searches look wider
    float urgency = 0.12f;     // by how much a move not yet looked at is thought to be worse
};

struct NetMove {
    int cell;
    float prior;  // the network's share
    float value;  // mean result for the mover
    int visits;
    bool open;  // neither forbidden nor refuted
};

// A position below the one asked about, as its mover sees it, with what was found there; its cells are those of the
// mover's view too.
struct NetMet {
    CellCodes seen;
    std::vector<NetMove> moves;
    float judged;  // the mover's chance, by the network alone
    int depth;     // moves from the position asked about
};

class NetPlayer : public Player {
public:
    // The next simulation begins with this cell, an open move of the position.
    virtual void simulate_move(int cell) = 0;
    virtual std::vector<NetMove> moves() const = 0;
    // What the network itself thinks of the mover's chance, and the mean of all simulations.
    virtual float judged() const = 0;
    virtual float mean() const = 0;
    // The position as the network sees it: filled in, from the mover's side.
    virtual CellCodes seen() const = 0;
    // Positions below that were looked at at least so often and that nothing is proved of.
    virtual std::vector<NetMet> met(int fewest) const = 0;

    static std::unique_ptr<NetPlayer> make(int size, std::shared_ptr<const Net> net, const NetOptions& options,
                                           std::size_t memory);
};

// The board with dead and captured cells filled in, as the mover sees it.
CellCodes filled_and_seen(int size, const CellCodes& codes, Colour turn);

}  // namespace pavage::hex
