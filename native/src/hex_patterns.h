// Learned local patterns as a prior: what surrounds a cell, where it lies, how near the last move is.
//
// The mover is always shown as the one who goes up and down: for blue the board is turned over its long
// diagonal. A cell's neighbourhood is the six cells that touch it and the six a bridge away, two bits each: 1 own,
// 2 the other's, 3 dead or beyond a corner; the sides are stones. Half a turn changes nothing for the mover, so of
// a neighbourhood and its turned image the smaller code counts.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "hex_geometry.h"
#include "hex_prior.h"

namespace pavage::hex {

// What a pattern sees of one empty cell.
struct Features {
    std::uint32_t near;   // the six neighbours
    std::uint32_t wide;   // these and the six cells a bridge away
    std::uint16_t place;  // distances from the mover's sides and from the other's
    std::uint16_t reply;  // where the last move lies from here, 0 for far away
    bool saves;           // whether it saves a bridge that the last move probed
};

class PatternWeights {
public:
    static constexpr int most_distance = 5, reach = 3, span = 2 * reach + 1;
    static constexpr int near_codes = 1 << 12, places = (most_distance + 1) * (most_distance + 1);
    static constexpr int replies = span * span + 1;

    std::array<float, near_codes> near{};
    std::array<float, places> place{};
    std::array<float, replies> reply{};
    float saves = 0;

    void add_wide(std::uint32_t code, float weight) {
        if (2 * (wide_count_ + 1) > wide_.size()) grow();
        Wide& wide = wide_[find(code)];
        if (wide.code == no_code) ++wide_count_;
        wide = {code, weight};
    }

    float of(const Features& features) const {
        const float wide = wide_.empty() ? 0 : wide_[find(features.wide)].weight;
        return near[features.near] + wide + place[features.place] + reply[features.reply] +
               (features.saves ? saves : 0);
    }

private:
    static constexpr std::uint32_t no_code = ~std::uint32_t{0};
    struct Wide {
        std::uint32_t code = no_code;
        float weight = 0;
    };

    std::size_t find(std::uint32_t code) const {
        const std::size_t mask = wide_.size() - 1;
        std::size_t at = (code * 0x9e3779b1u >> 8) & mask;
        while (wide_[at].code != code && wide_[at].code != no_code) at = (at + 1) & mask;
        return at;
    }

    void grow() {
        std::vector<Wide> old = std::move(wide_);
        wide_.assign(std::max<std::size_t>(1024, old.size() * 2), {});
        for (const Wide& one : old)
            if (one.code != no_code) wide_[find(one.code)] = one;
    }

    std::vector<Wide> wide_;
    std::size_t wide_count_ = 0;
};

// The neighbourhoods of a position.
template <int Words>
class Neighbourhoods {
public:
    explicit Neighbourhoods(int size) : size_(size), stride_(size + 2 * rim), geometry_(&geometry(size)) {
        const std::array<std::array<int, 2>, 6> around{{{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}}};
        for (int i = 0; i < 6; ++i) {
            const auto &one = around[i], &next = around[(i + 1) % 6];
            steps_[i] = one[1] * stride_ + one[0];
            steps_[6 + i] = steps_[i] + next[1] * stride_ + next[0];
        }
        for (int row = 0; row < stride_; ++row)
            for (int column = 0; column < stride_; ++column) {
                const bool over = row < rim || row >= size + rim;
                const bool beside = column < rim || column >= size + rim;
                codes_[row * stride_ + column] = static_cast<std::uint8_t>((over ? 1 : 0) | (beside ? 2 : 0));
            }
    }

