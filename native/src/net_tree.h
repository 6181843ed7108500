// The network's tree: positions are filled in, connections decide or prune those met often, proofs are carried up.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "hex_connections.h"
#include "hex_leaf.h"
#include "net_nodes.h"
#include "net_player.h"

namespace pavage::hex {

template <int Words>
class NetTree {
public:
    using Cells = Bits<Words>;
    using Index = std::uint32_t;
    using Node = NetNode<Words>;

    NetTree(const Grid<Words>& grid, std::shared_ptr<const Net> net, const NetOptions& options, std::size_t memory);

    // Nobody has won, and at least one empty cell is allowed. What is known of the position is kept if it was met
    // before and `afresh` does not forbid it.
    void enter(const std::array<Cells, 2>& stones, Colour turn, const Cells& allowed, bool afresh);
    // One walk down the tree, from this edge of the root unless it is negative, and the way back up. Not once decided.
    void simulate(int first);

    const Node& top() const { return nodes_[root]; }
    bool decided() const { return top().proof != 0; }
    bool settled(double more) const;
    int best() const { return best_move(root); }
    double value() const;
    std::vector<int> line() const;
    Cells carrier();  // of a decided root, on the board before fill-in
    void seen(const Stones<Words>& stones, Colour turn, std::uint8_t* codes) const;

    std::int64_t simulations() const { return simulations_; }
    std::size_t nodes() const { return nodes_.size(); }
    std::size_t memory_used() const { return nodes_.memory_used(); }
    std::size_t consultations() const { return consultations_; }
    Colour turn() const { return turn_; }

private:
    static constexpr Index root = NetNodes<Words>::root, none = NetNodes<Words>::none;

    struct Step {
        Index node;
        int edge;
    };

    void start(const std::array<Cells, 2>& stones, Colour turn, const Cells& allowed);
    bool reuse(const std::array<Cells, 2>& stones, Colour turn);
    void judge(Node& node, Colour turn);
    bool recall(Node& node);
    int select(const Node& node) const;
    int edge_of(const Node& node, int cell) const;
    int best_move(Index index) const;
    static void close(Node& node, int edge);
    static void close_outside(Node& node, const Cells& kept);
    Stones<Words> after(const Node& node, int cell, Colour mover);
    void grow(Index parent, int edge, Colour turn);
    void score(float red_result);

    std::optional<Colour> consult(Index index, Colour turn);
    int first_move(const Node& node, Colour turn, Cells cells);
    Colour decide(Index index, Colour turn, Colour winner, const Cells& carrier);
    static void settle(Node& node, Colour turn, Colour winner, const Cells& carrier);
    void prove(Colour winner, Cells carrier);

    const Grid<Words>* grid_;
    const NetOptions options_;
    const std::size_t memory_;
    NetEvaluator evaluator_;
    Leaf<Words> leaf_;
    FillIn<Words> fill_;
    Connections<Words> connections_;
    NetNodes<Words> nodes_;
    std::unordered_map<std::uint64_t, Index> met_;  // positions by key: another order of moves leads to the same one
    std::array<Cells, 2> stones_;  // at the root, before fill-in
    Cells allowed_;
    Colour turn_ = red;
    bool whole_ = true;  // every empty cell was allowed at the root
    std::int64_t simulations_ = 0;
    std::size_t consultations_ = 0;
    std::vector<Step> path_;
    std::vector<std::uint8_t> codes_;
    std::vector<float> logits_;
};

extern template class NetTree<2>;
extern template class NetTree<4>;
extern template class NetTree<6>;

}  // namespace pavage::hex
