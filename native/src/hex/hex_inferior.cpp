// How hex_inferior.h fills in: rings of six around a cell, and the patterns of hex_permanent.h.
#include "hex/hex_inferior.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "hex/hex_permanent.h"

namespace pavage::hex {

// What the six neighbours of an empty cell say. Six bits for each colour, in the order of the directions;
// a neighbour with both bits set is dead itself, and counts as whatever serves best.
struct Ring {
    bool dead = false;
    std::array<std::uint8_t, 2> killers{};  // directions, for red and for blue
};

namespace {

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

const Rings rings;

const PermanentPatterns permanent;

}  // namespace

template <int Words>
FillIn<Words>::FillIn(const Grid<Words>& grid, bool permanent) : grid_(&grid), permanent_(permanent), depends_{} {
    for (auto& of_colour : depends_) of_colour.resize(grid.cells);
}

template <int Words>
FillIn<Words>::~FillIn() {}

template <int Words>
void FillIn<Words>::run(Stones<Words>& stones, const Cells& changed) {
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

template <int Words>
auto FillIn<Words>::vulnerable(const Cells& among, int colour) const -> Cells {
    Cells found;
    among.each([&](int cell) {
        if (ring_of(cell).killers[1 - colour] != 0) found.set(cell);
    });
    return found;
}

// The next cells among `todo` that are dead or captured.
template <int Words>
inline auto FillIn<Words>::near_fill_in(Cells& todo) -> Cells {
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
template <int Words>
auto FillIn<Words>::permanent_fill_in(Cells& anew, Cells& placed) -> Cells {
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
template <int Words>
void FillIn<Words>::find_ripe() {
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
template <int Words>
inline bool FillIn<Words>::fits_pattern(int row, int column, int bit) {
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
template <int Words>
inline bool FillIn<Words>::is_stone(int row, int column, int colour) const {
    return std::uint64_t{rows_[colour][margin + row + 1]} << margin >> (column + 1 + margin) & 1;
}

// The stones of a colour around a cell, as the patterns have them.
template <int Words>
inline std::uint64_t FillIn<Words>::stones_around(int row, int column, int colour) const {
    std::uint64_t found = 0;
    for (int down = -window::reach, at = 0; down <= window::reach; at += window::width(down++)) {
        const std::uint64_t line = std::uint64_t{rows_[colour][row + 1 + margin + down]} << margin;
        const std::uint64_t part = line >> (column + 1 + margin + window::first(down));
        found |= (part & ((std::uint64_t{1} << window::width(down)) - 1)) << at;
    }
    return found;
}

// Those of a window that are on the board.
template <int Words>
auto FillIn<Words>::cells_of(int row, int column, std::uint64_t set) const -> Cells {
    Cells found;
    for (; set != 0; set &= set - 1) {
        const auto [right, down] = window::steps[std::countr_zero(set)];
        const int x = column + right, y = row + down;
        if (x >= 0 && x < grid_->size && y >= 0 && y < grid_->size) found.set(y * grid_->size + x);
    }
    return found;
}

template <int Words>
inline void FillIn<Words>::load(const Stones<Words>& stones) {
    static_assert(margin == window::reach - 1);
    const int size = grid_->size;
    const std::uint32_t full_row = (std::uint32_t{1} << (size + 2)) - 1;
    const std::uint32_t rim = std::uint32_t{1} | std::uint32_t{1} << (size + 1);
    rows_[0][margin] = rows_[0][margin + size + 1] = full_row;
    for (int row = 0; row < size; ++row) {
        rows_[0][margin + row + 1] = stones.of[0].slice(row * size, size) << 1;
        rows_[1][margin + row + 1] = stones.of[1].slice(row * size, size) << 1 | rim;
    }
}

template <int Words>
inline void FillIn<Words>::put(int cell, int colour) {
    rows_[colour][margin + cell / grid_->size + 1] |= std::uint32_t{2} << (cell % grid_->size);
    stones_.of[colour].set(cell);
}

// The sides of the board are stones of their colour.
template <int Words>
inline unsigned FillIn<Words>::six(int row, int column, int colour) const {
    return six_around(&rows_[colour][margin + row], column);
}

template <int Words>
inline const Ring& FillIn<Words>::ring_of(int cell) const {
    const int row = cell / grid_->size, column = cell % grid_->size;
    return rings.of(six(row, column, 0), six(row, column, 1));
}

template <int Words>
inline void FillIn<Words>::remember(int cell, int partner, int colour) {
    Cells need = grid_->neighbours[cell];
    if (partner != cell) need |= grid_->neighbours[partner];
    need &= stones_.of[colour];
    need = before(need, colour);
    need.set(cell);
    need.set(partner);
    depends_[colour][cell] = need;
}

#define PAVAGE_BUILD(words) template class FillIn<words>;
PAVAGE_EACH_WORDS(PAVAGE_BUILD)
#undef PAVAGE_BUILD
// The player's tree has one for larger boards too, and never uses it.
template FillIn<11>::FillIn(const Grid<11>&, bool);
template FillIn<11>::~FillIn();

}  // namespace pavage::hex
