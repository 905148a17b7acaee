// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/table.h"
#include "pith/geometry/difference_kernels.h"
#include "pith/geometry/run_kernels.h"

namespace pith {
inline namespace geometry {

/// Whether the column has two different values, apart from missing ones.
bool varies(const Column& column);

/// Differences between rows, feature by feature, each from 0 to 1; the distance of two rows is
/// their sum:
///   numeric       |a - b|, after the feature is scaled to 0..1 by its minimum and maximum;
///   categorical   0 if the values are equal, otherwise 1;
///   a is missing  numeric: max(b, 1 - b), the largest possible; categorical: 1 - 1/levels;
///   both missing  numeric: 1; categorical: 1 - 1/levels.
/// The rules for missing values are those of WEKA's ReliefF.
///
/// Rows are identified by their position in an order that the caller gives.
class Differences {
 public:
  enum class Kind { numbers, categories };

  /// Consecutive features of one kind, all with missing values or all without.
  struct Slice {
    Kind kind = Kind::numbers;
    bool has_missing = false;
    std::size_t begin = 0;
    std::size_t end = 0;

    std::size_t size() const { return end - begin; }
  };

  /// The table is not owned and must outlive this object. Features that do not vary are left out,
  /// even if they have missing values.
  Differences(const Table& table, std::vector<std::uint32_t> order, const Context& context);

  std::size_t rows() const { return order_.size(); }
  std::size_t size() const { return columns_.size(); }
  const std::vector<std::uint32_t>& order() const { return order_; }
  /// All features, in slices of at most `max_size`.
  std::vector<Slice> slices(std::size_t max_size) const;

  /// out[i] is the value of row i in feature f of a slice: scaled to 0..1, or a code; NaN if it is
  /// missing.
  void values(std::size_t f, std::span<double> out) const;

  /// value += the distance between the two rows, for each pair.
  void add_distances(std::span<RowPair> pairs, const Context& context) const;
  /// sums[f] += sum over the pairs of value * difference, for each feature f of the table.
  void add_sums(std::span<const RowPair> pairs, std::span<double> sums,
                const Context& context) const;
  /// sums[f] += sum over the runs of weight * sum of differences, for each feature f of the table.
  void add_run_sums(std::span<const RowRun> runs, std::span<double> sums,
                    const Context& context) const;
  /// out[i] is the distance between row `a` and row i, summed one by one in the order of the
  /// table's features.
  void plain_distances(std::size_t a, std::span<double> out) const;

  /// The difference of two values, given as by values(); either may be missing.
  double difference(std::size_t f, double a, double b) const;

 private:
  struct Column {
    Feature feature = 0;
    Kind kind = Kind::numbers;
    bool has_missing = false;
    double lowest = 0;
    double range = 0;
    double missing_difference = 0;  // of categorical values, if one is missing
  };
  static Column describe(Feature feature, const pith::Column& values);
  /// The values of a slice, row-major.
  std::vector<double> tile(const Slice& slice, const Context& context) const;
  /// Writes them to rows of `width` numbers.
  void fill_tile(const Slice& slice, std::size_t width, double* tile, const Context& context) const;
  void add_slice_runs(const Slice& slice, const PaddedTile& tile, std::span<const RowRun> runs,
                      std::span<double> sums) const;
  double plain_distance(const Slice& slice, const RowTile& tile, const RowPair& pair) const;

  Reservation held_;
  const Table& table_;
  std::vector<std::uint32_t> order_;
  std::vector<Column> columns_;           // by missing values and kind, then by feature
  std::vector<std::size_t> table_order_;  // positions in columns_, by feature
};

}  // namespace geometry
}  // namespace pith
