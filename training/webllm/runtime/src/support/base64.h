#pragma once
#include <tvm/ffi/error.h>
#include <tvm/support/io.h>
namespace tvm {
namespace support {
// Tensors are never written as text in a browser.
class Base64Stream : public Stream {
 public:
  using Stream::Read;
  using Stream::Write;
  explicit Base64Stream(Stream*) {}
  size_t Read(void*, size_t) final { TVM_FFI_THROW(RuntimeError) << "base64 is not built in"; }
  size_t Write(const void*, size_t) final { TVM_FFI_THROW(RuntimeError) << "base64 is not built in"; }
  void InitPosition() {}
  void Finish() {}
};
using Base64InStream = Base64Stream;
using Base64OutStream = Base64Stream;
}  // namespace support
}  // namespace tvm
