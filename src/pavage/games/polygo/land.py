"""Who holds what: stones, which of them are solid, who can reach which cell, and the effects of a stone.

All of it is kept up to date stone by stone. A stone changes little: what it makes solid, the regions beside
that, and the ways of the others through its cell. Each is found by walks that end as soon as they meet the
border, so that a turn costs about the same on a large board as on a small one, and never more than the cells.
"""

from __future__ import annotations

from collections.abc import Sequence

from pavage.games.cell_sets import cells_of
from pavage.games.polygo.terrain import Terrain


class Land:
    """A board in play, by colours from 0. It changes; positions hold what it was."""

    __slots__ = ("empty", "enclosed", "fill", "reach", "remove", "solid", "stones", "terrain")

    def __init__(
        self,
        terrain: Terrain,
        fill: bool,
        remove: bool,
        stones: Sequence[int],
        solid: int,
        reach: Sequence[int],
        enclosed: int,
    ) -> None:
        self.terrain = terrain
        self.fill = fill
        """Whether lakes are filled at once (`lakes=fill`)."""
        self.remove = remove
        """Whether stones within a mixed contour leave at once (`mixed=remove`)."""
        self.stones = list(stones)
        self.solid = solid
        self.reach = list(reach)
        """For each colour the cells, empty or its own, that a path of such cells joins to the border."""
        self.enclosed = enclosed
        """The cells of enclosed regions with a mixed contour."""
        self.empty = terrain.everything
        for mine in self.stones:
            self.empty &= ~mine

    @classmethod
    def of(cls, terrain: Terrain, fill: bool, remove: bool, stones: Sequence[int]) -> Land:
        """The land of these stones, found from nothing; the effects have happened once."""
        land = cls(terrain, fill, remove, stones, 0, stones, 0)
        border = terrain.border
        for colour, mine in enumerate(stones):
            land.solid |= terrain.connected(border, mine)
            land.reach[colour] = terrain.connected(border, mine | land.empty)
        land._settle(terrain.everything & ~land.solid)
        return land

    def free(self, colour: int) -> int:
        """The cells that are free for a colour."""
        return self.reach[colour] & self.empty

    def kept(self, cells: int, colour: int) -> int:
        """Of these empty cells, those where a stone of this colour is not removed by its own placement."""
        shut = cells & self.enclosed if self.remove else 0
        if not shut:
            return cells
        mine = self.stones[colour] & self.solid
        near = self.terrain.near
        for cell in cells_of(shut):
            if not near[cell] & mine:
                cells &= ~(1 << cell)
        return cells

    @property
    def fragile(self) -> int:
        """The stones that no province joins to the border."""
        return self.terrain.everything & ~self.empty & ~self.solid

    def place(self, cell: int, colour: int) -> int:
        """Set a stone, with effects 1 to 3; says which other cells changed their content."""
        terrain, bit = self.terrain, 1 << cell
        self.empty &= ~bit
        self.stones[colour] |= bit
        mine, beside = self.stones[colour], terrain.near[cell]
        if bit & terrain.border or beside & mine & self.solid:
            joined = bit
            if beside & mine & ~self.solid:
                joined, beside, _ = terrain.flood(cell, mine & ~self.solid, 0)
            self.solid |= joined
            self.enclosed &= ~joined
            changed = self._settle(beside & ~self.solid)
        else:
            changed = self._settle(bit)
        for other, reach in enumerate(self.reach):
            if reach & bit and not self.stones[other] & bit:
                self._cut(cell, other)
        return changed

    def sweep(self) -> int:
        """Effect 4: every fragile stone leaves, since nobody has a free cell; says which they were."""
        fragile = self.fragile
        self.stones = [mine & self.solid for mine in self.stones]
        self.empty |= fragile
        self.reach = list(self.stones)
        for region in self.terrain.pieces(self.empty):
            self._open_to_neighbours(region, self.terrain.around(region) & self.solid)
        return fragile

    def owners(self, contour: int) -> list[int]:
        """The colours of a contour."""
        return [colour for colour, mine in enumerate(self.stones) if mine & contour]

    def _settle(self, suspects: int) -> int:
        """Effects 2 and 3 on the regions that hold one of these cells."""
        terrain = self.terrain
        water = terrain.everything & ~self.solid
        changed = 0
        for region, beside in terrain.enclosed(suspects, water, terrain.border & water):
            changed |= self._enclose(region, beside & self.solid)
        return changed

    def _enclose(self, region: int, contour: int) -> int:
        owners = self.owners(contour)
        if len(owners) == 1:
            return self._turn(region, owners[0])
        self.enclosed |= region
        leaving = region & ~self.empty if self.remove else 0
        if leaving:
            self.stones = [mine & ~leaving for mine in self.stones]
            self.empty |= leaving
            self._open_to_neighbours(region, contour)
        return leaving

    def _open_to_neighbours(self, region: int, contour: int) -> None:
        """An enclosed region that is empty now can be reached by the colours of its contour only."""
        for colour, mine in enumerate(self.stones):
            if mine & contour:
                self.reach[colour] |= region
            else:
                self.reach[colour] &= ~region

    def _turn(self, region: int, colour: int) -> int:
        """All of an enclosed region falls to the one colour around it."""
        gained = region & ~self.stones[colour]
        if not self.fill:
            gained &= ~self.empty
        for other in range(len(self.stones)):
            if other != colour:
                self.stones[other] &= ~region
                self.reach[other] &= ~region
        self.stones[colour] |= gained
        self.reach[colour] |= region
        self.empty &= ~gained
        self.enclosed &= ~region
        self.solid |= region if self.fill else self._joining(region, colour)
        return gained

    def _joining(self, region: int, colour: int) -> int:
        """In a lake that keeps its empty cells, the stones that hang together with its shore."""
        shore = self.stones[colour] & self.solid
        inner = self.stones[colour] & region
        landing = sum(1 << cell for cell in cells_of(inner) if self.terrain.near[cell] & shore)
        return self.terrain.connected(landing, inner)

    def _cut(self, cell: int, colour: int) -> None:
        """A cell that this colour could use is lost to it, and with it all that led through there only."""
        terrain = self.terrain
        reach = self.reach[colour] & ~(1 << cell)
        ground = self.empty | self.stones[colour]
        for lost, _ in terrain.enclosed(terrain.near[cell] & reach & ~terrain.border, ground, terrain.border):
            reach &= ~lost
        self.reach[colour] = reach
