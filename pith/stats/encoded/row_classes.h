// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "pith/data/blocks/row_blocks.h"
#include "pith/stats/encoded/encoding.h"

namespace pith {
inline namespace stats {

/// Where the fields that a pass reads are among the columns of the blocks that it is given.
class FieldPlaces {
 public:
  /// Ascending, as Pass::fields() and Encoding::fields() give them.
  explicit FieldPlaces(std::vector<std::size_t> fields) : fields_(std::move(fields)) {}

  std::size_t size() const { return fields_.size(); }
  const std::vector<std::size_t>& fields() const { return fields_; }
  /// The place of a field, which must be one of them.
  std::size_t of(std::size_t field) const;
  /// The column of a field. Throws Error(bad_data) if the block has another number of columns, or
  /// columns that do not have as many rows as the block.
  const Column& column(const RowBlock& block, std::size_t field) const;
  void check(const RowBlock& block) const;

 private:
  std::vector<std::size_t> fields_;
};

/// Which features read each column of a block.
class ColumnUsers {
 public:
  /// fields[i] is the field of feature i.
  ColumnUsers(const FieldPlaces& places, std::span<const std::size_t> fields);

  /// The features that read the column at this place.
  std::span<const std::size_t> of(std::size_t place) const {
    return std::span(users_).subspan(starts_[place], starts_[place + 1] - starts_[place]);
  }

 private:
  std::vector<std::size_t> starts_;
  std::vector<std::size_t> users_;
};

/// The rows of a block that are left out: those without a target, and of the others those that lack
/// a required value.
struct LeftOut {
  std::vector<std::uint8_t> rows = {};  ///< 1 for each that is left out; empty: none is
  std::uint64_t without_target = 0;
  std::uint64_t incomplete = 0;

  std::uint64_t count() const { return without_target + incomplete; }
};
LeftOut left_out(const RowBlock& block, const FieldPlaces& places,
                 std::optional<std::size_t> target, std::span<const std::size_t> required);

/// The class of each row of a block.
struct RowClasses {
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  std::vector<std::uint32_t> codes = {};  ///< `none` where the row is left out
  std::uint64_t kept = 0;
};

/// Throws Error(bad_data) for a target that is not one of the classes: the rows have changed since
/// the classes were found.
RowClasses row_classes(const RowBlock& block, const FieldPlaces& places,
                       const TargetEncoding& target, std::span<const std::size_t> required);

/// The rows that are kept, by class and within a class in their order, and where each class ends.
struct ClassOrder {
  std::vector<std::uint32_t> rows = {};
  std::vector<std::uint32_t> ends = {};
  bool is_identity = false;  ///< all rows as they are
};
ClassOrder class_order(const RowClasses& classes, std::size_t class_count);

}  // namespace stats
}  // namespace pith
