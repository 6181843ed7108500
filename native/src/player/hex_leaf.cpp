#include "player/hex_leaf.h"

#include <bit>

#include "hex/hex_bridges.h"

namespace pavage::hex {

namespace {

std::uint64_t everywhere(Colour colour) { return colour == red ? ~std::uint64_t{0} : 0; }

}  // namespace

Endings::Endings(const Geometry& geometry, const PlayerOptions& options)
    : geometry_(&geometry),
      bridges_on_(options.bridges),
      mask_(options.playouts >= Fill::playouts ? ~std::uint64_t{0} : (std::uint64_t{1} << options.playouts) - 1),
      playouts_(std::popcount(mask_)),
      fill_(geometry),
      board_(geometry) {
    for (Ownership& one : ownership_) one = {std::vector<float>(geometry.cells), std::vector<float>(geometry.cells)};
}

void Endings::clear() {
    board_.clear();
    kept_.clear();
}

Colour Endings::decide() {
    const auto joins = board_.joins();
    if (bridges_on_) join_bridges(board_, kept_);
    const Colour winner = board_.winner();
    if (winner != empty) find_carrier(winner);
    board_.part(joins);
    return winner;
}

void Endings::find_carrier(Colour winner) {
    carrier_.clear();
    const Point crossing = board_.chain(geometry_->side_of(winner));
    for (int cell = 0; cell < geometry_->cells; ++cell)
        if (board_.colour(cell) == winner && board_.chain(static_cast<Point>(cell)) == crossing)
            carrier_.push_back(static_cast<Point>(cell));
    for (const Bridge& bridge : kept_)
        if (board_.chain(bridge.from) == crossing) {
            carrier_.push_back(bridge.first);
            carrier_.push_back(bridge.second);
        }
}

float Endings::play(Colour turn, Point last, Random& random) {
    const int cells = geometry_->cells;
    for (int cell = 0; cell < cells; ++cell) {
        const Colour colour = board_.colour(cell);
        fill_.stones(cell) = colour == empty ? random.word() : everywhere(colour);
    }
    for (const Bridge& bridge : kept_) fill_.stones(bridge.second) = ~fill_.stones(bridge.first);
    if (bridges_on_)
        for (const Bridge& bridge : geometry_->bridges_through[last])
            if (intruded(board_, bridge, turn)) {
                fill_.stones(bridge.second) = everywhere(turn);
                break;
            }
    const std::uint64_t red_wins = fill_.red_wins() & mask_;
    const int won = std::popcount(red_wins);
    for (int cell = 0; cell < cells; ++cell) {
        const std::uint64_t reds = fill_.stones(cell) & mask_;
        const int owned = std::popcount(reds);
        const int both = std::popcount(reds & red_wins);
        ownership_[0].owned[cell] = static_cast<float>(owned);
        ownership_[0].won[cell] = static_cast<float>(both);
        ownership_[1].owned[cell] = static_cast<float>(playouts_ - owned);
        ownership_[1].won[cell] = static_cast<float>(playouts_ - owned - won + both);
    }
    return static_cast<float>(won) / static_cast<float>(playouts_);
}

}  // namespace pavage::hex
