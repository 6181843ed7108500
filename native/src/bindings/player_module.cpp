// The player as Python sees it: the class `HexPlayer` of `_native`.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "bindings/bindings.h"
#include "bindings/net_handle.h"
#include "bindings/reading.h"
#include "bindings/running.h"
#include "hex/hex_fill.h"
#include "net/net_player.h"
#include "player/hex_player.h"

namespace pavage {

using namespace nb::literals;

namespace {

using Clock = std::chrono::steady_clock;

class HexPlayer {
public:
    HexPlayer(int size, const std::vector<std::string>& without, std::int64_t memory, int threads, int playouts,
              int consult, double trust, nb::object weights, nb::object net)
        : size_(size) {
        const Noted noted{*this};
        if (size < 1 || size > hex::largest_size)
            throw std::invalid_argument("size " + std::to_string(size) + " is not between 1 and " +
                                        std::to_string(hex::largest_size));
        if (memory < 1) throw std::invalid_argument("memory " + std::to_string(memory) + " is not positive");
        if (threads < 1 || threads > most_threads)
            throw std::invalid_argument("threads " + std::to_string(threads) + " is not between 1 and " +
                                        std::to_string(most_threads));
        if (playouts < 1 || playouts > hex::Fill::playouts)
            throw std::invalid_argument("playouts " + std::to_string(playouts) + " is not between 1 and 64");
        check_share("trust", trust);
        hex::PlayerOptions options;
        for (const std::string& part : without) {
            if (part == "rave") options.rave = false;
            else if (part == "bridges") options.bridges = false;
            else if (part == "inferior") options.inferior = false;
            else if (part == "connections") options.connections = false;
            else if (part == "patterns") options.patterns = false;
            else throw std::invalid_argument("there is no part '" + part + "' to leave out");
        }
        options.playouts = playouts;
        options.consult = consult;
        options.trust = static_cast<float>(trust);
        const auto learned = weights.is_none() ? nullptr : read_weights(nb::cast<nb::dict>(weights));
        // A tree that goes on from an earlier one is copied, so each may take half of its share.
        const auto share = static_cast<std::size_t>(memory) / (2 * threads);
        if (!net.is_none()) {
            if (size < hex::smallest_net_size || size > hex::largest_net_size)
                throw std::invalid_argument("no network plays on size " + std::to_string(size));
            hex::NetOptions chosen;
            chosen.inferior = options.inferior;
            chosen.connections = options.connections;
            chosen.consult = consult;
            chosen.exploration = static_cast<float>(trust);
            for (int thread = 0; thread < threads; ++thread)
                players_.push_back(hex::NetPlayer::make(size, nb::cast<NetHandle&>(net).net, chosen, share));
            return;
        }
        for (int thread = 0; thread < threads; ++thread)
            players_.push_back(hex::Player::make(size, options, learned, share));
    }

    nb::tuple search(nb::bytes cells, int turn, nb::bytes allowed, std::int64_t simulations, double seconds,
                     nb::int_ seed, nb::object report, bool afresh) {
        const Question asked = read_question(size_, cells, turn, allowed);
        check_limits(simulations, seconds, report);
        const std::uint64_t first_seed = read_seed(seed);
        nb::gil_scoped_release unlocked;
        const Turns::Turn turn_of_ours(turns_);
        const Noted noted{*this};
        Limits limits{simulations, seconds, Clock::now()};
        stop_ = false;
        const auto enter = [&](int number) {
            players_[number]->enter(asked.codes, asked.mover, asked.moves, first_seed + 0x9e3779b97f4a7c15u * number,
                                    afresh);
        };
        {
            // Not std::jthread, which the C++ library of macOS lacks.
            struct Others {
                std::atomic<bool>& stop;
                std::vector<std::thread> threads{};
                ~Others() {
                    stop = true;
                    for (std::thread& thread : threads) thread.join();
                }
            } others{stop_};
            for (int number = 1; number < static_cast<int>(players_.size()); ++number)
                others.threads.emplace_back([&, number] {
                    enter(number);
                    while (!stop_ && !enough(*players_[number], limits)) players_[number]->simulate();
                    if (players_[number]->decided()) stop_ = true;
                });
            enter(0);
            run(limits, report);
        }
        nb::gil_scoped_acquire locked;
        return answer();
    }

    // As it was after the last search: one that goes on is not looked at.
    std::size_t memory_used() const { return memory_used_; }

private:
    struct Noted {
        HexPlayer& self;
        ~Noted() {
            std::size_t used = 0;
            for (const auto& player : self.players_) used += player->memory_used();
            self.memory_used_ = used;
        }
    };

    static constexpr int most_threads = 16;

    struct Limits {
        std::int64_t simulations;
        double seconds;
        Clock::time_point start;
    };

    static bool enough(const hex::Player& player, const Limits& limits) {
        if (player.decided()) return true;
        const std::int64_t done = player.simulations();
        if (limits.simulations > 0) {
            if (done >= limits.simulations) return true;
            if (done % 64 == 0 && player.settled(static_cast<double>(limits.simulations - done))) return true;
        }
        if (limits.seconds <= 0) return false;
        const double used = std::chrono::duration<double>(Clock::now() - limits.start).count();
        if (used >= limits.seconds) return true;
        // What cannot change any more in the time that is left is answered now.
        return done % 1024 == 0 && done > 0 && player.settled(static_cast<double>(done) * (limits.seconds - used) / used);
    }

