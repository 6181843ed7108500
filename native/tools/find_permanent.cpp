// Finds the cells that may be filled in for Blue though they are neither dead nor captured by two.
//
//     g++ -std=c++20 -O2 native/tools/find_permanent.cpp -o find_permanent
//     ./find_permanent 5 native/tools/permanent_uses.txt > native/src/hex_permanent_table.h
//
// looks at patterns of up to five empty cells, which takes a minute, and writes those that the file names. Without
// a file it writes all.
//
// A pattern is a connected set of empty cells, and around it cells that are red, blue or unknown. Filling in a
// cell c for Blue changes no winner, whatever lies around, if the pattern with c blue is no better for Blue than
// the pattern itself. With s, t for two states of the pattern, `no_better(s, t)` says that Blue wins with t
// wherever Blue wins with s, and `no_better_in_tempo(s, t)` that Blue, to move, wins with t wherever Blue wins with s
// and Red to move:
//
//     no_better(s, t):          for each s' after a blue move in s, no_better_in_tempo(s', t), and
//                               for each t' after a red move in t, no_better_in_tempo(s, t'), and
//                               if s or t is full, no_better_in_tempo(s, t)
//     no_better_in_tempo(s, t): no_better(s', t) for some s' after a red move in s, or
//                               no_better(s, t') for some t' after a blue move in t, or
//                               both are full and t joins whatever blue stones s joins, whatever the unknown become
//
// (the order of games over outcomes: P. Selinger, On the combinatorial value of Hex positions). By induction
// over the number of empty cells of the whole board this is what it says: Blue answers a move around the
// pattern there, a move in it as above, and an extra move does no harm in Hex.
//
// Printed are the patterns that no smaller one explains: fewer empty cells, or fewer known ones, do not suffice,
// and no cell of the pattern is filled in by a smaller one. Dead and captured cells are the patterns of one and
// two empty cells, so nothing here repeats the fill-in.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace {

struct Cell {
    int x, y;
    auto operator<=>(const Cell&) const = default;
};
using Set = std::vector<Cell>;  // sorted

constexpr std::array<Cell, 6> around{{{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}}};
constexpr int reach = 4;
enum State : int { red, blue, unknown };

constexpr const char* table_head =
    "// Made by native/tools/find_permanent.cpp: patterns of empty cells and stones, each as three sets of cells.\n"
    "#pragma once\n\n#include <compare>\n#include <cstdint>\n\nnamespace pavage::hex {\n\n"
    "struct PermanentPattern {\n"
    "    std::uint64_t empty, own, other;  // the cell in the middle may be filled in for `own`\n"
    "    friend auto operator<=>(const PermanentPattern&, const PermanentPattern&) = default;\n"
    "};\n\n"
    "// One of twelve turns and reflections of each. The 61 cells up to four steps from the middle lie row by row.\n"
    "inline constexpr PermanentPattern permanent_patterns[]{\n";

bool near(Cell a, Cell b) {
    return std::ranges::any_of(around, [&](Cell d) { return a.x + d.x == b.x && a.y + d.y == b.y; });
}

// One of the twelve turns and reflections of the tiling.
Cell turned(Cell cell, int symmetry) {
    if (symmetry >= 6) cell = {cell.y, cell.x};
    for (int turn = symmetry % 6; turn > 0; --turn) cell = {-cell.y, cell.x + cell.y};
    return cell;
}

int place(const Set& set, Cell cell) {
    const auto found = std::ranges::lower_bound(set, cell);
    return found != set.end() && *found == cell ? static_cast<int>(found - set.begin()) : -1;
}

// Moves a set so that its smallest coordinates are zero; returns the shift.
Cell to_origin(Set& set) {
    int left = set.front().x, top = set.front().y;
    for (const Cell cell : set) {
        left = std::min(left, cell.x);
        top = std::min(top, cell.y);
    }
    for (Cell& cell : set) cell = {cell.x - left, cell.y - top};
    std::ranges::sort(set);
    return {-left, -top};
}

struct Canonical {
    Set set;
    int symmetry;
    Cell shift;
};

