// What the Hex player knows and may be told not to know: each part can be measured by leaving it out.
#pragma once

#include <cstddef>

namespace pavage::hex {

struct PlayerOptions {
    bool rave = true;         // what a cell was worth in all playouts below a node
    bool bridges = true;      // playouts keep bridges, and save the one just probed
    bool inferior = true;     // dead and captured cells are filled in
    bool connections = true;  // connection search decides or prunes
    bool patterns = true;     // learned priors choose what is looked at first
    int playouts = 64;        // at the end of each simulation, 64 at the most
    int consult = 200;        // simulations of a node before its connections are searched
    float trust = 1.0f;       // weight of the prior
};

}  // namespace pavage::hex
