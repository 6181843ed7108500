// Monte Carlo tree search for Hex-n: every node maximises the chance of the colour that moves there.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/random.h"
#include "hexn/hexn_board.h"
#include "hexn/hexn_playouts.h"
#include "hexn/hexn_ways.h"

namespace pavage::hexn {

template <int Words>
class Search {
public:
    using Cells = Bits<Words>;

    // `allowed`: the cells among which to choose the first move, at least one. `centre`: the cells
    // that nobody's first stone may take. The position is not over.
    Search(const Ground<Words>& ground, const State<Words>& start, const Cells& allowed, const Cells& centre,
           std::uint64_t seed, std::size_t memory_bytes);

    // One walk down the tree, a playout at its end, and the way back up. Not once decided.
    void simulate();

    bool decided() const { return proof() != 0; }
    int proof() const;  // +1 won, -1 lost by the side to move
    int best() const { return best_move(root); }
    double value() const;  // of the best move, for the side to move, from 0 to 1
    std::vector<int> visits() const;
    std::vector<int> line() const;  // best play from here on
    std::int64_t simulations() const { return simulations_; }
    std::size_t nodes() const { return nodes_.size(); }

private:
    using Index = std::uint32_t;
    static constexpr Index root = 0;
    static constexpr Index no_node = root;  // among children: the root is nobody's child

    // What is known of one move.
    struct Choice {
        std::int32_t visits = 0;
        float wins = 0;
        float rave_visits = 0;
        float rave_wins = 0;
        float promise = 0;
        Index child = no_node;
        std::int8_t winner = nobody;  // for sure
    };

    struct Node {
        std::unique_ptr<Choice[]> choices;  // by cell
        Cells moves;                        // the cells worth a look
        std::int32_t visits = 0;
        std::int16_t open = 0;  // moves whose end is not certain
        std::int8_t turn = 0;
        std::int8_t winner = nobody;  // for sure
        bool complete = true;         // whether a loss is certain when all moves lose
    };

    struct Step {
        Index node;
        int move;
    };

    Index add_node(const State<Words>& state, const Cells& allowed);
    void promise(Node& node, const State<Words>& state, int boards);
    Cells allowed_in(const State<Words>& state) const;
    int select(const Node& node) const;
    int play_out(State<Words>& state);
    void settle(int winner);
    int best_move(Index index) const;

    const Ground<Words>& ground_;
    const State<Words> start_;
    const Cells centre_;
    const std::size_t most_nodes_;
    Random random_;
    Playouts<Words> playouts_;
    Ways<Words> ways_, spare_;
    std::array<float, most_cells> weights_{};
    std::int64_t simulations_ = 0;
    std::vector<Node> nodes_;
    std::vector<Step> path_;
};

extern template class Search<1>;
extern template class Search<2>;
extern template class Search<4>;

}  // namespace pavage::hexn
