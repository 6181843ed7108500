// How the Hex search walks, evaluates and proves.
#include "hex_search.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "hex_bridges.h"

namespace pavage::hex {

namespace {

// The worth of RAVE (how a cell's owner fared in all playouts below a node) in visits of the move
// itself; it also values the moves not yet visited. Self-play decided: one change against this
// search with nodes at a move's second visit, 300 games on 9x9, 2,000 simulations a move, two-stone
// openings that either side may win, +-2.7 %. The change scored:
//   weight 15: 50 %, 60: 47 %           an exploration term of 0.001 sqrt(N) / (1 + n): 44 %
//   no bridges kept: 32 %               no bridge saved after an intrusion: 49 %
//   nodes at the fourth visit: 42 %     at the first: 57 %, in equal time 54 % (so at the first)
// In equal time, 200 games, playouts move by move that save bridges, one per simulation, scored
// 19 % on 9x9 and 6 % on 11x11 (their best weight, 1,000, of 30, 300 and 1,000 tried on 9x9).
constexpr float rave_weight = 30;

// Beyond, RAVE no longer matters, and its counts of 64 playouts a time would outgrow a float.
constexpr std::int64_t simulations_to_learn = 1 << 18;

// RAVE's wins of a move not to be chosen: occupied, forbidden or proved lost. Sums keep it so.
constexpr float closed = -std::numeric_limits<float>::infinity();

constexpr std::uint64_t all_playouts = ~std::uint64_t{0};

std::uint64_t everywhere(Colour colour) { return colour == red ? all_playouts : 0; }

}  // namespace

Search::Search(const Board& board, Colour turn, const CellSet& allowed, std::uint64_t seed,
               std::size_t memory_bytes)
    : start_(board),
      turn_(turn),
      cells_(board.geometry().cells),
      most_nodes_(1 + memory_bytes / (sizeof(Node) + cells_ * (3 * sizeof(float) + 2 * sizeof(Index)))),
      random_(seed),
      fill_(board.geometry()),
      scores_(cells_),
      red_{std::vector<float>(cells_), std::vector<float>(cells_)},
      blue_(red_) {
    Board joined = start_;
    join_bridges(joined, bridges_);
    const Point no_move = board.geometry().top;
    evaluate(start_, turn, no_move);
    Node& node = nodes_[add_node(start_, turn)];
    for (int cell = 0; cell < cells_; ++cell)
        if (!allowed[cell]) close(node, cell);
}

void Search::simulate() {
    ++simulations_;
    path_.clear();
    Board board = start_;
    Colour turn = turn_;
    Index index = root;
    do {
        const Point move = select(nodes_[index]);
        path_.push_back({index, move});
        board.place(move, turn);
        turn = other(turn);
        index = nodes_[index].children()[move];
    } while (index != no_node);

    Board joined = board;
    join_bridges(joined, bridges_);
    if (const Colour winner = joined.winner(); winner != empty) {
        score(winner == red ? 1.0f : 0.0f);
        prove(winner, carrier(joined, winner, bridges_));
        return;
    }
    const auto [parent, move] = path_.back();
    const float red_result = evaluate(board, turn, move);
    // A node at the first visit; once the tree is half full, more visits the fuller it is.
    const std::size_t visits = nodes_[parent].visits()[move] + 1;
    if (visits * (most_nodes_ - nodes_.size()) > nodes_.size())
        nodes_[parent].children()[move] = add_node(board, turn);
    score(red_result);
    Colour mover = turn_;
    for (const Step& step : path_) {
        learn(nodes_[step.node], mover);
        mover = other(mover);
    }
}

// A node for the position just evaluated.
Search::Index Search::add_node(const Board& board, Colour turn) {
    const auto index = static_cast<Index>(nodes_.size());
    Node& node = nodes_.emplace_back(cells_);
    std::fill_n(node.values(), cells_, 0.0f);
    std::fill_n(node.visits(), cells_, 0);
    // One playout won and one lost, lest a cell that nobody had divide by nothing.
    std::fill_n(node.rave_wins(), cells_, 1.0f);
    std::fill_n(node.rave_visits(), cells_, 2.0f);
    node.open = cells_;
    for (int cell = 0; cell < cells_; ++cell)
        if (board.colour(cell) != empty) close(node, cell);
    learn(node, turn);
    return index;
}

void Search::close(Node& node, int cell) const {
    if (node.rave_wins()[cell] == closed) return;
    node.rave_wins()[cell] = closed;
    --node.open;
}

Point Search::select(const Node& node) {
    const float* values = node.values();
    const float* rave_wins = node.rave_wins();
    const float* rave_visits = node.rave_visits();
    const std::int32_t* visits = node.visits();
    float* scores = scores_.data();
    for (int cell = 0; cell < cells_; ++cell) {
        const float count = static_cast<float>(visits[cell]);
        scores[cell] = (values[cell] * count + rave_weight * rave_wins[cell] / rave_visits[cell]) /
                       (count + rave_weight);
    }
    return static_cast<Point>(std::max_element(scores, scores + cells_) - scores);
}

// Fills the board 64 times, a fair coin for each cell and the kept bridges shared one cell each;
// returns the part that Red wins. `turn` first saves a bridge into which the last move intruded.
float Search::evaluate(const Board& board, Colour turn, Point last) {
    for (int cell = 0; cell < cells_; ++cell) {
        const Colour colour = board.colour(cell);
        fill_.stones(cell) = colour == empty ? random_.word() : everywhere(colour);
    }
    for (const Bridge& bridge : bridges_) fill_.stones(bridge.second) = ~fill_.stones(bridge.first);
    for (const Bridge& bridge : board.geometry().bridges_through[last])
        if (intruded(board, bridge, turn)) {
            fill_.stones(bridge.second) = everywhere(turn);
            break;
        }
    const std::uint64_t red_wins = fill_.red_wins();
    const int won = std::popcount(red_wins);
    for (int cell = 0; cell < cells_; ++cell) {
        const std::uint64_t stones = fill_.stones(cell);
        const int owned = std::popcount(stones);
        const int both = std::popcount(stones & red_wins);
        red_.owned[cell] = static_cast<float>(owned);
        red_.won[cell] = static_cast<float>(both);
        blue_.owned[cell] = static_cast<float>(Fill::playouts - owned);
        blue_.won[cell] = static_cast<float>(Fill::playouts - owned - won + both);
    }
    return static_cast<float>(won) / Fill::playouts;
}

void Search::learn(Node& node, Colour turn) const {
    if (node.simulations > simulations_to_learn) return;
    const Ownership& own = turn == red ? red_ : blue_;
    float* rave_wins = node.rave_wins();
    float* rave_visits = node.rave_visits();
    for (int cell = 0; cell < cells_; ++cell) {
        rave_wins[cell] += own.won[cell];
        rave_visits[cell] += own.owned[cell];
    }
}

void Search::score(float red_result) {
    Colour mover = turn_;
    for (const auto& [index, move] : path_) {
        Node& node = nodes_[index];
        ++node.simulations;
        const float result = mover == red ? red_result : 1 - red_result;
        const auto count = static_cast<float>(++node.visits()[move]);
        node.values()[move] += (result - node.values()[move]) / count;
        mover = other(mover);
    }
}

// The position at the end of the path is won, needing no more cells than the carrier: what does
// this decide on the way up? A move that the opponent refutes without using some cell shows that
// every move to such a cell is refuted alike.
void Search::prove(Colour winner, CellSet carrier) {
    for (std::size_t depth = path_.size(); depth-- > 0;) {
        const auto& [index, move] = path_[depth];
        Node& node = nodes_[index];
        const Colour mover = depth % 2 == 0 ? turn_ : other(turn_);
        if (mover == winner) {
            node.proof = 1;
            node.winning_move = move;
            carrier.set(move);
        } else {
            node.carrier |= carrier;
            for (int cell = 0; cell < cells_; ++cell)
                if (!carrier[cell]) close(node, cell);
            if (node.open > 0) return;
            node.proof = -1;
            carrier = node.carrier;
        }
    }
}

Point Search::best_move(Index index) const {
    const Node& node = nodes_[index];
    if (node.proof > 0) return node.winning_move;
    // The most visited move; among equals, as before the first visits, RAVE decides. Closed moves
    // come last, except when all is lost: then the one that resisted longest.
    const auto rank = [&node](int cell) {
        const float rave = node.rave_wins()[cell] / node.rave_visits()[cell];
        return std::tuple(node.proof < 0 || rave != closed, node.visits()[cell], rave);
    };
    int best = 0;
    for (int cell = 1; cell < cells_; ++cell)
        if (rank(cell) > rank(best)) best = cell;
    return static_cast<Point>(best);
}

double Search::value() const {
    if (decided()) return proof() > 0 ? 1 : 0;
    const Node& node = nodes_[root];
    const Point move = best();
    return node.visits()[move] > 0 ? node.values()[move] : node.rave_wins()[move] / node.rave_visits()[move];
}

std::vector<int> Search::visits() const {
    return {nodes_[root].visits(), nodes_[root].visits() + cells_};
}

std::vector<int> Search::line() const {
    std::vector<int> moves;
    Index index = root;
    do {
        const Point move = best_move(index);
        if (index != root && nodes_[index].visits()[move] == 0) break;
        moves.push_back(move);
        index = nodes_[index].children()[move];
    } while (index != no_node);
    return moves;
}

}  // namespace pavage::hex
