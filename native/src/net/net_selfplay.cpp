#include "net/net_selfplay.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "solver/hex_solver.h"

namespace pavage::hex {

namespace {

constexpr float late_luck = 0.2f;

float gumbel(Random& random) { return -std::log(-std::log(uniform(random))); }

}  // namespace

// What a search found out about the moves of a position, as far as it is believed.
class SelfPlay::Found {
public:
    Found() = default;
    Found(const std::vector<NetMove>& moves, float judged, float scale) {
        int visited = 0, most = 0;
        float shares = 0, sum = 0;
        for (const NetMove& move : moves) {
            if (move.visits == 0) continue;
            visited += move.visits;
            most = std::max(most, move.visits);
            shares += move.prior;
            sum += move.prior * move.value;
        }
        const auto total = static_cast<float>(visited);
        mixed_ = shares > 0 ? (judged + total * sum / shares) / (1 + total) : judged;
        weight_ = (50.0f + static_cast<float>(most)) * scale;
    }

    // What a value weighs against the logarithm of a share.
    float sigma(const NetMove& move) const { return weight_ * believed(move); }

    // The network's policy improved by the values, one share for each cell.
    std::vector<float> policy(const std::vector<NetMove>& moves, std::size_t cells) const {
        std::vector<float> shares(cells);
        float highest = -1e30f, total = 0;
        for (const NetMove& move : moves)
            if (move.open) highest = std::max(highest, worth(move));
        for (const NetMove& move : moves)
            if (move.open) total += shares[move.cell] = std::exp(worth(move) - highest);
        for (float& share : shares) share /= total;
        return shares;
    }

    // What the position is worth to whoever plays by this policy. The mean of all simulations is less: moves that were
    // only looked at by luck are among them.
    float mean(const std::vector<NetMove>& moves, const std::vector<float>& policy) const {
        float sum = 0;
        for (const NetMove& move : moves)
            if (move.open) sum += policy[move.cell] * believed(move);
        return sum;
    }

private:
    float worth(const NetMove& move) const { return std::log(std::max(move.prior, 1e-9f)) + sigma(move); }

    // Moves that nobody looked at are thought to be worth what the position is, and those looked at seldom are thought to
    // be nearer to it than they seem: one more visit, that finds what the position is worth.
    float believed(const NetMove& move) const {
        const auto visits = static_cast<float>(move.visits);
        return (visits * move.value + mixed_) / (visits + 1);
    }

    float mixed_ = 0.5f, weight_ = 1;
};

// One search from the root: some moves drawn by lot, the worse half of them dropped again and again.
class SelfPlay::Gumbel {
public:
    // What is made of luck in the choice of the moves looked at, and of the one that is made.
    struct Luck {
        float looked_at, made;
    };

    Gumbel(NetPlayer& player, const SelfPlaySettings& settings, int simulations, Luck luck, Random& random)
        : player_(player), settings_(settings), simulations_(simulations), luck_(luck) {
        for (const NetMove& move : player.moves())
            candidates_.push_back({move.cell, std::log(std::max(move.prior, 1e-9f)), gumbel(random)});
    }

    // The move to be made; not once the player has decided.
    int run() {
        refresh();
        std::vector<Candidate*> left;
        for (Candidate& one : candidates_)
            if (one.move.open) left.push_back(&one);
        const auto by = [](auto worth) { return [worth](Candidate* a, Candidate* b) { return worth(*a) > worth(*b); }; };
        std::stable_sort(left.begin(), left.end(), by([&](const Candidate& one) { return one.logit + luck_.looked_at * one.luck; }));
        const std::size_t most = std::min<std::size_t>(settings_.considered, std::max(2, simulations_ / 3));
        if (left.size() > most) left.resize(most);
        const int rounds = std::max(1, static_cast<int>(std::bit_width(left.size() - 1)));
        int done = 0;
        while (done < simulations_ && left.size() > 1) {
            const int each = std::max(1, simulations_ / (rounds * static_cast<int>(left.size())));
            for (int visit = 0; visit < each && done < simulations_; ++visit)
                for (Candidate* one : left) {
                    if (done >= simulations_) break;
                    if (!one->move.open) continue;
                    player_.simulate_move(one->move.cell);
                    ++done;
                    if (player_.decided()) return player_.best();
                    refresh();
                }
            std::erase_if(left, [](Candidate* one) { return !one->move.open; });
            if (left.empty()) break;
            std::stable_sort(left.begin(), left.end(), by([&](const Candidate& one) {
                                 return one.logit + luck_.made * one.luck + sigma(one);
                             }));
            if (left.size() > 2) left.resize((left.size() + 1) / 2);
            else if (done >= simulations_) break;
        }
        while (done++ < simulations_ && !player_.decided() && left.size() <= 1) player_.simulate();
        if (player_.decided()) return player_.best();
        refresh();
        std::erase_if(left, [](Candidate* one) { return !one->move.open; });
        return left.empty() ? player_.best() : left.front()->move.cell;
    }

private:
    struct Candidate {
        int cell;
        float logit, luck;
        NetMove move{};
    };

