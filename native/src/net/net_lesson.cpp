#include "net/net_lesson.h"

#include <cmath>

namespace pavage::hex {

float uniform(Random& random) { return (static_cast<float>(random.word() >> 40) + 0.5f) / (1 << 24); }

int FirstStone::draw(float none, float any, Random& random) {
    const int cells = size_ * size_;
    const float drawn = uniform(random);
    if (drawn < none) return -1;
    if (drawn < none + any) return static_cast<int>(random.below(static_cast<std::uint32_t>(cells)));
    if (fair_.empty()) {
        NetEvaluator evaluator(net_, size_);
        std::vector<float> logits(cells);
        CellCodes codes(cells);
        for (int cell = 0; cell < cells; ++cell) {
            codes[cell] = blue;  // the other has just moved, and joins left and right as the mover sees it
            const float chance = 1 / (1 + std::exp(-evaluator.evaluate(codes.data(), cell, logits.data())));
            codes[cell] = empty;
            const float off = (chance - 0.5f) / 0.15f;
            fair_.push_back(std::exp(-off * off) + 1e-4f);
        }
    }
    float total = 0;
    for (const float one : fair_) total += one;
    float left = uniform(random) * total;
    int cell = 0;
    while (cell < cells - 1 && (left -= fair_[cell]) > 0) ++cell;
    return seen_cell(blue, size_, cell);  // as red's stone on red's board
}

}  // namespace pavage::hex
