#include "net/net_positions.h"

#include <algorithm>
#include <cmath>

namespace pavage::hex {

namespace {

constexpr int usual_cells = 121;       // plies are those of 11×11, and as many less or more on other boards
constexpr int many_stones = 17;        // from which on games played to the end say much
constexpr float one_sided = 0.05f;     // a chance of less is seldom learned from
constexpr float sure = 0.1f;           // a chance of less is shown to the solver
constexpr float calm = 0.4f;           // temperature after the first moves of a game
constexpr float finishing = 0.25f;     // temperature of games played to the end

constexpr int check_simulations = 64;  // of a move of a game that searches play
constexpr float resigned = 0.01f;      // a chance of less ends such a game

// What a search found: shares by visits, and the chance of the move that was looked at most.
void learn(const std::vector<NetMove>& moves, float judged, Lesson& lesson) {
    lesson.policy.assign(lesson.seen.size(), 0.0f);
    int total = 0;
    const NetMove* best = nullptr;
    for (const NetMove& move : moves) {
        if (!move.open) continue;
        total += move.visits;
        if (best == nullptr || move.visits > best->visits) best = &move;
    }
    lesson.search = best != nullptr && best->visits > 0 ? best->value : judged;
    if (total == 0 && best != nullptr) lesson.policy[best->cell] = 1;
    for (const NetMove& move : moves)
        if (move.open && total > 0) lesson.policy[move.cell] = static_cast<float>(move.visits) / static_cast<float>(total);
}

}  // namespace

Positions::Positions(int size, std::shared_ptr<const Net> net, const PositionSettings& settings)
    : size_(size),
      settings_(settings),
      first_(size, net),
      game_(PolicyGame::make(size, net)),
      player_(NetPlayer::make(size, net, settings.options, judging_tree_bytes)),
      solver_(Solver::make(size, judging_solver_bytes)) {}

Positions::~Positions() = default;

// Mostly 9 to 32 stones: there games are lost, and there a search knows better. A range has as many even as odd numbers.
int Positions::draw_ply(Random& random) const {
    const float drawn = uniform(random);
    const auto among = [&](int least, int most) { return least + static_cast<int>(random.below(most - least + 1)); };
    const int ply = drawn < 0.15f ? among(1, 8) : drawn < 0.9f ? among(9, 32) : among(33, 60);
    const int cells = size_ * size_;
    // Rounded by lot, so that a small board has as many even plies as odd ones too.
    return std::max(1, static_cast<int>(static_cast<float>(ply * cells) / usual_cells + uniform(random)));
}

// Goes to a position by a game of the policy; no if it ended before or is one-sided.
bool Positions::lead(Random& random) {
    codes_.assign(size_ * size_, empty);
    line_.clear();
    turn_ = red;
    const auto put = [&](int cell) {
        codes_[cell] = turn_;
        turn_ = other(turn_);
        line_.push_back(cell);
    };
    const int ply = draw_ply(random);
    if (const int stone = first_.draw(0.05f, 0.15f, random); stone >= 0) put(stone);
    const float temperature = 0.8f + 1.2f * uniform(random);
    const int varied = 1 + static_cast<int>(random.below(ply));  // moves that are drawn at this temperature
    game_->start(codes_, turn_);
    while (static_cast<int>(line_.size()) < ply) {
        if (game_->winner() != empty) return false;
        game_->judge(random);
        const int cell = game_->draw(static_cast<int>(line_.size()) < varied ? temperature : calm, random);
        game_->play(cell);
        put(cell);
    }
    // Filled in from the stones alone, as the search does it: NetPlayer::enter does not decide a board that is full then.
    game_->start(codes_, turn_);
    if (game_->winner() != empty) return false;
    const float chance = game_->judge(random);
    return (chance > one_sided && chance < 1 - one_sided) || uniform(random) < 0.2f;
}

// Searches the position.
Lesson Positions::judge() {
    CellSet open;
    for (std::size_t cell = 0; cell < codes_.size(); ++cell) open[cell] = codes_[cell] == empty;
    player_->enter(codes_, turn_, open, 0, true);
    while (!player_->decided() && player_->simulations() < settings_.simulations) player_->simulate();
    Lesson lesson;
    lesson.seen = player_->seen();
    lesson.ply = static_cast<int>(line_.size());
    int proof = player_->proof();
    if (proof == 0) {
        std::vector<NetMove> moves = player_->moves();
        for (NetMove& one : moves) one.cell = seen_cell(turn_, size_, one.cell);
        learn(moves, player_->judged(), lesson);
        if (settings_.solver > 0 && (lesson.search < sure || lesson.search > 1 - sure)) {
            const std::uint64_t before = solver_->evaluations();
            const Answer answer = solver_->solve(codes_, turn_, [&](const Progress& progress) {
                return progress.evaluations - before >= static_cast<std::uint64_t>(settings_.solver);
            });
            if (answer.verdict != Verdict::open) proof = answer.verdict == Verdict::won ? 1 : -1;
        }
    }
    if (proof != 0) {
        lesson.proved = true;
        lesson.search = proof > 0 ? 1.0f : 0.0f;
        lesson.games = 1;
        lesson.wins = proof > 0 ? 1 : 0;
    }
    return lesson;
}

// Plays games to the end.
void Positions::finish(Lesson& lesson, Random& random) {
    const bool many = lesson.ply * usual_cells >= many_stones * size_ * size_;
    lesson.games = many ? settings_.games : std::min(1, settings_.games);
    for (int number = 0; number < lesson.games; ++number) {
        game_->start(codes_, turn_);
        while (game_->winner() == empty) {
            game_->judge(random);
            game_->play(game_->draw(finishing, random));
        }
        lesson.wins += game_->winner() == turn_ ? 1 : 0;
    }
}

// Plays a game to the end by searches: whether the mover wins it.
bool Positions::check() {
    CellCodes codes = codes_;
    Colour turn = turn_;
    for (;;) {
        CellSet open;
        for (std::size_t cell = 0; cell < codes.size(); ++cell) open[cell] = codes[cell] == empty;
        player_->enter(codes, turn, open, 0, false);
        while (!player_->decided() && player_->simulations() < check_simulations) player_->simulate();
        const double value = player_->value();  // of a decided position 0 or 1
        if (value < resigned) return turn != turn_;
        if (value > 1 - resigned) return turn == turn_;
        codes[player_->best()] = turn;
        turn = other(turn);
        game_->start(codes, turn);
        if (game_->winner() != empty) return game_->winner() == turn_;
    }
}

Position Positions::make(std::uint64_t seed, const std::function<void()>& interrupt) {
    Random random(seed);
    while (!lead(random))
        if (interrupt) interrupt();
    Position position{line_, {judge()}};
    if (interrupt) interrupt();
    if (position.lessons.front().proved) return position;
    finish(position.lessons.front(), random);
    if (settings_.below > 0)
        for (NetMet& met : player_->met(settings_.below)) {
            Lesson& lesson = position.lessons.emplace_back();
            lesson.seen = std::move(met.seen);
            lesson.ply = static_cast<int>(line_.size()) + met.depth;
            learn(met.moves, met.judged, lesson);
        }
    if (settings_.checked > 0 && random.below(settings_.checked) == 0) position.lessons.front().check = check();
    return position;
}

}  // namespace pavage::hex
