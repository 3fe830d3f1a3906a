"""Recognizes the words in a picture, in a process of its own, `python -m games.engine.reading.photos.ocr`.

The process ends with the picture, and takes the memory of models and pixels with it; a picture that breaks a decoder
breaks no worker. It uses one thread and limits its own processor time and memory. Needs requirements/photos.in; the
models are in the wheel of rapidocr, and nothing is fetched.
"""

from __future__ import annotations

import json
import resource
import sys
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from io import BytesIO
from statistics import median
from typing import Any

MAX_SIDE = 2000
"""Pixels of the longer side at which a picture is read; larger ones are reduced first."""

SEARCHED_SIDE = 960
"""The same for where the words are, which takes half of the time; what they are is read in the larger picture."""

MIN_SCORE = 0.6
"""How sure the words must be, on average, of 1; else the picture may be upside down."""

FORMATS = ("JPEG", "PNG", "WEBP")

MAX_CPU_S = 60
MAX_MEMORY = 4 << 30
"""Limits of a process, far beyond what a picture takes (address space, of which a tenth is used)."""

ENVIRONMENT = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "OPENCV_FOR_THREADS_NUM": "1"}
"""What keeps the libraries to one thread."""

_PARAMS = {
    "EngineConfig.onnxruntime.intra_op_num_threads": 1,
    "EngineConfig.onnxruntime.inter_op_num_threads": 1,
    "Global.log_level": "error",
    "Global.max_side_len": MAX_SIDE,
    "Global.use_cls": False,
    "Det.limit_type": "max",
    "Det.limit_side_len": SEARCHED_SIDE,
    "Global.return_word_box": True,
    "Global.return_single_char_box": True,
}


def is_installed() -> bool:
    """Whether photos can be read here."""
    return all(map(find_spec, ("rapidocr", "onnxruntime")))


def main() -> None:
    """Words of the picture from standard input, as JSON to standard output: for each its `text`, `corners` (clockwise
    from the top left, in pixels) and `scores`, pairs of a character and how sure it is, from 0 to 1."""
    resource.setrlimit(resource.RLIMIT_CPU, (MAX_CPU_S, MAX_CPU_S))
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
    json.dump(list(words_in(sys.stdin.buffer.read())), sys.stdout, ensure_ascii=False)


def words_in(data: bytes) -> Iterator[dict[str, Any]]:
    from rapidocr import RapidOCR

    recognize: Any = RapidOCR(params=_PARAMS)
    picture = _upright(data)
    result = recognize(picture)
    angles = (90, 270) if _is_sideways(result.boxes) else (180,) if _score(result) < MIN_SCORE else ()
    turned = [recognize(picture.rotate(angle, expand=True)) for angle in angles]
    result = max(result, *turned, key=_score) if turned else result
    if result.boxes is None:
        return
    for box, text, chars in zip(result.boxes, result.txts, result.word_results, strict=True):
        corners = [[round(float(x), 1), round(float(y), 1)] for x, y in box]
        scores = [[char, round(float(score), 3)] for char, score, _box in chars]
        yield {"text": text, "corners": corners, "scores": scores}


def _upright(data: bytes) -> Any:
    """The picture as its camera says that it is to be seen, no larger than needed."""
    from PIL import Image, ImageOps

    Image.MAX_IMAGE_PIXELS = None  # checked before the picture was sent here
    picture: Any = Image.open(BytesIO(data), formats=FORMATS)
    picture.draft("RGB", (MAX_SIDE, MAX_SIDE))  # a large JPEG is decoded at a fraction of its size
    picture.thumbnail((MAX_SIDE, MAX_SIDE))
    picture = ImageOps.exif_transpose(picture)
    if picture.mode in ("RGBA", "LA", "P", "PA"):
        picture = picture.convert("RGBA")
        paper = Image.new("RGBA", picture.size, "white")
        picture = Image.alpha_composite(paper, picture)
    return picture.convert("RGB")


def _score(result: Any) -> float:
    """How sure the words are, on average."""
    return sum(result.scores) / len(result.scores) if result.scores else 0.0


def _is_sideways(boxes: Iterable[Any] | None) -> bool:
    """Whether most words are higher than wide: the picture lies on its side."""
    if boxes is None:
        return False
    shapes = [(abs(box[1][0] - box[0][0]), abs(box[3][1] - box[0][1])) for box in boxes]
    return len(shapes) > 2 and bool(median(height / max(width, 1) for width, height in shapes) > 1.5)


if __name__ == "__main__":
    main()