    void load(const Stones<Words>& stones, int mover, int last) {
        mover_ = mover;
        last_ = last;
        for (int cell = 0; cell < size_ * size_; ++cell)
            codes_[spot(cell)] = static_cast<std::uint8_t>((stones.of[mover].has(cell) ? 1 : 0) |
                                                           (stones.of[1 - mover].has(cell) ? 2 : 0));
        saving_ = {};
        if (last == no_move) return;
        const auto colour = static_cast<Colour>(red + mover);
        const auto own = [&](Point point) {
            if (point < geometry_->cells) return stones.of[mover].has(point);
            return point == geometry_->side_of(colour) || point == geometry_->opposite_side_of(colour);
        };
        for (const Bridge& bridge : geometry_->bridges_through[last])
            if (own(bridge.from) && own(bridge.to) && !stones.taken().has(bridge.second))
                saving_.set(bridge.second);
    }

    Features of(int cell) const {
        const std::uint8_t* here = &codes_[spot(cell)];
        std::uint32_t near = 0, wide = 0;
        for (int i = 0; i < 6; ++i) {
            near |= static_cast<std::uint32_t>(here[steps_[i]]) << (2 * i);
            wide |= static_cast<std::uint32_t>(here[steps_[6 + i]]) << (2 * i);
        }
        const std::uint32_t whole = wide << 12 | near;
        const std::uint32_t near_turned = turned(near), whole_turned = turned(wide) << 12 | near_turned;
        const int row = row_of(cell), column = column_of(cell);
        const int own = std::min({row, size_ - 1 - row, PatternWeights::most_distance});
        const int others = std::min({column, size_ - 1 - column, PatternWeights::most_distance});
        return {std::min(near, near_turned), std::min(whole, whole_turned),
                static_cast<std::uint16_t>(own * (PatternWeights::most_distance + 1) + others),
                reply(row, column), saving_.has(cell)};
    }

private:
    static constexpr int rim = 2;
    static constexpr int most_spots = (largest_size + 2 * rim) * (largest_size + 2 * rim);

    static std::uint32_t turned(std::uint32_t ring) { return (ring >> 6) | (ring & 63) << 6; }

    int row_of(int cell) const { return mover_ == 0 ? cell / size_ : cell % size_; }
    int column_of(int cell) const { return mover_ == 0 ? cell % size_ : cell / size_; }
    int spot(int cell) const { return (row_of(cell) + rim) * stride_ + column_of(cell) + rim; }

    std::uint16_t reply(int row, int column) const {
        constexpr int reach = PatternWeights::reach, span = PatternWeights::span;
        if (last_ == no_move) return 0;
        const int down = row_of(last_) - row, right = column_of(last_) - column;
        if (std::abs(down) > reach || std::abs(right) > reach || std::abs(down + right) > reach) return 0;
        const int code = (down + reach) * span + right + reach;
        return static_cast<std::uint16_t>(1 + std::min(code, span * span - 1 - code));
    }

    int size_, stride_, mover_ = 0, last_ = no_move;
    const Geometry* geometry_;
    std::array<int, 12> steps_;
    std::array<std::uint8_t, most_spots> codes_;
    Bits<Words> saving_;
};

// Shares of the moves by the weights of their patterns, as in a softmax.
template <int Words>
class PatternPrior final : public Prior<Words> {
public:
    PatternPrior(const Grid<Words>& grid, std::shared_ptr<const PatternWeights> weights)
        : grid_(&grid), weights_(std::move(weights)), neighbourhoods_(grid.size) {}

    void judge(const Stones<Words>& stones, int mover, int last, std::span<float> shares) override {
        neighbourhoods_.load(stones, mover, last);
        const Bits<Words> open = grid_->all.without(stones.taken());
        std::fill(shares.begin(), shares.end(), 0.0f);
        float largest = -std::numeric_limits<float>::infinity();
        open.each([&](int cell) {
            shares[cell] = weights_->of(neighbourhoods_.of(cell));
            largest = std::max(largest, shares[cell]);
        });
        float sum = 0;
        open.each([&](int cell) { sum += shares[cell] = std::exp(shares[cell] - largest); });
        open.each([&](int cell) { shares[cell] /= sum; });
    }

private:
    const Grid<Words>* grid_;
    std::shared_ptr<const PatternWeights> weights_;
    Neighbourhoods<Words> neighbourhoods_;
};

}  // namespace pavage::hex
