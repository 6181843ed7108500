#include "net/net_policy_game.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "hex/hex_inferior.h"
#include "net/net_lesson.h"
#include "player/hex_leaf.h"
#include "player/hex_tree_player.h"

namespace pavage::hex {

namespace {

template <int Words>
class PolicyGameOf final : public PolicyGame {
    using Cells = Bits<Words>;

public:
    PolicyGameOf(int size, std::shared_ptr<const Net> net)
        : grid_(size),
          fill_(grid_),
          leaf_(geometry(size), PlayerOptions{}),
          evaluator_(std::move(net), size),
          seen_(grid_.cells),
          logits_(grid_.cells),
          shares_(grid_.cells) {}

    void start(const CellCodes& codes, Colour turn) override {
        stones_.of = stones_of<Words>(codes);
        turn_ = turn;
        change(grid_.all);
    }
    Colour winner() const override { return winner_; }
    Colour turn() const override { return turn_; }

    // Shown as it is or after half a turn, by lot: what the network gets wrong then is another thing.
    float judge(Random& random) override {
        std::fill(seen_.begin(), seen_.end(), std::uint8_t{empty});
        for (int colour = 0; colour < 2; ++colour) {
            const std::uint8_t code = colour == turn_ - red ? red : blue;
            stones_.of[colour].each([&](int cell) { seen_[seen_cell(turn_, grid_.size, cell)] |= code; });
        }
        const std::uint64_t seed = random.word();
        const bool turned = seed % 2 == 1;
        if (turned) std::reverse(seen_.begin(), seen_.end());
        const float logit = evaluator_.evaluate(seen_.data(), seed, logits_.data());
        if (turned) std::reverse(logits_.begin(), logits_.end());
        return 1 / (1 + std::exp(-logit));
    }

    int draw(float temperature, Random& random) override {
        const Cells open = grid_.all.without(stones_.taken());
        float highest = -1e30f, total = 0;
        const auto logit = [&](int cell) { return logits_[seen_cell(turn_, grid_.size, cell)]; };
        open.each([&](int cell) { highest = std::max(highest, logit(cell)); });
        open.each([&](int cell) { total += shares_[cell] = std::exp((logit(cell) - highest) / temperature); });
        float left = uniform(random) * total;
        int drawn = -1;
        open.each([&](int cell) {
            if (drawn < 0 || left > 0) drawn = cell;
            left -= shares_[cell];
        });
        return drawn;
    }

    void play(int cell) override {
        stones_.of[turn_ - red].set(cell);
        turn_ = other(turn_);
        change(Cells::of(cell));
    }

private:
    void change(const Cells& changed) {
        fill_.run(stones_, changed);
        const auto proof = leaf_.decided(stones_);
        winner_ = proof ? proof->winner : empty;
    }

    Grid<Words> grid_;
    FillIn<Words> fill_;
    Leaf<Words> leaf_;
    NetEvaluator evaluator_;
    Stones<Words> stones_;
    Colour turn_ = red, winner_ = empty;
    CellCodes seen_;
    std::vector<float> logits_, shares_;
};

}  // namespace

std::unique_ptr<PolicyGame> PolicyGame::make(int size, std::shared_ptr<const Net> net) {
    return with_words<2>(size, [&](auto words) -> std::unique_ptr<PolicyGame> {
        return std::make_unique<PolicyGameOf<words>>(size, std::move(net));
    });
}

}  // namespace pavage::hex
