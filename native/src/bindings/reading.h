// What Python hands over, checked: every refusal says what was wrong.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "hex/hex_board.h"

namespace pavage {

namespace nb = nanobind;

inline void check_length(const char* name, int size, const nb::bytes& cells) {
    if (cells.size() != static_cast<std::size_t>(size) * size)
        throw std::invalid_argument(std::string(name) + " has " + std::to_string(cells.size()) +
                                    " bytes; size " + std::to_string(size) + " needs " +
                                    std::to_string(size * size));
}

// A weight that a person may choose: not so large that sums of it are no numbers any more.
inline void check_share(const char* name, double weight) {
    constexpr double most = 1e6;
    if (!(weight >= 0 && weight <= most))
        throw std::invalid_argument(std::string(name) + " " + std::to_string(weight) + " is not between 0 and a million");
}

inline hex::Board read_board(int size, const nb::bytes& cells) {
    if (size < 1 || size > hex::largest_size)
        throw std::invalid_argument("size " + std::to_string(size) + " is not between 1 and " +
                                    std::to_string(hex::largest_size));
    check_length("board", size, cells);
    hex::Board board(hex::geometry(size));
    for (int cell = 0; cell < size * size; ++cell) {
        const auto code = static_cast<unsigned char>(cells.c_str()[cell]);
        if (code > hex::blue)
            throw std::invalid_argument("board byte " + std::to_string(cell) + " is " + std::to_string(code) +
                                        ", not 0 (empty), 1 (red) or 2 (blue)");
        if (code != hex::empty) board.place(cell, static_cast<hex::Colour>(code));
    }
    return board;
}

inline hex::Colour read_turn(int turn) {
    if (turn != hex::red && turn != hex::blue)
        throw std::invalid_argument("turn " + std::to_string(turn) + " is neither 1 (red) nor 2 (blue)");
    return static_cast<hex::Colour>(turn);
}

inline hex::CellSet read_allowed(int size, const nb::bytes& cells, const hex::Board& board) {
    check_length("allowed", size, cells);
    hex::CellSet allowed;
    for (int cell = 0; cell < size * size; ++cell) {
        const auto code = static_cast<unsigned char>(cells.c_str()[cell]);
        if (code > 1)
            throw std::invalid_argument("allowed byte " + std::to_string(cell) + " is " + std::to_string(code) +
                                        ", not 0 or 1");
        allowed[cell] = code == 1 && board.colour(cell) == hex::empty;
    }
    if (allowed.none()) throw std::invalid_argument("no empty cell is allowed");
    return allowed;
}

// A position that somebody is to move in: nobody has won yet.
struct Question {
    std::vector<std::uint8_t> codes;
    hex::Colour mover;
    hex::CellSet moves;
};

inline Question read_question(int size, const nb::bytes& cells, int turn, const nb::bytes& allowed) {
    const hex::Board board = read_board(size, cells);
    const hex::Colour mover = read_turn(turn);
    if (board.winner() != hex::empty)
        throw std::invalid_argument(board.wins(hex::red) ? "red has already won" : "blue has already won");
    const auto* codes = reinterpret_cast<const std::uint8_t*>(cells.c_str());
    return {{codes, codes + cells.size()}, mover, read_allowed(size, allowed, board)};
}

}  // namespace pavage
