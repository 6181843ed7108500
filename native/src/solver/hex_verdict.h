// Whether the mover of a Hex position wins.
#pragma once

#include <cstdint>

namespace pavage::hex {

enum class Verdict : std::uint8_t { open, won, lost };

}  // namespace pavage::hex
