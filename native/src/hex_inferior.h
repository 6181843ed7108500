// Cells whose colour cannot matter, or that their owner keeps against every attack: filled in before searching.
//
// A cell is dead if no filling of its six neighbours makes its colour matter: going round, the colours change
// at most twice, so that the cell joins nothing that is not joined beside it. A killer is a neighbour whose
// stone makes the cell dead. Two empty cells, each the other's killer for a colour, are captured by it. What
// more cells show together is in hex_permanent.h.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "hex_grid.h"
#include "hex_permanent.h"

namespace pavage::hex {

// What the six neighbours of an empty cell say. Six bits for each colour, in the order of the directions;
// a neighbour with both bits set is dead itself, and counts as whatever serves best.
struct Ring {
    bool dead = false;
    std::array<std::uint8_t, 2> killers{};  // directions, for red and for blue
};

class Rings {
public:
    Rings() {
        for (int red = 0; red < 64; ++red)
            for (int blue = 0; blue < 64; ++blue) table_[red << 6 | blue].dead = is_dead(red, blue);
        for (int red = 0; red < 64; ++red)
            for (int blue = 0; blue < 64; ++blue) {
                Ring& ring = table_[red << 6 | blue];
                for (int direction = 0; direction < 6; ++direction) {
                    const int bit = 1 << direction;
                    if ((red | blue) & bit || ring.dead) continue;
                    if (table_[(red | bit) << 6 | blue].dead) ring.killers[0] |= bit;
                    if (table_[red << 6 | (blue | bit)].dead) ring.killers[1] |= bit;
                }
            }
    }

    const Ring& of(unsigned red, unsigned blue) const { return table_[red << 6 | blue]; }

private:
    static bool is_dead(int red, int blue) {
        const int wild = red & blue, open = 63 & ~(red | blue);
        // Some choice for the dead neighbours must serve every filling of the empty ones.
        for (int choice = wild;; choice = (choice - 1) & wild) {
            bool serves = true;
            for (int filling = open;; filling = (filling - 1) & open) {
                const int ring = (red & ~wild) | choice | filling;
                const int turned = (ring >> 1) | (ring & 1) << 5;
                if (std::popcount(static_cast<unsigned>(ring ^ turned)) > 2) serves = false;
                if (filling == 0) break;
            }
            if (serves) return true;
            if (choice == 0) return false;
        }
    }

    std::array<Ring, 4096> table_;
};

inline const Rings rings;

// Stones of both colours; a dead cell is in both sets.
template <int Words>
struct Stones {
    std::array<Bits<Words>, 2> of{};
    Bits<Words> taken() const { return of[0] | of[1]; }
    friend bool operator==(const Stones&, const Stones&) = default;
};

template <int Words>
class FillIn {
public:
    using Cells = Bits<Words>;

    // With `permanent`, the patterns of permanently inferior cells are looked for too.
    explicit FillIn(const Grid<Words>& grid, bool permanent = false)
        : grid_(&grid), permanent_(permanent), depends_{} {
        for (auto& of_colour : depends_) of_colour.resize(grid.cells);
    }

    // Fills in until nothing changes. `changed` are the cells that are not as when it was last filled in, or all.
    void run(Stones<Words>& stones, const Cells& changed) {
        stones_ = stones;
        filled_ = by_pattern_ = {};
        load(stones);
        open_ = grid_->all.without(stones.taken());
        Cells todo = (changed | grid_->around(changed)) & open_;
        Cells anew, placed;  // for the patterns: cells to be looked at on all sides, stones that are new
        if (permanent_) {
            if (changed == grid_->all) anew = open_;
            else placed = changed.without(open_);
        }
        for (;;) {
            Cells now = near_fill_in(todo);
            if (now.none() && permanent_) now = permanent_fill_in(anew, placed);
            if (now.none()) break;
            filled_ |= now;
            open_ = open_.without(now);
            todo = (todo | grid_->around(now)) & open_;
            anew &= open_;
            if (permanent_) placed |= now;
        }
        stones = stones_;
    }

