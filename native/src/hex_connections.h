// Connections that a colour can force, from its two sides to its groups and to empty cells (H-search).
//
// A full connection holds even if the other moves first, a semi if its owner does. Its carrier is the set of
// cells it needs: empty ones, and own stones on the way, which make it a proof. Rules, with carriers apart:
//   full(side, group) + link(group, x)  -> full(side, x)
//   full(side, cell)  + link(cell, x)   -> semi(side, x), the cell being its first move
//   semi(side, group) + link(group, x)  -> semi(side, x)
//   semis whose carriers have no empty cell in common -> full, with their union
// Links are neighbours and bridges; everything longer comes from the rules.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "hex_grid.h"

namespace pavage::hex {

template <int Words>
class Connections {
public:
    using Cells = Bits<Words>;

    static constexpr int most_fulls = 6;
    static constexpr int most_semis = 16;
    static constexpr int deepest_or = 4;

    struct Crossing {
        Cells carrier;
        int weight;  // empty cells
    };

    explicit Connections(const Grid<Words>& grid)
        : grid_(&grid),
          points_(grid.cells + 2),
          members_(points_),
          border_(points_),
          links_(points_),
          fulls_{std::vector<Carriers<most_fulls>>(points_), std::vector<Carriers<most_fulls>>(points_)},
          semis_{std::vector<Carriers<most_semis>>(points_), std::vector<Carriers<most_semis>>(points_)} {
        pool_.reserve(std::size_t{64} * points_);
        queue_.reserve(4096);
        crossings_.reserve(most_crossings);
        groups_.reserve(points_);
    }

    // All that the rules find for `colour`; `own` are its stones, `open` the empty cells.
    void build(const Cells& own, const Cells& open, int colour) {
        own_ = own;
        open_ = open;
        colour_ = colour;
        crossings_.clear();
        mustplay_ = open;
        proof_ = {};
        won_ = false;
        find_groups();
        if (won_) return;
        find_links();
        for (int side = 0; side < 2; ++side) {
            open.each([&](int cell) { fulls_[side][cell].count = semis_[side][cell].count = 0; });
            for (const Point group : groups_) fulls_[side][group].count = semis_[side][group].count = 0;
        }
        for (int side = 0; side < 2; ++side) spread(side);
        cross();
    }

    // Its owner wins even if the other moves first.
    bool won() const { return won_; }
    // The cells that the other must play on, for all else loses; none if the owner has won.
    const Cells& mustplay() const { return mustplay_; }
    // The union of carriers whose intersection is the mustplay.
    const Cells& proof() const { return proof_; }
    const std::vector<Crossing>& crossings() const { return crossings_; }

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
    static constexpr int most_crossings = 512;
    static constexpr int most_pairs = 6;

    template <int Most>
    struct Carriers {
        int count = 0;
        std::array<Cells, Most> at;
        std::array<std::uint16_t, Most> weight;
        std::array<bool, Most> used;  // a semi that took part in the OR rule
    };

    struct Link {
        Point to;
        Cells carrier;
    };
    struct Links {
        std::uint32_t begin, end;
    };
    struct Found {
        Point point;
        bool full;
        Cells carrier;
    };

    void add_group(int name, const Cells& stones, const Cells& touching) {
        members_[name] = stones;
        border_[name] = (grid_->around(stones) | touching) & open_;
        groups_.push_back(static_cast<Point>(name));
    }

    void find_groups() {
        groups_.clear();
        Cells left = own_;
        for (int side = 0; side < 2; ++side) {
            const Cells& touching = grid_->sides[colour_][side];
            const Cells stones = grid_->joined(own_, own_ & touching);
            if (side == 0 && stones.meets(grid_->sides[colour_][1])) {
                won_ = true;
                mustplay_ = {};
                proof_ = stones;
                return;
            }
            add_group(side_point(side), stones, touching);
            left = left.without(stones);
        }
        while (left.any()) {
            const int name = left.first();
            const Cells stones = grid_->joined(own_, Cells::of(name));
            add_group(name, stones, {});
            left = left.without(stones);
        }
    }

