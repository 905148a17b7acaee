// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/arrow/ipc_fields.h"
#include "pith/data/formats/codec.h"
#include "pith/data/input.h"

namespace pith {

/// More than memory can hold, and few enough for sums and products not to overflow.
inline constexpr std::uint64_t most_ipc_rows = std::uint64_t{1} << 48U;

/// A stretch of a file.
struct Stretch {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

/// Values of all columns for some rows, or those of a dictionary: what its message says.
struct IpcBatch {
  std::uint64_t rows = 0;
  Stretch body = {};
  Codec codec = Codec::none;
  std::vector<std::byte> metadata = {};
  std::span<const std::byte> nodes = {};       ///< of the metadata
  std::span<const std::byte> buffers = {};     ///< of the metadata
  std::vector<std::size_t> view_buffers = {};  ///< before each column of views, and of all

  std::size_t node_count() const { return nodes.size() / entry_size; }
  std::size_t buffer_count() const { return buffers.size() / entry_size; }
  /// Of this node: how many values it has, and how many of them are null.
  struct Node {
    std::int64_t length = 0;
    std::int64_t nulls = 0;
  };
  Node node(std::size_t i) const;
  /// Where the buffer is in the file; it may be any that the metadata name.
  struct Buffer {
    std::int64_t offset = 0;  ///< from the body on
    std::int64_t size = 0;
  };
  Buffer buffer(std::size_t i) const;

  static constexpr std::size_t entry_size = 16;
};

/// Values of a dictionary. A delta is appended to what the dictionary has.
struct IpcDictionary {
  std::int64_t id = 0;
  bool is_delta = false;
  std::size_t first_batch = 0;  ///< it is for the batches from this one on
  IpcBatch values = {};
};

/// What is in an Arrow file, without the values.
struct IpcFile {
  const Input* input = nullptr;
  IpcSchema schema = {};
  std::vector<IpcBatch> batches = {};
  std::vector<IpcDictionary> dictionaries = {};
  std::uint64_t rows = 0;
  bool is_stream = false;
  Reservation held = {};
};

/// Reads the metadata of a file or stream, told apart by their first bytes. Throws Error(bad_data)
/// where these are damaged or contradict the size of the file. The input must outlive the result.
IpcFile open_ipc(const Input& input, const Context& context);

}  // namespace pith