    // The empty cells where a stone of `colour` can be killed by the answer: `answer` gets one for each.
    template <class Keep>
    Cells vulnerable(const Cells& among, int colour, Keep keep) const {
        Cells found;
        among.each([&](int cell) {
            const unsigned killers = ring_of(cell).killers[1 - colour];
            if (killers == 0) return;
            found.set(cell);
            keep(cell, grid_->step[cell][std::countr_zero(killers)]);
        });
        return found;
    }

    const Cells& filled() const { return filled_; }
    const Cells& permanently_inferior() const { return by_pattern_; }

    // After a move of `colour` was filled in: the cells it gained or killed. The move dominates them all, since
    // whoever plays there gets no more than the move gives anyway.
    Cells dominated(int colour) const { return filled_ & stones_.of[colour]; }

    // What a set that wins for `colour` on the filled board needs on the board before.
    Cells before(Cells set, int colour) const {
        (set & filled_ & stones_.of[colour]).each([&](int cell) { set |= depends_[colour][cell]; });
        return set;
    }

    // The stones of `colour`, as they were before filling in, that make the cell's ring what it is.
    Cells ring_stones(int cell, int colour) const {
        const Cells near = grid_->neighbours[cell] & stones_.of[colour];
        return before(near, colour);
    }

private:
    // The next cells among `todo` that are dead or captured.
    Cells near_fill_in(Cells& todo) {
        while (todo.any()) {
            const int cell = todo.take_first();
            const Ring& ring = ring_of(cell);
            if (ring.dead) {
                remember(cell, cell, 0);
                remember(cell, cell, 1);
                put(cell, 0);
                put(cell, 1);
                return Cells::of(cell);
            }
            for (int colour = 0; colour < 2; ++colour)
                for (unsigned left = ring.killers[colour]; left != 0; left &= left - 1) {
                    const int direction = std::countr_zero(left);
                    const int partner = grid_->step[cell][direction];
                    if (!(ring_of(partner).killers[colour] >> ((direction + 3) % 6) & 1)) continue;
                    remember(cell, partner, colour);
                    depends_[colour][partner] = depends_[colour][cell];
                    put(cell, colour);
                    put(partner, colour);
                    return Cells::of(cell) | Cells::of(partner);
                }
        }
        return {};
    }

    // The next cell that is permanently inferior: one of `anew`, or one near a stone of `placed`.
    Cells permanent_fill_in(Cells& anew, Cells& placed) {
        while (anew.any()) {
            const int cell = anew.take_first();
            for (int bit = 0; bit < window::cells; ++bit)
                if (fits_pattern(cell / grid_->size, cell % grid_->size, bit)) return Cells::of(cell);
        }
        if (placed.any()) find_ripe();
        while (placed.any()) {
            const int stone = placed.first();
            const int size = grid_->size, row = stone / size, column = stone % size;
            const int lowest = std::min(window::reach, row);
            for (int down = std::max(-window::reach, row - size + 1); down <= lowest; ++down) {
                // The cells of this row whose windows hold the stone.
                const int last = column - window::first(down), first = last - window::width(down) + 1;
                std::uint32_t left = ripe_[row - down] & ((std::uint32_t{2} << std::min(last, size - 1)) - 1);
                left = left >> std::max(first, 0) << std::max(first, 0);
                for (; left != 0; left &= left - 1) {
                    const int at = std::countr_zero(left);
                    if (fits_pattern(row - down, at, window::bit_of(column - at, down)))
                        return Cells::of((row - down) * size + at);
                }
            }
            placed.clear(stone);
        }
        return {};
    }

    // Every pattern has two stones or more beside the cell it fills in.
    void find_ripe() {
        const int size = grid_->size;
        for (int row = 0; row < size; ++row) {
            const auto taken = [&](int down) {
                return rows_[0][margin + row + 1 + down] | rows_[1][margin + row + 1 + down];
            };
            const std::uint32_t above = taken(-1), here = taken(0), below = taken(1);
            std::uint32_t one = 0, two = 0;
            for (const std::uint32_t beside : {here >> 1, here << 1, above, above >> 1, below, below << 1}) {
                two |= one & beside;
                one |= beside;
            }
            ripe_[row] = (two & ~here) >> 1 & ((std::uint32_t{1} << size) - 1);
        }
    }

