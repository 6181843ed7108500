// The solver as Python sees it: the class `HexSolver` of `_native`.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "bindings/bindings.h"
#include "bindings/reading.h"
#include "bindings/running.h"
#include "hex/hex_permanent.h"
#include "solver/hex_solver.h"

namespace pavage {

using namespace nb::literals;

namespace {

using Clock = std::chrono::steady_clock;

class HexSolver {
public:
    HexSolver(int size, std::int64_t memory) : size_(size) {
        if (size < 1 || size > hex::largest_solved_size)
            throw std::invalid_argument("size " + std::to_string(size) + " is not between 1 and " +
                                        std::to_string(hex::largest_solved_size));
        if (memory < 1) throw std::invalid_argument("memory " + std::to_string(memory) + " is not positive");
        solver_ = hex::Solver::make(size, static_cast<std::size_t>(memory));
        note();
    }

    nb::tuple solve(nb::bytes cells, int turn, std::int64_t evaluations, double seconds, nb::object report) {
        const hex::Colour mover = read_turn(turn);
        const hex::CellCodes codes = undecided(cells);
        if (std::isnan(seconds)) throw std::invalid_argument("seconds is not a number");
        if (!report.is_none() && !nb::isinstance<nb::callable>(report))
            throw std::invalid_argument("report is neither None nor callable");
        const auto start = Clock::now();
        auto reported = start;
        hex::Answer answer;
        {
            nb::gil_scoped_release unlocked;
            const Turns::Turn turn_of_ours(turns_);
            const Noted noted{*this};
            const std::uint64_t before = solver_->evaluations();
            answer = solver_->solve(codes, mover, [&](const hex::Progress& progress) {
                const auto done = static_cast<std::int64_t>(progress.evaluations - before);
                if (evaluations > 0 && done >= evaluations) return true;
                const auto now = Clock::now();
                if (seconds > 0 && std::chrono::duration<double>(now - start).count() >= seconds) return true;
                if (now - reported < std::chrono::milliseconds(20)) return false;
                reported = now;
                check_signals();
                return tell(report, progress, done);
            });
        }
        const bool won = answer.verdict == hex::Verdict::won, lost = answer.verdict == hex::Verdict::lost;
        const int proof = won ? 1 : lost ? -1 : 0;
        return nb::make_tuple(proof, answer.move, answer.line, answer.carrier);
    }

    nb::list connections(nb::bytes cells, int colour, std::optional<nb::bytes> before) {
        const hex::Colour owner = read_turn(colour);
        nb::list found;
        const auto now = undecided(cells);
        for (const auto& one : solver_->connections(now, owner, earlier(now, before)))
            found.append(nb::make_tuple(one.full, one.side, one.to, one.carrier));
        return found;
    }

    nb::tuple mustplay(nb::bytes cells, int colour, std::optional<nb::bytes> before) {
        const hex::Colour owner = read_turn(colour);
        bool won = false;
        const auto now = undecided(cells);
        const auto found = solver_->mustplay(now, owner, earlier(now, before), won);
        return nb::make_tuple(won, found);
    }

    nb::bytes fill_in(nb::bytes cells) {
        const hex::CellCodes filled = solver_->fill_in(undecided(cells));
        return nb::bytes(reinterpret_cast<const char*>(filled.data()), filled.size());
    }

    std::vector<int> permanently_inferior(nb::bytes cells) {
        return solver_->permanently_inferior(undecided(cells));
    }

    std::vector<int> vulnerable(nb::bytes cells, int colour) {
        const hex::Colour owner = read_turn(colour);
        return solver_->vulnerable(undecided(cells), owner);
    }

    nb::list dominated(nb::bytes cells, int colour) {
        const hex::Colour owner = read_turn(colour);
        nb::list found;
        for (const auto& [cell, move] : solver_->dominated(undecided(cells), owner))
            found.append(nb::make_tuple(cell, move));
        return found;
    }

    nb::list proofs() {
        nb::list found;
        for (const auto& proof : learned())
            found.append(nb::make_tuple(static_cast<int>(proof.winner), proof.first, proof.stones, proof.whole,
                                        proof.move));
        return found;
    }

    void learn(int winner, bool first, std::vector<int> stones, std::vector<int> whole, int move) {
        const hex::Colour owner = read_turn(winner);
        for (const auto* cells : {&stones, &whole})
            for (const int cell : *cells)
                if (cell < 0 || cell >= size_ * size_)
                    throw std::invalid_argument("cell " + std::to_string(cell) + " is not on the board");
        if (first && (move < 0 || move >= size_ * size_))
            throw std::invalid_argument("the move is not on the board");
        nb::gil_scoped_release unlocked;
        const Turns::Turn turn_of_ours(turns_);
        const Noted noted{*this};
        solver_->learn({owner, first, std::move(stones), std::move(whole), move});
    }

    // As they were after the last question: a search that goes on is not looked at.
    std::uint64_t evaluations() const { return evaluations_; }
    std::uint32_t nodes() const { return nodes_; }
    std::size_t memory_used() const { return memory_used_; }

private:
    struct Noted {
        HexSolver& self;
        ~Noted() { self.note(); }
    };

