// Memory handed out piece by piece and given back all at once.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace pavage {

class Slabs {
public:
    void* take(std::size_t bytes) {
        bytes = (bytes + 15) & ~std::size_t{15};
        if (slabs_.empty() || used_ + bytes > slab) {
            slabs_.push_back(std::unique_ptr<std::byte[]>(new std::byte[slab]));
            used_ = 0;
        }
        void* piece = slabs_.back().get() + used_;
        used_ += bytes;
        return piece;
    }
    void clear() {
        if (slabs_.size() > 1) slabs_.resize(1);
        used_ = 0;
    }
    std::size_t memory() const { return slabs_.size() * slab; }

private:
    static constexpr std::size_t slab = std::size_t{1} << 18;
    std::vector<std::unique_ptr<std::byte[]>> slabs_;
    std::size_t used_ = 0;
};

}  // namespace pavage