    // Fills in the cell if a pattern with a stone at `bit` of its window says so.
    bool fits_pattern(int row, int column, int bit) {
        const std::array<unsigned, 2> around{six(row, column, 0), six(row, column, 1)};
        const auto [right, down] = window::steps[bit];
        for (int of = 0; of < 2; ++of) {
            if (!is_stone(row + down, column + right, of)) continue;
            for (int colour = 0; colour < 2; ++colour) {
                const auto look = [&] {
                    return std::pair{stones_around(row, column, colour), stones_around(row, column, 1 - colour)};
                };
                const auto* pattern = permanent.find(around[colour], around[1 - colour], bit, of == colour, look);
                if (pattern == nullptr) continue;
                const int cell = row * grid_->size + column;
                depends_[colour][cell] = before(cells_of(row, column, pattern->own), colour) |
                                         cells_of(row, column, pattern->empty);
                put(cell, colour);
                by_pattern_.set(cell);
                return true;
            }
        }
        return false;
    }

    // On the board or in the margin around it.
    bool is_stone(int row, int column, int colour) const {
        return std::uint64_t{rows_[colour][margin + row + 1]} << margin >> (column + 1 + margin) & 1;
    }

    // The stones of a colour around a cell, as the patterns have them.
    std::uint64_t stones_around(int row, int column, int colour) const {
        std::uint64_t found = 0;
        for (int down = -window::reach, at = 0; down <= window::reach; at += window::width(down++)) {
            const std::uint64_t line = std::uint64_t{rows_[colour][row + 1 + margin + down]} << margin;
            const std::uint64_t part = line >> (column + 1 + margin + window::first(down));
            found |= (part & ((std::uint64_t{1} << window::width(down)) - 1)) << at;
        }
        return found;
    }

    // Those of a window that are on the board.
    Cells cells_of(int row, int column, std::uint64_t set) const {
        Cells found;
        for (; set != 0; set &= set - 1) {
            const auto [right, down] = window::steps[std::countr_zero(set)];
            const int x = column + right, y = row + down;
            if (x >= 0 && x < grid_->size && y >= 0 && y < grid_->size) found.set(y * grid_->size + x);
        }
        return found;
    }

    void load(const Stones<Words>& stones) {
        const int size = grid_->size;
        const std::uint32_t full_row = (std::uint32_t{1} << (size + 2)) - 1;
        const std::uint32_t rim = std::uint32_t{1} | std::uint32_t{1} << (size + 1);
        rows_[0][margin] = rows_[0][margin + size + 1] = full_row;
        for (int row = 0; row < size; ++row) {
            rows_[0][margin + row + 1] = stones.of[0].slice(row * size, size) << 1;
            rows_[1][margin + row + 1] = stones.of[1].slice(row * size, size) << 1 | rim;
        }
    }

    void put(int cell, int colour) {
        rows_[colour][margin + cell / grid_->size + 1] |= std::uint32_t{2} << (cell % grid_->size);
        stones_.of[colour].set(cell);
    }

    // The sides of the board are stones of their colour.
    unsigned six(int row, int column, int colour) const {
        return six_around(&rows_[colour][margin + row], column);
    }

    const Ring& ring_of(int cell) const {
        const int row = cell / grid_->size, column = cell % grid_->size;
        return rings.of(six(row, column, 0), six(row, column, 1));
    }

    void remember(int cell, int partner, int colour) {
        Cells need = grid_->neighbours[cell];
        if (partner != cell) need |= grid_->neighbours[partner];
        need &= stones_.of[colour];
        need = before(need, colour);
        need.set(cell);
        need.set(partner);
        depends_[colour][cell] = need;
    }

    const Grid<Words>* grid_;
    bool permanent_;
    Stones<Words> stones_;  // as filled in last
    Cells open_, filled_, by_pattern_;
    std::array<std::vector<Cells>, 2> depends_;
    std::array<std::uint32_t, largest_solved_size> ripe_;
    // The rows of the board with their border, and as many more as a window reaches beyond.
    static constexpr int margin = window::reach - 1;
    std::array<std::array<std::uint32_t, largest_solved_size + 2 + 2 * margin>, 2> rows_{};
};

}  // namespace pavage::hex
