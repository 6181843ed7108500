// The code of net_kernels.h, compiled once for each kind of processor: included by net_kernels_*.cpp, which first
// define `Vector`, `width` and its operations.
//
// Everything is static, and no header of the standard library is used: an inline function compiled here for a new
// processor might otherwise be the one that the linker keeps for all.

#if defined(__GNUC__)
#define UNROLL _Pragma("GCC unroll 16")
#define RESTRICT __restrict__
#else
#define UNROLL
#define RESTRICT __restrict
#endif

namespace pavage::hex {

namespace {

template <int Inputs, int Vectors, int Places>
inline void convolve_block(const float* in, const float* weights, const float* bias, const float* residual,
                           float* out, int outputs, const int* steps, int taps) {
    Vector sums[Places][Vectors];
    UNROLL for (int place = 0; place < Places; ++place)
        UNROLL for (int v = 0; v < Vectors; ++v) sums[place][v] = load(bias + v * width);
    for (int tap = 0; tap < taps; ++tap) {
        const float* from = in + steps[tap] * Inputs;
        for (int input = 0; input < Inputs; ++input, weights += Vectors * width) {
            Vector weight[Vectors];
            UNROLL for (int v = 0; v < Vectors; ++v) weight[v] = load(weights + v * width);
            UNROLL for (int place = 0; place < Places; ++place) {
                const Vector value = broadcast(from + place * Inputs + input);
                UNROLL for (int v = 0; v < Vectors; ++v)
                    sums[place][v] = multiply_add(value, weight[v], sums[place][v]);
            }
        }
    }
    UNROLL for (int place = 0; place < Places; ++place)
        UNROLL for (int v = 0; v < Vectors; ++v) {
            Vector sum = sums[place][v];
            if (residual != nullptr) sum = add(sum, load(residual + place * outputs + v * width));
            store(out + place * outputs + v * width, positive(sum));
        }
}

template <int Inputs, int Vectors, int Places>
void convolve_pack(const float* in, const float* weights, const float* bias, const float* residual, float* out,
                   int outputs, int places, const int* steps, int taps) {
    for (int first = 0; first < places; first += Places) {
        // The last block goes back over some places rather than beyond the end.
        const int at = first + Places <= places ? first : places - Places;
        convolve_block<Inputs, Vectors, Places>(in + at * Inputs, weights, bias,
                                                residual == nullptr ? nullptr : residual + at * outputs,
                                                out + at * outputs, outputs, steps, taps);
    }
}

int pack_vectors(int outputs) {
    const int vectors = outputs / width;
    for (int size = most_vectors; size > 1; --size)
        if (vectors % size == 0) return size;
    return 1;
}

int packed_outputs(int outputs) { return pack_vectors(outputs) * width; }

template <int Inputs>
void convolve_from(const float* in, const float* weights, const float* bias, const float* residual, float* out,
                   int outputs, int places, const int* steps, int taps) {
    const int vectors = pack_vectors(outputs);
    for (int pack = 0; pack < outputs; pack += vectors * width) {
        const float* own = residual == nullptr ? nullptr : residual + pack;
        const float* packed = weights + pack * Inputs * taps;
        if (vectors == 1)
            convolve_pack<Inputs, 1, places_of_1>(in, packed, bias + pack, own, out + pack, outputs, places, steps, taps);
        else if (vectors == 2)
            convolve_pack<Inputs, 2, places_of_2>(in, packed, bias + pack, own, out + pack, outputs, places, steps, taps);
        else
            convolve_pack<Inputs, 3, places_of_3>(in, packed, bias + pack, own, out + pack, outputs, places, steps, taps);
    }
}

void convolve(const float* in, int inputs, const float* weights, const float* bias, const float* residual, float* out,
              int outputs, int places, const int* steps, int taps) {
    const auto run = inputs == net_planes ? convolve_from<net_planes>
                     : inputs == 16       ? convolve_from<16>
                     : inputs == 32       ? convolve_from<32>
                     : inputs == 48       ? convolve_from<48>
                     : inputs == 64       ? convolve_from<64>
                     : inputs == 96       ? convolve_from<96>
                                          : convolve_from<128>;
    run(in, weights, bias, residual, out, outputs, places, steps, taps);
}

void pool(const float* in, int channels, int places, float* sum, float* largest) {
    for (int channel = 0; channel < channels; channel += width) {
        Vector total = load(in + channel), most = total;
        for (int place = 1; place < places; ++place) {
            const Vector value = load(in + place * channels + channel);
            total = add(total, value);
            most = larger(most, value);
        }
        store(sum + channel, total);
        store(largest + channel, most);
    }
}

void linear(const float* in, int inputs, const float* weights, float* out, int outputs) {
    for (int output = 0; output < outputs; output += width) {
        Vector sum = load(out + output);
        for (int input = 0; input < inputs; ++input)
            sum = multiply_add(broadcast(in + input), load(weights + input * outputs + output), sum);
        store(out + output, sum);
    }
}

void weigh(const float* in, int channels, const float* weights, float* out, int places) {
    float parts[width];
    for (int place = 0; place < places; ++place) {
        Vector sum = multiply(load(in + place * channels), load(weights));
        for (int channel = width; channel < channels; channel += width)
            sum = multiply_add(load(in + place * channels + channel), load(weights + channel), sum);
        store(parts, sum);
        float total = 0;
        for (int i = 0; i < width; ++i) total += parts[i];
        out[place] = total;
    }
}

// One sweep over all cells, forth or back; whether anything was reached. The rim stays as it is.
template <int Step>
bool sweep(const std::uint64_t* stones, std::uint64_t* reached, int size, int stride) {
    std::uint64_t changed[fill_words] = {};
    const int up = stride * fill_words, beside = fill_words;
    for (int row = 0; row < size; ++row) {
        const int first = Step > 0 ? (row + 1) * stride + 1 : (size - row) * stride + size;
        std::uint64_t behind[fill_words];  // what was just written: read back from memory it would slow the sweep
        for (int i = 0; i < fill_words; ++i) behind[i] = reached[(first - Step) * fill_words + i];
        for (int column = 0; column < size; ++column) {
            std::uint64_t* RESTRICT here = reached + (first + Step * column) * fill_words;
            const std::uint64_t* RESTRICT own = stones + (first + Step * column) * fill_words;
            for (int i = 0; i < fill_words; ++i) {
                const std::uint64_t now = own[i] & (here[i] | behind[i] | here[i + Step * beside] | here[i - up] |
                                                    here[i - up + beside] | here[i + up] | here[i + up - beside]);
                changed[i] |= now ^ here[i];
                here[i] = behind[i] = now;
            }
        }
    }
    std::uint64_t any = 0;
    for (int i = 0; i < fill_words; ++i) any |= changed[i];
    return any != 0;
}

void spread(const std::uint64_t* stones, std::uint64_t* reached, int size, int stride) {
    while (sweep<1>(stones, reached, size, stride) && sweep<-1>(stones, reached, size, stride)) {
    }
}

int count_bits(std::uint64_t word) {
#if defined(__GNUC__)
    return __builtin_popcountll(word);
#else
    word -= word >> 1 & 0x5555555555555555;
    word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333);
    return static_cast<int>(((word + (word >> 4)) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56);
#endif
}

int bits_of(const std::uint64_t* words) {
    int count = 0;
    for (int i = 0; i < fill_words; ++i) count += count_bits(words[i]);
    return count;
}

void count(const std::uint64_t* reds, const std::uint64_t* const* reached, const std::uint64_t* won, int stride, int* out) {
    const int up = stride * fill_words;
    std::uint64_t pivotal[fill_words], gains[fill_words], loses[fill_words];
    for (int i = 0; i < fill_words; ++i) {
        gains[i] = ~won[i] & ~reds[i];
        loses[i] = won[i] & reds[i];
    }
    for (int side = 0; side < 4; ++side) {
        const std::uint64_t* RESTRICT here = reached[side];
        std::uint64_t* RESTRICT kept = side < 2 ? gains : loses;
        for (int i = 0; i < fill_words; ++i)
            kept[i] &= here[i - fill_words] | here[i + fill_words] | here[i - up] | here[i - up + fill_words] |
                       here[i + up] | here[i + up - fill_words];
        out[1 + side] = bits_of(here);
    }
    for (int i = 0; i < fill_words; ++i) pivotal[i] = gains[i] | loses[i];
    out[0] = bits_of(pivotal);
}

constexpr NetKernels kernels{kernels_name, packed_outputs, convolve, pool, linear, weigh, spread, count};

}  // namespace

}  // namespace pavage::hex
