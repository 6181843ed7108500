// For x86 processors with AVX-512 and its products of bytes (VNNI); this file alone is compiled for them.
//
// The layers inside the network, nine tenths of the work, are computed with bytes: four products where there was one.
// What goes in is not negative and is counted in 255ths of its largest number, which differs from board to board.
#include "net/net_kernels.h"

#if defined(__AVX512VNNI__) || (defined(_MSC_VER) && defined(__AVX512F__))
#define HAS_VNNI 1
#include "net/net_vectors_avx512.h"

namespace {

constexpr const char* kernels_name = "vnni";

}  // namespace

#include "net/net_kernel_code.h"

namespace pavage::hex {

namespace {

float to_bytes(const float* in, int count, std::uint8_t* out) {
    Vector most = _mm512_setzero_ps();
    for (int i = 0; i < count; i += width) most = larger(most, load(in + i));
    float parts[width], largest = 0;
    store(parts, most);
    for (const float part : parts) largest = part > largest ? part : largest;
    const Vector factor = _mm512_set1_ps(largest > 0 ? 255 / largest : 0.0f);
    for (int i = 0; i < count; i += width) {
        // With masks of all, since GCC 12 warns of its own _mm512_cvtps_epi32.
        const __m512i rounded = _mm512_maskz_cvtps_epi32(0xffff, multiply(load(in + i), factor));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(out + i), _mm512_maskz_cvtusepi32_epi8(0xffff, rounded));
    }
    return largest / 255;
}

// sum += value × weight, four by four.
inline void add_products(__m512i& sum, __m512i value, __m512i weight) {
#if defined(__GNUC__)
    // By itself GCC 12 copies the sums about, which takes as long as the products.
    asm("vpdpbusd %2, %1, %0" : "+v"(sum) : "v"(value), "v"(weight));
#else
    sum = _mm512_dpbusd_epi32(sum, value, weight);
#endif
}

template <int Inputs, int Vectors, int Places>
inline void convolve_bytes_block(const std::uint8_t* in, const std::int8_t* weights, const Vector* scale, const float* bias,
                                 const float* residual, float* out, int outputs, const int* steps) {
    __m512i sums[Places][Vectors];
    UNROLL for (int place = 0; place < Places; ++place)
        UNROLL for (int v = 0; v < Vectors; ++v) sums[place][v] = _mm512_setzero_si512();
    for (int tap = 0; tap < net_taps; ++tap) {
        const std::uint8_t* from = in + steps[tap] * Inputs;
        for (int input = 0; input < Inputs; input += 4, weights += Vectors * 64) {
            __m512i weight[Vectors];
            UNROLL for (int v = 0; v < Vectors; ++v) weight[v] = _mm512_loadu_si512(weights + v * 64);
            UNROLL for (int place = 0; place < Places; ++place) {
                const __m512i value = _mm512_maskz_broadcastd_epi32(0xffff, _mm_loadu_si32(from + place * Inputs + input));
                UNROLL for (int v = 0; v < Vectors; ++v)
                    add_products(sums[place][v], value, weight[v]);
            }
        }
    }
    UNROLL for (int place = 0; place < Places; ++place)
        UNROLL for (int v = 0; v < Vectors; ++v) {
            Vector sum = multiply_add(_mm512_maskz_cvtepi32_ps(0xffff, sums[place][v]), scale[v], load(bias + v * width));
            if (residual != nullptr) sum = add(sum, load(residual + place * outputs + v * width));
            store(out + place * outputs + v * width, positive(sum));
        }
}

template <int Inputs, int Vectors, int Places>
void convolve_bytes_pack(const std::uint8_t* in, float in_scale, const std::int8_t* weights, const float* scales,
                         const float* bias, const float* residual, float* out, int outputs, int places,
                         const int* steps) {
    Vector scale[Vectors];
    for (int v = 0; v < Vectors; ++v) scale[v] = multiply(load(scales + v * width), _mm512_set1_ps(in_scale));
    for (int first = 0; first < places; first += Places) {
        const int at = first + Places <= places ? first : places - Places;
        convolve_bytes_block<Inputs, Vectors, Places>(in + at * Inputs, weights, scale, bias,
                                                      residual == nullptr ? nullptr : residual + at * outputs,
                                                      out + at * outputs, outputs, steps);
    }
}

// From all channels to all.
template <int Channels>
void convolve_bytes_of(const std::uint8_t* in, float in_scale, const std::int8_t* weights, const float* scales,
                       const float* bias, const float* residual, float* out, int places, const int* steps) {
    constexpr int vectors = Channels / width % 3 == 0 ? 3 : Channels / width % 2 == 0 ? 2 : 1;
    constexpr int at_once = vectors == 3 ? places_of_3 : vectors == 2 ? places_of_2 : places_of_1;
    for (int pack = 0; pack < Channels; pack += vectors * width)
        convolve_bytes_pack<Channels, vectors, at_once>(in, in_scale, weights + pack * Channels * net_taps, scales + pack,
                                                        bias + pack, residual == nullptr ? nullptr : residual + pack,
                                                        out + pack, Channels, places, steps);
}

void convolve_bytes(const std::uint8_t* in, float in_scale, int channels, const std::int8_t* weights, const float* scales,
                    const float* bias, const float* residual, float* out, int places, const int* steps) {
    const auto run = channels == 16   ? convolve_bytes_of<16>
                     : channels == 32 ? convolve_bytes_of<32>
                     : channels == 48 ? convolve_bytes_of<48>
                     : channels == 64 ? convolve_bytes_of<64>
                     : channels == 96 ? convolve_bytes_of<96>
                                      : convolve_bytes_of<128>;
    run(in, in_scale, weights, scales, bias, residual, out, places, steps);
}

constexpr NetKernels with_bytes() {
    NetKernels all = kernels;
    all.to_bytes = to_bytes;
    all.convolve_bytes = convolve_bytes;
    return all;
}

constexpr NetKernels byte_kernels = with_bytes();

}  // namespace

}  // namespace pavage::hex
#endif

namespace pavage::hex {

const NetKernels* vnni_kernels() {
#if defined(HAS_VNNI)
    return &byte_kernels;
#else
    return nullptr;
#endif
}

}  // namespace pavage::hex
