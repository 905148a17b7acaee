// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pith/data/column.h"

namespace pith {

/// The result of a reader: named columns of equal length, before one of them is made the target.
/// Names are unique and not empty (`unique_names`).
struct Columns {
  std::vector<std::string> names = {};
  std::vector<Column> columns = {};
  std::vector<std::string> notes = {};  ///< decisions of the reader, for the result
  std::string source = {};              ///< as the user named it
  std::string sha256 = {};              ///< of the bytes of the file; empty unless requested
  std::size_t labels = 1;  ///< so many of the last columns are targets unless the user names some
};

/// Makes names unique and not empty: '' becomes 'column 3' (0-based position), the second 'x'
/// becomes 'x.2'. Adds a note for each kind of change.
void unique_names(std::vector<std::string>& names, std::vector<std::string>& notes);

/// A column to predict. Classes: codes without missing values, at least two levels, every level in
/// use. Or numbers: finite, none missing, at least two different ones.
struct Target {
  std::string name = {};
  Column column;
};

/// The parts of a table.
struct TableParts {
  std::vector<Column> features = {};
  std::vector<std::string> names = {};  ///< of the features
  std::optional<Column> target = {};    ///< as Target describes
  std::string target_name = {};
  std::vector<Target> more_targets = {};  ///< beside `target`, where there are several
  std::vector<double> weights = {};  ///< of the rows, finite and >= 0; empty: every row counts once
  std::string source = {};
  std::string sha256 = {};
  std::vector<std::string> notes = {};
};

/// Features, target, weights and names. Immutable; copies share the columns.
class Table {
 public:
  /// Throws Error(bad_data) unless the parts fit together: equal lengths, at least one row and one
  /// feature, a target as TableParts describes, a positive sum of weights.
  explicit Table(TableParts parts);

  std::size_t rows() const { return rows_; }
  std::size_t features() const { return parts_.features.size(); }
  const Column& feature(Feature index) const { return parts_.features[index]; }
  const std::string& name(Feature index) const { return parts_.names[index]; }
  const std::vector<std::string>& names() const { return parts_.names; }
  /// Position of the feature with this name; throws Error(bad_argument) with the nearest name.
  Feature find(std::string_view name) const;

  bool has_target() const { return parts_.target.has_value(); }
  /// The first target: classes or numbers.
  const Column& target() const { return *parts_.target; }
  bool has_classes() const { return has_target() && parts_.target->is_codes(); }
  bool has_numeric_target() const { return has_target() && parts_.target->is_numbers(); }
  /// Of the first target; 0 where it is numeric, or where there is none.
  std::size_t classes() const { return has_classes() ? parts_.target->levels() : 0; }
  const std::string& target_name() const { return parts_.target_name; }
  /// How many columns are to be predicted, and each of them.
  std::size_t targets() const { return has_target() ? 1 + parts_.more_targets.size() : 0; }
  const Column& target(std::size_t index) const {
    return index == 0 ? *parts_.target : parts_.more_targets[index - 1].column;
  }
  const std::string& target_name(std::size_t index) const {
    return index == 0 ? parts_.target_name : parts_.more_targets[index - 1].name;
  }

  bool has_weights() const { return !parts_.weights.empty(); }
  std::span<const double> weights() const { return parts_.weights; }

  const std::string& source() const { return parts_.source; }
  const std::string& sha256() const { return parts_.sha256; }
  const std::vector<std::string>& notes() const { return parts_.notes; }

  bool has_missing() const;

  /// The same table with this one of its targets only.
  Table with_target(std::size_t index) const;
  /// The same table with other columns as its features.
  Table with_features(std::vector<Column> features) const;
  Table with_note(std::string note) const;
  /// Only these rows, in this order; classes that lose all rows disappear.
  Table take(std::span<const std::size_t> rows) const;

  const TableParts& parts() const { return parts_; }

 private:
  TableParts parts_;
  std::size_t rows_ = 0;
};

/// Position of a name among those of features; throws Error(bad_argument) with the nearest name.
Feature find_feature(std::span<const std::string> names, std::string_view name);

/// Codes as a target needs them: without the levels that no row has, in the same order.
Column without_empty_levels(const Column& codes);

}  // namespace pith
