// How many words of 64 bits hold the cells of a board of some size, and what is built for each such number. A build that
// only checks the code (PAVAGE_FEW_WORDS) has two of them instead of four: the same code, in half of the time.
#pragma once

#include <type_traits>

#ifdef PAVAGE_FEW_WORDS
#define PAVAGE_FROM_TWO_WORDS(BUILD) BUILD(2) BUILD(6)
#define PAVAGE_EACH_WORDS(BUILD) PAVAGE_FROM_TWO_WORDS(BUILD)
#else
#define PAVAGE_FROM_TWO_WORDS(BUILD) BUILD(2) BUILD(4) BUILD(6)
#define PAVAGE_EACH_WORDS(BUILD) BUILD(1) PAVAGE_FROM_TWO_WORDS(BUILD)
#endif

namespace pavage::hex {

// Calls `call` with the number of words for a board of up to 19×19, as a type; at least `Least` of them.
template <int Least = 1, class Call>
auto with_words(int size, Call&& call) {
#ifndef PAVAGE_FEW_WORDS
    if constexpr (Least <= 1)
        if (size <= 8) return call(std::integral_constant<int, 1>{});
    if (11 < size && size <= 16) return call(std::integral_constant<int, 4>{});
#endif
    if (size <= 11) return call(std::integral_constant<int, 2>{});
    return call(std::integral_constant<int, 6>{});
}

}  // namespace pavage::hex
