// For x86 processors with AVX-512; this file alone is compiled for them.
#include "net/net_kernels.h"

#if defined(__AVX512F__)
#include "net/net_vectors_avx512.h"

namespace {

constexpr const char* kernels_name = "avx512";

}  // namespace

#include "net/net_kernel_code.h"
#endif

namespace pavage::hex {

const NetKernels* avx512_kernels() {
#if defined(__AVX512F__)
    return &kernels;
#else
    return nullptr;
#endif
}

}  // namespace pavage::hex