    // Two of the cells that both ends touch make a bridge.
    void link_over(int to, Cells common) {
        int pairs = 0;
        while (common.any()) {
            const int first = common.take_first();
            for (Cells rest = common; rest.any() && pairs < most_pairs; ++pairs) {
                Cells pair = Cells::of(first);
                pair.set(rest.take_first());
                pool_.push_back({static_cast<Point>(to), pair});
            }
        }
    }

    void find_links() {
        pool_.clear();
        open_.each([&](int cell) {
            links_[cell].begin = static_cast<std::uint32_t>(pool_.size());
            const Cells near = grid_->neighbours[cell] & open_;
            for (const Point group : groups_) {
                if (border_[group].has(cell)) pool_.push_back({group, {}});
                else link_over(group, near & border_[group]);
            }
            near.each([&](int to) { pool_.push_back({static_cast<Point>(to), {}}); });
            for (const auto& leap : grid_->leaps[cell])
                if (open_.has(leap.to) && leap.between.inside(open_)) pool_.push_back({leap.to, leap.between});
            links_[cell].end = static_cast<std::uint32_t>(pool_.size());
        });
        for (const Point group : groups_) {
            links_[group].begin = static_cast<std::uint32_t>(pool_.size());
            const Cells& near = border_[group];
            for (const Point to : groups_)
                if (to != group) link_over(to, near & border_[to]);
            near.each([&](int to) { pool_.push_back({static_cast<Point>(to), {}}); });
            (grid_->around(near) & open_).without(near).each([&](int to) {
                link_over(to, grid_->neighbours[to] & near);
            });
            links_[group].end = static_cast<std::uint32_t>(pool_.size());
        }
    }

    bool is_group(int point) const { return point >= grid_->cells || own_.has(point); }

    template <int Most>
    bool keep(Carriers<Most>& list, const Cells& carrier) {
        const Cells cells = carrier & open_;
        for (int i = 0; i < list.count; ++i)
            if ((list.at[i] & open_).inside(cells)) return false;
        int kept = 0;
        for (int i = 0; i < list.count; ++i) {
            if (cells.inside(list.at[i])) continue;
            if (kept != i) {
                list.at[kept] = list.at[i];
                list.weight[kept] = list.weight[i];
                list.used[kept] = list.used[i];
            }
            ++kept;
        }
        list.count = kept;
        const auto weight = static_cast<std::uint16_t>(cells.count());
        int place = list.count;
        if (place == Most) {
            place = 0;
            for (int i = 1; i < Most; ++i)
                if (list.weight[i] > list.weight[place]) place = i;
            if (list.weight[place] <= weight) return false;
        } else {
            ++list.count;
        }
        list.at[place] = carrier;
        list.weight[place] = weight;
        list.used[place] = false;
        return true;
    }

    void add_full(int side, int point, const Cells& carrier) {
        if (keep(fulls_[side][point], carrier)) queue_.push_back({static_cast<Point>(point), true, carrier});
    }

    void add_semi(int side, int point, const Cells& carrier) {
        const auto& fulls = fulls_[side][point];
        for (int i = 0; i < fulls.count; ++i)
            if ((fulls.at[i] & open_).inside(carrier)) return;
        if (keep(semis_[side][point], carrier)) queue_.push_back({static_cast<Point>(point), false, carrier});
    }

    template <int Most>
    static int index_of(const Carriers<Most>& list, const Cells& carrier) {
        for (int i = 0; i < list.count; ++i)
            if (list.at[i] == carrier) return i;
        return -1;
    }

    void spread(int side) {
        queue_.clear();
        add_full(side, side_point(side), {});
        for (std::size_t next = 0; next < queue_.size(); ++next) {
            const Found found = queue_[next];
            const bool group = is_group(found.point);
            if (found.full) {
                if (index_of(fulls_[side][found.point], found.carrier) < 0) continue;
                follow(side, found, group);
            } else {
                const int place = index_of(semis_[side][found.point], found.carrier);
                if (place < 0) continue;
                if (group) follow(side, found, true);
                unite(side, found.point, place);
            }
        }
    }

