"""A model library as WebLLM loads it: TVM's runtime and the compiled model in one WebAssembly module.

TVM's package carries the sources of its runtime for the browser; some headers they include are not among them and are in
`runtime/`, with what stands in for Emscripten. It is compiled with Debian's clang for WebAssembly (see README.md).
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import tvm
import tvm_ffi

HERE = Path(__file__).parent
CLANG = "clang++-19"
# No other machines, no files, no tests of the interface: nothing of these is asked for in a browser.
LEFT_OUT = ("/rpc/", "file_utils", "testing/testing.cc", "contrib/sort/")
CALLED_BY_HOST = (
    "malloc",
    "free",
    "_initialize",
    "TVMWasmAllocSpace",
    "TVMWasmFreeSpace",
    "TVMFFIWasmFunctionCreate",
    "TVMFFIWasmGetLastError",
)
FLAGS = [
    "--target=wasm32-wasi",
    "-O2",
    "-std=c++17",
    "-fignore-exceptions",
    "-mbulk-memory",
    "-w",
    "-D_WASI_EMULATED_PROCESS_CLOCKS",
    "-D_WASI_EMULATED_SIGNAL",
    "-DTVM_FFI_CMAKE_LITTLE_ENDIAN=1",
]


def _lay_out_sources(work: Path) -> None:
    package = Path(tvm.__file__).parent
    for folder in ("src", "include", "web"):
        shutil.copytree(package / folder, work / folder, dirs_exist_ok=True)
    shutil.copytree(Path(tvm_ffi.__file__).parent, work / "3rdparty/tvm-ffi", dirs_exist_ok=True)
    shutil.copytree(HERE / "runtime", work, dirs_exist_ok=True)
    runtime = work / "web/emcc/wasm_runtime.cc"
    lines = [line for line in runtime.read_text().splitlines() if not any(part in line for part in LEFT_OUT)]
    runtime.write_text("\n".join(lines))


def compile_runtime(work: Path) -> list[str]:
    """Object files of the runtime, made in `work`, which may be empty."""
    _lay_out_sources(work)
    ffi = "3rdparty/tvm-ffi"
    include = ["-I.", "-Iinclude", f"-I{ffi}/include", f"-I{ffi}/3rdparty/dlpack/include", "-include", "web/emcc/one_thread.h"]
    objects = []
    for name in ("wasm_runtime", "webgpu_runtime", "host"):
        out = f"{name}.o"
        subprocess.run([CLANG, *FLAGS, *include, "-c", f"web/emcc/{name}.cc", "-o", out], cwd=work, check=True)
        objects.append(str(work / out))
    return objects


def link(out: Path, objects: list[str]) -> None:
    """One module that imports what the script side of WebLLM offers and exports what it calls."""
    options = ["-Wl,--no-entry", "-Wl,--export-dynamic", "-Wl,--strip-all", "-Wl,--allow-undefined", "-Wl,-z,stack-size=1048576"]
    exports = [f"-Wl,--export={name}" for name in CALLED_BY_HOST]
    libraries = ["-lwasi-emulated-process-clocks", "-lwasi-emulated-signal"]
    subprocess.run(
        [CLANG, "--target=wasm32-wasi", "-nostartfiles", *options, *exports, *objects, "-o", str(out), *libraries], check=True
    )
