// For every processor: four numbers at a time, which all compilers can say.
#include "net/net_kernels.h"

namespace {

#if defined(__GNUC__)
using Vector = float __attribute__((vector_size(16)));
using Unaligned = float __attribute__((vector_size(16), aligned(4), may_alias));
inline Vector load(const float* from) { return *reinterpret_cast<const Unaligned*>(from); }
inline void store(float* to, Vector value) { *reinterpret_cast<Unaligned*>(to) = value; }
inline Vector broadcast(const float* from) { return Vector{*from, *from, *from, *from}; }
inline Vector add(Vector one, Vector other) { return one + other; }
inline Vector multiply(Vector one, Vector other) { return one * other; }
inline Vector multiply_add(Vector one, Vector other, Vector sum) { return one * other + sum; }
inline Vector larger(Vector one, Vector other) { return one > other ? one : other; }
inline Vector positive(Vector value) { return larger(value, Vector{}); }
#else
struct Vector {
    float at[4];
};
template <class Operation>
inline Vector each(Operation operation) {
    return {{operation(0), operation(1), operation(2), operation(3)}};
}
inline Vector load(const float* from) { return {{from[0], from[1], from[2], from[3]}}; }
inline void store(float* to, Vector value) {
    for (int i = 0; i < 4; ++i) to[i] = value.at[i];
}
inline Vector broadcast(const float* from) { return {{*from, *from, *from, *from}}; }
inline Vector add(Vector a, Vector b) {
    return each([&](int i) { return a.at[i] + b.at[i]; });
}
inline Vector multiply(Vector a, Vector b) {
    return each([&](int i) { return a.at[i] * b.at[i]; });
}
inline Vector multiply_add(Vector a, Vector b, Vector c) {
    return each([&](int i) { return a.at[i] * b.at[i] + c.at[i]; });
}
inline Vector larger(Vector a, Vector b) {
    return each([&](int i) { return a.at[i] > b.at[i] ? a.at[i] : b.at[i]; });
}
inline Vector positive(Vector a) { return larger(a, Vector{}); }
#endif

constexpr int width = 4, most_vectors = 2;
constexpr int places_of_1 = 6, places_of_2 = 5, places_of_3 = 4;
constexpr const char* kernels_name = "plain";

}  // namespace

#include "net/net_kernel_code.h"

namespace pavage::hex {

const NetKernels* plain_kernels() { return &kernels; }

}  // namespace pavage::hex