Canonical canonical(const Set& set) {
    Canonical best;
    for (int symmetry = 0; symmetry < 12; ++symmetry) {
        Set now;
        for (const Cell cell : set) now.push_back(turned(cell, symmetry));
        const Cell shift = to_origin(now);
        if (symmetry == 0 || now < best.set) best = {now, symmetry, shift};
    }
    return best;
}

class Shape {
public:
    explicit Shape(Set cells) : empty(std::move(cells)) {
        for (const Cell cell : empty)
            for (const Cell d : around) {
                const Cell beside{cell.x + d.x, cell.y + d.y};
                if (place(empty, beside) < 0) ring.push_back(beside);
            }
        std::ranges::sort(ring);
        ring.erase(std::unique(ring.begin(), ring.end()), ring.end());
        power.push_back(1);
        for (std::size_t i = 0; i < ring.size(); ++i) power.push_back(power.back() * 3);
        fills.assign(power.back(), 0);
    }

    Set empty, ring;
    std::vector<std::uint32_t> power;
    // By the states of the ring: the empty cells that may be filled in for Blue; all of them, without a closer
    // look, where a smaller pattern lies inside that fills in a cell for either colour.
    std::vector<std::uint8_t> fills;
    long looked_at = 0;

    bool holds_smaller(std::uint32_t index) const {
        return std::ranges::any_of(parts_, [&](const Part& part) {
            std::uint32_t inside = part.base;
            for (std::size_t i = 0; i < ring.size(); ++i) inside += part.adds[i][state(index, static_cast<int>(i))];
            return part.shape->fills[inside] != 0;
        });
    }

    void explore() {
        orders_of_known_rings();
        states_ = {1};
        for (std::size_t i = 0; i < empty.size(); ++i) states_.push_back(states_.back() * 3);
        stamps_.assign(std::size_t{states_.back()} * states_.back() * 2, 0);
        values_.assign(stamps_.size(), 0);
        find_parts();
        inside_.assign(ring.size() + 1, {});
        for (const Part& part : parts_) inside_.back().push_back(part.base);
        const std::vector<Order> all = std::move(orders_);
        descend(static_cast<int>(ring.size()) - 1, all, 0);
    }

    State state(std::uint32_t index, int i) const { return static_cast<State>(index / power[i] % 3); }

    // The same ring with the colours swapped.
    std::uint32_t swapped(std::uint32_t index) const {
        std::uint32_t found = 0;
        for (std::size_t i = 0; i < ring.size(); ++i) {
            const State now = state(index, static_cast<int>(i));
            found += power[i] * (now == unknown ? unknown : now == red ? blue : red);
        }
        return found;
    }

private:
    using Order = std::array<std::uint32_t, 32>;  // for each full state the full states that are as good for Blue

    void orders_of_known_rings() {
        const int e = static_cast<int>(empty.size()), n = static_cast<int>(ring.size());
        Set all = empty;
        all.insert(all.end(), ring.begin(), ring.end());
        std::vector<std::uint32_t> beside(all.size());
        for (std::size_t a = 0; a < all.size(); ++a)
            for (std::size_t b = 0; b < all.size(); ++b)
                if (near(all[a], all[b])) beside[a] |= 1u << b;
        orders_.assign(std::size_t{1} << n, {});
        std::vector<std::vector<std::uint32_t>> joins(1 << e, std::vector<std::uint32_t>(n));
        for (unsigned known = 0; known < 1u << n; ++known) {
            for (unsigned full = 0; full < 1u << e; ++full) {
                const std::uint32_t stones = full | known << e;
                std::uint32_t left = known << e;
                std::ranges::fill(joins[full], 0);
                while (left != 0) {
                    std::uint32_t group = left & -left, edge = group;
                    while (edge != 0) {
                        std::uint32_t grown = 0;
                        for (std::uint32_t rest = edge; rest != 0; rest &= rest - 1)
                            grown |= beside[std::countr_zero(rest)];
                        edge = grown & stones & ~group;
                        group |= edge;
                    }
                    left &= ~group;
                    for (std::uint32_t rest = group >> e; rest != 0; rest &= rest - 1)
                        joins[full][std::countr_zero(rest)] = group >> e;
                }
            }
            for (unsigned one = 0; one < 1u << e; ++one)
                for (unsigned other = 0; other < 1u << e; ++other) {
                    bool as_good = true;
                    for (int i = 0; i < n && as_good; ++i) as_good = (joins[one][i] & ~joins[other][i]) == 0;
                    if (as_good) orders_[known][one] |= 1u << other;
                }
        }
    }

