#pragma once
#ifdef __cplusplus
#include <cstddef>
#include <mutex>
#include <utility>

// Debian's C++ library for wasm is built without threads: locks that lock nothing, and nobody to wait for.
namespace std {
struct mutex {
  void lock() {}
  void unlock() {}
  bool try_lock() { return true; }
};
struct recursive_mutex : mutex {};
struct condition_variable {};
template <typename... M>
struct scoped_lock {
  explicit scoped_lock(M&...) {}
};
namespace this_thread {
template <typename D>
void sleep_for(const D&) {}
}  // namespace this_thread
}  // namespace std
#endif
