// How hex_patterns.h sees and judges.
#include "player/hex_patterns.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace pavage::hex {

namespace {

std::uint32_t turned(std::uint32_t ring) { return (ring >> 6) | (ring & 63) << 6; }

// Writes a share for each cell, 0 for those that are taken.
void share(const PatternWeights& weights, const Neighbourhoods& neighbourhoods, std::span<float> shares) {
    std::array<Point, most_cells> cells;
    int count = 0;
    float largest = -std::numeric_limits<float>::infinity();
    for (std::size_t cell = 0; cell < shares.size(); ++cell) {
        shares[cell] = 0;
        if (!neighbourhoods.is_empty(static_cast<int>(cell))) continue;
        cells[count++] = static_cast<Point>(cell);
        shares[cell] = weights.of(neighbourhoods.of(static_cast<int>(cell)));
        largest = std::max(largest, shares[cell]);
    }
    float sum = 0;
    for (int i = 0; i < count; ++i) sum += shares[cells[i]] = std::exp(shares[cells[i]] - largest);
    for (int i = 0; i < count; ++i) shares[cells[i]] /= sum;
}

}  // namespace

void PatternWeights::add_wide(std::uint32_t code, float weight) {
    if (2 * (wide_count_ + 1) > wide_.size()) grow();
    Wide& wide = wide_[find(code)];
    if (wide.code == no_code) ++wide_count_;
    wide = {code, weight};
}

void PatternWeights::grow() {
    std::vector<Wide> old = std::move(wide_);
    wide_.assign(std::max<std::size_t>(1024, old.size() * 2), {});
    for (const Wide& one : old)
        if (one.code != no_code) wide_[find(one.code)] = one;
}

Neighbourhoods::Neighbourhoods(int size) : size_(size), stride_(size + 2 * rim), geometry_(&geometry(size)) {
    for (int i = 0; i < 6; ++i) {
        const auto &one = directions[i], &next = directions[(i + 1) % 6];
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

void Neighbourhoods::find_saving(int last) {
    last_ = last;
    saving_.reset();
    if (last == no_move) return;
    const auto colour = static_cast<Colour>(red + mover_);
    const auto own = [&](Point point) {
        if (point < geometry_->cells) return (codes_[spot(point)] & 1) != 0;
        return point == geometry_->side_of(colour) || point == geometry_->opposite_side_of(colour);
    };
    for (const Bridge& bridge : geometry_->bridges_through[last])
        if (own(bridge.from) && own(bridge.to) && is_empty(bridge.second)) saving_.set(bridge.second);
}

Features Neighbourhoods::of(int cell) const {
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
            static_cast<std::uint16_t>(own * (PatternWeights::most_distance + 1) + others), reply(row, column),
            saving_[cell]};
}

std::uint16_t Neighbourhoods::reply(int row, int column) const {
    constexpr int reach = PatternWeights::reach, span = PatternWeights::span;
    if (last_ == no_move) return 0;
    const int down = row_of(last_) - row, right = column_of(last_) - column;
    if (std::abs(down) > reach || std::abs(right) > reach || std::abs(down + right) > reach) return 0;
    const int code = (down + reach) * span + right + reach;
    return static_cast<std::uint16_t>(1 + std::min(code, span * span - 1 - code));
}

template <int Words>
void PatternPrior<Words>::judge(const Stones<Words>& stones, int mover, int last, std::span<float> shares) {
    neighbourhoods_.load(stones, mover, last);
    share(*weights_, neighbourhoods_, shares);
}

#define PAVAGE_BUILD(words) template class PatternPrior<words>;
PAVAGE_EACH_WORDS(PAVAGE_BUILD)
#undef PAVAGE_BUILD
template class PatternPrior<11>;

}  // namespace pavage::hex
