// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pith/data/arrow/arrow.h"

// Arrow arrays and streams made by hand, which count who releases them.
namespace pith::arrow_tables {

using Bytes = std::vector<std::byte>;

template <class T>
Bytes bytes_of(const std::vector<T>& values) {
  Bytes bytes(values.size() * sizeof(T));
  if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

inline Bytes bits_of(const std::vector<int>& values) {
  Bytes bytes((values.size() + 7) / 8);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] != 0) bytes[i / 8] |= std::byte{1} << (i % 8);
  }
  return bytes;
}

/// An array with its type. A buffer that is not there is a null pointer.
struct Plain {
  std::string format;
  std::optional<std::string> name = std::nullopt;
  std::int64_t length = 0;
  std::int64_t null_count = 0;
  std::int64_t offset = 0;
  std::vector<std::optional<Bytes>> buffers = {};
  std::vector<Plain> children = {};
  std::shared_ptr<Plain> dictionary = {};

  Plain named(std::string other) const {
    Plain copy = *this;
    copy.name = std::move(other);
    return copy;
  }
  /// `count` values from the place `first` on.
  Plain sliced(std::int64_t first, std::int64_t count) const {
    Plain copy = *this;
    copy.offset += first;
    copy.length = count;
    if (copy.null_count > 0) copy.null_count = -1;
    return copy;
  }
  /// Null where `valid` is 0.
  Plain with_valid(const std::vector<int>& valid) const {
    Plain copy = *this;
    copy.buffers[0] = bits_of(valid);
    copy.null_count = 0;
    for (const int is_valid : valid)
      copy.null_count += is_valid == 0 ? 1 : 0;
    return copy;
  }
};

template <class T>
Plain numbers(std::string format, const std::vector<T>& values) {
  return {.format = std::move(format),
          .length = static_cast<std::int64_t>(values.size()),
          .buffers = {std::nullopt, bytes_of(values)}};
}

inline Plain booleans(const std::vector<int>& values) {
  return {.format = "b",
          .length = static_cast<std::int64_t>(values.size()),
          .buffers = {std::nullopt, bits_of(values)}};
}

inline Plain nulls(std::int64_t length) {
  return {.format = "n", .length = length, .null_count = length};
}

template <class Offset = std::int32_t>
Plain texts(const std::vector<std::string>& values) {
  std::vector<Offset> offsets{0};
  std::vector<char> all;
  for (const std::string& value : values) {
    all.insert(all.end(), value.begin(), value.end());
    offsets.push_back(static_cast<Offset>(all.size()));
  }
  return {.format = sizeof(Offset) == 4 ? "u" : "U",
          .length = static_cast<std::int64_t>(values.size()),
          .buffers = {std::nullopt, bytes_of(offsets), bytes_of(all)}};
}

/// Long texts lie in two buffers by turns.
inline Plain text_views(const std::vector<std::string>& values) {
  std::vector<std::int32_t> views;
  std::vector<std::vector<char>> data(2);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string& value = values[i];
    std::int32_t view[4] = {static_cast<std::int32_t>(value.size())};
    if (value.size() <= 12) {
      std::memcpy(view + 1, value.data(), value.size());
    } else {
      std::vector<char>& buffer = data[i % 2];
      std::memcpy(view + 1, value.data(), 4);
      view[2] = static_cast<std::int32_t>(i % 2);
      view[3] = static_cast<std::int32_t>(buffer.size());
      buffer.insert(buffer.end(), value.begin(), value.end());
    }
    views.insert(views.end(), view, view + 4);
  }
  const std::vector<std::int64_t> sizes{static_cast<std::int64_t>(data[0].size()),
                                        static_cast<std::int64_t>(data[1].size())};
  return {.format = "vu",
          .length = static_cast<std::int64_t>(values.size()),
          .buffers = {std::nullopt, bytes_of(views), bytes_of(data[0]), bytes_of(data[1]),
                      bytes_of(sizes)}};
}

template <class Index>
Plain dictionary(std::string format, const std::vector<Index>& indices, Plain values) {
  Plain plain = numbers(std::move(format), indices);
  plain.dictionary = std::make_shared<Plain>(std::move(values));
  return plain;
}

