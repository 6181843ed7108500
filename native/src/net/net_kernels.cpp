#include "net/net_kernels.h"

#include <cstring>
#include <initializer_list>
#if defined(_MSC_VER) && defined(_M_X64)
#include <immintrin.h>
#include <intrin.h>
#endif

namespace pavage::hex {

namespace {

struct Processor {
    bool avx2 = false, avx512 = false, vnni = false;
};

Processor processor() {
    Processor has;
#if defined(__GNUC__) && defined(__x86_64__)
    __builtin_cpu_init();
    has.avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    has.avx512 = has.avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                 __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    has.vnni = has.avx512 && __builtin_cpu_supports("avx512vnni");
#elif defined(_MSC_VER) && defined(_M_X64)
    int found[4];
    __cpuid(found, 1);
    const bool saved = found[2] & (1 << 27), fma = found[2] & (1 << 12);
    const unsigned long long kept = saved ? _xgetbv(0) : 0;
    __cpuidex(found, 7, 0);
    has.avx2 = fma && (kept & 6) == 6 && (found[1] & (1 << 5));
    const unsigned all = 1u << 16 | 1u << 17 | 1u << 28 | 1u << 30 | 1u << 31;  // F, DQ, CD, BW, VL
    has.avx512 = has.avx2 && (kept & 0xe6) == 0xe6 && (static_cast<unsigned>(found[1]) & all) == all;
    has.vnni = has.avx512 && (found[2] & (1 << 11));
#endif
    return has;
}

}  // namespace

const NetKernels* net_kernels(const char* name) {
    static const Processor has = processor();
    for (const NetKernels* one : {has.vnni ? vnni_kernels() : nullptr, has.avx512 ? avx512_kernels() : nullptr,
                                  has.avx2 ? avx2_kernels() : nullptr, plain_kernels()})
        if (one != nullptr && (*name == '\0' || std::strcmp(name, one->name) == 0)) return one;
    return nullptr;
}

const NetKernels& net_kernels() { return *net_kernels(""); }

}  // namespace pavage::hex
