// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "pith/data/table.h"
#include "pith/learn/model.h"

namespace pith {

/// How numbers are brought to one scale before a learner sees them.
enum class Scaling {
  standard,  ///< mean 0, deviation 1
  range,     ///< from 0 to 1
  none,      ///< as they are
};

/// Throws Error(bad_argument) that lists the words.
Scaling parse_scaling(std::string_view text);
std::string_view scaling_text(Scaling scaling);

/// Features as columns of numbers: a number is one column, a category one for each of its levels
/// (see Indicators). Means, deviations, levels and what fills the gaps come from the rows that it
/// is made from and from no others.
class Encoding {
 public:
  struct Options {
    Scaling scaling = Scaling::standard;
    /// Whether a missing category is a level of its own; else it is the most frequent one. A
    /// missing number is the mean in any case.
    bool missing_is_level = false;
  };
  /// `rows` is not empty.
  Encoding(const Table& table, std::span<const std::size_t> rows, std::span<const Feature> features,
           const Options& options);

  /// How many columns the first features, so many of them, take.
  std::size_t columns(std::size_t features) const { return starts_[features]; }
  std::size_t columns() const { return starts_.back(); }
  /// The categories among the first features.
  std::span<const Indicators> categories(std::size_t features) const;

  /// Row by row, columns() numbers each, from -1e50 to 1e50. A level that is not known is a row of
  /// zeros. The table has the features of the one that this was made from.
  std::vector<double> encode(const Table& table, std::span<const std::size_t> rows) const;

 private:
  struct Code {
    Feature feature = 0;
    double shift = 0;   // is subtracted from a number,
    double factor = 1;  // which is then multiplied by this
    double fill = 0;    // instead of a missing number
    /// Of a category: the column of each level, and of missing at the end.
    std::vector<std::size_t> columns = {};
  };
  static Code number_code(const Column& column, Scaling scaling);
  static Code category_code(const Column& column, bool missing_is_level, std::size_t begin);

  std::vector<Code> codes_;
  std::vector<std::size_t> starts_{0};  // first column of each feature, and the end
  std::vector<Indicators> categories_;
};

}  // namespace pith
