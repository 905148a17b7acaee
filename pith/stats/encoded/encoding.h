// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pith/stats/encoded/value_index.h"

namespace pith {
inline namespace stats {

class WireReader;
class WireWriter;

/// Numbers as integers: q = round((x - origin) / 2^exponent), at most 2^39 in magnitude. Origin and
/// exponent follow from the smallest and the largest value alone (grid_of), so every block of rows,
/// wherever it is read, gives the same integers, and sums of integers are exact in any order.
struct Grid {
  double origin = 0;  ///< the middle of the range
  int exponent = 0;
};

/// How one feature of the table becomes what a method gets: codes, or integers on a grid.
struct FeatureEncoding {
  enum class Kind {
    cuts,    ///< numbers -> code: the number of `cuts` strictly below the value
    values,  ///< numbers -> code: the position among `values`, which are ascending
    levels,  ///< categories -> code: the position among `levels`
    grid,    ///< numbers (or categories by `values` of their `levels`) -> integer on `grid`
    ranks,   ///< numbers -> integer: the rank at the position among `values`
  };
  /// The new code of a bin that is left out because it is empty.
  static constexpr std::uint32_t no_code = std::numeric_limits<std::uint32_t>::max();

  Kind kind = Kind::cuts;
  std::size_t field = 0;            ///< position in the schema
  std::string name = {};            ///< of the feature, for messages
  std::vector<double> cuts = {};    ///< ascending
  std::vector<double> values = {};  ///< ascending; with `levels`, the number of each level
  std::vector<std::string> levels = {};
  /// Doubled average ranks, so that they are integers: of `values`, or of `levels` and, where there
  /// is one more, of missing ones. None if every value is that of one row: then they are 2, 4, ...
  std::vector<std::int64_t> ranks = {};
  ValueIndex index = {};  ///< of the `values` of ranks, to find them fast; it is not sent
  Grid grid = {};
  /// What a missing value becomes: a number (cuts, values, grid), or a level's position (levels).
  std::optional<double> fill_number = {};
  std::optional<std::uint32_t> fill_code = {};
  /// Missing values are the last code, after those of the values: a level of their own, or (for
  /// `spread`) counted apart.
  bool has_missing_code = false;
  /// The new code of each code, that of missing values included, where empty bins are left out
  /// (no_code); empty: as they are.
  std::vector<std::uint32_t> renumbered = {};

  /// The number of codes, that of missing values included; 0 for integers on a grid.
  std::size_t codes() const;
  bool is_numeric() const { return kind == Kind::grid || kind == Kind::ranks; }
  /// At a position among `values` or `levels`.
  std::int64_t rank(std::size_t place) const {
    return ranks.empty() ? 2 * static_cast<std::int64_t>(place + 1) : ranks[place];
  }
};

/// The classes of the target, in the order of their codes: by value where the target is numeric,
/// else by the bytes of their names.
struct TargetEncoding {
  std::optional<std::size_t> field = {};  ///< in the schema; none: no target, and one class
  std::string name = {};                  ///< of the column, for messages
  std::vector<double> values = {};        ///< ascending; of a numeric target
  std::vector<double> cuts = {};          ///< of a target that is binned; then `values` is empty
  std::vector<std::string> names = {};    ///< of the classes
  /// With `cuts`: the class of each bin, where empty bins are left out (no_code); empty: as they
  /// are.
  std::vector<std::uint32_t> renumbered = {};

  std::size_t classes() const { return field ? names.size() : 1; }
};

/// How rows become what methods get. Rows without a target are left out.
struct Encoding {
  TargetEncoding target = {};
  std::vector<FeatureEncoding> features = {};
  /// Rows with a missing value in one of these fields are left out (`drop`).
  std::vector<std::size_t> required_fields = {};

  /// All fields that are read, ascending: the columns of the blocks that are encoded.
  std::vector<std::size_t> fields() const;
  /// The encoding as bytes, and back. parse() throws Error(bad_data) for bytes that describe() did
  /// not make, and for an encoding that does not fit together.
  std::string describe() const;
  static Encoding parse(std::string_view bytes);
};

/// The fields of all of these, ascending, each once.
std::vector<std::size_t> fields_of(std::span<const FeatureEncoding> features,
                                   const TargetEncoding& target,
                                   std::span<const std::size_t> required);

/// The field of each feature.
std::vector<std::size_t> feature_fields(std::span<const FeatureEncoding> features);

/// Parts of messages (wire.h). Readers throw Error(bad_data) as Encoding::parse() does.
void write(WireWriter& writer, std::span<const FeatureEncoding> features);
void write(WireWriter& writer, const TargetEncoding& target);
void write_fields(WireWriter& writer, std::span<const std::size_t> fields);
std::vector<FeatureEncoding> read_features(WireReader& reader);
TargetEncoding read_target(WireReader& reader);
std::vector<std::size_t> read_fields(WireReader& reader);

}  // namespace stats
}  // namespace pith
