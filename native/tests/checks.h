// What the tests here count and say.
#pragma once

#include <cstdio>
#include <cstdlib>

inline int checks = 0;

inline void check(bool holds, const char* what, int size) {
    ++checks;
    if (holds) return;
    std::printf("%s does not hold on a board of size %d\n", what, size);
    std::exit(1);
}
