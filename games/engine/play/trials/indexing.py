"""How compiled loops read and write arrays: at the very place they name, as in C.

Numba first looks whether a place is negative and counts from the end. No loop has such places, and with the two dozen
arrays of a table looking at their lengths costs up to a tenth of a trial's time. Importing this module replaces numba's
way for one-dimensional arrays without gaps, as all of a table's are.
"""

from __future__ import annotations

import operator
from typing import Any

from numba.core import types
from numba.extending import lower_builtin
from numba.np.arrayobj import load_item, make_array, store_item


@lower_builtin(operator.getitem, types.Array, types.Integer)
def _read(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """`array[place]`"""
    array_type, place_type = signature.args
    pointer = _pointer(context, builder, array_type, arguments[0], place_type, arguments[1])
    return load_item(context, builder, array_type, pointer)


@lower_builtin(operator.setitem, types.Array, types.Integer, types.Any)
def _write(context: Any, builder: Any, signature: Any, arguments: Any) -> None:
    """`array[place] = number`"""
    array_type, place_type, number_type = signature.args
    pointer = _pointer(context, builder, array_type, arguments[0], place_type, arguments[1])
    number = context.cast(builder, arguments[2], number_type, array_type.dtype)
    store_item(context, builder, array_type, number, pointer)


def _pointer(context: Any, builder: Any, array_type: Any, array: Any, place_type: Any, place: Any) -> Any:
    assert array_type.ndim == 1
    assert array_type.layout == "C"
    start = make_array(array_type)(context, builder, array).data
    return builder.gep(start, [context.cast(builder, place, place_type, types.intp)], inbounds=True)
