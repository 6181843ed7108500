// Learned local patterns as a prior: what surrounds a cell, where it lies, how near the last move is.
//
// The mover is always shown as the one who goes up and down: for blue the board is turned over its long
// diagonal. A cell's neighbourhood is the six cells that touch it and the six a bridge away, two bits each: 1 own,
// 2 the other's, 3 dead or beyond a corner; the sides are stones. Half a turn changes nothing for the mover, so of
// a neighbourhood and its turned image the smaller code counts.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "hex/hex_geometry.h"
#include "player/hex_prior.h"

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

    void add_wide(std::uint32_t code, float weight);

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

    void grow();

    std::vector<Wide> wide_;
    std::size_t wide_count_ = 0;
};

// The neighbourhoods of a position.
class Neighbourhoods {
public:
    explicit Neighbourhoods(int size);

    template <int Words>
    void load(const Stones<Words>& stones, int mover, int last) {
        mover_ = mover;
        for (int cell = 0; cell < size_ * size_; ++cell)
            codes_[spot(cell)] = static_cast<std::uint8_t>((stones.of[mover].has(cell) ? 1 : 0) |
                                                           (stones.of[1 - mover].has(cell) ? 2 : 0));
        find_saving(last);
    }

    bool is_empty(int cell) const { return codes_[spot(cell)] == 0; }
    Features of(int cell) const;

private:
    static constexpr int rim = 2;
    static constexpr int most_spots = (largest_size + 2 * rim) * (largest_size + 2 * rim);

    int row_of(int cell) const { return mover_ == 0 ? cell / size_ : cell % size_; }
    int column_of(int cell) const { return mover_ == 0 ? cell % size_ : cell / size_; }
    int spot(int cell) const { return (row_of(cell) + rim) * stride_ + column_of(cell) + rim; }
    void find_saving(int last);
    std::uint16_t reply(int row, int column) const;

    int size_, stride_, mover_ = 0, last_ = no_move;
    const Geometry* geometry_;
    std::array<int, 12> steps_;
    std::array<std::uint8_t, most_spots> codes_;
    CellSet saving_;
};

// Shares of the moves by the weights of their patterns, as in a softmax.
template <int Words>
class PatternPrior final : public Prior<Words> {
public:
    PatternPrior(int size, std::shared_ptr<const PatternWeights> weights)
        : weights_(std::move(weights)), neighbourhoods_(size) {}

    void judge(const Stones<Words>& stones, int mover, int last, std::span<float> shares) override;

private:
    std::shared_ptr<const PatternWeights> weights_;
    Neighbourhoods neighbourhoods_;
};

}  // namespace pavage::hex
