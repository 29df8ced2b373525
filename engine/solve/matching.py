"""Maximum matchings in a graph of numbers, by Edmonds' blossom algorithm.

A vertex is a number from 1, a set of vertices a mask, and a graph a list of masks: `neighbours[v]`
has the bits of all the neighbours of v. 0 stands for "no vertex".
"""

from collections.abc import Sequence

from engine.games.numbers import numbers


def inessential(neighbours: Sequence[int], vertices: int) -> int:
    """The inessential vertices as a mask: those that some maximum matching leaves unmatched.

    They are the set D of the Gallai–Edmonds decomposition. Alternating trees that grow from all the
    vertices unmatched in one maximum matching reach them in an even number of steps.
    """
    matching = _Matching(neighbours, vertices)
    for root in numbers(matching.alone):
        matching.grow(root)
    return matching.outer


class _Matching:
    """A matching that is being made a maximum one, and the trees that could not improve it.

    In a tree, a vertex at an even number of steps from the root is outer, and one at an odd number
    is inner. A tree that finds no partner for its root never will: it stays, and later trees go
    around it.
    """

    def __init__(self, neighbours: Sequence[int], vertices: int) -> None:
        size = vertices.bit_length()
        self.neighbours = neighbours
        self.vertices = vertices
        self.alone = vertices
        self.outer = 0
        self.inner = 0
        self.mate = [0] * size
        self.parent = [0] * size
        self.base = list(range(size))
        self._pair_greedily()

    def _pair_greedily(self) -> None:
        """Make a good first matching. In divisor graphs the largest numbers have the fewest
        neighbours, so they choose first; they choose the largest, which others need least."""
        unseen = self.vertices
        while unseen:
            vertex = unseen.bit_length() - 1
            unseen ^= 1 << vertex
            if near := self.neighbours[vertex] & unseen:
                mate = near.bit_length() - 1
                unseen ^= 1 << mate
                self.alone ^= 1 << vertex | 1 << mate
                self.mate[vertex], self.mate[mate] = mate, vertex

    def grow(self, root: int) -> None:
        """Grow a tree from an unmatched vertex, until it finds a partner or can't have one."""
        if not self.alone >> root & 1:
            return
        before = self.outer, self.inner
        self.outer |= 1 << root
        queue = [root]
        for vertex in queue:
            near = self.neighbours[vertex] & self.vertices
            if partners := near & self.alone & ~self.outer:
                partner = partners.bit_length() - 1
                self.alone ^= 1 << root | 1 << partner
                self._augment(vertex, partner)
                self.outer, self.inner = before
                # This resets the trees that stay too, but their bases are never needed again.
                self.base = list(range(len(self.base)))
                return
            while fresh := near & ~self.outer & ~self.inner:
                reached = fresh.bit_length() - 1
                mate = self.mate[reached]
                self.parent[reached] = vertex
                self.inner |= 1 << reached
                self.outer |= 1 << mate
                queue.append(mate)
            for other in numbers(near & self.outer):
                if self._base(vertex) != self._base(other):
                    queue += self._shrink(vertex, other)

    def _augment(self, vertex: int, partner: int) -> None:
        """Match the two, and shift the mates along the path back to the root."""
        while partner:
            freed = self.mate[vertex]
            self.mate[vertex], self.mate[partner] = partner, vertex
            partner, vertex = freed, self.parent[freed]

    def _shrink(self, one: int, two: int) -> list[int]:
        """Contract a blossom: the odd cycle closed by an edge between two outer vertices of a tree.
        It acts as a single outer vertex. Returns the inner vertices that have become outer."""
        stem = self._meeting(one, two)
        cycle = [stem]
        for vertex, towards in ((one, two), (two, one)):
            while self._base(vertex) != stem:
                mate = self.mate[vertex]
                cycle += (self._base(vertex), self._base(mate))
                self.parent[vertex] = towards
                vertex, towards = self.parent[mate], mate  # noqa: PLW2901
        risen = [vertex for vertex in cycle if self.inner >> vertex & 1]
        for vertex in cycle:
            self.base[vertex] = stem
        for vertex in risen:
            self.inner ^= 1 << vertex
            self.outer |= 1 << vertex
        return risen

    def _meeting(self, one: int, two: int) -> int:
        """The vertex at which the paths from two outer vertices to the root meet."""
        passed = set()
        while one:
            one = self._base(one)
            passed.add(one)
            one = self.parent[self.mate[one]]
        while (two := self._base(two)) not in passed:
            two = self.parent[self.mate[two]]
        return two

    def _base(self, vertex: int) -> int:
        """The base of the blossom that a vertex is in, or the vertex itself."""
        while (above := self.base[vertex]) != vertex:
            self.base[vertex] = self.base[above]
            vertex = above
        return vertex
