// How the Hex-n search walks, plays out and proves.
#include "hexn/hexn_search.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace pavage::hexn {

namespace {

// The worth of RAVE (how the owner of a cell fared in all playouts below a node) in visits of the move.
constexpr float rave_weight = 30;
constexpr float exploration = 0.3f;
// How far a cell on good ways is preferred before it was tried; it fades with the root of its visits.
// Alone against five at random on H5, 100 to 120 games (+-4 %), trust 2, nodes at the second visit and
// quick looks of 6 boards: 76 % with 2,000 simulations; trust 5, nodes at the 30th: 83 %, with 6,000
// 82 %; quick looks of 24 boards besides: 85 % with 1,500. By promise alone 79 %. Chosen on these games;
// on 50 others the last won 82 % with 6,000.
constexpr float trust = 5;
// Boards with blocks by which good ways are found at the root, and further down.
constexpr int boards_at_root = 200;
constexpr int boards_below = 40;
// Visits of a move until it has a node of its own: between two, and among several. Of several opponents
// nobody knows which will stand in our way, and looking for it everywhere makes us see it everywhere.
constexpr int visits_to_grow = 2;
constexpr int visits_to_grow_among_several = 30;

}  // namespace

template <int Words>
Search<Words>::Search(const Ground<Words>& ground, const State<Words>& start, const Cells& allowed,
                      const Cells& centre, std::uint64_t seed, std::size_t memory_bytes)
    : ground_(ground),
      start_(start),
      centre_(centre),
      most_nodes_(1 + memory_bytes / (sizeof(Node) + ground.cells * sizeof(Choice))),
      random_(seed),
      playouts_(ground) {
    add_node(start_, allowed);
}

template <int Words>
void Search<Words>::simulate() {
    ++simulations_;
    path_.clear();
    State<Words> state = start_;
    Index index = root;
    int winner = nobody;
    while (true) {
        const int move = select(nodes_[index]);
        Choice& choice = nodes_[index].choices[move];
        path_.push_back({index, move});
        state.place(ground_, move);
        if (choice.winner != nobody) {
            winner = choice.winner;
            break;
        }
        if (state.over()) {
            settle(state.winner());
            winner = state.winner();
            break;
        }
        if (choice.child == no_node) {
            const bool several = std::popcount(state.alive) > 2;
            const int enough = several ? visits_to_grow_among_several : visits_to_grow;
            if (choice.visits + 1 < enough || nodes_.size() >= most_nodes_) break;
            const Index child = add_node(state, allowed_in(state));
            choice.child = child;  // the choices of a node stay where they are
            if (nodes_[child].winner != nobody) {
                settle(nodes_[child].winner);
                winner = nodes_[child].winner;
            }
            break;
        }
        index = choice.child;
    }
    if (winner == nobody) winner = play_out(state);
    for (const auto& [at, move] : path_) {
        Node& node = nodes_[at];
        ++node.visits;
        Choice& choice = node.choices[move];
        ++choice.visits;
        const float won = node.turn == winner ? 1.0f : 0.0f;
        choice.wins += won;
        (state.stones[node.turn] & node.moves).each([&](int cell) {
            node.choices[cell].rave_visits += 1;
            node.choices[cell].rave_wins += won;
        });
    }
}

// While several opponents are in, all at random but the one for whom we search: what it gets done
// while the others do anything. Between two, both at random, as in Hex.
template <int Words>
int Search<Words>::play_out(State<Words>& state) {
    playouts_.play(state, std::popcount(state.alive) > 2 ? 1u << start_.turn : 0, random_);
    return state.winner();
}

template <int Words>
typename Search<Words>::Cells Search<Words>::allowed_in(const State<Words>& state) const {
    if (state.stones[state.turn].any()) return state.free;
    const Cells allowed = state.free.without(centre_);
    return allowed.any() ? allowed : state.free;
}

template <int Words>
typename Search<Words>::Index Search<Words>::add_node(const State<Words>& state, const Cells& allowed) {
    const auto index = static_cast<Index>(nodes_.size());
    Node& node = nodes_.emplace_back();
    node.choices = std::make_unique<Choice[]>(static_cast<std::size_t>(ground_.cells));
    node.turn = static_cast<std::int8_t>(state.turn);
    node.moves = allowed;
    const Threats<Words> found = threats(ground_, state, ways_, spare_);
    if (const Cells wins = found.wins & allowed; wins.any()) {
        node.moves = wins;
        node.winner = node.turn;
        wins.each([&](int cell) { node.choices[cell].winner = node.turn; });
    } else if (const Cells forced = found.forced & allowed; forced.any()) {
        node.moves = forced;
        // Of several opponents none need strike there; the only one would.
        node.complete = std::popcount(state.alive) == 2;
    }
    node.open = static_cast<std::int16_t>(node.moves.count());
    if (node.winner == nobody && node.open > 1) promise(node, state, index == root ? boards_at_root : boards_below);
    return index;
}

