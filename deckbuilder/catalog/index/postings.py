"""Sets of cards by position, as the bits of an integer, and how they are stored in a database row.

Bit p stands for the card at position p. Union, intersection and difference of sets of 100,000 cards take microseconds.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import compress, islice

_DIGITS = bytes.maketrans(b"01", b"\x00\x01")


def bits_of(positions: Iterable[int], size: int) -> int:
    """The set of these positions out of `size`."""
    digits = bytearray(b"0") * size
    last = size - 1
    for position in positions:
        digits[last - position] = 49  # ASCII "1"; the digit written first is the highest bit
    return int(digits, 2) if size else 0


def everything(size: int) -> int:
    return (1 << size) - 1


def pack(positions: array[int], size: int) -> bytes:
    """Ascending positions as 32-bit numbers or, if that is shorter, as one bit per card; both little-endian."""
    if 4 * len(positions) < _width(size):
        return numbers(positions)
    return bits_of(positions, size).to_bytes(_width(size), "little")


def unpack(data: bytes, size: int) -> int:
    """The set that was packed for the same `size`."""
    if len(data) < _width(size):
        return bits_of(read_numbers(data), size)
    return int.from_bytes(data, "little")


def union(packed: Iterable[bytes], size: int) -> int:
    """The union of packed sets; for many small ones, far faster than unpacking each of them."""
    bits, positions = 0, array("I")
    for data in packed:
        if len(data) < _width(size):
            positions.extend(read_numbers(data))
        else:
            bits |= int.from_bytes(data, "little")
    return bits | bits_of(positions, size) if positions else bits


def positions_of(data: bytes, size: int) -> Sequence[int]:
    """The positions in a packed set, ascending; for a small set, faster than unpacking it."""
    return read_numbers(data) if len(data) < _width(size) else tuple(members(unpack(data, size), size))


def _width(size: int) -> int:
    return (size + 7) // 8


def numbers(values: array[int]) -> bytes:
    """Numbers below 2³², 4 bytes each, little-endian."""
    if sys.byteorder == "big":
        values = array("I", values)
        values.byteswap()
    return values.tobytes()


def read_numbers(data: bytes) -> array[int]:
    values = array("I")
    values.frombytes(data)
    if sys.byteorder == "big":
        values.byteswap()
    return values


def flags(bits: int, size: int) -> bytes:
    """A byte for each position: 1 in the set, else 0."""
    return format(bits, f"0{size}b").encode()[::-1].translate(_DIGITS) if size else b""


def members(bits: int, size: int, order: Sequence[int] | None = None) -> Iterator[int]:
    """The positions in the set, ascending or in `order`, which holds every position once."""
    is_member = flags(bits, size)
    return compress(range(size), is_member) if order is None else filter(is_member.__getitem__, order)


def members_of_page(bits: int, size: int, start: int, length: int, order: Sequence[int] | None = None) -> list[int]:
    """Up to `length` members from the `start`-th on."""
    return list(islice(members(bits, size, order), start, start + length))


def lowest(bits: int, number: int) -> list[int]:
    """Up to `number` members, ascending; for a few of many, faster than `page`."""
    positions: list[int] = []
    while bits and len(positions) < number:
        positions.append((bits & -bits).bit_length() - 1)
        bits &= bits - 1
    return positions


def most_common_positions(sets: Iterable[int], size: int, number: int) -> list[int]:
    """Up to `number` positions, those in the most sets first.

    The `planes` hold the number of sets that contain each position, one binary digit per plane, so that a set is added
    to all counts at once.
    """
    planes: list[int] = []
    for each in sets:
        carry = each
        for digit, plane in enumerate(planes):
            planes[digit], carry = plane ^ carry, plane & carry
        if carry:
            planes.append(carry)
    positions: list[int] = []
    for times in range((1 << len(planes)) - 1, 0, -1):
        having = everything(size)
        for digit, plane in enumerate(planes):
            having &= plane if times >> digit & 1 else ~plane
        if having:
            positions += lowest(having, number - len(positions))
        if len(positions) == number:
            break
    return positions