    void run(const Limits& limits, const nb::object& report) {
        constexpr auto report_every = std::chrono::milliseconds(10);
        auto reported = limits.start;
        while (!stop_ && !enough(*players_[0], limits)) {
            players_[0]->simulate();
            const auto now = Clock::now();
            if (now - reported < report_every && !milestone(players_[0]->simulations())) continue;
            reported = now;
            check_signals();
            if (tell(report)) return;
        }
    }

    bool tell(const nb::object& report) const {
        nb::gil_scoped_acquire lock;
        if (report.is_none()) return false;
        const nb::object answer = report(players_[0]->simulations(), players_[0]->value(), players_[0]->best());
        const int stop = PyObject_IsTrue(answer.ptr());
        if (stop < 0) throw nb::python_error();
        return stop == 1;
    }

    // The trees together: the first that is decided, or the move with most visits in all.
    nb::tuple answer() {
        hex::Player* chosen = players_[0].get();
        std::vector<int> visits(size_ * size_);
        std::vector<double> sums(size_ * size_);
        std::int64_t simulations = 0;
        std::size_t nodes = 0;
        for (const auto& player : players_) {
            if (player->decided() && !chosen->decided()) chosen = player.get();
            const auto own = player->visits();
            const auto values = player->values();
            for (std::size_t cell = 0; cell < visits.size(); ++cell) {
                visits[cell] += own[cell];
                sums[cell] += static_cast<double>(own[cell]) * values[cell];
            }
            simulations += player->simulations();
            nodes += player->nodes();
        }
        int best = chosen->best();
        double value = chosen->value();
        if (players_.size() > 1 && !chosen->decided()) {
            for (const auto& player : players_)
                if (visits[player->best()] > visits[best]) {
                    best = player->best();
                    chosen = player.get();
                }
            if (visits[best] > 0) value = sums[best] / visits[best];
        }
        return nb::make_tuple(best, value, visits, chosen->line(), simulations, nodes, chosen->proof(), chosen->carrier());
    }

    static std::shared_ptr<const hex::PatternWeights> read_weights(const nb::dict& table) {
        auto weights = std::make_shared<hex::PatternWeights>();
        const auto fill = [&](const char* name, auto put) {
            for (const auto& [code, weight] : nb::cast<nb::dict>(table[name]))
                put(nb::cast<std::uint32_t>(code), nb::cast<float>(weight));
        };
        const auto into = [](auto& list, const char* name) {
            return [&list, name](std::uint32_t code, float weight) {
                if (code >= list.size()) throw std::invalid_argument(std::string("no such ") + name + " pattern");
                list[code] = weight;
            };
        };
        fill("near", into(weights->near, "near"));
        fill("place", into(weights->place, "place"));
        fill("reply", into(weights->reply, "reply"));
        fill("wide", [&](std::uint32_t code, float weight) { weights->add_wide(code, weight); });
        fill("saves", [&](std::uint32_t, float weight) { weights->saves = weight; });
        return weights;
    }

    int size_;
    std::vector<std::unique_ptr<hex::Player>> players_;
    std::atomic<bool> stop_ = false;
    std::atomic<std::size_t> memory_used_ = 0;
    Turns turns_;
};

nb::list hex_features(int size, nb::bytes cells, int turn, int last) {
    if (size > hex::largest_solved_size) throw std::invalid_argument("size " + std::to_string(size) + " is above 19");
    read_board(size, cells);
    if (last < hex::no_move || last >= size * size)
        throw std::invalid_argument("last " + std::to_string(last) + " is no cell");
    const auto* codes = reinterpret_cast<const std::uint8_t*>(cells.c_str());
    nb::list found;
    for (const auto& [cell, seen] : hex::features(size, {codes, codes + cells.size()}, read_turn(turn), last))
        found.append(nb::make_tuple(cell, seen.near, seen.wide, seen.place, seen.reply, seen.saves));
    return found;
}

}  // namespace

void bind_player(nb::module_& m) {
    nb::class_<HexPlayer>(m, "HexPlayer", "Tree search with knowledge. What it finds out serves the next move.")
        .def(nb::init<int, const std::vector<std::string>&, std::int64_t, int, int, int, double, nb::object,
                      nb::object>(),
             "size"_a, "without"_a, "memory"_a, "threads"_a, "playouts"_a, "consult"_a, "trust"_a, "weights"_a.none(),
             "net"_a.none() = nb::none(),
             "`without`: rave, bridges, inferior, connections, patterns. `memory` limits the trees, in bytes.\n"
             "`consult`: visits after which a position's connections are searched; `trust`: weight of the\n"
             "patterns; `weights`: a dict of dicts, near, wide, place, reply, saves, from code to weight.\n"
             "With a network (`net`) its shares and its judgement take the place of patterns and playouts; `trust` is\n"
             "then the weight of moves that it likes, and inferior and connections can be left out.")
        .def("search", &HexPlayer::search, "board"_a, "turn"_a, "allowed"_a, "simulations"_a, "seconds"_a, "seed"_a,
             "report"_a.none(), "afresh"_a,
             "As hex_search, and the same seed on a fresh player, or with `afresh`, gives the same answer where\n"
             "one thread works without a limit in seconds. Stops early when the rest cannot change the choice.\n"
             "Returns (cell, value, visits, line, simulations, nodes, proof, carrier of a proof).")
        .def_prop_ro("memory_used", &HexPlayer::memory_used);
    m.def("hex_features", &hex_features, "size"_a, "board"_a, "turn"_a, "last"_a,
          "(cell, near, wide, place, reply, saves) for every cell that is empty after fill-in: what the patterns see.\n"
          "`last` is the other's last move, or -1.");
}

}  // namespace pavage
