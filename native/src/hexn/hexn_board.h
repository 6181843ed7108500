// Hex-n on any tiling of up to 256 cells: sets of cells, ways from port to port, stones, who is out.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace pavage::hexn {

constexpr int most_cells = 256;
constexpr int most_colours = 6;
constexpr int nobody = -1;

// A set of cells, one bit each, in as few words as the board needs.
template <int Words>
struct Set {
    std::array<std::uint64_t, Words> words{};

    bool has(int cell) const { return (words[cell >> 6] >> (cell & 63)) & 1; }
    void add(int cell) { words[cell >> 6] |= std::uint64_t{1} << (cell & 63); }
    void drop(int cell) { words[cell >> 6] &= ~(std::uint64_t{1} << (cell & 63)); }

    bool any() const {
        std::uint64_t all = 0;
        for (const std::uint64_t word : words) all |= word;
        return all != 0;
    }

    int count() const {
        int sum = 0;
        for (const std::uint64_t word : words) sum += std::popcount(word);
        return sum;
    }

    // The lowest cell; only of a set that has one.
    int first() const {
        int word = 0;
        while (word + 1 < Words && words[word] == 0) ++word;
        return word * 64 + std::countr_zero(words[word]);
    }

    // The cell with so many others below it; only where there are more than that.
    int at(int below) const {
        int word = 0;
        for (; word + 1 < Words; ++word) {
            const int here = std::popcount(words[word]);
            if (below < here) break;
            below -= here;
        }
        std::uint64_t left = words[word];
        for (; below > 0; --below) left &= left - 1;
        return word * 64 + std::countr_zero(left);
    }

    template <class Visit>
    void each(Visit visit) const {
        for (int word = 0; word < Words; ++word)
            for (std::uint64_t left = words[word]; left != 0; left &= left - 1)
                visit(word * 64 + std::countr_zero(left));
    }

    Set& operator|=(const Set& other) {
        for (int word = 0; word < Words; ++word) words[word] |= other.words[word];
        return *this;
    }
    Set& operator&=(const Set& other) {
        for (int word = 0; word < Words; ++word) words[word] &= other.words[word];
        return *this;
    }
    friend Set operator|(Set one, const Set& other) { return one |= other; }
    friend Set operator&(Set one, const Set& other) { return one &= other; }
    friend Set operator-(Set one, const Set& other) {
        for (int word = 0; word < Words; ++word) one.words[word] &= ~other.words[word];
        return one;
    }
    friend bool operator==(const Set&, const Set&) = default;
};

// What stays the same all game: cells, neighbours, ports, and who has to join which.
template <int Words>
struct Ground {
    using Cells = Set<Words>;
    struct Pair {
        Cells begin, end;
    };

    int cells = 0;
    int colours = 0;
    bool assigned = true;  // otherwise any pair will do for anybody
    Cells full;
    std::vector<Cells> near;
    std::vector<Pair> pairs;
    Cells all_ports;

    // The pairs of ports of which a colour has to join one.
    const Pair* begin_of(int colour) const { return pairs.data() + (assigned ? colour : 0); }
    const Pair* end_of(int colour) const {
        return assigned ? begin_of(colour) + 1 : pairs.data() + pairs.size();
    }
    bool in_port(int colour, int cell) const {
        if (!assigned) return all_ports.has(cell);
        return pairs[colour].begin.has(cell) || pairs[colour].end.has(cell);
    }

    Cells spread(const Cells& cells) const {
        Cells reached;
        cells.each([&](int cell) { reached |= near[cell]; });
        return reached;
    }

    // All of `within` that hangs together with `from`, a part of it.
    Cells flood(const Cells& within, const Cells& from) const {
        Cells left = within - from, fresh = from;
        while (fresh.any()) {
            fresh = spread(fresh) & left;
            left = left - fresh;
        }
        return within - left;
    }

    bool joins(const Cells& cells, int colour) const {
        for (const Pair* pair = begin_of(colour); pair != end_of(colour); ++pair) {
            Cells left = cells, fresh = cells & pair->begin;
            while (fresh.any()) {
                if ((fresh & pair->end).any()) return true;
                left = left - fresh;
                fresh = spread(fresh) & left;
            }
        }
        return false;
    }

    // A stone inside the board parts nothing if the cells around it hold together.
    bool may_part(int cell, const Cells& cells) const {
        const Cells beside = near[cell] & cells;
        if (!beside.any()) return false;
        Cells from;
        from.add(beside.first());
        return flood(beside, from) != beside;
    }
};

// A position: stones by colour, who is in, whose turn it is. Colours move in their own order.
template <int Words>
struct State {
    using Cells = Set<Words>;

    Cells free;
    std::array<Cells, most_colours> stones{};
    unsigned alive = 0;
    int turn = 0;
    int linked = nobody;

    bool over() const { return linked != nobody || std::has_single_bit(alive) || alive == 0 || !free.any(); }

    // Once over; on a full board that left several in (rings around holes), the one to move.
    int winner() const {
        if (std::has_single_bit(alive)) return std::countr_zero(alive);
        return linked != nobody ? linked : turn;
    }

    Cells open_to(int colour) const { return stones[colour] | free; }

    void place(const Ground<Words>& ground, int cell) {
        const int mover = turn;
        stones[mover].add(cell);
        free.drop(cell);
        for (unsigned others = alive & ~(1u << mover); others != 0; others &= others - 1) {
            const int colour = std::countr_zero(others);
            const Cells open = open_to(colour);
            if (!ground.in_port(colour, cell) && !ground.may_part(cell, open)) continue;
            if (!ground.joins(open, colour)) alive &= ~(1u << colour);
        }
        if (!ground.assigned && links(ground, mover, cell)) linked = mover;
        pass(ground.colours);
    }

    void pass(int colours) {
        if (alive == 0) return;
        do turn = turn + 1 < colours ? turn + 1 : 0;
        while (((alive >> turn) & 1) == 0);
    }

private:
    // Whether the chain of the stone just placed joins two opposite ports.
    bool links(const Ground<Words>& ground, int colour, int cell) const {
        Cells from;
        from.add(cell);
        const Cells chain = ground.flood(stones[colour], from);
        if (!(chain & ground.all_ports).any()) return false;
        for (const auto& pair : ground.pairs)
            if ((chain & pair.begin).any() && (chain & pair.end).any()) return true;
        return false;
    }
};

}  // namespace pavage::hexn
