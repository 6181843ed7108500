// The Python module `_native`: checks what Python hands over, then works without the interpreter's lock.
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "bindings/bindings.h"
#include "bindings/reading.h"
#include "bindings/running.h"
#include "hex/hex_playouts.h"
#include "player/hex_player.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using namespace pavage;

std::int64_t read_count(std::int64_t count) {
    if (count < 0) throw std::invalid_argument("count " + std::to_string(count) + " is negative");
    return count;
}

int hex_winner(int size, nb::bytes cells) { return read_board(size, cells).winner(); }

// Stones are placed in the order of the cells; then the last `undone` are taken back.
std::vector<int> hex_chains(int size, nb::bytes cells, int undone) {
    hex::Board board = read_board(size, cells);
    int placed = 0;
    for (int cell = 0; cell < size * size; ++cell) placed += board.colour(cell) != hex::empty;
    if (undone < 0 || undone > placed)
        throw std::invalid_argument("undone " + std::to_string(undone) + " is not between 0 and " +
                                    std::to_string(placed));
    for (int stone = 0; stone < undone; ++stone) board.undo();
    std::vector<int> chains;
    for (int cell = 0; cell < size * size; ++cell)
        chains.push_back(board.colour(cell) == hex::empty ? -1 : board.chain(static_cast<hex::Point>(cell)));
    return chains;
}

template <class Playouts>
std::int64_t count_red_wins(int size, const nb::bytes& cells, int turn, std::int64_t count, const nb::int_& seed) {
    constexpr std::int64_t between_signals = 1 << 14;
    Playouts playouts(read_board(size, cells), read_turn(turn));
    Random random(read_seed(seed));
    read_count(count);
    nb::gil_scoped_release unlocked;
    std::int64_t red_wins = 0;
    for (; count > 0; count -= between_signals) {
        check_signals();
        red_wins += playouts.red_wins(std::min(count, between_signals), random);
    }
    return red_wins;
}

std::int64_t hex_fill(int size, nb::bytes cells, int turn, std::int64_t count, nb::int_ seed) {
    return count_red_wins<hex::FillPlayouts>(size, cells, turn, count, seed);
}

std::int64_t hex_walk(int size, nb::bytes cells, int turn, std::int64_t count, nb::int_ seed) {
    return count_red_wins<hex::WalkPlayouts>(size, cells, turn, count, seed);
}

nb::tuple hex_search(int size, nb::bytes cells, int turn, nb::bytes allowed, std::int64_t simulations,
                     double seconds, nb::int_ seed, nb::object report) {
    const Question asked = read_question(size, cells, turn, allowed);
    check_limits(simulations, seconds, report);
    hex::PlayerOptions options;
    options.inferior = options.connections = options.patterns = false;
    const auto player = hex::Player::make(size, options, nullptr, tree_memory);
    player->enter(asked.codes, asked.mover, asked.moves, read_seed(seed), true);
    {
        nb::gil_scoped_release unlocked;
        run(*player, simulations, seconds, report);
    }
    return nb::make_tuple(player->best(), player->value(), player->visits(), player->line(), player->simulations(),
                          player->nodes(), player->proof());
}

}  // namespace

NB_MODULE(_native, m) {
    // A solver that lives until the interpreter ends is no leak; nobody should read about it.
    nb::set_leak_warnings(false);
    m.doc() = "Fast Hex and Hex-n. A board of Hex is size * size bytes, row by row: 0 empty, 1 red (joins top and bottom), "
              "2 blue (joins left and right).";
    m.def("hex_winner", &hex_winner, "size"_a, "board"_a,
          "The colour whose chain joins its sides: 1 or 2, or 0 for nobody.");
    m.def("hex_chains", &hex_chains, "size"_a, "board"_a, "undone"_a = 0,
          "For each cell the name of its chain, -1 where it is empty, the last `undone` stones taken back. Cells have\n"
          "the same name if their stones are joined, also by a side.");
    m.def("hex_fill", &hex_fill, "size"_a, "board"_a, "turn"_a, "count"_a, "seed"_a,
          "How many of `count` random playouts Red wins, from `turn` to move, by filling the whole board.");
    m.def("hex_walk", &hex_walk, "size"_a, "board"_a, "turn"_a, "count"_a, "seed"_a,
          "How many of `count` random playouts Red wins, from `turn` to move, stone by stone until the win.");
    m.def("hex_search", &hex_search, "size"_a, "board"_a, "turn"_a, "allowed"_a, "simulations"_a, "seconds"_a,
          "seed"_a, "report"_a.none(),
          "Searches for the best move of `turn` among the empty cells whose `allowed` byte is 1.\n\n"
          "Stops after `simulations` or `seconds` (0 or less: no limit), at a proof, on Ctrl-C, or when\n"
          "`report(simulations, value, cell)`, called about every 20 ms and at powers of two, returns true. Without a limit in\n"
          "seconds, the same seed gives the same answer.\n\n"
          "Returns (cell, value from 0 to 1 for `turn`, visits per cell, line of best play, simulations,\n"
          "nodes, proof: 1 won, -1 lost, 0 open).");
    bind_hexn(m);
    bind_solver(m);
    bind_player(m);
    bind_net(m);
}
