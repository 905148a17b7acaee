// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "pith/base/context.h"
#include "pith/data/table.h"

// The structures by which programs hand each other tables in memory: "The Arrow C data interface"
// and "The Arrow C stream interface" of the Arrow specification, which says to copy them. Whoever
// includes another copy has the same, under the same guards.
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

/// A table that came as a stream of struct arrays, as whoever made it has left it.
///
/// Takes the stream over, and releases it whatever happens. Arrays are released with this, on the
/// thread where it ends, or with the last column that borrows from them. Throws Error(bad_data) for
/// types that cannot be read, no rows or no columns, and where the stream says that it failed.
class TakenStream {
 public:
  explicit TakenStream(ArrowArrayStream* stream, const Context& context = {});

  /// All columns. Nothing is asked of the maker any more, so that it may be on another thread.
  ///
  /// Numbers of a column that comes in one chunk are borrowed where they lie; of several chunks
  /// they are copied into one piece, in their own type. Booleans are the numbers 0 and 1, half
  /// floats become floats, decimals the nearest doubles. Texts and dictionaries (of texts, numbers
  /// or booleans) are codes whose levels are the texts in use, in byte order. Nulls and NaN are
  /// missing. Extension types are what they are stored as.
  ///
  /// Throws Error(bad_data) for infinite numbers and arrays that contradict themselves;
  /// Error(resources) where what must be copied is above the memory limit. The interface does not
  /// say how long buffers are: those that are too short cannot be noticed.
  Columns columns(const Context& context = {}) const;

 private:
  struct Content;
  std::shared_ptr<const Content> content_;
};

/// Both at once.
Columns read_stream(ArrowArrayStream* stream, const Context& context = {});

}  // namespace pith
