// A game that the network's policy plays, without a search.
#pragma once

#include <memory>

#include "base/random.h"
#include "net/net.h"
#include "player/hex_player.h"

namespace pavage::hex {

class PolicyGame {
public:
    virtual ~PolicyGame() = default;

    virtual void start(const CellCodes& codes, Colour turn) = 0;
    // Once bridges and filled-in cells decide who wins; a board that they fill has a winner too.
    virtual Colour winner() const = 0;
    virtual Colour turn() const = 0;
    // Asks the network about an open position: the mover's chance.
    virtual float judge(Random& random) = 0;
    // A cell drawn from what it said, its logits divided by `temperature`. It is empty, also where nothing is filled in.
    virtual int draw(float temperature, Random& random) = 0;
    virtual void play(int cell) = 0;

    static std::unique_ptr<PolicyGame> make(int size, std::shared_ptr<const Net> net);
};

}  // namespace pavage::hex
