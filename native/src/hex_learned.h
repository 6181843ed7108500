// Sets of cells that were proved to win, to be recognised elsewhere.
//
// If a colour has the stones of a proof and the other none of its cells, the proof holds, whatever lies around.
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include "cell_bits.h"

namespace pavage::hex {

// The latest proofs, those that were of use nearer to the front.
template <int Words>
class Learned {
public:
    using Cells = Bits<Words>;

    void add(const Cells& stones, const Cells& whole, int move) {
        if (count_ < most) {
            proofs_[count_++] = {stones, whole, move};
        } else {
            proofs_[next_] = {stones, whole, move};
            if (++next_ == most) next_ = most / 4;  // the front quarter is reached by use only
        }
    }

    // Visits the proofs that hold here, with their first move, until `visit` returns true.
    template <class Visit>
    bool each_holding(const Cells& own, const Cells& others, Visit visit) {
        for (std::size_t i = 0; i < count_; ++i) {
            if (!proofs_[i].stones.inside(own) || proofs_[i].whole.meets(others)) continue;
            if (visit(proofs_[i].whole, proofs_[i].move)) {
                std::swap(proofs_[i], proofs_[i / 2]);
                return true;
            }
        }
        return false;
    }

private:
    static constexpr std::size_t most = 1024;

    struct Proof {
        Cells stones, whole;
        int move;
    };

    std::array<Proof, most> proofs_;
    std::size_t count_ = 0, next_ = most / 4;
};

}  // namespace pavage::hex
