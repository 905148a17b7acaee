// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "pith/data/arrow/flatbuffer.h"

namespace pith {

/// A column of an Arrow file, and where its parts are in each batch: batches list the parts of all
/// columns one after the other, those of nested columns in the order of their tree.
struct IpcField {
  std::string name = {};
  std::string format = {};  ///< of the indices if there is a dictionary; see arrow_type()
  std::string type = {};    ///< in words: `int64`, `dictionary<int32, utf8>`
  std::optional<std::int64_t> dictionary = {};  ///< its number
  std::string values = {};                      ///< the format of the values of the dictionary
  std::size_t node = 0;                         ///< the first of its nodes
  std::size_t buffer = 0;  ///< the first of its buffers, if no view before had buffers of its own
  std::size_t view = 0;    ///< how many columns of views are before
};

struct IpcSchema {
  std::vector<IpcField> fields = {};
  std::size_t nodes = 0;  ///< of a batch
  std::size_t buffers = 0;
  std::size_t views = 0;
};

/// Reserves so many bytes more, or throws.
using HoldBytes = std::function<void(std::uint64_t bytes)>;

/// `has_old_unions`: as up to version 4 of the metadata. `hold` is called before anything is
/// copied: fields that share their letters take more than the schema itself. Throws
/// Error(bad_data) where the schema is damaged, or where the values of the file are big-endian.
IpcSchema ipc_fields(const FlatTable& schema, bool has_old_unions, const HoldBytes& hold);

}  // namespace pith
