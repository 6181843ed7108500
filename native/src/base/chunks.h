// Things numbered from 0 on, in blocks that never move: growing needs no second copy in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace pavage {

template <class Thing>
class Chunks {
public:
    using Index = std::uint32_t;
    static constexpr int shift = 12;
    static constexpr Index block = Index{1} << shift;
    static constexpr std::size_t block_memory = sizeof(Thing) * block;

    Thing& operator[](Index index) { return blocks_[index >> shift][index & mask]; }
    const Thing& operator[](Index index) const { return blocks_[index >> shift][index & mask]; }
    Index size() const { return size_; }
    std::size_t memory() const { return blocks_.size() * block_memory; }

    // The index of the first of `count` new things, which lie side by side in one block.
    Index add(Index count = 1) {
        Index first = size_;
        if ((first & mask) + count > block) first = (first | mask) + 1;
        while (blocks_.size() * block < std::size_t{first} + count)
            blocks_.push_back(std::make_unique<Thing[]>(block));
        size_ = first + count;
        return first;
    }

    // Nothing is in it any more, and only the first block is kept; what is added next may be as it was before.
    void clear() {
        if (blocks_.size() > 1) blocks_.resize(1);
        size_ = 0;
    }

private:
    static constexpr Index mask = block - 1;
    std::vector<std::unique_ptr<Thing[]>> blocks_;
    Index size_ = 0;
};

}  // namespace pavage
