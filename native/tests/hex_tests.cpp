// Boards, playouts, connections, fill-in and the solver of Hex, to be run under sanitizers: it exercises every
// width of board, full and won boards, the memory limit and interrupts, and checks what it can check alone.
//
//     cd native/src
//     g++ -std=c++20 -Og -g1 -fsanitize=address,undefined -fno-sanitize-recover=all -I. ../tests/hex_tests.cpp
//         hex/*.cpp solver/*.cpp -o hex_tests && ./hex_tests
#include <cstdio>
#include <vector>

#include "checks.h"
#include "hex/hex_playouts.h"
#include "solver/hex_solver.h"

using namespace pavage;
using namespace pavage::hex;

namespace {

struct Scattered {
    CellCodes codes;
    Board board;
};

// `count` stones of both colours in turn, on cells drawn by lot.
Scattered scatter(const Geometry& geometry, int count, Random& random) {
    Scattered made{CellCodes(geometry.cells), Board(geometry)};
    std::vector<int> cells(geometry.cells);
    for (int cell = 0; cell < geometry.cells; ++cell) cells[cell] = cell;
    for (int left = geometry.cells, stone = 0; stone < count; ++stone, --left) {
        std::swap(cells[left - 1], cells[random.below(static_cast<std::uint32_t>(left))]);
        const Colour colour = stone % 2 == 0 ? red : blue;
        made.codes[cells[left - 1]] = colour;
        made.board.place(cells[left - 1], colour);
    }
    return made;
}

void playouts(const Geometry& geometry, Random& random) {
    const int size = geometry.size;
    for (int count = 0; count <= geometry.cells; count += 1 + geometry.cells / 7) {
        const Scattered made = scatter(geometry, count, random);
        FillPlayouts fill(made.board, red);
        fill.play(random);
        WalkPlayouts walk(made.board, blue);
        check(walk.play(random) != empty, "every playout has a winner", size);
    }
    Board full = scatter(geometry, geometry.cells, random).board;
    check(full.wins(red) != full.wins(blue), "one winner on a full board", size);
}

// Connections need no stone of the other and no taken cell as their end.
void connections(const Geometry& geometry, Random& random) {
    const auto solver = Solver::make(geometry.size, 1 << 24);
    for (int turn = 0; turn < 6; ++turn) {
        Scattered made = scatter(geometry, turn * geometry.cells / 9, random);
        if (made.board.winner() != empty) continue;
        for (const Colour colour : {red, blue}) {
            CellCodes fewer = made.codes;
            for (int cell = turn % 3; cell < geometry.cells; cell += 3) fewer[cell] = empty;
            for (const CellCodes& before : {CellCodes{}, fewer}) {
                for (const Connection& one : solver->connections(made.codes, colour, before))
                    for (const int cell : one.carrier)
                        check(made.codes[cell] != other(colour), "a carrier without foreign stones", geometry.size);
                bool won = false;
                const auto cells = solver->mustplay(made.codes, colour, before, won);
                check(won == cells.empty(), "a mustplay unless won", geometry.size);
            }
            for (const int cell : solver->vulnerable(made.codes, colour))
                check(made.codes[cell] == empty, "vulnerable cells are empty", geometry.size);
            for (const auto& [cell, move] : solver->dominated(made.codes, colour))
                check(made.codes[cell] == empty && made.codes[move] == empty && cell != move,
                      "dominated cells are empty", geometry.size);
        }
        const CellCodes filled = solver->fill_in(made.codes);
        for (int cell = 0; cell < geometry.cells; ++cell)
            check(made.codes[cell] == empty || made.codes[cell] == filled[cell], "fill-in moves no stone",
                  geometry.size);
        for (const int cell : solver->permanently_inferior(made.codes))
            check(made.codes[cell] == empty && (filled[cell] == red || filled[cell] == blue),
                  "permanently inferior cells are filled in for one colour", geometry.size);
    }
}

void solving(int size) {
    const auto solver = Solver::make(size, std::size_t{1} << 26);
    const Answer answer = solver->solve(CellCodes(size * size), red, {});
    check(answer.verdict == Verdict::won, "whoever begins wins", size);
    // What it learned serves another solver.
    const auto heir = Solver::make(size, std::size_t{1} << 26);
    for (const Proof& proof : solver->proofs()) heir->learn(proof);
    check(heir->solve(CellCodes(size * size), red, {}).verdict == Verdict::won, "proofs can be handed on", size);
    check(heir->evaluations() <= solver->evaluations(), "proofs handed on save work", size);
}

void limits(int size) {
    const std::size_t limit = std::size_t{2} << 20;
    const auto small = Solver::make(size, limit);
    CellCodes corner(size * size);
    corner[0] = red;
    for (int turn = 0; turn < 2; ++turn) {
        check(small->solve(corner, blue, {}).verdict == Verdict::open, "not decided in little memory", size);
        check(small->memory_used() <= limit, "the memory limit", size);
    }

    long asked = 0;
    const auto stopped = Solver::make(size, std::size_t{1} << 28);
    for (const long most : {0L, 1L, 2L, 50L}) {
        asked = 0;
        stopped->solve(corner, blue, [&](const Progress&) { return asked++ >= most; });
        check(asked <= most + 1, "nothing is looked at after a stop", size);
    }
}

}  // namespace

int main() {
    Random random(7);
    for (const int size : {1, 2, 3, 7, 8, 9, 11, 12, 16, 17, 19}) {
        const Geometry geometry(size);
        playouts(geometry, random);
        connections(geometry, random);
    }
    for (const int size : {1, 2, 3, 4, 5}) solving(size);
    limits(8);
    for (const int size : {9, 12, 19}) {
        const auto solver = Solver::make(size, std::size_t{1} << 26);
        solver->solve(CellCodes(size * size), blue, [](const Progress& at) { return at.evaluations > 60; });
    }
    std::printf("%d checks\n", checks);
}
