// What a model library needs of its host, the script side of @mlc-ai/web-llm, and what it gives to it.
#include <tvm/ffi/extra/module.h>
#include <tvm/ffi/function.h>
#include <tvm/ffi/reflection/registry.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "../../src/runtime/metadata.h"

extern "C" {

void __wasm_call_ctors();
void emscripten_notify_memory_growth(int memory);
int TVMFFIWasmSafeCall(void* self, const TVMFFIAny* args, int32_t num_args, TVMFFIAny* result);
void TVMFFIWasmFunctionDeleter(void* self);

void _initialize() { __wasm_call_ctors(); }

void* TVMWasmAllocSpace(int size) { return new int64_t[(size + 7) / 8]; }
void TVMWasmFreeSpace(void* space) { delete[] static_cast<int64_t*>(space); }

int TVMFFIWasmFunctionCreate(void* self, TVMFFIObjectHandle* out) {
  return TVMFFIFunctionCreate(self, TVMFFIWasmSafeCall, TVMFFIWasmFunctionDeleter, out);
}

const char* TVMFFIWasmGetLastError() {
  static std::string last;
  last = ::tvm::ffi::details::MoveFromSafeCallRaised().what();
  return last.c_str();
}

// The host's views of memory are stale once it has grown: it has to be told.
void* sbrk(intptr_t more) {
  constexpr size_t kPage = 65536;
  size_t end = __builtin_wasm_memory_size(0) * kPage;
  if (more == 0) return reinterpret_cast<void*>(end);
  size_t before = __builtin_wasm_memory_grow(0, (static_cast<size_t>(more) + kPage - 1) / kPage);
  if (before == SIZE_MAX) {
    errno = ENOMEM;
    return reinterpret_cast<void*>(-1);
  }
  emscripten_notify_memory_growth(0);
  return reinterpret_cast<void*>(before * kPage);
}

// The host knows no attributes of files: what is written to, the console, is a character device.
int32_t __imported_wasi_snapshot_preview1_fd_fdstat_get(int32_t, int32_t status) {
  constexpr uint8_t kCharacterDevice = 2;
  __builtin_memset(reinterpret_cast<void*>(status), 0, 24);
  *reinterpret_cast<uint8_t*>(status) = kCharacterDevice;
  return 0;
}

// Exceptions are not caught in this build, as in WebLLM's own: what was thrown has been written to the console.
void* __cxa_allocate_exception(size_t size) { return std::malloc(size); }
[[noreturn]] void __cxa_throw(void*, void*, void*) { std::abort(); }
int __cxa_thread_atexit(void (*)(void*), void*, void*) { return 0; }

}  // extern "C"

namespace tvm {
namespace runtime {

void SaveBinaryToFile(const std::string& name, const std::string&) {
  TVM_FFI_THROW(RuntimeError) << "No file is written in a browser: " << name;
}
void LoadBinaryFromFile(const std::string& name, std::string*) {
  TVM_FFI_THROW(RuntimeError) << "No file is read in a browser: " << name;
}

TVM_FFI_STATIC_INIT_BLOCK() {
  namespace refl = tvm::ffi::reflection;
  refl::ObjectDef<FunctionInfoObj>()
      .def_ro("name", &FunctionInfoObj::name)
      .def_ro("arg_types", &FunctionInfoObj::arg_types)
      .def_ro("launch_param_tags", &FunctionInfoObj::launch_param_tags)
      .def_ro("arg_extra_tags", &FunctionInfoObj::arg_extra_tags);
}

}  // namespace runtime
}  // namespace tvm