    void follow(int side, const Found& found, bool group) {
        const int origin = side_point(side);
        // The other side ends the way.
        if (found.point == side_point(1 - side)) return;
        Cells from = found.carrier;
        if (group) from |= members_[found.point];
        else from.set(found.point);
        const Cells busy = found.carrier & open_;
        for (std::uint32_t i = links_[found.point].begin; i < links_[found.point].end; ++i) {
            const Link& link = pool_[i];
            if (link.to == origin || link.carrier.meets(busy)) continue;
            if (link.to < grid_->cells && busy.has(link.to)) continue;
            const Cells carrier = from | link.carrier;
            if (found.full && group) add_full(side, link.to, carrier);
            else add_semi(side, link.to, carrier);
        }
    }

    // The OR rule for one more semi, with those that went through it before.
    void unite(int side, int point, int place) {
        auto& semis = semis_[side][point];
        semis.used[place] = true;
        std::array<Cells, most_semis> others;
        int count = 0;
        const Cells start = semis.at[place];
        Cells common = start & open_;
        for (int i = 0; i < semis.count; ++i)
            if (i != place && semis.used[i]) {
                others[count++] = semis.at[i];
                common &= semis.at[i];
            }
        if (count == 0 || common.any()) return;
        combine(side, point, others, count, 0, start & open_, start, 1);
    }

    void combine(int side, int point, const std::array<Cells, most_semis>& others, int count, int from,
                 const Cells& common, const Cells& whole, int depth) {
        for (int i = from; i < count; ++i) {
            const Cells less = common & others[i];
            if (less == common) continue;
            if (less.none()) add_full(side, point, whole | others[i]);
            else if (depth + 1 < deepest_or)
                combine(side, point, others, count, i + 1, less, whole | others[i], depth + 1);
        }
    }

    void add_crossing(const Cells& carrier) {
        if (crossings_.size() < most_crossings) crossings_.push_back({carrier, (carrier & open_).count()});
    }

    // Where the ways from both sides meet.
    void cross() {
        const auto apart = [&](const Cells& one, const Cells& other) {
            return !(one & open_).meets(other);
        };
        open_.each([&](int cell) {
            const auto &near = fulls_[0][cell], &far = fulls_[1][cell];
            for (int i = 0; i < near.count; ++i)
                for (int j = 0; j < far.count; ++j)
                    if (apart(near.at[i], far.at[j])) add_crossing(near.at[i] | far.at[j] | Cells::of(cell));
        });
        for (const Point group : groups_) {
            const Cells& stones = members_[group];
            for (int side = 0; side < 2; ++side) {
                const auto &semis = semis_[side][group], &fulls = fulls_[1 - side][group];
                for (int i = 0; i < semis.count; ++i)
                    for (int j = 0; j < fulls.count; ++j)
                        if (apart(semis.at[i], fulls.at[j]))
                            add_crossing(semis.at[i] | fulls.at[j] | stones);
            }
            const auto &near = fulls_[0][group], &far = fulls_[1][group];
            for (int i = 0; i < near.count; ++i)
                for (int j = 0; j < far.count; ++j)
                    if (apart(near.at[i], far.at[j])) {
                        won_ = true;
                        mustplay_ = {};
                        proof_ = near.at[i] | far.at[j] | stones;
                        return;
                    }
        }
        // Small carriers first: they make a small proof.
        std::stable_sort(crossings_.begin(), crossings_.end(),
                         [](const Crossing& one, const Crossing& other) { return one.weight < other.weight; });
        for (const Crossing& crossing : crossings_) {
            if (mustplay_.inside(crossing.carrier)) continue;
            mustplay_ &= crossing.carrier;
            proof_ |= crossing.carrier;
        }
        won_ = mustplay_.none() && !crossings_.empty();
    }

    const Grid<Words>* grid_;
    int points_;
    Cells own_, open_;
    int colour_ = 0;
    std::vector<Point> groups_;
    std::vector<Cells> members_, border_;
    std::vector<Links> links_;
    std::vector<Link> pool_;
    std::vector<Found> queue_;
    std::array<std::vector<Carriers<most_fulls>>, 2> fulls_;
    std::array<std::vector<Carriers<most_semis>>, 2> semis_;
    std::vector<Crossing> crossings_;
    Cells mustplay_, proof_;
    bool won_ = false;
};

}  // namespace pavage::hex
