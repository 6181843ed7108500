// The Python module `_native`: checks what Python hands over, then works without the interpreter's lock.
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <bit>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "hex_playouts.h"
#include "hex_search.h"
#include "hexn_bindings.h"
#include "reading.h"
#include "running.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using namespace pavage;

std::int64_t read_count(std::int64_t count) {
    if (count < 0) throw std::invalid_argument("count " + std::to_string(count) + " is negative");
    return count;
}

int hex_winner(int size, nb::bytes cells) { return read_board(size, cells).winner(); }

constexpr std::int64_t playouts_between_signals = 1 << 14;

std::int64_t hex_fill(int size, nb::bytes cells, int turn, std::int64_t count, nb::int_ seed) {
    hex::FillPlayouts playouts(read_board(size, cells), read_turn(turn));
    Random random(read_seed(seed));
    read_count(count);
    nb::gil_scoped_release unlocked;
    std::int64_t red_wins = 0;
    for (std::int64_t done = 0; done < count; done += hex::Fill::playouts) {
        std::uint64_t winners = playouts.play(random);
        const std::int64_t left = count - done;
        if (left < hex::Fill::playouts) winners &= (std::uint64_t{1} << left) - 1;
        red_wins += std::popcount(winners);
        if (done % playouts_between_signals == 0) check_signals();
    }
    return red_wins;
}

std::int64_t hex_walk(int size, nb::bytes cells, int turn, std::int64_t count, nb::int_ seed) {
    const hex::Board board = read_board(size, cells);
    const hex::Colour first = read_turn(turn);
    Random random(read_seed(seed));
    read_count(count);
    nb::gil_scoped_release unlocked;
    std::vector<hex::Point> empty_cells = hex::empty_cells(board);
    std::int64_t red_wins = 0;
    for (std::int64_t done = 0; done < count; ++done) {
        red_wins += hex::walk(board, empty_cells, first, random) == hex::red;
        if (done % playouts_between_signals == 0) check_signals();
    }
    return red_wins;
}

hex::CellSet read_allowed(int size, const nb::bytes& cells, const hex::Board& board) {
    check_length("allowed", size, cells);
    hex::CellSet allowed;
    for (int cell = 0; cell < size * size; ++cell) {
        const auto code = static_cast<unsigned char>(cells.c_str()[cell]);
        if (code > 1)
            throw std::invalid_argument("allowed byte " + std::to_string(cell) + " is " +
                                        std::to_string(code) + ", not 0 or 1");
        allowed[cell] = code == 1 && board.colour(cell) == hex::empty;
    }
    if (allowed.none()) throw std::invalid_argument("no empty cell is allowed");
    return allowed;
}

nb::tuple hex_search(int size, nb::bytes cells, int turn, nb::bytes allowed, std::int64_t simulations,
                     double seconds, nb::int_ seed, nb::object report) {
    hex::Board board = read_board(size, cells);
    const hex::Colour mover = read_turn(turn);
    if (board.winner() != hex::empty)
        throw std::invalid_argument(board.wins(hex::red) ? "red has already won" : "blue has already won");
    const hex::CellSet moves = read_allowed(size, allowed, board);
    check_limits(simulations, seconds, report);
    hex::Search search(board, mover, moves, read_seed(seed), tree_memory);
    {
        nb::gil_scoped_release unlocked;
        run(search, simulations, seconds, report);
    }
    return nb::make_tuple(static_cast<int>(search.best()), search.value(), search.visits(), search.line(),
                          search.simulations(), search.nodes(), search.proof());
}

}  // namespace

NB_MODULE(_native, m) {
    m.doc() = "Fast Hex and Hex-n. A board of Hex is size * size bytes, row by row: 0 empty, 1 red (joins top and bottom), "
              "2 blue (joins left and right).";
    m.def("hex_winner", &hex_winner, "size"_a, "board"_a,
          "The colour whose chain joins its sides: 1 or 2, or 0 for nobody.");
    m.def("hex_fill", &hex_fill, "size"_a, "board"_a, "turn"_a, "count"_a, "seed"_a,
          "How many of `count` random playouts Red wins, from `turn` to move, by filling the whole board.");
    m.def("hex_walk", &hex_walk, "size"_a, "board"_a, "turn"_a, "count"_a, "seed"_a,
          "How many of `count` random playouts Red wins, from `turn` to move, stone by stone until the win.");
    m.def("hex_search", &hex_search, "size"_a, "board"_a, "turn"_a, "allowed"_a, "simulations"_a, "seconds"_a,
          "seed"_a, "report"_a.none(),
          "Searches for the best move of `turn` among the empty cells whose `allowed` byte is 1.\n\n"
          "Stops after `simulations` or `seconds` (0 or less: no limit), at a proof, on Ctrl-C, or when\n"
          "`report(simulations, value, cell)`, called about every 20 ms, returns true. Without a limit in\n"
          "seconds, the same seed gives the same answer.\n\n"
          "Returns (cell, value from 0 to 1 for `turn`, visits per cell, line of best play, simulations,\n"
          "nodes, proof: 1 won, -1 lost, 0 open).");
    bind_hexn(m);
    bind_solver(m);
}
