// Hex-n for Python: checks what is handed over, then works without the interpreter's lock.

#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "bindings/bindings.h"
#include "bindings/running.h"
#include "hexn/hexn_playouts.h"
#include "hexn/hexn_search.h"

namespace pavage {

namespace {

using namespace nb::literals;

constexpr std::size_t set_bytes = hexn::most_cells / 8;

using AnyGround = std::variant<hexn::Ground<1>, hexn::Ground<2>, hexn::Ground<4>>;

// Handed over once per game: what never changes, in the smallest size that holds it.
struct HexNGround {
    AnyGround any;
};

unsigned char byte_at(const nb::bytes& bytes, std::size_t place) {
    return static_cast<unsigned char>(bytes.c_str()[place]);
}

// A set of cells is 32 bytes, the lowest cells first.
template <int Words>
Bits<Words> read_set(const nb::bytes& bytes, std::size_t which, int cells) {
    Bits<Words> set;
    for (int cell = 0; cell < hexn::most_cells; ++cell)
        if ((byte_at(bytes, which * set_bytes + static_cast<std::size_t>(cell / 8)) >> (cell % 8)) & 1) {
            if (cell >= cells)
                throw std::invalid_argument("a set holds cell " + std::to_string(cell) + ", the board has " +
                                            std::to_string(cells));
            set.set(cell);
        }
    return set;
}

template <int Words>
hexn::Ground<Words> read_ground(const nb::bytes& near, const nb::bytes& ports, int colours, bool assigned) {
    hexn::Ground<Words> ground;
    ground.cells = static_cast<int>(near.size() / set_bytes);
    ground.colours = colours;
    ground.assigned = assigned;
    for (int cell = 0; cell < ground.cells; ++cell) {
        ground.full.set(cell);
        ground.near.push_back(read_set<Words>(near, static_cast<std::size_t>(cell), ground.cells));
    }
    for (std::size_t port = 0; port < ports.size() / set_bytes; port += 2) {
        ground.pairs.push_back({read_set<Words>(ports, port, ground.cells),
                                read_set<Words>(ports, port + 1, ground.cells)});
        ground.all_ports |= ground.pairs.back().begin | ground.pairs.back().end;
    }
    return ground;
}

AnyGround read_any_ground(const nb::bytes& near, const nb::bytes& ports, int colours, bool assigned) {
    const std::size_t cells = near.size() / set_bytes;
    const std::size_t sides = ports.size() / set_bytes;
    if (near.size() % set_bytes != 0 || cells < 1 || cells > hexn::most_cells)
        throw std::invalid_argument("near has " + std::to_string(near.size()) +
                                    " bytes, not 32 for each of 1 to 256 cells");
    if (ports.size() % (2 * set_bytes) != 0 || sides == 0)
        throw std::invalid_argument("ports has " + std::to_string(ports.size()) +
                                    " bytes, not 64 for each of some pairs");
    if (colours < 2 || colours > hexn::most_colours)
        throw std::invalid_argument("colours " + std::to_string(colours) + " is not between 2 and 6");
    if (assigned && sides != 2 * static_cast<std::size_t>(colours))
        throw std::invalid_argument("ports has no pair for each of " + std::to_string(colours) + " colours");
    if (cells <= 64) return read_ground<1>(near, ports, colours, assigned);
    if (cells <= 128) return read_ground<2>(near, ports, colours, assigned);
    return read_ground<4>(near, ports, colours, assigned);
}

template <int Words>
hexn::State<Words> read_state(const hexn::Ground<Words>& ground, const nb::bytes& board, unsigned alive,
                              int turn) {
    if (board.size() != static_cast<std::size_t>(ground.cells))
        throw std::invalid_argument("board has " + std::to_string(board.size()) + " bytes, the ground " +
                                    std::to_string(ground.cells) + " cells");
    hexn::State<Words> state;
    for (int cell = 0; cell < ground.cells; ++cell) {
        const int code = byte_at(board, static_cast<std::size_t>(cell));
        if (code > ground.colours)
            throw std::invalid_argument("board byte " + std::to_string(cell) + " is " + std::to_string(code) +
                                        ", not 0 (empty) to " + std::to_string(ground.colours));
        (code == 0 ? state.free : state.stones[code - 1]).set(cell);
    }
    if (alive == 0 || alive >= 1u << ground.colours)
        throw std::invalid_argument("alive " + std::to_string(alive) + " is no set of colours");
    if (turn < 1 || turn > ground.colours || ((alive >> (turn - 1)) & 1) == 0)
        throw std::invalid_argument("turn " + std::to_string(turn) + " is nobody who is alive");
    state.alive = alive;
    state.turn = turn - 1;
    if (!ground.assigned)
        for (int colour = 0; colour < ground.colours && state.linked == hexn::nobody; ++colour)
            if (((alive >> colour) & 1) != 0 && ground.joins(state.stones[colour], colour))
                state.linked = colour;
    return state;
}

template <int Words>
void check_open(const hexn::State<Words>& state) {
    if (state.over()) throw std::invalid_argument("the game is over");
}

template <int Words>
Bits<Words> read_cells(const char* name, const hexn::Ground<Words>& ground, const nb::bytes& cells) {
    if (cells.size() != static_cast<std::size_t>(ground.cells))
        throw std::invalid_argument(std::string(name) + " has " + std::to_string(cells.size()) +
                                    " bytes, the ground " + std::to_string(ground.cells) + " cells");
    Bits<Words> set;
    for (int cell = 0; cell < ground.cells; ++cell) {
        const int code = byte_at(cells, static_cast<std::size_t>(cell));
        if (code > 1)
            throw std::invalid_argument(std::string(name) + " byte " + std::to_string(cell) + " is " +
                                        std::to_string(code) + ", not 0 or 1");
        if (code == 1) set.set(cell);
    }
    return set;
}

nb::tuple hexn_play(const HexNGround& given, nb::bytes board, unsigned alive, int turn, int cell) {
    return std::visit(
        [&](const auto& ground) {
            auto state = read_state(ground, board, alive, turn);
            check_open(state);
            if (cell < 0 || cell >= ground.cells || !state.free.has(cell))
                throw std::invalid_argument("cell " + std::to_string(cell) + " is not an empty one");
            state.place(ground, cell);
            return nb::make_tuple(state.alive, state.turn + 1, state.over() ? state.winner() + 1 : 0);
        },
        given.any);
}

template <int Words>
std::vector<std::int64_t> play_out(const hexn::Ground<Words>& ground, const hexn::State<Words>& start,
                                   unsigned careful, std::int64_t count, std::uint64_t seed) {
    constexpr std::int64_t playouts_between_signals = 1 << 12;
    Random random(seed);
    hexn::Playouts<Words> playouts(ground);
    std::vector<std::int64_t> wins(static_cast<std::size_t>(ground.colours));
    nb::gil_scoped_release unlocked;
    for (std::int64_t done = 0; done < count; ++done) {
        hexn::State<Words> state = start;
        playouts.play(state, careful, random);
        ++wins[static_cast<std::size_t>(state.winner())];
        if (done % playouts_between_signals == 0) check_signals();
    }
    return wins;
}

std::vector<std::int64_t> hexn_playouts(const HexNGround& given, nb::bytes board, unsigned alive, int turn,
                                        unsigned careful, std::int64_t count, nb::int_ seed) {
    if (count < 0) throw std::invalid_argument("count " + std::to_string(count) + " is negative");
    return std::visit(
        [&](const auto& ground) {
            const auto state = read_state(ground, board, alive, turn);
            return play_out(ground, state, careful, count, read_seed(seed));
        },
        given.any);
}

nb::tuple hexn_search(const HexNGround& given, nb::bytes board, unsigned alive, int turn, nb::bytes allowed,
                      nb::bytes centre, std::int64_t simulations, double seconds, nb::int_ seed,
                      nb::object report) {
    return std::visit(
        [&]<int Words>(const hexn::Ground<Words>& ground) {
            const auto state = read_state(ground, board, alive, turn);
            check_open(state);
            const auto moves = read_cells("allowed", ground, allowed) & state.free;
            if (!moves.any()) throw std::invalid_argument("no empty cell is allowed");
            const auto closed = read_cells("centre", ground, centre);
            check_limits(simulations, seconds, report);
            hexn::Search<Words> search(ground, state, moves, closed, read_seed(seed), tree_memory);
            {
                nb::gil_scoped_release unlocked;
                run(search, simulations, seconds, report);
            }
            return nb::make_tuple(search.best(), search.value(), search.visits(), search.line(),
                                  search.simulations(), search.nodes(), search.proof());
        },
        given.any);
}

}  // namespace

void bind_hexn(nb::module_& m) {
    nb::class_<HexNGround>(m, "HexNGround",
                           "The board of a game of Hex-n: neighbours of each cell and pairs of ports, as sets of "
                           "cells of 32 bytes, the lowest cells first.")
        .def(
            "__init__",
            [](HexNGround* self, nb::bytes near, nb::bytes ports, int colours, bool assigned) {
                new (self) HexNGround{read_any_ground(near, ports, colours, assigned)};
            },
            "near"_a, "ports"_a, "colours"_a, "assigned"_a);
    m.def("hexn_play", &hexn_play, "ground"_a, "board"_a, "alive"_a, "turn"_a, "cell"_a,
          "A stone of `turn` (1 to 6) on an empty cell: who is alive (a bit each), who is next, who has won or 0.");
    m.def("hexn_playouts", &hexn_playouts, "ground"_a, "board"_a, "alive"_a, "turn"_a, "careful"_a, "count"_a,
          "seed"_a,
          "How many of `count` playouts each colour wins; those of `careful` (a bit each) play along good ways.");
    m.def("hexn_search", &hexn_search, "ground"_a, "board"_a, "alive"_a, "turn"_a, "allowed"_a, "centre"_a,
          "simulations"_a, "seconds"_a, "seed"_a, "report"_a.none(),
          "Searches for the best move of `turn` among the empty cells whose `allowed` byte is 1; nobody's first\n"
          "stone may take a cell whose `centre` byte is 1. Limits, report and answer as those of hex_search.");
}

}  // namespace pavage
