// Sets of cells that were proved to win, to be recognised elsewhere.
//
// If a colour has the stones of a proof and the other none of its cells, the proof holds, whatever lies around.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "base/cell_bits.h"

namespace pavage::hex {

// The latest proofs. Each lies on a shelf under one of the stones it needs, the one with the emptiest shelf, so
// that only the shelves of stones that are on the board are looked at; those of use move to the front of theirs.
template <int Words>
class Learned {
public:
    using Cells = Bits<Words>;

    explicit Learned(int cells) : shelves_(cells + 1) {}

    void add(const Cells& stones, const Cells& whole, int move) {
        Shelf* shelf = &shelves_.back();  // for what needs no stone
        bool any = false;
        stones.each([&](int cell) {
            if (any && shelves_[cell].added >= shelf->added) return;
            shelf = &shelves_[cell];
            any = true;
        });
        if (shelf->proofs.size() < most) shelf->proofs.push_back({stones, whole, move});
        else shelf->proofs[front + shelf->added % (most - front)] = {stones, whole, move};
        ++shelf->added;
    }

    // Visits the proofs that hold here, with their first move, until `visit` returns true.
    template <class Visit>
    bool each_holding(const Cells& own, const Cells& others, Visit visit) {
        if (holds(shelves_.back(), own, others, visit)) return true;
        for (Cells left = own; left.any();)
            if (holds(shelves_[left.take_first()], own, others, visit)) return true;
        return false;
    }

    template <class Visit>  // (stones, whole, move)
    void each(Visit visit) const {
        for (const Shelf& shelf : shelves_)
            for (const Proof& proof : shelf.proofs) visit(proof.stones, proof.whole, proof.move);
    }

    // No more than this, whatever is added.
    std::size_t memory() const { return shelves_.size() * (sizeof(Shelf) + most * sizeof(Proof)); }

private:
    static constexpr std::size_t most = 64, front = 16;  // the front of a full shelf is reached by use only

    struct Proof {
        Cells stones, whole;
        int move;
    };
    struct Shelf {
        std::vector<Proof> proofs;
        std::size_t added = 0;
    };

    template <class Visit>
    static bool holds(Shelf& shelf, const Cells& own, const Cells& others, Visit& visit) {
        for (std::size_t i = 0; i < shelf.proofs.size(); ++i) {
            const Proof& proof = shelf.proofs[i];
            if (!proof.stones.inside(own) || proof.whole.meets(others)) continue;
            if (!visit(proof.whole, proof.move)) continue;
            std::swap(shelf.proofs[i], shelf.proofs[i / 2]);
            return true;
        }
        return false;
    }

    std::vector<Shelf> shelves_;
};

}  // namespace pavage::hex
