// The network's tree: it says what to look at and what a position is worth. What is proved, and how, lies in
// hex_proving_tree.h.
#pragma once

#include <array>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "net/net_nodes.h"
#include "net/net_player.h"
#include "player/hex_proving_tree.h"

namespace pavage::hex {

template <int Words>
class NetTree : public ProvingTree<NetTree<Words>, NetNode<Words>, Words> {
public:
    using Base = ProvingTree<NetTree<Words>, NetNode<Words>, Words>;
    using Cells = Bits<Words>;
    using Index = NodeIndex;
    using Node = NetNode<Words>;

    NetTree(const Grid<Words>& grid, std::shared_ptr<const Net> net, const NetOptions& options, std::size_t memory);

    // Nobody has won, and at least one empty cell is allowed. What is known of the position is kept if it was met
    // before and `afresh` does not forbid it.
    void enter(const std::array<Cells, 2>& stones, Colour turn, const Cells& allowed, bool afresh) {
        this->enter_at(stones, turn, allowed, afresh);
    }
    // One walk down the tree, from this edge of the root unless it is negative, and the way back up. Not once decided.
    void simulate(int first);

    double value() const;
    // Calls with every position below the root that was met at least so often and of which nothing is proved, with its
    // mover and its depth.
    template <class Call>
    void each_below(int fewest, Call call) const {
        struct Step {
            Index index;
            Colour turn;
            int depth;
        };
        std::vector<Step> path{{root, turn_, 0}};
        std::unordered_set<Index> known{root};
        while (!path.empty()) {
            const Step step = path.back();
            path.pop_back();
            const Node& node = nodes_[step.index];
            if (step.index != root) call(node, step.turn, step.depth);
            for (int edge = 0; edge < node.count(); ++edge) {
                const Index child = node.edges[edge].child;
                if (child == none || nodes_[child].simulations < fewest || nodes_[child].proof != 0) continue;
                if (known.insert(child).second) path.push_back({child, other(step.turn), step.depth + 1});
            }
        }
    }
    void seen(const Stones<Words>& stones, Colour turn, std::uint8_t* codes) const;

private:
    friend Base;
    using Base::grid_, Base::leaf_, Base::nodes_, Base::path_, Base::turn_, Base::allowed_, Base::simulations_;
    static constexpr Index root = Base::root, none = Base::none;

    void start(const std::array<Cells, 2>& stones, Colour turn, const Cells& allowed);
    void kept(Colour turn);
    int best_move(Index index) const;

    using Met = std::unordered_map<std::uint64_t, Index>;  // positions by key

    float ask(const Stones<Words>& stones, Colour turn, std::uint64_t seed);
    void judge(Node& node, Colour turn);
    void judge_again(Node& node, Colour turn);
    static std::uint64_t key_of(const Stones<Words>& stones, Colour turn);
    static Index same(const NodeStore<Node>& from, const Met& met, std::uint64_t key, const Stones<Words>& stones);
    bool recall(Node& node);
    int select(const Node& node) const;
    void grow(Index parent, int edge, Colour turn);
    void score(float red_result);
    static void weigh(Node& node);

    const NetOptions options_;
    NetEvaluator evaluator_;
    Met met_;  // another order of moves leads to the same position
    NodeStore<Node> earlier_;  // the tree before this one, if it was small, for what the network said there
    Met earlier_met_;
    std::vector<std::uint8_t> codes_;
    std::vector<float> logits_;
};

#define PAVAGE_BUILD(words) extern template class NetTree<words>;
PAVAGE_FROM_TWO_WORDS(PAVAGE_BUILD)
#undef PAVAGE_BUILD

}  // namespace pavage::hex
