#pragma once
#include <tvm/ffi/string.h>
#include <tvm/support/io.h>

#include <algorithm>
#include <cstring>
#include <string>

namespace tvm {
namespace support {

class BytesInStream : public Stream {
 public:
  using Stream::Read;
  using Stream::Write;
  explicit BytesInStream(const std::string& bytes) : data_(bytes.data()), size_(bytes.size()) {}
  explicit BytesInStream(const ffi::Bytes& bytes) : data_(bytes.data()), size_(bytes.size()) {}
  size_t Read(void* ptr, size_t size) final {
    size_t count = std::min(size, size_ - at_);
    std::memcpy(ptr, data_ + at_, count);
    at_ += count;
    return count;
  }
  size_t Write(const void*, size_t) final { return 0; }

 private:
  const char* data_;
  size_t size_;
  size_t at_ = 0;
};

class BytesOutStream : public Stream {
 public:
  using Stream::Read;
  using Stream::Write;
  explicit BytesOutStream(std::string* out) : out_(out) {}
  size_t Read(void*, size_t) final { return 0; }
  size_t Write(const void* ptr, size_t size) final {
    out_->append(static_cast<const char*>(ptr), size);
    return size;
  }

 private:
  std::string* out_;
};

}  // namespace support
}  // namespace tvm