    void note() {
        evaluations_ = solver_->evaluations();
        nodes_ = solver_->nodes();
        memory_used_ = solver_->memory_used();
    }

    std::vector<hex::Proof> learned() {
        nb::gil_scoped_release unlocked;
        const Turns::Turn turn_of_ours(turns_);
        return solver_->proofs();
    }

    hex::CellCodes undecided(const nb::bytes& cells) const {
        hex::Board board = read_board(size_, cells);
        if (board.winner() != hex::empty)
            throw std::invalid_argument(board.wins(hex::red) ? "red has already won" : "blue has already won");
        const auto* codes = reinterpret_cast<const std::uint8_t*>(cells.c_str());
        return {codes, codes + cells.size()};
    }

    // An earlier position of the same game: no stone of it has gone.
    hex::CellCodes earlier(const hex::CellCodes& now, const std::optional<nb::bytes>& before) const {
        if (!before) return {};
        hex::CellCodes codes = undecided(*before);
        for (std::size_t cell = 0; cell < codes.size(); ++cell)
            if (codes[cell] != 0 && codes[cell] != now[cell])
                throw std::invalid_argument("before has a stone that board has not");
        return codes;
    }

    static bool tell(const nb::object& report, const hex::Progress& progress, std::int64_t done) {
        nb::gil_scoped_acquire lock;
        if (report.is_none()) return false;
        const nb::object answer = report(done, progress.nodes, progress.proof, progress.disproof, progress.move);
        const int stop = PyObject_IsTrue(answer.ptr());
        if (stop < 0) throw nb::python_error();
        return stop == 1;
    }

    int size_;
    std::unique_ptr<hex::Solver> solver_;
    std::atomic<std::uint64_t> evaluations_ = 0;
    std::atomic<std::uint32_t> nodes_ = 0;
    std::atomic<std::size_t> memory_used_ = 0;
    Turns turns_;
};

// The patterns of permanently inferior cells: (empty cells, own stones, the other's), each as steps to the right and
// down from the cell that is filled in.
nb::list permanent_patterns() {
    const auto steps = [](std::uint64_t set) {
        nb::list found;
        for (int bit = 0; bit < hex::window::cells; ++bit)
            if (set >> bit & 1)
                found.append(nb::make_tuple(hex::window::steps[bit][0], hex::window::steps[bit][1]));
        return found;
    };
    nb::list all;
    for (const hex::PermanentPattern& pattern : hex::permanent_patterns)
        all.append(nb::make_tuple(steps(pattern.empty), steps(pattern.own), steps(pattern.other)));
    return all;
}

}  // namespace

void bind_solver(nb::module_& m) {
    m.def("permanent_patterns", &permanent_patterns,
          "The patterns of permanently inferior cells: empty cells, stones of the colour that the cell is filled in\n"
          "for, stones of the other, as steps to the right and down from that cell.");
    nb::class_<HexSolver>(m, "HexSolver", "Who wins a Hex position. What it learns stays for the next question.")
        .def(nb::init<int, std::int64_t>(), "size"_a, "memory"_a,
             "Up to 19×19; `memory` limits its table, in bytes.")
        .def("solve", &HexSolver::solve, "board"_a, "turn"_a, "evaluations"_a = 0, "seconds"_a = 0.0,
             "report"_a.none() = nb::none(),
             "Searches until the position is decided, the limits (0: none) or the memory are reached, on\n"
             "Ctrl-C, or when `report(evaluations, nodes, proof, disproof, cell)`, called about every 20 ms,\n"
             "returns true. Returns (1 the mover wins, -1 loses, 0 open; cell; line; carrier of the winner).")
        .def("connections", &HexSolver::connections, "board"_a, "colour"_a, "before"_a.none() = nb::none(),
             "(full, side 0 or 1, cell or -1 for the other side, carrier) for every connection found; grown\n"
             "from those of `before`, a position with fewer stones, as the search does.")
        .def("mustplay", &HexSolver::mustplay, "board"_a, "colour"_a, "before"_a.none() = nb::none(),
             "(whether `colour` wins even as second to move, the cells on which the other must play).")
        .def("fill_in", &HexSolver::fill_in, "board"_a,
             "The board with captured and permanently inferior cells coloured and dead cells as 3.")
        .def("permanently_inferior", &HexSolver::permanently_inferior, "board"_a,
             "The cells that fill_in colours though they are neither dead nor captured.")
        .def("vulnerable", &HexSolver::vulnerable, "board"_a, "colour"_a,
             "The empty cells where a stone of `colour` is dead after one answer.")
        .def("dominated", &HexSolver::dominated, "board"_a, "colour"_a,
             "(cell, move) for the empty cells that a move of `colour` elsewhere gains or kills.")
        .def("proofs", &HexSolver::proofs,
             "What it learned: (winner, whether it moves first, stones it needs, all cells, first move).")
        .def("learn", &HexSolver::learn, "winner"_a, "first"_a, "stones"_a, "whole"_a, "move"_a,
             "Takes a proof over from another solver of this size, without checking it.")
        .def_prop_ro("evaluations", &HexSolver::evaluations)
        .def_prop_ro("nodes", &HexSolver::nodes)
        .def_prop_ro("memory_used", &HexSolver::memory_used);
}

}  // namespace pavage