// What a cell promises, from 0 to 1. Against one opponent its ways count too: they are there to be barred.
template <int Words>
void Search<Words>::promise(Node& node, const State<Words>& state, int boards) {
    weights_.fill(0);
    const unsigned others = state.alive & ~(1u << state.turn);
    if (std::has_single_bit(others)) {
        boards /= 2;
        weigh(ground_, state, std::countr_zero(others), boards, random_, weights_, ways_, spare_);
    }
    weigh(ground_, state, state.turn, boards, random_, weights_, ways_, spare_);
    float most = 0;
    node.moves.each([&](int cell) { most = std::max(most, weights_[cell]); });
    if (most > 0) node.moves.each([&](int cell) { node.choices[cell].promise = weights_[cell] / most; });
}

template <int Words>
int Search<Words>::select(const Node& node) const {
    const float spread = exploration * std::sqrt(std::log(static_cast<float>(node.visits + 2)));
    int best = nobody;
    float best_score = 0;
    node.moves.each([&](int cell) {
        const Choice& choice = node.choices[cell];
        const auto visits = static_cast<float>(choice.visits);
        float score;
        if (choice.winner != nobody) {
            // Nobody goes there while something is open; then everywhere in turn.
            score = (node.open > 0 ? -1e9f : 0.0f) - visits;
        } else {
            // Before the first playouts, everybody's chances are equal.
            const float rave =
                (choice.rave_wins + 1) / (choice.rave_visits + static_cast<float>(ground_.colours));
            score = (choice.wins + rave_weight * rave) / (visits + rave_weight) +
                    (spread + trust * choice.promise) / std::sqrt(visits + 1);
        }
        if (best == nobody || score > best_score) {
            best = cell;
            best_score = score;
        }
    });
    return best;
}

// The end of the path is certain: what does this decide on the way up?
template <int Words>
void Search<Words>::settle(int winner) {
    for (std::size_t depth = path_.size(); depth-- > 0;) {
        const auto& [index, move] = path_[depth];
        Node& node = nodes_[index];
        node.choices[move].winner = static_cast<std::int8_t>(winner);
        --node.open;
        if (winner == node.turn) {
            node.winner = node.turn;
            continue;
        }
        if (node.open > 0 || !node.complete) return;
        // Whoever loses for sure may still choose who wins.
        bool agreed = true;
        node.moves.each([&](int cell) { agreed = agreed && node.choices[cell].winner == winner; });
        if (!agreed) return;
        node.winner = static_cast<std::int8_t>(winner);
    }
}

template <int Words>
int Search<Words>::proof() const {
    const Node& node = nodes_[root];
    if (node.winner != nobody) return node.winner == node.turn ? 1 : -1;
    return node.open == 0 && node.complete ? -1 : 0;
}

template <int Words>
int Search<Words>::best_move(Index index) const {
    const Node& node = nodes_[index];
    // Certain wins, then the most visited that is open, then what resisted longest.
    const auto rank = [&node](int cell) {
        const Choice& choice = node.choices[cell];
        const int sure = choice.winner == nobody ? 1 : choice.winner == node.turn ? 2 : 0;
        return std::tuple(sure, choice.visits, choice.promise);
    };
    int best = node.moves.first();
    node.moves.each([&](int cell) {
        if (rank(cell) > rank(best)) best = cell;
    });
    return best;
}

template <int Words>
double Search<Words>::value() const {
    if (decided()) return proof() > 0 ? 1 : 0;
    const Choice& choice = nodes_[root].choices[best()];
    if (choice.winner != nobody) return choice.winner == start_.turn ? 1 : 0;
    return choice.visits > 0 ? choice.wins / static_cast<float>(choice.visits) : 1.0 / ground_.colours;
}

template <int Words>
std::vector<int> Search<Words>::visits() const {
    std::vector<int> counts;
    for (int cell = 0; cell < ground_.cells; ++cell) counts.push_back(nodes_[root].choices[cell].visits);
    return counts;
}

template <int Words>
std::vector<int> Search<Words>::line() const {
    std::vector<int> moves;
    Index index = root;
    do {
        const int move = best_move(index);
        const Choice& choice = nodes_[index].choices[move];
        if (index != root && choice.visits == 0 && choice.winner == nobody) break;
        moves.push_back(move);
        index = choice.child;
    } while (index != no_node);
    return moves;
}

template class Playouts<1>;
template class Playouts<2>;
template class Playouts<4>;

template class Search<1>;
template class Search<2>;
template class Search<4>;

}  // namespace pavage::hexn
