#pragma once
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace tvm {
namespace support {

template <typename T, typename = void>
struct Serializer;

class Stream {
 public:
  virtual ~Stream() = default;
  virtual size_t Read(void* ptr, size_t size) = 0;
  virtual size_t Write(const void* ptr, size_t size) = 0;

  template <typename T>
  void Write(const T& data);
  template <typename T>
  bool Read(T* out);
  template <typename T>
  void WriteArray(const T* data, size_t count);
  template <typename T>
  bool ReadArray(T* data, size_t count);
};

}  // namespace support
}  // namespace tvm