/// A struct array of these columns.
inline Plain rows_of(std::vector<Plain> columns) {
  const std::int64_t length = columns.empty() ? 0 : columns.front().length;
  return {
      .format = "+s", .length = length, .buffers = {std::nullopt}, .children = std::move(columns)};
}

/// How many structures were made, and how many released.
struct Tally {
  int made = 0;
  int released = 0;

  int alive() const { return made - released; }
};

/// What an exported ArrowArray or ArrowSchema holds.
template <class T>
struct Exported {
  Plain plain;
  Tally* tally;
  std::vector<const void*> buffers = {};
  std::vector<std::unique_ptr<T>> children = {};
  std::vector<T*> child_places = {};
  std::unique_ptr<T> dictionary = {};

  static void release(T* self) {
    const std::unique_ptr<Exported> held(static_cast<Exported*>(self->private_data));
    for (const std::unique_ptr<T>& child : held->children) {
      if (child->release != nullptr) child->release(child.get());
    }
    if (held->dictionary && held->dictionary->release != nullptr)
      held->dictionary->release(held->dictionary.get());
    ++held->tally->released;
    self->release = nullptr;
    self->private_data = nullptr;
  }
};

template <class T>
T exported(const Plain& plain, Tally& tally) {
  auto* const held = new Exported<T>{.plain = plain, .tally = &tally};
  ++tally.made;
  for (const Plain& child : plain.children) {
    held->children.push_back(std::make_unique<T>(exported<T>(child, tally)));
    held->child_places.push_back(held->children.back().get());
  }
  if (plain.dictionary)
    held->dictionary = std::make_unique<T>(exported<T>(*plain.dictionary, tally));
  T out = {};
  out.n_children = static_cast<std::int64_t>(plain.children.size());
  out.children = held->child_places.data();
  out.dictionary = held->dictionary.get();
  out.release = Exported<T>::release;
  out.private_data = held;
  if constexpr (std::is_same_v<T, ArrowSchema>) {
    out.format = held->plain.format.c_str();
    out.name = held->plain.name ? held->plain.name->c_str() : nullptr;
  } else {
    for (const std::optional<Bytes>& buffer : held->plain.buffers)
      held->buffers.push_back(buffer ? static_cast<const void*>(buffer->data()) : nullptr);
    out.length = plain.length;
    out.null_count = plain.null_count;
    out.offset = plain.offset;
    out.n_buffers = static_cast<std::int64_t>(held->buffers.size());
    out.buffers = held->buffers.data();
  }
  return out;
}

/// A stream of chunks, of which the first says the type. It may fail, and what it delivers may be
/// spoilt on the way.
struct Source {
  std::vector<Plain> chunks;
  std::function<void(ArrowArray&)> spoil_array = {};
  std::function<void(ArrowSchema&)> spoil_schema = {};
  int schema_code = 0;
  int next_code = 0;              ///< once all chunks were delivered
  const char* failure = nullptr;  ///< what get_last_error says
  Tally arrays = {};
  Tally schemas = {};
  Tally streams = {};
  std::size_t next = 0;

  /// Lives no longer than this.
  ArrowArrayStream stream() {
    ++streams.made;
    next = 0;
    return {.get_schema = give_schema,
            .get_next = give_next,
            .get_last_error = [](ArrowArrayStream* self) { return of(self).failure; },
            .release =
                [](ArrowArrayStream* self) {
                  ++of(self).streams.released;
                  self->release = nullptr;
                },
            .private_data = this};
  }
  bool is_released() const {
    return arrays.alive() == 0 && schemas.alive() == 0 && streams.alive() == 0;
  }

 private:
  static Source& of(ArrowArrayStream* self) { return *static_cast<Source*>(self->private_data); }

  static int give_schema(ArrowArrayStream* self, ArrowSchema* out) {
    Source& source = of(self);
    if (source.schema_code != 0) return source.schema_code;
    *out = exported<ArrowSchema>(source.chunks.front(), source.schemas);
    if (source.spoil_schema) source.spoil_schema(*out);
    return 0;
  }

  static int give_next(ArrowArrayStream* self, ArrowArray* out) {
    Source& source = of(self);
    if (source.next == source.chunks.size()) {
      *out = {};
      return source.next_code;
    }
    *out = exported<ArrowArray>(source.chunks[source.next++], source.arrays);
    if (source.spoil_array) source.spoil_array(*out);
    return 0;
  }
};

}  // namespace pith::arrow_tables
