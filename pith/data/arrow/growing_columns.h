// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/arrow/field.h"
#include "pith/data/files/typed_columns.h"

namespace pith {

/// The columns of a stream, of which one chunk at a time is in memory: a chunk may be released once
/// it was added. Values are read as TakenStream::columns() does; numbers keep their type.
class GrowingColumns {
 public:
  /// The context must live as long as this object.
  GrowingColumns(std::vector<ArrowField> fields, const Context& context);
  GrowingColumns(const GrowingColumns&) = delete;
  GrowingColumns& operator=(const GrowingColumns&) = delete;

  /// Adds the rows of a struct array, none of which may be null as a whole. Throws Error(bad_data)
  /// for inconsistent arrays, and Error(resources) when the columns exceed the memory limit.
  void add(const ArrowArray& chunk);
  std::size_t rows() const { return rows_; }

  /// The columns, and which of them are texts. Throws Error(bad_data) for infinite numbers and
  /// integers that no double equals. This is empty afterwards.
  TypedColumns finish();

 private:
  std::vector<ArrowField> fields_;
  const Context& context_;
  std::size_t rows_ = 0;
  std::vector<std::unique_ptr<ArrowColumn>> columns_;
};

}  // namespace pith