    // Goes through the states of ring cells `i`, `i` - 1, … 0; `orders` are those of the 2^(i + 1) known rest.
    void descend(int i, const std::vector<Order>& orders, std::uint32_t index) {
        if (i < 0) return look_at(index, orders[0]);
        const auto half = static_cast<std::ptrdiff_t>(orders.size() / 2);
        enter(i, red);
        descend(i - 1, {orders.begin(), orders.begin() + half}, index);
        enter(i, blue);
        descend(i - 1, {orders.begin() + half, orders.end()}, index + power[i]);
        enter(i, unknown);
        std::vector<Order> both(orders.begin(), orders.begin() + half);
        for (std::ptrdiff_t k = 0; k < half; ++k)
            for (std::size_t full = 0; full < (1u << empty.size()); ++full) both[k][full] &= orders[half + k][full];
        descend(i - 1, both, index + 2 * power[i]);
    }

    void look_at(std::uint32_t index, const Order& order) {
        const unsigned all = (1u << empty.size()) - 1;
        for (std::size_t k = 0; k < parts_.size(); ++k)
            if (parts_[k].shape->fills[inside_.front()[k]] != 0) {
                fills[index] = static_cast<std::uint8_t>(all);
                return;
            }
        ++looked_at;
        unsigned open = all;
        for (std::size_t i = 0; i < ring.size() && open != 0; ++i)
            if (state(index, static_cast<int>(i)) == unknown)
                open &= fills[index - power[i]] & fills[index - 2 * power[i]];
        order_ = &order;
        ++stamp_;
        for (std::size_t c = 0; c < empty.size(); ++c)
            if (open >> c & 1 && no_better(2 * states_[c], 0)) fills[index] |= static_cast<std::uint8_t>(1u << c);
    }

    // A smaller shape inside, for one of the colours, and what each state of a ring cell adds to its index.
    struct Part {
        const Shape* shape;
        std::uint32_t base;
        std::vector<std::array<std::uint32_t, 3>> adds;
    };

    void find_parts();
    void enter(int i, State now) {
        inside_[i] = inside_[i + 1];
        for (std::size_t k = 0; k < parts_.size(); ++k) inside_[i][k] += parts_[k].adds[i][now];
    }

    // A state of the empty cells: base three, 0 empty, 1 red, 2 blue.
    int at(std::uint32_t s, std::size_t i) const { return static_cast<int>(s / states_[i] % 3); }
    bool full(std::uint32_t s) const {
        for (std::size_t i = 0; i < empty.size(); ++i)
            if (at(s, i) == 0) return false;
        return true;
    }
    unsigned blues(std::uint32_t s) const {
        unsigned found = 0;
        for (std::size_t i = 0; i < empty.size(); ++i)
            if (at(s, i) == 2) found |= 1u << i;
        return found;
    }

    bool no_better(std::uint32_t s, std::uint32_t t) {
        return remembered(s, t, 0, [&] {
            for (std::size_t i = 0; i < empty.size(); ++i) {
                if (at(s, i) == 0 && !no_better_in_tempo(s + 2 * states_[i], t)) return false;
                if (at(t, i) == 0 && !no_better_in_tempo(s, t + states_[i])) return false;
            }
            return !(full(s) || full(t)) || no_better_in_tempo(s, t);
        });
    }

