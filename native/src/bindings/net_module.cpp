// The network as Python sees it: the class `HexNet` of `_native`.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "bindings/bindings.h"
#include "bindings/net_handle.h"
#include "bindings/reading.h"
#include "bindings/running.h"
#include "net/net.h"
#include "net/net_positions.h"
#include "net/net_selfplay.h"

namespace pavage {

using namespace nb::literals;

namespace {

void check_size(int size) {
    if (size < hex::smallest_net_size || size > hex::largest_net_size)
        throw std::invalid_argument("size " + std::to_string(size) + " is not between 3 and 19");
}

const hex::NetKernels& kernels_named(const std::string& name) {
    const hex::NetKernels* found = hex::net_kernels(name.c_str());
    if (found == nullptr) throw std::invalid_argument("this processor has no kernels '" + name + "'");
    return *found;
}

// Boards as the mover sees them, one after the other.
const std::uint8_t* read_seen(int size, const nb::bytes& boards, int& count) {
    check_size(size);
    const std::size_t cells = static_cast<std::size_t>(size) * size;
    if (boards.size() == 0 || boards.size() % cells != 0)
        throw std::invalid_argument("boards has " + std::to_string(boards.size()) + " bytes; a board of size " +
                                    std::to_string(size) + " has " + std::to_string(cells));
    const auto* codes = reinterpret_cast<const std::uint8_t*>(boards.c_str());
    for (std::size_t i = 0; i < boards.size(); ++i)
        if (codes[i] > hex::dead_cell)
            throw std::invalid_argument("boards byte " + std::to_string(i) + " is " + std::to_string(codes[i]) +
                                        ", not 0 (empty), 1 (mover), 2 (other) or 3 (dead)");
    count = static_cast<int>(boards.size() / cells);
    return codes;
}

nb::tuple evaluate(const NetHandle& handle, int size, nb::bytes boards, nb::int_ seed) {
    int count = 0;
    const std::uint8_t* codes = read_seen(size, boards, count);
    const std::uint64_t first_seed = read_seed(seed);
    const int cells = size * size;
    std::vector<float> logits(static_cast<std::size_t>(count) * cells), values(count);
    {
        nb::gil_scoped_release unlocked;
        hex::NetEvaluator evaluator(handle.net, size);
        for (int i = 0; i < count; ++i)
            values[i] = evaluator.evaluate(codes + i * cells, first_seed + i, logits.data() + i * cells);
    }
    return nb::make_tuple(nb::bytes(reinterpret_cast<const char*>(logits.data()), logits.size() * sizeof(float)),
                          nb::bytes(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)));
}

nb::bytes planes(int size, nb::bytes boards, nb::int_ seed, const std::string& kernels) {
    int count = 0;
    const std::uint8_t* codes = read_seen(size, boards, count);
    const std::uint64_t first_seed = read_seed(seed);
    const hex::NetKernels& chosen = kernels_named(kernels);
    const int cells = size * size;
    std::vector<float> shown(static_cast<std::size_t>(size) * (size + 1) * hex::net_planes);
    std::vector<float> found(static_cast<std::size_t>(count) * cells * hex::net_planes);
    {
        nb::gil_scoped_release unlocked;
        hex::NetPlanes maker(size, chosen);
        for (int i = 0; i < count; ++i) {
            maker.show(codes + i * cells, first_seed + i, shown.data());
            for (int row = 0; row < size; ++row)
                std::memcpy(found.data() + (static_cast<std::size_t>(i) * cells + row * size) * hex::net_planes,
                            shown.data() + static_cast<std::size_t>(row) * (size + 1) * hex::net_planes,
                            sizeof(float) * size * hex::net_planes);
        }
    }
    return nb::bytes(reinterpret_cast<const char*>(found.data()), found.size() * sizeof(float));
}

// A lesson as a row of bytes: the cells, a share of 65535 for each, games won, games, plies, the search's value of 65535,
// flags.
void write(const hex::Lesson& lesson, std::vector<std::uint8_t>& rows) {
    const auto put = [&](float share) {
        const auto number = static_cast<std::uint16_t>(std::lround(share * 65535));
        rows.push_back(static_cast<std::uint8_t>(number & 255));
        rows.push_back(static_cast<std::uint8_t>(number >> 8));
    };
    rows.insert(rows.end(), lesson.seen.begin(), lesson.seen.end());
    for (std::size_t cell = 0; cell < lesson.seen.size(); ++cell) put(lesson.policy.empty() ? 0 : lesson.policy[cell]);
    for (const int number : {lesson.wins, lesson.games, lesson.ply})
        rows.push_back(static_cast<std::uint8_t>(std::min(number, 255)));
    put(lesson.search);
    rows.push_back(static_cast<std::uint8_t>((lesson.policy.empty() ? 0 : 1) | (lesson.proved ? 2 : 0) |
                                              (lesson.check ? 4 : 0) | (lesson.check.value_or(false) ? 8 : 0)));
}

nb::tuple positions(const NetHandle& handle, int size, int count, nb::int_ seed, int simulations, int below, int games,
                    int solver, int checked) {
    check_size(size);
    if (count < 1 || simulations < 1 || below < 0 || games < 0 || games > 255 || solver < 0 || checked < 0)
        throw std::invalid_argument("count and simulations must be at least 1, below, solver and checked 0, games 0 to 255");
    hex::PositionSettings settings;
    settings.simulations = simulations;
    settings.below = below;
    settings.games = games;
    settings.solver = solver;
    settings.checked = checked;
    const std::uint64_t first_seed = read_seed(seed);
    std::vector<std::uint8_t> rows;
    std::vector<std::vector<int>> lines;
    {
        nb::gil_scoped_release unlocked;
        hex::Positions source(size, handle.net, settings);
        for (int number = 0; number < count; ++number) {
            const hex::Position made = source.make(first_seed + 0x9e3779b97f4a7c15u * number, check_signals);
            for (const hex::Lesson& lesson : made.lessons) write(lesson, rows);
            lines.push_back(made.line);
        }
    }
    return nb::make_tuple(nb::bytes(reinterpret_cast<const char*>(rows.data()), rows.size()), lines);
}

nb::tuple selfplay(const NetHandle& handle, int size, int games, nb::int_ seed, int simulations, int fast, double kept,
                   int considered, double scale, int solver) {
    check_size(size);
    if (games < 1 || simulations < 2 || fast < 2 || considered < 2)
        throw std::invalid_argument("games, simulations, fast and considered must be at least 1, 2, 2 and 2");
    check_share("kept", kept);
    check_share("scale", scale);
    hex::SelfPlaySettings settings;
    settings.simulations = simulations;
    settings.fast = fast;
    settings.kept = static_cast<float>(kept);
    settings.considered = considered;
    settings.scale = static_cast<float>(scale);
    settings.solver = solver;
    const std::uint64_t first_seed = read_seed(seed);
    std::vector<std::uint8_t> rows;
    std::vector<std::vector<int>> lines;
    int red_wins = 0;
    {
        nb::gil_scoped_release unlocked;
        hex::SelfPlay player(size, handle.net, settings);
        for (int game = 0; game < games; ++game) {
            const auto played = player.play(first_seed + 0x9e3779b97f4a7c15u * game, check_signals);
            for (const hex::Lesson& lesson : played.lessons) write(lesson, rows);
            red_wins += played.winner == hex::red;
            lines.push_back(played.line);
        }
    }
    return nb::make_tuple(nb::bytes(reinterpret_cast<const char*>(rows.data()), rows.size()), lines, red_wins);
}

nb::bytes seen(int size, nb::bytes cells, int turn) {
    check_size(size);
    read_board(size, cells);
    const auto* codes = reinterpret_cast<const std::uint8_t*>(cells.c_str());
    const hex::CellCodes found = hex::filled_and_seen(size, {codes, codes + cells.size()}, read_turn(turn));
    return nb::bytes(reinterpret_cast<const char*>(found.data()), found.size());
}

}  // namespace

