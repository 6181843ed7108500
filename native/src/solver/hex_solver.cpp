#include "solver/hex_solver.h"

#include <array>

#include "solver/hex_proof_search.h"

namespace pavage::hex {

namespace {

template <int Words>
class SolverOf final : public Solver {
public:
    using Cells = Bits<Words>;

    SolverOf(int size, std::size_t memory) : grid_(size), search_(grid_, memory) {}

    Answer solve(const CellCodes& codes, Colour turn,
                 const std::function<bool(const Progress&)>& interrupt) override {
        const auto stones = read(codes);
        const int mover = turn - red;
        const auto root = search_.enter(stones, mover);
        struct Reset {
            ProofSearch<Words>& search;
            ~Reset() { search.set_interrupt({}); }
        } reset{search_};
        search_.set_interrupt([&] {
            return interrupt && interrupt({search_.evaluations(), search_.nodes(), search_.phi(root),
                                           search_.delta(root), search_.choice(root).move});
        });
        while (search_.verdict(root) == Verdict::open && search_.step(root)) {
        }
        return answer(stones, root, mover);
    }

    std::vector<Connection> connections(const CellCodes& codes, Colour colour,
                                        const CellCodes& before) override {
        const Connections<Words> found = found_for(codes, colour, before);
        const auto stones = read(codes);
        const Cells open = grid_.all.without(stones[0] | stones[1]);
        std::vector<Connection> all;
        if (found.won() && (found.proof() & open).none()) return all;  // joined already
        const auto list = [&](int point) {
            for (int side = 0; side < 2; ++side) {
                if (point == found.side_point(side)) continue;
                const int to = point < grid_.cells ? point : -1;
                found.each_full(side, point,
                                [&](const Cells& set) { all.push_back({true, side, to, listed(set)}); });
                found.each_semi(side, point,
                                [&](const Cells& set) { all.push_back({false, side, to, listed(set)}); });
            }
        };
        for (const Point group : found.groups()) list(group);
        open.each(list);
        return all;
    }

    std::vector<int> mustplay(const CellCodes& codes, Colour colour, const CellCodes& before,
                              bool& won) override {
        const Connections<Words> found = found_for(codes, colour, before);
        won = found.won();
        return listed(found.mustplay());
    }

    CellCodes fill_in(const CellCodes& codes) override {
        FillIn<Words> fill(grid_, true);
        Stones<Words> stones{read(codes)};
        fill.run(stones, grid_.all);
        CellCodes filled(grid_.cells);
        for (int cell = 0; cell < grid_.cells; ++cell)
            filled[cell] = static_cast<std::uint8_t>(stones.of[0].has(cell) + 2 * stones.of[1].has(cell));
        return filled;
    }

    std::vector<int> permanently_inferior(const CellCodes& codes) override {
        FillIn<Words> fill(grid_, true);
        Stones<Words> stones{read(codes)};
        fill.run(stones, grid_.all);
        return listed(fill.permanently_inferior());
    }

    std::vector<int> vulnerable(const CellCodes& codes, Colour colour) override {
        FillIn<Words> fill(grid_);
        Stones<Words> stones{read(codes)};
        fill.run(stones, {});
        return listed(fill.vulnerable(grid_.all.without(stones.taken()), colour - red));
    }

    std::vector<std::pair<int, int>> dominated(const CellCodes& codes, Colour colour) override {
        FillIn<Words> fill(grid_);
        const std::array<Cells, 2> stones = read(codes);
        const int mover = colour - red;
        Cells seen = stones[0] | stones[1];
        std::vector<std::pair<int, int>> found;
        // Of two moves that dominate each other, the first stays.
        grid_.all.without(seen).each([&](int move) {
            if (seen.has(move)) return;
            Stones<Words> after{stones};
            after.of[mover].set(move);
            fill.run(after, Cells::of(move));
            const Cells gained = fill.dominated(mover).without(seen);
            gained.each([&](int cell) { found.emplace_back(cell, move); });
            seen |= gained;
        });
        return found;
    }