    bool no_better_in_tempo(std::uint32_t s, std::uint32_t t) {
        return remembered(s, t, 1, [&] {
            if (full(s) && full(t)) return ((*order_)[blues(s)] >> blues(t) & 1) != 0;
            for (std::size_t i = 0; i < empty.size(); ++i) {
                if (at(s, i) == 0 && no_better(s + states_[i], t)) return true;
                if (at(t, i) == 0 && no_better(s, t + 2 * states_[i])) return true;
            }
            return false;
        });
    }

    template <class Find>
    bool remembered(std::uint32_t s, std::uint32_t t, int kind, Find find) {
        const std::size_t key = (std::size_t{s} * states_.back() + t) * 2 + kind;
        if (stamps_[key] != stamp_) {
            const bool found = find();
            values_[key] = found;
            stamps_[key] = stamp_;
        }
        return values_[key] != 0;
    }

    std::vector<Part> parts_;
    std::vector<std::vector<std::uint32_t>> inside_;  // the indices of the parts, for the ring cells from i on
    std::vector<Order> orders_;
    const Order* order_ = nullptr;
    std::vector<std::uint32_t> states_, stamps_;
    std::vector<std::uint8_t> values_;
    std::uint32_t stamp_ = 0;
};

std::map<Set, Shape> shapes;

bool connected(const Set& set) {
    Set reached{set.front()};
    for (std::size_t i = 0; i < reached.size(); ++i)
        for (const Cell cell : set)
            if (near(reached[i], cell) && std::ranges::find(reached, cell) == reached.end()) reached.push_back(cell);
    return reached.size() == set.size();
}

// For a part the other empty cells are unknown. What is filled in for Red is found with the colours swapped.
void Shape::find_parts() {
    for (unsigned choice = 1; choice + 1 < 1u << empty.size(); ++choice) {
        Set cells;
        for (std::size_t i = 0; i < empty.size(); ++i)
            if (choice >> i & 1) cells.push_back(empty[i]);
        if (!connected(cells)) continue;
        const Canonical form = canonical(cells);
        const Shape& shape = shapes.at(form.set);
        const auto weight = [&](Cell cell) {
            const Cell to = turned(cell, form.symmetry);
            const int i = place(shape.ring, {to.x + form.shift.x, to.y + form.shift.y});
            return i < 0 ? 0 : shape.power[i];
        };
        for (const State colour : {red, blue}) {
            Part part{&shape, 0, {}};
            for (const Cell cell : empty) part.base += unknown * weight(cell);
            for (const Cell cell : ring)
                part.adds.push_back({(colour == red) * weight(cell), (colour == blue) * weight(cell), unknown * weight(cell)});
            parts_.push_back(std::move(part));
        }
    }
}

// The bit of a cell beside the one that is filled in; the cells up to four steps away lie row by row.
std::uint64_t window_bit(Cell from, Cell cell) {
    const int right = cell.x - from.x, down = cell.y - from.y;
    if (std::max({std::abs(right), std::abs(down), std::abs(right + down)}) > reach) return 0;
    int before = 0;
    for (int row = -reach; row < down; ++row) before += 2 * reach + 1 - std::abs(row);
    return std::uint64_t{1} << (before + right - std::max(-reach, -reach - down));
}

using Masks = std::array<std::uint64_t, 3>;  // empty, blue, red

// The least of the twelve forms of a pattern that fills in its cell number `c`; nothing if it reaches too far.
Masks masks_of(const Shape& shape, std::uint32_t index, int c) {
    Masks best{};
    for (int symmetry = 0; symmetry < 12; ++symmetry) {
        Masks now{};
        const Cell from = turned(shape.empty[c], symmetry);
        for (const Cell cell : shape.empty) now[0] |= window_bit(from, turned(cell, symmetry));
        for (std::size_t i = 0; i < shape.ring.size(); ++i) {
            const State state = shape.state(index, static_cast<int>(i));
            if (state == unknown) continue;
            const std::uint64_t bit = window_bit(from, turned(shape.ring[i], symmetry));
            if (bit == 0) return {};
            now[state == blue ? 1 : 2] |= bit;
        }
        if (symmetry == 0 || now < best) best = now;
    }
    return best;
}