    void refresh() {
        const std::vector<NetMove> moves = player_.moves();  // in the order of the candidates
        for (std::size_t i = 0; i < moves.size(); ++i) candidates_[i].move = moves[i];
        found_ = Found(moves, player_.judged(), settings_.scale);
    }

    float sigma(const Candidate& one) const { return found_.sigma(one.move); }

    NetPlayer& player_;
    const SelfPlaySettings& settings_;
    int simulations_;
    Luck luck_;
    std::vector<Candidate> candidates_;
    Found found_;
};

SelfPlay::SelfPlay(int size, std::shared_ptr<const Net> net, const SelfPlaySettings& settings)
    : size_(size), settings_(settings), player_(NetPlayer::make(size, net, settings.options, judging_tree_bytes)), first_(size, net) {}

SelfPlay::~SelfPlay() = default;

SelfPlayed SelfPlay::play(std::uint64_t seed, const std::function<void()>& interrupt) {
    Random random(seed);
    std::vector<Met> met;
    SelfPlayed game;
    CellCodes codes(size_ * size_);
    Colour turn = red;
    const auto put = [&](int cell) {
        codes[cell] = turn;
        turn = other(turn);
        game.line.push_back(cell);
    };
    if (const int stone = first_.draw(0.15f, 0.2f, random); stone >= 0) put(stone);
    int decided = 0;  // moves in a row that were as good as won or lost
    for (;;) {
        if (interrupt) interrupt();
        met.push_back({codes, turn});
        const bool early = static_cast<int>(game.line.size()) < size_;
        const int move = choose(met.back(), early, decided >= 3, random, game.lessons);
        if (player_->decided()) break;
        const float mean = player_->mean();
        decided = mean > 0.96f || mean < 0.04f ? decided + 1 : 0;
        put(move);
    }
    game.winner = look_back(met, player_->proof() > 0 ? turn : other(turn), game.lessons, interrupt);
    return game;
}

// The move of a position, or any number once somebody is proved to win; adds what is to be learned there.
int SelfPlay::choose(Met& met, bool early, bool clear, Random& random, std::vector<Lesson>& lessons) {
    CellSet open;
    for (std::size_t cell = 0; cell < met.codes.size(); ++cell) open[cell] = met.codes[cell] == empty;
    player_->enter(met.codes, met.turn, open, 0, true);
    const bool slow = uniform(random) < (clear ? 0.1f : settings_.kept);
    int move = -1;
    Lesson lesson;
    if (!player_->decided()) {
        // Games differ by their first moves; later ones are as good as they can be, or the result would say little. What
        // is learned from looks at moves by lot, so that the unlikely ones are tried too.
        const float made = early ? 1.0f : late_luck;
        const int simulations = slow ? settings_.simulations : clear ? 6 : settings_.fast;
        Gumbel search(*player_, settings_, simulations, {slow ? 1.0f : made, made}, random);
        move = search.run();
        if (slow && !player_->decided()) {
            std::vector<NetMove> moves = player_->moves();
            for (NetMove& one : moves) one.cell = seen_cell(met.turn, size_, one.cell);
            const Found found(moves, player_->judged(), settings_.scale);
            lesson.policy = found.policy(moves, met.codes.size());
            lesson.search = found.mean(moves, lesson.policy);
        }
    }
    if (!slow) return move;
    lesson.seen = player_->seen();
    lesson.ply = static_cast<int>(met.codes.size() - std::count(met.codes.begin(), met.codes.end(), empty));
    if (player_->decided()) lesson.search = player_->proof() > 0 ? 1.0f : 0.0f;
    met.lesson = static_cast<int>(lessons.size());
    lessons.push_back(std::move(lesson));
    return move;
}

// Back from the end: as far as the solver can tell, what it says is true, and before that it is what came out.
Colour SelfPlay::look_back(const std::vector<Met>& met, Colour winner, std::vector<Lesson>& lessons,
                           const std::function<void()>& interrupt) const {
    const auto solver = Solver::make(size_, judging_solver_bytes);
    bool certain = true;
    for (std::size_t at = met.size(); at-- > 0;) {
        if (interrupt) interrupt();
        if (certain && at + 1 < met.size()) {
            const std::uint64_t before = solver->evaluations();
            const auto limit = [&](const Progress& progress) {
                return progress.evaluations - before >= static_cast<std::uint64_t>(settings_.solver);
            };
            const Answer answer = solver->solve(met[at].codes, met[at].turn, limit);
            if (answer.verdict == Verdict::open) certain = false;
            else winner = answer.verdict == Verdict::won ? met[at].turn : other(met[at].turn);
        }
        if (met[at].lesson < 0) continue;
        Lesson& lesson = lessons[met[at].lesson];
        lesson.games = 1;
        lesson.wins = winner == met[at].turn ? 1 : 0;
        lesson.proved = certain;
        if (!certain) lesson.check = lesson.wins > 0;
    }
    return winner;
}

}  // namespace pavage::hex
