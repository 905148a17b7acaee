// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pith/data/table.h"
#include "pith/learn/model/model.h"
#include "pith/learn/model/scaling.h"

namespace pith {

/// Features as columns of numbers: a numeric feature is one column, a categorical one has a column
/// for each of its levels (see Indicators). Means, deviations, levels and the values that replace
/// missing ones are computed from the rows given to the constructor and from no others.
class Encoding {
 public:
  struct Options {
    Scaling scaling = Scaling::standard;
    /// Whether a missing value of a categorical feature is a level of its own; otherwise it is
    /// replaced by the mode. A missing number is always replaced by the mean.
    bool missing_is_level = false;
  };
  /// `rows` must not be empty.
  Encoding(const Table& table, std::span<const std::size_t> rows, std::span<const Feature> features,
           const Options& options);

  /// The number of columns of the first `features` features.
  std::size_t columns(std::size_t features) const { return starts_[features]; }
  std::size_t columns() const { return starts_.back(); }
  /// The categorical features among the first `features` features.
  std::span<const Indicators> categories(std::size_t features) const;

  /// Row by row, columns() numbers each, clamped to [-1e50, 1e50]. A level that the constructor did
  /// not see has zeros in all columns of its feature. `table` must have the same features as the
  /// table given to the constructor.
  std::vector<double> encode(const Table& table, std::span<const std::size_t> rows) const;

 private:
  struct Code {
    Feature feature = 0;
    double shift = 0;   // subtracted from a number
    double factor = 1;  // multiplies a number after that
    double fill = 0;    // replaces a missing number
    /// For a categorical feature: the column of each level, and that of missing values at the end.
    std::vector<std::size_t> columns = {};
  };
  static Code number_code(const Column& column, Scaling scaling);
  static Code category_code(const Column& column, bool missing_is_level, std::size_t begin);

  std::vector<Code> codes_;
  std::vector<std::size_t> starts_{0};  // first column of each feature, and the end
  std::vector<Indicators> categories_;
};

}  // namespace pith
