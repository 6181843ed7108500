// What the searches share at the door to Python: seeds, signals, limits, reports.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace pavage {

namespace nb = nanobind;

constexpr std::size_t tree_memory = std::size_t{256} << 20;

// Any Python integer seeds: its lowest 64 bits.
inline std::uint64_t read_seed(const nb::int_& seed) { return PyLong_AsUnsignedLongLongMask(seed.ptr()); }

// Ctrl-C, for code that runs without the interpreter's lock.
inline void check_signals() {
    nb::gil_scoped_acquire lock;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

// One search at a time. To be asked without the interpreter's lock, which the search that goes on may want; whoever
// asks from within a report of the same search would wait for itself, and is refused.
class Turns {
public:
    class Turn {
    public:
        explicit Turn(Turns& turns) : turns_(turns) {
            if (turns_.whose_ == std::this_thread::get_id())
                throw std::invalid_argument("a report cannot ask the search that reports");
            turns_.mutex_.lock();
            turns_.whose_ = std::this_thread::get_id();
        }
        ~Turn() {
            turns_.whose_ = std::thread::id();
            turns_.mutex_.unlock();
        }
        Turn(const Turn&) = delete;
        Turn& operator=(const Turn&) = delete;

    private:
        Turns& turns_;
    };

private:
    std::mutex mutex_;
    std::atomic<std::thread::id> whose_;
};

// What may not be asked of a search.
inline void check_limits(std::int64_t simulations, double seconds, const nb::object& report) {
    if (std::isnan(seconds)) throw std::invalid_argument("seconds is not a number");
    if (simulations <= 0 && seconds <= 0)
        throw std::invalid_argument("neither simulations nor seconds limits the search");
    if (!report.is_none() && !nb::isinstance<nb::callable>(report))
        throw std::invalid_argument("report is neither None nor callable");
}

// Counts at which Python is told how far a search is, however long it took: powers of two.
inline bool milestone(std::int64_t simulations) {
    return std::has_single_bit(static_cast<std::uint64_t>(simulations));
}

// Tells Python how far the search is; true when Python wants no more of it.
template <class Search>
bool report_to(const nb::object& report, const Search& search) {
    nb::gil_scoped_acquire lock;
    if (report.is_none()) return false;
    const nb::object answer = report(search.simulations(), search.value(), static_cast<int>(search.best()));
    const int stop = PyObject_IsTrue(answer.ptr());
    if (stop < 0) throw nb::python_error();
    return stop == 1;
}

template <class Search>
void run(Search& search, std::int64_t simulations, double seconds, const nb::object& report) {
    using Clock = std::chrono::steady_clock;
    constexpr auto report_every = std::chrono::milliseconds(20);
    constexpr int simulations_between_looks = 16;  // at the clock
    const auto start = Clock::now();
    auto reported = start;
    while (!search.decided() && (simulations <= 0 || search.simulations() < simulations)) {
        search.simulate();
        if (search.simulations() % simulations_between_looks != 0) continue;
        const auto now = Clock::now();
        if (seconds > 0 && std::chrono::duration<double>(now - start).count() >= seconds) return;
        if (now - reported < report_every && !milestone(search.simulations())) continue;
        reported = now;
        check_signals();
        if (report_to(report, search)) return;
    }
}

}  // namespace pavage
