// For x86 processors with AVX2 and FMA; this file alone is compiled for them.
#include "net/net_kernels.h"

#if defined(__AVX2__) && (defined(__FMA__) || defined(_MSC_VER))
#include <immintrin.h>

namespace {

using Vector = __m256;
inline Vector load(const float* from) { return _mm256_loadu_ps(from); }
inline void store(float* to, Vector value) { _mm256_storeu_ps(to, value); }
inline Vector broadcast(const float* from) { return _mm256_broadcast_ss(from); }
inline Vector add(Vector one, Vector other) { return _mm256_add_ps(one, other); }
inline Vector multiply(Vector one, Vector other) { return _mm256_mul_ps(one, other); }
inline Vector multiply_add(Vector one, Vector other, Vector sum) { return _mm256_fmadd_ps(one, other, sum); }
inline Vector larger(Vector one, Vector other) { return _mm256_max_ps(one, other); }
inline Vector positive(Vector value) { return _mm256_max_ps(value, _mm256_setzero_ps()); }

constexpr int width = 8, most_vectors = 2;
constexpr int places_of_1 = 10, places_of_2 = 6, places_of_3 = 4;
constexpr const char* kernels_name = "avx2";

}  // namespace

#include "net/net_kernel_code.h"
#endif

namespace pavage::hex {

const NetKernels* avx2_kernels() {
#if defined(__AVX2__) && (defined(__FMA__) || defined(_MSC_VER))
    return &kernels;
#else
    return nullptr;
#endif
}

}  // namespace pavage::hex
