// Sixteen numbers at a time, for net_kernels_avx512.cpp and net_kernels_vnni.cpp.
#pragma once

#include <immintrin.h>

namespace {

using Vector = __m512;
inline Vector load(const float* from) { return _mm512_loadu_ps(from); }
inline void store(float* to, Vector value) { _mm512_storeu_ps(to, value); }
inline Vector broadcast(const float* from) { return _mm512_set1_ps(*from); }
inline Vector add(Vector one, Vector other) { return _mm512_add_ps(one, other); }
inline Vector multiply(Vector one, Vector other) { return _mm512_mul_ps(one, other); }
inline Vector multiply_add(Vector one, Vector other, Vector sum) { return _mm512_fmadd_ps(one, other, sum); }
// With a mask of all, since GCC 12 warns of its own _mm512_max_ps.
inline Vector larger(Vector one, Vector other) { return _mm512_maskz_max_ps(0xffff, one, other); }
inline Vector positive(Vector value) { return larger(value, _mm512_setzero_ps()); }

constexpr int width = 16, most_vectors = 3;
constexpr int places_of_1 = 12, places_of_2 = 12, places_of_3 = 8;

}  // namespace