    std::vector<Proof> proofs() const override {
        std::vector<Proof> all;
        search_.each_learned([&](int winner, bool first, const Cells& stones, const Cells& whole, int move) {
            all.push_back({static_cast<Colour>(winner + red), first, listed(stones), listed(whole),
                           first ? move : -1});
        });
        return all;
    }

    void learn(const Proof& proof) override {
        const auto set = [](const std::vector<int>& cells) {
            Cells bits;
            for (const int cell : cells) bits.set(cell);
            return bits;
        };
        search_.remember(proof.winner - red, proof.first, set(proof.stones), set(proof.whole), proof.move);
    }

    std::uint64_t evaluations() const override { return search_.evaluations(); }
    std::uint32_t nodes() const override { return search_.nodes(); }
    std::size_t memory_used() const override { return search_.memory_used(); }

private:
    Connections<Words> found_for(const CellCodes& codes, Colour colour, const CellCodes& before) const {
        const auto build = [&](const CellCodes& position, const Connections<Words>* earlier) {
            Connections<Words> found(grid_);
            const auto stones = read(position);
            const Cells& own = stones[colour - red];
            const Cells open = grid_.all.without(stones[0] | stones[1]);
            if (earlier == nullptr) found.build(own, open, colour - red);
            else found.grow(*earlier, own, open);
            return found;
        };
        if (before.empty()) return build(codes, nullptr);
        const Connections<Words> earlier = build(before, nullptr);
        return build(codes, &earlier);
    }

    std::array<Cells, 2> read(const CellCodes& codes) const {
        std::array<Cells, 2> stones;
        for (int cell = 0; cell < grid_.cells; ++cell)
            if (codes[cell] != empty) stones[codes[cell] - red].set(cell);
        return stones;
    }

    static std::vector<int> listed(const Cells& set) {
        std::vector<int> cells;
        set.each([&](int cell) { cells.push_back(cell); });
        return cells;
    }

    Answer answer(const std::array<Cells, 2>& stones, std::uint32_t root, int mover) {
        Answer found{search_.verdict(root), -1, {}, {}};
        const int winner = found.verdict == Verdict::won ? mover : 1 - mover;
        std::array<Cells, 2> played = stones;
        for (auto at = root; at != search_.none;) {
            const auto choice = search_.choice(at);
            if (choice.move < 0) break;
            played[found.line.size() % 2 == 0 ? mover : 1 - mover].set(choice.move);
            at = choice.node;
            // Below the root, what wins on a filled board is told only if it wins without the filling too.
            const bool told = found.line.empty() || found.verdict == Verdict::open;
            if (!told && (at == search_.none || !search_.bears_out(at, played, winner))) break;
            found.line.push_back(choice.move);
            // A move that fell with another was not looked at to the end.
            if (found.verdict != Verdict::open && at != search_.none && search_.verdict(at) == Verdict::open) break;
        }
        const Cells open = grid_.all.without(stones[0] | stones[1]);
        Cells wanted = open;
        if (found.verdict != Verdict::open) {
            const Cells proof = search_.before_fill_in(stones, search_.proof(root), winner);
            found.carrier = listed(proof);
            if ((proof & open).any()) wanted = proof & open;
        }
        // Decided without a move: who wins may move anywhere, and best where the proof lies.
        if (found.line.empty() && wanted.any()) found.line.push_back(wanted.first());
        if (!found.line.empty()) found.move = found.line.front();
        return found;
    }

    Grid<Words> grid_;
    ProofSearch<Words> search_;
};

}  // namespace

std::unique_ptr<Solver> Solver::make(int size, std::size_t memory) {
    return with_words(size, [&](auto words) -> std::unique_ptr<Solver> {
        return std::make_unique<SolverOf<words>>(size, memory);
    });
}

}  // namespace pavage::hex
