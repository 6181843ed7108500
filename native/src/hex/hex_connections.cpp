// The rules of hex_connections.h, followed from the lightest carrier on.
#include "hex/hex_connections.h"

#include <algorithm>

namespace pavage::hex {

template <int Words>
Connections<Words>::Connections(const Grid<Words>& grid)
    : grid_(&grid),
      points_(grid.cells + 2),
      members_(points_),
      border_(points_),
      links_(points_),
      waiting_(grid.cells + 1) {
    for (int side = 0; side < 2; ++side) {
        fulls_[side].resize(points_);
        semis_[side].resize(points_);
    }
    pool_.reserve(std::size_t{64} * points_);
    crossings_.reserve(enough_crossings + points_);
    groups_.reserve(points_);
}

template <int Words>
Connections<Words>::Connections(Connections&&) noexcept = default;

template <int Words>
Connections<Words>::~Connections() {}

template <int Words>
void Connections<Words>::build(const Cells& own, const Cells& open, int colour) {
    begin(own, open, colour);
    if (won_) return;
    for (int side = 0; side < 2; ++side) {
        open.each([&](int cell) { forget(side, cell); });
        for (const Point group : groups_) forget(side, group);
        add_full(side, side_point(side), {});
        spread(side);
    }
    cross();
}

template <int Words>
void Connections<Words>::grow(const Connections& before, const Cells& own, const Cells& open) {
    begin(own, open, before.colour_);
    if (won_) return;
    const Cells fresh = own.without(before.own_);
    const Cells gone = before.open_.without(open | own);
    for (int side = 0; side < 2; ++side) {
        open.each([&](int cell) { inherit(before, side, cell, fresh, gone); });
        for (const Point group : groups_) {
            if (!changed(before, group, fresh)) inherit(before, side, group, fresh, gone);
            else forget(side, group);
        }
        for (const Point group : groups_)
            if (changed(before, group, fresh)) join(before, side, group, fresh, gone);
        spread(side);
    }
    cross();
}

template <int Words>
void Connections<Words>::begin(const Cells& own, const Cells& open, int colour) {
    own_ = own;
    open_ = open;
    colour_ = colour;
    crossings_.clear();
    crossing_count_ = 0;
    mustplay_ = open;
    proof_ = {};
    won_ = false;
    pool_.clear();
    std::fill(links_.begin(), links_.end(), Links{0, unknown});
    find_groups();
}

template <int Words>
inline void Connections<Words>::forget(int side, int point) {
    fulls_[side][point].clear();
    semis_[side][point].clear();
}

// A name that was no group's may still have the members of long ago.
template <int Words>
inline bool Connections<Words>::changed(const Connections& before, int group, const Cells& fresh) const {
    return members_[group].meets(fresh) || !(members_[group] == before.members_[group]);
}

// What was found before stays. Semis that the new stones make lighter may unite now; none is followed again,
// for what was found by following it is inherited too.
template <int Words>
inline void Connections<Words>::inherit(const Connections& before, int side, int point, const Cells& fresh,
                                 const Cells& gone) {
    forget(side, point);
    const auto keep = [&](auto& list, const Cells& carrier) {
        const Cells cells = carrier & open_;
        list.insert(carrier, cells, cells.count());
    };
    before.each_full(side, point, [&](const Cells& carrier) {
        if (carrier.meets(gone)) return;
        keep(fulls_[side][point], carrier);
    });
    before.each_semi(side, point, [&](const Cells& carrier) {
        if (carrier.meets(gone)) return;
        if (carrier.meets(fresh)) add_semi(side, point, carrier, true);
        else keep(semis_[side][point], carrier);
    });
}

// A group with new stones has what its parts had, and is reached from all around it.
template <int Words>
void Connections<Words>::join(const Connections& before, int side, int group, const Cells& fresh,
                              const Cells& gone) {
    const int origin = side_point(side);
    if (group == origin) return add_full(side, origin, {});
    const auto take = [&](int point) {
        before.each_full(side, point, [&](const Cells& carrier) {
            if (!carrier.meets(gone)) add_full(side, group, carrier);
        });
        before.each_semi(side, point, [&](const Cells& carrier) {
            if (!carrier.meets(gone)) add_semi(side, group, carrier);
        });
    };
    (fresh & members_[group]).each(take);
    for (const Point part : before.groups_)
        if (part == group || (part < grid_->cells && members_[group].has(part))) take(part);
    for (const Link& link : links_of(group)) {
        if (link.to == side_point(1 - side)) continue;
        const bool from_group = is_group(link.to);
        Cells way = link.carrier;
        if (from_group) way |= members_[link.to];
        else way.set(link.to);
        const auto& fulls = fulls_[side][link.to];
        for (int k = 0; k < fulls.count; ++k) {
            if (link.carrier.meets(fulls.cells[k])) continue;
            if (from_group) add_full(side, group, way | fulls.at[k]);
            else add_semi(side, group, way | fulls.at[k]);
        }
        if (!from_group) continue;
        const auto& semis = semis_[side][link.to];
        for (int k = 0; k < semis.count; ++k)
            if (!link.carrier.meets(semis.cells[k])) add_semi(side, group, way | semis.at[k]);
    }
}

template <int Words>
void Connections<Words>::add_group(int name, const Cells& stones, const Cells& touching) {
    members_[name] = stones;
    border_[name] = (grid_->around(stones) | touching) & open_;
    groups_.push_back(static_cast<Point>(name));
}

template <int Words>
void Connections<Words>::find_groups() {
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
template <int Words>
inline void Connections<Words>::link_over(int to, Cells common) {
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

// The links of a point, found when they are first followed: most of a position that grew is inherited.
template <int Words>
inline auto Connections<Words>::links_of(int point) -> std::span<const Link> {
    Links& links = links_[point];
    if (links.end == unknown) {
        links.begin = static_cast<std::uint32_t>(pool_.size());
        if (is_group(point)) link_group(point);
        else link_cell(point);
        links.end = static_cast<std::uint32_t>(pool_.size());
    }
    return {pool_.data() + links.begin, pool_.data() + links.end};
}

template <int Words>
void Connections<Words>::link_cell(int cell) {
    const Cells near = grid_->neighbours[cell] & open_;
    for (const Point group : groups_) {
        if (border_[group].has(cell)) pool_.push_back({group, {}});
        else link_over(group, near & border_[group]);
    }
    near.each([&](int to) { pool_.push_back({static_cast<Point>(to), {}}); });
    for (const auto& leap : grid_->leaps[cell])
        if (open_.has(leap.to) && leap.between.inside(open_)) pool_.push_back({leap.to, leap.between});
}

template <int Words>
void Connections<Words>::link_group(int group) {
    const Cells& near = border_[group];
    for (const Point to : groups_)
        if (to != group) link_over(to, near & border_[to]);
    near.each([&](int to) { pool_.push_back({static_cast<Point>(to), {}}); });
    (grid_->around(near) & open_).without(near).each([&](int to) {
        link_over(to, grid_->neighbours[to] & near);
    });
}

// What is found waits until everything lighter was followed: so the lists fill with the lightest carriers,
// none is ever replaced unless by `grow`, and nothing is followed in vain.
template <int Words>
inline void Connections<Words>::add_full(int side, int point, const Cells& carrier) {
    const int weight = (carrier & open_).count();
    const auto& fulls = fulls_[side][point];
    if (!fulls.takes(weight) || fulls.cover(carrier)) return;
    waiting_[weight].push_back({static_cast<Point>(point), true, false, carrier});
}

template <int Words>
inline void Connections<Words>::add_semi(int side, int point, const Cells& carrier, bool known) {
    const int weight = (carrier & open_).count();
    const auto& semis = semis_[side][point];
    if (!semis.takes(weight) || semis.cover(carrier)) return;
    if (fulls_[side][point].cover(carrier)) return;
    waiting_[weight].push_back({static_cast<Point>(point), false, known, carrier});
}

template <int Words>
void Connections<Words>::spread(int side) {
    // Following never leads to a lighter carrier.
    for (int weight = 0; weight < static_cast<int>(waiting_.size()); ++weight) {
        auto& found_here = waiting_[weight];
        for (std::size_t next = 0; next < found_here.size(); ++next) {
            const Found found = found_here[next];
            const bool group = is_group(found.point);
            auto& fulls = fulls_[side][found.point];
            if (fulls.cover(found.carrier)) continue;
            if (found.full) {
                if (!fulls.takes(weight)) continue;
                fulls.insert(found.carrier, found.carrier & open_, weight);
                follow(side, found, group);
            } else {
                auto& semis = semis_[side][found.point];
                if (!semis.takes(weight) || semis.cover(found.carrier)) continue;
                semis.insert(found.carrier, found.carrier & open_, weight);
                if (group && !found.known) follow(side, found, true);
                unite(side, found.point);
            }
        }
        found_here.clear();
    }
}

template <int Words>
inline void Connections<Words>::follow(int side, const Found& found, bool group) {
    const int origin = side_point(side);
    // The other side ends the way.
    if (found.point == side_point(1 - side)) return;
    Cells from = found.carrier;
    if (group) from |= members_[found.point];
    else from.set(found.point);
    const Cells busy = found.carrier & open_;
    for (const Link& link : links_of(found.point)) {
        if (link.to == origin || link.carrier.meets(busy)) continue;
        if (link.to < grid_->cells && busy.has(link.to)) continue;
        const Cells carrier = from | link.carrier;
        if (found.full && group) add_full(side, link.to, carrier);
        else add_semi(side, link.to, carrier);
    }
}

// The OR rule for the latest semi, with those before.
template <int Words>
inline void Connections<Words>::unite(int side, int point) {
    const auto& semis = semis_[side][point];
    const int last = semis.count - 1;
    Cells common = semis.cells[last];
    for (int i = 0; i < last; ++i) common &= semis.cells[i];
    if (last == 0 || common.any()) return;
    // No later semi can take away what these have in common.
    rest_[last] = open_;
    for (int i = last; i-- > 0;) rest_[i] = rest_[i + 1] & semis.cells[i];
    combine(side, point, last, 0, semis.cells[last], semis.at[last], 1);
}

// Adds semis from `from` on to some whose union is `whole`, until no empty cell is common to all.
template <int Words>
inline void Connections<Words>::combine(int side, int point, int count, int from, const Cells& common,
                                 const Cells& whole, int depth) {
    const auto& semis = semis_[side][point];
    for (int i = from; i < count; ++i) {
        if (common.meets(rest_[i])) return;
        const Cells less = common & semis.cells[i];
        if (less == common) continue;
        if (less.any() && depth + 1 == deepest_or) continue;
        const Cells more = whole | semis.at[i];
        if (fulls_[side][point].cover(more)) continue;
        if (less.none()) add_full(side, point, more);
        else combine(side, point, count, i + 1, less, more, depth + 1);
    }
}

// All crossings count for the mustplay; kept are those that made it smaller, and a few more to choose from.
template <int Words>
inline void Connections<Words>::add_crossing(const Cells& carrier) {
    ++crossing_count_;
    const bool less = !mustplay_.inside(carrier);
    mustplay_ &= carrier;
    if (less || crossings_.size() < enough_crossings)
        crossings_.push_back({carrier, (carrier & open_).count()});
}

// Where the ways from both sides meet.
template <int Words>
void Connections<Words>::cross() {
    const auto apart = [](const Cells& one, const Cells& other) {
        return !one.meets(other);
    };
    open_.each([&](int cell) {
        const auto &near = fulls_[0][cell], &far = fulls_[1][cell];
        for (int i = 0; i < near.count; ++i)
            for (int j = 0; j < far.count; ++j)
                if (apart(near.cells[i], far.cells[j]))
                    add_crossing(near.at[i] | far.at[j] | Cells::of(cell));
    });
    for (const Point group : groups_) {
        const Cells& stones = members_[group];
        for (int side = 0; side < 2; ++side) {
            const auto& semis = semis_[side][group];
            const auto& fulls = fulls_[1 - side][group];
            for (int i = 0; i < semis.count; ++i)
                for (int j = 0; j < fulls.count; ++j)
                    if (apart(semis.cells[i], fulls.cells[j]))
                        add_crossing(semis.at[i] | fulls.at[j] | stones);
        }
        const auto &near = fulls_[0][group], &far = fulls_[1][group];
        for (int i = 0; i < near.count; ++i)
            for (int j = 0; j < far.count; ++j)
                if (apart(near.cells[i], far.cells[j])) {
                    won_ = true;
                    mustplay_ = {};
                    proof_ = near.at[i] | far.at[j] | stones;
                    return;
                }
    }
    make_proof();
    won_ = mustplay_.none() && !crossings_.empty();
}

// A small union of crossings whose intersection is the mustplay: each time the one that takes away most
// for the cells it adds. Small proofs refute many moves at once.
template <int Words>
void Connections<Words>::make_proof() {
    Cells left = open_;
    while (!(left == mustplay_)) {
        const Crossing* best = nullptr;
        float least = 0;
        for (const Crossing& crossing : crossings_) {
            const int fewer = left.without(crossing.carrier).count();
            if (fewer == 0) continue;
            const int more = (crossing.carrier & open_).without(proof_).count();
            const float price = static_cast<float>(more) / static_cast<float>(fewer);
            if (best != nullptr && price >= least) continue;
            least = price;
            best = &crossing;
        }
        left &= best->carrier;
        proof_ |= best->carrier;
    }
}

#define PAVAGE_BUILD(words) template class Connections<words>;
PAVAGE_EACH_WORDS(PAVAGE_BUILD)
#undef PAVAGE_BUILD
// The player's tree has one for larger boards too, and never uses it.
template Connections<11>::Connections(const Grid<11>&);
template Connections<11>::~Connections();

}  // namespace pavage::hex
