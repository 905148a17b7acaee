// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/table.h"

// The structures for exchanging tables in memory: "The Arrow C data interface" and "The Arrow C
// stream interface" of the Arrow specification, which recommends copying them. Other copies have
// the same include guards.
extern "C" {

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  int64_t flags;
  int64_t n_children;
  struct ArrowSchema** children;
  struct ArrowSchema* dictionary;
  void (*release)(struct ArrowSchema*);
  void* private_data;
};

struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void** buffers;
  struct ArrowArray** children;
  struct ArrowArray* dictionary;
  void (*release)(struct ArrowArray*);
  void* private_data;
};

#endif  // ARROW_C_DATA_INTERFACE

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

struct ArrowArrayStream {
  int (*get_schema)(struct ArrowArrayStream*, struct ArrowSchema* out);
  int (*get_next)(struct ArrowArrayStream*, struct ArrowArray* out);
  const char* (*get_last_error)(struct ArrowArrayStream*);
  void (*release)(struct ArrowArrayStream*);
  void* private_data;
};

#endif  // ARROW_C_STREAM_INTERFACE

}  // extern "C"

namespace pith {

/// A table that was read from a stream of struct arrays, before it is converted to columns.
///
/// Takes ownership of the stream, and always releases it. Arrays are released with this object, on
/// the thread that destroys it, or with the last column that borrows from them. Throws
/// Error(bad_data) for types that cannot be read, no rows or no columns, and when the stream
/// reports a failure.
class TakenStream {
 public:
  explicit TakenStream(ArrowArrayStream* stream, const Context& context = {});

  /// All columns. Does not call the producer, so that it may run on another thread.
  ///
  /// The numbers of a column of one chunk are borrowed in place; those of several chunks are copied
  /// into one block, in their own type. Booleans are codes of the levels `False` and `True`. Half
  /// floats become floats, decimals the nearest doubles. Dates and timestamps are dates: days since
  /// 1970-01-01 in UTC; durations are numbers of days. Texts and dictionaries (of texts, numbers
  /// or booleans) are codes whose levels are the texts in use, in byte order. Nulls and NaN are
  /// missing. Extension types are read as their storage type.
  ///
  /// Throws Error(bad_data) for infinite numbers and inconsistent arrays, and Error(resources) when
  /// the copies exceed the memory limit. The interface does not tell the length of buffers, so that
  /// buffers that are too short cannot be detected.
  Columns columns(const Context& context = {}) const;

  /// Which columns are texts, and no dictionaries.
  std::vector<bool> is_text() const;

 private:
  struct Content;
  std::shared_ptr<const Content> content_;
};

/// Both at once.
Columns read_stream(ArrowArrayStream* stream, const Context& context = {});

}  // namespace pith
