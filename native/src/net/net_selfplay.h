// Games of the network against itself, to learn from: a few simulations a move, exact knowledge wherever there is any.
//
// At the root some moves are drawn without putting back (Gumbel), and halves of them dropped by turns; what is learned
// is the policy improved by the values found, for every move, looked at or not. A game ends where somebody is proved to
// win, and the solver goes back from there as far as it can tell who wins.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "net/net_lesson.h"

namespace pavage::hex {

struct SelfPlaySettings {
    int simulations = 64;        // of a move that is learned from
    int fast = 12;               // of all others
    float kept = 0.4f;           // part of the moves learned from
    int considered = 16;         // moves looked at, at the most
    float scale = 0.5f;          // of values against logits, times 50 + visits
    int solver = 200;            // evaluations that the solver may spend on a position
    NetOptions options{};
};

struct SelfPlayed {
    std::vector<Lesson> lessons;
    std::vector<int> line;  // all moves, the opening among them
    Colour winner = empty;  // as far back as the solver can tell, of perfect play
};

class SelfPlay {
public:
    SelfPlay(int size, std::shared_ptr<const Net> net, const SelfPlaySettings& settings);
    ~SelfPlay();

    // The same net, settings and seed give the same game. `interrupt` is asked before every move.
    SelfPlayed play(std::uint64_t seed, const std::function<void()>& interrupt);

private:
    class Found;
    class Gumbel;

    // A position of the game, and the number of its lesson, if there is one.
    struct Met {
        CellCodes codes;
        Colour turn;
        int lesson = -1;
    };

    int choose(Met& met, bool early, bool clear, Random& random, std::vector<Lesson>& lessons);
    Colour look_back(const std::vector<Met>& met, Colour winner, std::vector<Lesson>& lessons,
                     const std::function<void()>& interrupt) const;

    int size_;
    SelfPlaySettings settings_;
    std::unique_ptr<NetPlayer> player_;
    FirstStone first_;
};

}  // namespace pavage::hex
