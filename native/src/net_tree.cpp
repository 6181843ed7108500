#include "net_tree.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "hex_crossing.h"

namespace pavage::hex {

template <int Words>
NetTree<Words>::NetTree(const Grid<Words>& grid, std::shared_ptr<const Net> net, const NetOptions& options,
                        std::size_t memory)
    : grid_(&grid),
      options_(options),
      memory_(memory),
      evaluator_(std::move(net), grid.size),
      leaf_(geometry(grid.size), PlayerOptions{}),
      fill_(grid),
      connections_(grid),
      nodes_(memory),
      codes_(grid.cells),
      logits_(grid.cells) {}

template <int Words>
void NetTree<Words>::enter(const std::array<Cells, 2>& stones, Colour turn, const Cells& allowed, bool afresh) {
    simulations_ = 0;
    const Cells open = grid_->all.without(stones[0] | stones[1]);
    if (afresh || !(allowed == open) || !reuse(stones, turn)) start(stones, turn, allowed);
    turn_ = turn;
    stones_ = stones;
    allowed_ = allowed;
    if (options_.connections && !decided() && !nodes_[root].consulted) {
        path_.clear();
        consult(root, turn);
    }
}

template <int Words>
void NetTree<Words>::start(const std::array<Cells, 2>& stones, Colour turn, const Cells& allowed) {
    nodes_ = NetNodes<Words>(memory_);
    met_.clear();
    nodes_.add();
    Node& node = nodes_[root];
    node = Node{};
    node.stones.of = stones;
    turn_ = turn;
    path_.clear();
    if (options_.inferior) {
        Stones<Words> filled{stones};
        fill_.run(filled, grid_->all);
        // Where fill-in leaves nothing that is allowed, the board stays as it is.
        if (allowed.without(filled.taken()).any()) node.stones = filled;
    }
    if (const auto proof = leaf_.decided(node.stones)) {
        settle(node, turn, proof->winner, proof->carrier);
        // A move that keeps the win, and comes nearer to it.
        const Cells wanted = proof->carrier & allowed.without(node.stones.taken());
        node.winning_move = static_cast<std::int16_t>((wanted.any() ? wanted : allowed).first());
    }
    judge(node, turn);
    for (int edge = 0; edge < node.count; ++edge)
        if (!allowed.has(node.edges[edge].cell)) close(node, edge);
    whole_ = allowed == grid_->all.without(stones[0] | stones[1]);
}

// Goes on from the tree of an earlier position, one or two moves before this one.
template <int Words>
bool NetTree<Words>::reuse(const std::array<Cells, 2>& stones, Colour turn) {
    if (nodes_.size() == 0 || !whole_) return false;
    const std::array<Cells, 2> more{stones[0].without(stones_[0]), stones[1].without(stones_[1])};
    if (!stones_[0].inside(stones[0]) || !stones_[1].inside(stones[1])) return false;
    const int steps = more[0].count() + more[1].count();
    if (steps > 2 || (steps % 2 == 0) != (turn == turn_)) return false;
    Index at = root;
    Colour mover = turn_;
    for (int step = 0; step < steps; ++step, mover = other(mover)) {
        const Cells& own = more[mover - red];
        if (own.none()) return false;
        const int edge = edge_of(nodes_[at], own.first());
        if (edge < 0 || nodes_[at].edges[edge].child == none) return false;
        at = nodes_[at].edges[edge].child;
    }
    // A proof is quickly found again, with its moves; what was closed by one is better opened afresh.
    if (nodes_[at].proof != 0) return false;
    // A carrier is told in terms of the board before fill-in, so fill-in from there must agree.
    Stones<Words> filled{stones};
    if (options_.inferior) fill_.run(filled, grid_->all);
    if (!(filled == nodes_[at].stones)) return false;
    if (at != root) {
        nodes_ = nodes_.below(at);
        met_.clear();
        for (Index index = root; index < nodes_.size(); ++index) met_[nodes_[index].key] = index;
    }
    return true;
}

template <int Words>
void NetTree<Words>::seen(const Stones<Words>& stones, Colour turn, std::uint8_t* codes) const {
    std::fill_n(codes, grid_->cells, std::uint8_t{empty});
    for (int colour = 0; colour < 2; ++colour) {
        const std::uint8_t code = colour == turn - red ? red : blue;
        stones.of[colour].each([&](int cell) { codes[seen_cell(turn, grid_->size, cell)] |= code; });
    }
}

// Asks the network about the node: its chance, and an edge for every empty cell.
template <int Words>
void NetTree<Words>::judge(Node& node, Colour turn) {
    node.key = node.stones.of[0].hash(node.stones.of[1].hash(turn));
    if (recall(node)) return;
    seen(node.stones, turn, codes_.data());
    const float logit = evaluator_.evaluate(codes_.data(), node.key, logits_.data());
    node.judged = node.mean = 1 / (1 + std::exp(-logit));
    const Cells open = grid_->all.without(node.stones.taken());
    node.count = node.open = static_cast<std::int16_t>(open.count());
    node.edges = nodes_.edges(node.count);
    float highest = -1e30f, total = 0;
    int made = 0;
    open.each([&](int cell) {
        NetEdge edge;
        edge.cell = static_cast<std::int16_t>(cell);
        edge.prior = logits_[seen_cell(turn, grid_->size, cell)];
        highest = std::max(highest, edge.prior);
        node.edges[made++] = edge;
    });
    for (int edge = 0; edge < made; ++edge) total += node.edges[edge].prior = std::exp(node.edges[edge].prior - highest);
    for (int edge = 0; edge < made; ++edge) node.edges[edge].prior /= total;
    // The likeliest first: the walk down then meets them together.
    std::sort(node.edges, node.edges + made, [](const NetEdge& one, const NetEdge& other) {
        return std::tuple(-one.prior, one.cell) < std::tuple(-other.prior, other.cell);
    });
}

// What the network said of the same position elsewhere in the tree.
template <int Words>
bool NetTree<Words>::recall(Node& node) {
    const auto found = met_.find(node.key);
    if (found == met_.end()) return false;
    const Node& same = nodes_[found->second];
    // The mover is the same too, for the key holds it: stones alone might be those of the other.
    if (same.key != node.key || !(same.stones == node.stones)) return false;
    node.judged = node.mean = same.judged;
    node.count = node.open = same.count;
    node.edges = nodes_.edges(node.count);
    for (int edge = 0; edge < same.count; ++edge) {
        node.edges[edge] = NetEdge{};
        node.edges[edge].cell = same.edges[edge].cell;
        node.edges[edge].prior = same.edges[edge].prior;
    }
    return true;
}

template <int Words>
void NetTree<Words>::simulate(int first) {
    ++simulations_;
    path_.clear();
    Colour turn = turn_;
    Index index = root;
    for (;;) {
        Node& node = nodes_[index];
        // The moves that may be made now are looked at more closely.
        const int enough = path_.size() <= 1 ? options_.consult / 8 : options_.consult;
        if (options_.connections && !node.consulted && node.simulations >= enough)
            if (const auto winner = consult(index, turn)) return score(*winner == red ? 1.0f : 0.0f);
        const int edge = index == root && first >= 0 ? first : select(node);
        path_.push_back({index, edge});
        const Index child = node.edges[edge].child;
        turn = other(turn);
        if (child == none) return grow(index, edge, turn);
        index = child;
    }
}

template <int Words>
int NetTree<Words>::select(const Node& node) const {
    float looked_at = 0;
    for (int edge = 0; edge < node.count; ++edge)
        if (node.edges[edge].visits > 0) looked_at += node.edges[edge].prior;
    const float unknown = node.mean - options_.urgency * std::sqrt(looked_at);
    const float spread = options_.exploration * std::sqrt(static_cast<float>(node.simulations + 1));
    int best = -1;
    float highest = -1e30f;
    for (int edge = 0; edge < node.count; ++edge) {
        const NetEdge& one = node.edges[edge];
        if (!one.open) continue;
        const float value = one.visits > 0 ? one.value : unknown;
        const float worth = value + spread * one.prior / static_cast<float>(1 + one.visits);
        if (worth > highest) {
            highest = worth;
            best = edge;
        }
    }
    return best;
}

template <int Words>
int NetTree<Words>::edge_of(const Node& node, int cell) const {
    for (int edge = 0; edge < node.count; ++edge)
        if (node.edges[edge].cell == cell) return edge;
    return -1;
}

template <int Words>
void NetTree<Words>::close(Node& node, int edge) {
    if (!node.edges[edge].open) return;
    node.edges[edge].open = false;
    --node.open;
}

template <int Words>
void NetTree<Words>::close_outside(Node& node, const Cells& kept) {
    for (int edge = 0; edge < node.count; ++edge)
        if (!kept.has(node.edges[edge].cell)) close(node, edge);
}

// The stones after a move, filled in: `fill_` then knows what the filling depended on.
template <int Words>
Stones<Words> NetTree<Words>::after(const Node& node, int cell, Colour mover) {
    Stones<Words> stones = node.stones;
    stones.of[mover - red].set(cell);
    if (options_.inferior) fill_.run(stones, Cells::of(cell));
    return stones;
}

// A new position at the end of the path.
template <int Words>
void NetTree<Words>::grow(Index parent, int edge, Colour turn) {
    const Stones<Words> stones = after(nodes_[parent], nodes_[parent].edges[edge].cell, other(turn));
    if (const auto proof = leaf_.decided(stones)) {
        score(proof->winner == red ? 1.0f : 0.0f);
        prove(proof->winner, proof->carrier);
        return;
    }
    Node fresh;
    fresh.stones = stones;
    if (nodes_.full()) {
        seen(stones, turn, codes_.data());
        const float logit = evaluator_.evaluate(codes_.data(), simulations_, logits_.data());
        fresh.judged = 1 / (1 + std::exp(-logit));
    } else {
        const Index child = nodes_.add();
        judge(fresh, turn);
        nodes_[child] = fresh;
        met_.emplace(fresh.key, child);
        nodes_[parent].edges[edge].child = child;
    }
    score(turn == red ? fresh.judged : 1 - fresh.judged);
}

template <int Words>
void NetTree<Words>::score(float red_result) {
    Colour mover = turn_;
    for (const auto& [index, number] : path_) {
        Node& node = nodes_[index];
        NetEdge& edge = node.edges[number];
        const float result = mover == red ? red_result : 1 - red_result;
        node.mean += (result - node.mean) / static_cast<float>(++node.simulations + 1);
        edge.value += (result - edge.value) / static_cast<float>(++edge.visits);
        mover = other(mover);
    }
}

template <int Words>
bool NetTree<Words>::settled(double more) const {
    const Node& node = top();
    if (decided() || node.open == 1) return true;
    std::int32_t most = 0, second = 0;
    for (int edge = 0; edge < node.count; ++edge) {
        if (!node.edges[edge].open) continue;
        const std::int32_t count = node.edges[edge].visits;
        if (count > most) {
            second = most;
            most = count;
        } else {
            second = std::max(second, count);
        }
    }
    return static_cast<double>(most - second) > more;
}

template <int Words>
double NetTree<Words>::value() const {
    const Node& node = top();
    if (decided()) return node.proof > 0 ? 1 : 0;
    const int edge = edge_of(node, best());
    return edge >= 0 && node.edges[edge].visits > 0 ? node.edges[edge].value : node.judged;
}

template <int Words>
int NetTree<Words>::best_move(Index index) const {
    const Node& node = nodes_[index];
    if (node.proof > 0) return node.winning_move;
    // The most visited move; among equals the likeliest. Closed moves come last, except when all is lost: then the
    // one that resisted longest.
    int best = -1;
    std::tuple<bool, bool, std::int32_t, float> highest;
    for (int edge = 0; edge < node.count; ++edge) {
        const NetEdge& one = node.edges[edge];
        const bool free = index != root || allowed_.has(one.cell);
        const std::tuple rank(free, node.proof < 0 || one.open, one.visits, one.prior);
        if (best >= 0 && rank <= highest) continue;
        best = one.cell;
        highest = rank;
    }
    if (index == root && (best < 0 || !allowed_.has(best))) return allowed_.first();
    return best;
}

template <int Words>
std::vector<int> NetTree<Words>::line() const {
    std::vector<int> moves;
    for (Index index = root;;) {
        const Node& node = nodes_[index];
        const int move = best_move(index);
        const int edge = edge_of(node, move);
        if (move < 0 || (index != root && node.proof <= 0 && (edge < 0 || node.edges[edge].visits == 0))) break;
        moves.push_back(move);
        if (edge < 0 || node.edges[edge].child == none) break;
        index = node.edges[edge].child;
    }
    return moves;
}

// What the tree proves: by the connections of a position, and from there up to the root.

template <int Words>
typename NetTree<Words>::Cells NetTree<Words>::carrier() {
    if (!decided()) return {};
    if (!options_.inferior) return top().refuters;
    const Colour winner = top().proof > 0 ? turn_ : other(turn_);
    Stones<Words> filled{stones_};
    fill_.run(filled, grid_->all);
    return fill_.before(top().refuters, winner - red);
}

// Searches the connections of both colours at the node, once; who wins, if that is now known. The path leads to
// the node and is followed up with what is proved.
template <int Words>
std::optional<Colour> NetTree<Words>::consult(Index index, Colour turn) {
    ++consultations_;
    Node& node = nodes_[index];
    node.consulted = true;
    const Cells open = grid_->all.without(node.stones.taken());
    connections_.build(node.stones.of[other(turn) - red], open, other(turn) - red);
    if (connections_.won()) return decide(index, turn, other(turn), connections_.proof());
    const Cells& mustplay = connections_.mustplay();
    if (!(mustplay == open)) {
        node.refuters |= connections_.proof();
        close_outside(node, mustplay);
        if (node.open <= 0) return decide(index, turn, other(turn), node.refuters);
    }
    connections_.build(node.stones.of[turn - red], open, turn - red);
    const auto crossing = lightest_crossing(connections_, open);
    if (!crossing) return std::nullopt;
    node.winning_move = static_cast<std::int16_t>(crossing->move);
    if (index == root && crossing->move < 0) {
        const int move = first_move(node, turn, crossing->carrier & open);
        if (move < 0) return std::nullopt;
        node.winning_move = static_cast<std::int16_t>(move);
    }
    if (index == root && !node.edges[edge_of(node, node.winning_move)].open) return std::nullopt;
    return decide(index, turn, turn, crossing->carrier);
}

// The move with which `turn` begins a crossing within these cells.
template <int Words>
int NetTree<Words>::first_move(const Node& node, Colour turn, Cells cells) {
    while (cells.any()) {
        const int move = cells.take_first();
        Cells own = node.stones.of[turn - red];
        own.set(move);
        Cells open = grid_->all.without(node.stones.taken());
        open.clear(move);
        connections_.build(own, open, turn - red);
        if (connections_.won()) return move;
    }
    return -1;
}

// The node at the end of the path is won: what does this decide on the way up?
template <int Words>
Colour NetTree<Words>::decide(Index index, Colour turn, Colour winner, const Cells& carrier) {
    settle(nodes_[index], turn, winner, carrier);
    prove(winner, carrier);
    return winner;
}

template <int Words>
void NetTree<Words>::settle(Node& node, Colour turn, Colour winner, const Cells& carrier) {
    node.proof = winner == turn ? 1 : -1;
    node.refuters = carrier;
}

// The position after the path is won with this carrier. A move that the opponent refutes without using some cell
// shows that every move to such a cell is refuted alike.
template <int Words>
void NetTree<Words>::prove(Colour winner, Cells carrier) {
    for (std::size_t depth = path_.size(); depth-- > 0;) {
        const auto& [index, edge] = path_[depth];
        Node& node = nodes_[index];
        const int move = node.edges[edge].cell;
        const Colour mover = depth % 2 == 0 ? turn_ : other(turn_);
        if (options_.inferior) {
            after(node, move, mover);
            carrier = fill_.before(carrier, winner - red);
        }
        if (mover == winner) {
            node.winning_move = static_cast<std::int16_t>(move);
            carrier.set(move);
            settle(node, mover, winner, carrier);
        } else {
            node.refuters |= carrier;
            close_outside(node, carrier);
            close(node, edge);
            if (node.open > 0) return;
            carrier = node.refuters;
            settle(node, mover, winner, carrier);
        }
    }
}

template class NetTree<2>;
template class NetTree<4>;
template class NetTree<6>;

}  // namespace pavage::hex
