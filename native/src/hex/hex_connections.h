// Connections that a colour can force, from its two sides to its groups and to empty cells (H-search).
//
// A full connection holds even if the other moves first, a semi if its owner does. Its carrier is the set of
// cells it needs: empty ones, and own stones on the way, which make it a proof. Rules, with carriers apart:
//   full(side, group) + link(group, x)  -> full(side, x)
//   full(side, cell)  + link(cell, x)   -> semi(side, x), the cell being its first move
//   semi(side, group) + link(group, x)  -> semi(side, x)
//   semis whose carriers have no empty cell in common -> full, with their union
// Links are neighbours and bridges; everything longer comes from the rules.
//
// Built for boards up to 19×19, in 1, 2, 4 or 6 words: hex_connections.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "hex/hex_carriers.h"
#include "hex/hex_grid.h"

namespace pavage::hex {

template <int Words>
class Connections {
public:
    using Cells = Bits<Words>;

    static constexpr int most_fulls = 8;
    static constexpr int most_semis = 12;
    static constexpr int deepest_or = 4;

    explicit Connections(const Grid<Words>& grid);
    Connections(Connections&&) noexcept;
    ~Connections();

    // All that the rules find for `colour`; `own` are its stones, `open` the empty cells.
    void build(const Cells& own, const Cells& open, int colour);

    // The same from what was found before the owner got more stones (and the other some cells perhaps): what
    // is untouched stays, and only what the new stones change is followed. The lists are full, so what it finds
    // differs a little from what `build` finds.
    void grow(const Connections& before, const Cells& own, const Cells& open);

    // Its owner wins even if the other moves first.
    bool won() const { return won_; }
    // The cells that the other must play on, for all else loses; none if the owner has won.
    const Cells& mustplay() const { return mustplay_; }
    // The union of carriers whose intersection is the mustplay.
    const Cells& proof() const { return proof_; }
    // How many semi connections from side to side were found.
    int crossings() const { return crossing_count_; }

    int side_point(int side) const { return grid_->cells + side; }
    const std::vector<Point>& groups() const { return groups_; }
    const Cells& members(int group) const { return members_[group]; }

    template <class Visit>  // (carrier)
    void each_full(int side, int point, Visit visit) const {
        const auto& list = fulls_[side][point];
        for (int i = 0; i < list.count; ++i) visit(list.at[i]);
    }
    template <class Visit>
    void each_semi(int side, int point, Visit visit) const {
        const auto& list = semis_[side][point];
        for (int i = 0; i < list.count; ++i) visit(list.at[i]);
    }

private:
    static constexpr std::size_t enough_crossings = 128;
    static constexpr int most_pairs = 6;

    struct Link {
        Point to;
        Cells carrier;
    };
    struct Links {
        std::uint32_t begin, end;
    };
    static constexpr std::uint32_t unknown = ~std::uint32_t{0};
    struct Crossing {
        Cells carrier;
        int weight;  // empty cells
    };
    struct Found {
        Point point;
        bool full;
        bool known;  // followed before
        Cells carrier;
    };

    void begin(const Cells& own, const Cells& open, int colour);
    bool is_group(int point) const { return point >= grid_->cells || own_.has(point); }
    void add_group(int name, const Cells& stones, const Cells& touching);
    void find_groups();
    std::span<const Link> links_of(int point);
    void link_cell(int cell);
    void link_group(int group);
    void link_over(int to, Cells common);

    void forget(int side, int point);
    bool changed(const Connections& before, int group, const Cells& fresh) const;
    void inherit(const Connections& before, int side, int point, const Cells& fresh, const Cells& gone);
    void join(const Connections& before, int side, int group, const Cells& fresh, const Cells& gone);

    void add_full(int side, int point, const Cells& carrier);
    void add_semi(int side, int point, const Cells& carrier, bool known = false);
    void spread(int side);
    void follow(int side, const Found& found, bool group);
    void unite(int side, int point);
    void combine(int side, int point, int count, int from, const Cells& common, const Cells& whole, int depth);

    void add_crossing(const Cells& carrier);
    void cross();
    void make_proof();

    const Grid<Words>* grid_;
    int points_;
    Cells own_, open_;
    int colour_ = 0;
    std::vector<Point> groups_;
    std::vector<Cells> members_, border_;
    std::vector<Links> links_;
    std::vector<Link> pool_;
    std::vector<std::vector<Found>> waiting_;  // by weight, the number of empty cells
    std::array<std::vector<Carriers<Words, most_fulls>>, 2> fulls_;
    std::array<std::vector<Carriers<Words, most_semis>>, 2> semis_;
    std::array<Cells, most_semis + 1> rest_;
    std::vector<Crossing> crossings_;
    int crossing_count_ = 0;
    Cells mustplay_, proof_;
    bool won_ = false;
};

}  // namespace pavage::hex
