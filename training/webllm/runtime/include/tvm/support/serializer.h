#pragma once
#include <tvm/ffi/container/array.h>
#include <tvm/ffi/container/map.h>
#include <tvm/ffi/string.h>
#include <tvm/support/io.h>

#include <map>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tvm {
namespace support {

// Numbers, enumerations and plain structures as they lie in memory, little endian.
template <typename T>
struct Serializer<T, std::enable_if_t<std::is_trivially_copyable_v<T> && std::is_standard_layout_v<T> &&
                                      !std::is_pointer_v<T> && !std::is_base_of_v<ffi::ObjectRef, T>>> {
  static void Write(Stream* stream, const T& value) { stream->Write(static_cast<const void*>(&value), sizeof(T)); }
  static bool Read(Stream* stream, T* value) { return stream->Read(static_cast<void*>(value), sizeof(T)) == sizeof(T); }
};

template <>
struct Serializer<std::string> {
  static void Write(Stream* stream, const std::string& value) {
    stream->Write<uint64_t>(value.size());
    stream->Write(static_cast<const void*>(value.data()), value.size());
  }
  static bool Read(Stream* stream, std::string* value) {
    uint64_t size;
    if (!stream->Read(&size)) return false;
    value->resize(size);
    return stream->Read(static_cast<void*>(value->data()), size) == size;
  }
};

template <>
struct Serializer<ffi::String> {
  static void Write(Stream* stream, const ffi::String& value) { stream->Write(std::string(value)); }
  static bool Read(Stream* stream, ffi::String* value) {
    std::string text;
    if (!stream->Read(&text)) return false;
    *value = ffi::String(text);
    return true;
  }
};

template <typename T>
struct Serializer<std::vector<T>> {
  static void Write(Stream* stream, const std::vector<T>& value) {
    stream->Write<uint64_t>(value.size());
    for (const T& item : value) stream->Write(item);
  }
  static bool Read(Stream* stream, std::vector<T>* value) {
    uint64_t size;
    if (!stream->Read(&size)) return false;
    value->resize(size);
    for (uint64_t i = 0; i < size; ++i) {
      if (!stream->Read(&(*value)[i])) return false;
    }
    return true;
  }
};

template <typename T>
struct Serializer<ffi::Array<T>> {
  static void Write(Stream* stream, const ffi::Array<T>& value) {
    stream->Write<uint64_t>(value.size());
    for (const T& item : value) Serializer<T>::Write(stream, item);
  }
  static bool Read(Stream* stream, ffi::Array<T>* value) {
    uint64_t size;
    if (!stream->Read(&size)) return false;
    value->clear();
    for (uint64_t i = 0; i < size; ++i) {
      T item;
      if (!Serializer<T>::Read(stream, &item)) return false;
      value->push_back(item);
    }
    return true;
  }
};

template <typename A, typename B>
struct Serializer<std::pair<A, B>> {
  static void Write(Stream* stream, const std::pair<A, B>& value) {
    stream->Write(value.first);
    stream->Write(value.second);
  }
  static bool Read(Stream* stream, std::pair<A, B>* value) {
    return stream->Read(&value->first) && stream->Read(&value->second);
  }
};

template <typename M, typename K, typename V>
struct MapSerializer {
  static void Write(Stream* stream, const M& value) {
    stream->Write<uint64_t>(value.size());
    for (const auto& entry : value) {
      Serializer<K>::Write(stream, entry.first);
      Serializer<V>::Write(stream, entry.second);
    }
  }
};

template <typename K, typename V>
struct Serializer<std::unordered_map<K, V>> : MapSerializer<std::unordered_map<K, V>, K, V> {
  static bool Read(Stream* stream, std::unordered_map<K, V>* value) {
    uint64_t size;
    if (!stream->Read(&size)) return false;
    for (uint64_t i = 0; i < size; ++i) {
      std::pair<K, V> entry;
      if (!stream->Read(&entry)) return false;
      value->insert(std::move(entry));
    }
    return true;
  }
};

template <typename K, typename V>
struct Serializer<ffi::Map<K, V>> : MapSerializer<ffi::Map<K, V>, K, V> {
  static bool Read(Stream* stream, ffi::Map<K, V>* value) {
    uint64_t size;
    if (!stream->Read(&size)) return false;
    for (uint64_t i = 0; i < size; ++i) {
      K key;
      V item;
      if (!Serializer<K>::Read(stream, &key) || !Serializer<V>::Read(stream, &item)) return false;
      value->Set(key, item);
    }
    return true;
  }
};

template <typename T>
inline void Stream::Write(const T& data) { Serializer<T>::Write(this, data); }
template <typename T>
inline bool Stream::Read(T* out) { return Serializer<T>::Read(this, out); }
template <typename T>
inline void Stream::WriteArray(const T* data, size_t count) {
  for (size_t i = 0; i < count; ++i) this->Write<T>(data[i]);
}
template <typename T>
inline bool Stream::ReadArray(T* data, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (!this->Read<T>(data + i)) return false;
  }
  return true;
}

}  // namespace support
}  // namespace tvm
