// Tree search for Hex with knowledge: learned patterns say what to look at first, playouts what a position is worth.
// What is proved, and how, lies in hex_proving_tree.h.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "player/hex_nodes.h"
#include "player/hex_prior.h"
#include "player/hex_proving_tree.h"

namespace pavage::hex {

template <int Words>
class Tree : public ProvingTree<Tree<Words>, TreeNode<Words>, Words> {
public:
    using Base = ProvingTree<Tree<Words>, TreeNode<Words>, Words>;
    using Cells = Bits<Words>;
    using Index = NodeIndex;
    using Node = TreeNode<Words>;

    // `prior` may be null; `memory` limits the nodes.
    Tree(const Grid<Words>& grid, const PlayerOptions& options, Prior<Words>* prior, std::size_t memory);
    ~Tree();

    // Nobody has won, and at least one empty cell is allowed. What is known of the position is kept if it was
    // met before and `afresh` does not forbid it.
    void enter(const std::array<Cells, 2>& stones, Colour turn, const Cells& allowed, std::uint64_t seed, bool afresh);

    // One walk down the tree, playouts at its end, and the way back up. Not once decided.
    void simulate();

    double value() const;
    std::vector<int> visits() const;
    std::vector<float> values() const;

private:
    friend Base;
    using Base::grid_, Base::leaf_, Base::nodes_, Base::path_, Base::turn_, Base::allowed_, Base::simulations_;
    static constexpr Index root = Base::root, none = Base::none;

    void start(const std::array<Cells, 2>& stones, Colour turn, const Cells& allowed);
    void kept(Colour turn) { expand(root, turn); }
    int best_move(Index index) const;

    void note_first(Node& node, Colour turn, bool played);
    void expand(Index index, Colour turn);
    int select(const Node& node);
    void grow(Index parent, int move, Colour turn);
    void evaluate_again(Index index, Colour turn);
    void score(float red_result);
    void learn();

    const PlayerOptions options_;
    Prior<Words>* prior_;
    const int cells_;
    Random random_{0};
    std::vector<float> scores_;
};

}  // namespace pavage::hex