// How many of the six cells beside the cell are known to be empty or a stone: the more, the faster it is ruled out.
int known_beside(const Shape& shape, std::uint32_t index, int c) {
    int found = 0;
    for (const Cell cell : shape.empty) found += near(cell, shape.empty[c]);
    for (std::size_t i = 0; i < shape.ring.size(); ++i)
        found += near(shape.ring[i], shape.empty[c]) && shape.state(index, static_cast<int>(i)) != unknown;
    return found;
}

void collect(const Shape& shape, std::set<Masks>& found) {
    for (std::uint32_t index = 0; index < shape.power.back(); ++index) {
        if (shape.fills[index] == 0 || shape.holds_smaller(index)) continue;
        bool needs_all = true;
        for (std::size_t i = 0; i < shape.ring.size() && needs_all; ++i) {
            const State state = shape.state(index, static_cast<int>(i));
            if (state == unknown) continue;
            const std::uint32_t less = index + (unknown - state) * shape.power[i];
            needs_all = shape.fills[less] == 0 && shape.fills[shape.swapped(less)] == 0;
        }
        if (!needs_all) continue;
        // One cell is enough: where it is filled in, the others are left to smaller patterns.
        Masks best{};
        int most = -1;
        for (int c = 0; c < static_cast<int>(shape.empty.size()); ++c) {
            const int known = known_beside(shape, index, c);
            const Masks masks = masks_of(shape, index, c);
            if (!(shape.fills[index] >> c & 1) || known <= most || masks == Masks{}) continue;
            most = known;
            best = masks;
        }
        found.insert(best);
    }
}

// The patterns to be written: a line for each, with its number and how often it was of use.
std::set<int> numbers_in(const char* name) {
    std::ifstream file(name);
    std::set<int> numbers;
    for (long number, uses; file >> number >> uses;) numbers.insert(static_cast<int>(number));
    if (numbers.empty()) {
        std::fprintf(stderr, "no patterns are named in %s\n", name);
        std::exit(2);
    }
    return numbers;
}

}  // namespace

int main(int count, char** words) {
    const int most = count > 1 ? std::atoi(words[1]) : 4;
    const std::set<int> chosen = count > 2 ? numbers_in(words[2]) : std::set<int>{};
    int number = 0;
    std::fputs(table_head, stdout);
    std::vector<Set> sets{{{0, 0}}};
    for (int size = 1; size <= most; ++size) {
        long surroundings = 0, looked_at = 0;
        for (const Set& set : sets) {
            Shape& shape = shapes.emplace(set, set).first->second;
            shape.explore();
            surroundings += shape.power.back();
            looked_at += shape.looked_at;
        }
        std::set<Masks> found;
        for (const Set& set : sets) collect(shapes.at(set), found);
        const bool too_far = found.erase(Masks{}) > 0;
        std::fprintf(stderr, "%d empty: %zu shapes, %ld surroundings, %ld without a smaller pattern, %zu patterns%s\n", size,
                     sets.size(), surroundings, looked_at, found.size(), too_far ? ", some too large" : "");
        if (size > 2)
            for (const Masks& masks : found) {
                if (const int now = number++; count > 2 && !chosen.contains(now)) continue;
                std::printf("    {0x%llx, 0x%llx, 0x%llx},\n", static_cast<unsigned long long>(masks[0]),
                            static_cast<unsigned long long>(masks[1]), static_cast<unsigned long long>(masks[2]));
            }
        std::vector<Set> next;
        for (const Set& set : sets)
            for (const Cell cell : set)
                for (const Cell d : around) {
                    const Cell beside{cell.x + d.x, cell.y + d.y};
                    if (place(set, beside) >= 0) continue;
                    Set larger = set;
                    larger.push_back(beside);
                    std::ranges::sort(larger);
                    next.push_back(canonical(larger).set);
                }
        std::ranges::sort(next);
        next.erase(std::unique(next.begin(), next.end()), next.end());
        sets = std::move(next);
    }
    std::printf("};\n\n}  // namespace pavage::hex\n");
}