void bind_net(nb::module_& m) {
    nb::class_<NetHandle>(m, "HexNet", "A network: chances of the moves and of the one who moves.")
        .def("__init__",
             [](NetHandle* self, int channels, int blocks, int hidden, nb::bytes weights, const std::string& kernels) {
                 const hex::NetShape shape{channels, blocks, hidden};
                 if (!shape.valid())
                     throw std::invalid_argument("no network has " + std::to_string(channels) + " channels, " +
                                                 std::to_string(blocks) + " blocks and " + std::to_string(hidden) +
                                                 " hidden channels");
                 if (weights.size() != shape.weights() * sizeof(float))
                     throw std::invalid_argument("weights has " + std::to_string(weights.size()) + " bytes; " +
                                                 std::to_string(shape.weights() * sizeof(float)) + " are needed");
                 std::vector<float> numbers(shape.weights());
                 std::memcpy(numbers.data(), weights.c_str(), weights.size());
                 for (const float number : numbers)
                     if (!std::isfinite(number)) throw std::invalid_argument("a weight is not a finite number");
                 new (self) NetHandle{std::make_shared<hex::Net>(shape, numbers.data(), kernels_named(kernels))};
             },
             "channels"_a, "blocks"_a, "hidden"_a, "weights"_a, "kernels"_a = "",
             "`weights`: 32-bit floats in the order of net.h. `kernels`: vnni (which computes with bytes), avx512, avx2, plain, or what is best here.")
        .def("evaluate", &evaluate, "size"_a, "boards"_a, "seed"_a,
             "Boards as the mover sees them (0 empty, 1 mover, who joins top and bottom, 2 other, 3 dead), one after\n"
             "the other. Returns two rows of 32-bit floats: a logit for each cell of each board, and of each board the\n"
             "logit of the mover's chance. The random fillings of board i are those of seed + i.")
        .def_prop_ro("kernels", [](const NetHandle& self) { return std::string(self.net->kernels().name); });
    m.def("hex_planes", &planes, "size"_a, "boards"_a, "seed"_a, "kernels"_a = "",
          "What the network is shown of boards as HexNet.evaluate has them: 12 floats for each cell, row by row.");
    m.def("hex_seen", &seen, "size"_a, "board"_a, "turn"_a,
          "The board as HexNet.evaluate has it: dead and captured cells filled in, seen by `turn`, who moves.");
    m.def("hex_selfplay", &selfplay, "net"_a, "size"_a, "games"_a, "seed"_a, "simulations"_a, "fast"_a, "kept"_a,
          "considered"_a, "scale"_a, "solver"_a,
          "Plays games of the network against itself. Returns rows of bytes to learn from (for each position: its\n"
          "cells as seen, 16 bits of policy for each, a byte each of games won, games and plies, 16 bits of the search's\n"
          "value, one byte: 1 if there is a policy, 2 if the result is proved, 4 if searches played on from there, 8 if the\n"
          "mover then won), the moves of each game, and how many red won.");
    m.def("hex_positions", &positions, "net"_a, "size"_a, "count"_a, "seed"_a, "simulations"_a, "below"_a, "games"_a,
          "solver"_a, "checked"_a,
          "Searches positions of varied games of the network's policy. Returns rows as hex_selfplay does: of each\n"
          "position, then of those below it that had at least `below` simulations; and the moves that lead to each.");
    m.def("hex_kernels", [] {
        std::vector<std::string> names;
        for (const char* name : hex::net_kernel_names)
            if (hex::net_kernels(name) != nullptr) names.push_back(name);
        return names;
    });
}

}  // namespace pavage
