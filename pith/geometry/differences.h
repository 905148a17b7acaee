// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/table.h"
#include "pith/geometry/difference_kernels.h"

namespace pith {

/// Whether two values that are not missing differ.
bool varies(const Column& column);

/// Differences between rows, feature by feature, each from 0 to 1; the distance of two rows is
/// their sum:
///   numbers      |a - b|, scaled by the ends of the feature to 0..1;
///   categories   0 where they are equal, else 1;
///   a is missing  numbers: max(b, 1 - b), the most that b allows; categories: 1 - 1/levels;
///   both missing  numbers: 1; categories: 1 - 1/levels.
/// The rules for missing values are those of WEKA's ReliefF.
///
/// Rows are known by their place in an order that the caller gives.
class Differences {
 public:
  enum class Kind { numbers, categories };

  /// Features of one kind, all with gaps or all without, one after the other.
  struct Slice {
    Kind kind = Kind::numbers;
    bool has_gaps = false;
    std::size_t begin = 0;
    std::size_t end = 0;

    std::size_t size() const { return end - begin; }
  };

  /// Keeps a reference to the table. Features that do not vary are left out: gaps alone make no
  /// difference.
  Differences(const Table& table, std::vector<std::uint32_t> order, const Context& context);

  std::size_t rows() const { return order_.size(); }
  std::size_t size() const { return columns_.size(); }
  const std::vector<std::uint32_t>& order() const { return order_; }
  /// All features, in slices of at most `most`.
  std::vector<Slice> slices(std::size_t most) const;

  /// out[i] is the value of row i in feature f of a slice: scaled to 0..1, or a code; NaN where
  /// missing.
  void values(std::size_t f, std::span<double> out) const;

  /// value += the distance between the rows, for each pair.
  void add_distances(std::span<RowPair> pairs, const Context& context) const;
  /// sums[f] += sum over the pairs of value * difference, for each feature f of the table.
  void add_sums(std::span<const RowPair> pairs, std::span<double> sums,
                const Context& context) const;
  /// out[i] is the distance of row `a` to row i, summed in the order of the table's features as a
  /// plain program would.
  void plain_distances(std::size_t a, std::span<double> out) const;

  /// The difference where `a`, `b` or both are missing, or neither is (values as above).
  double gap_difference(std::size_t f, double a, double b) const;

 private:
  struct Column {
    Feature feature = 0;
    Kind kind = Kind::numbers;
    bool has_gaps = false;
    double lowest = 0;
    double range = 0;
    double doubt = 0;  // categories: the difference where one is missing
  };
  static Column describe(Feature feature, const pith::Column& values);
  /// The values of a slice, rows one after the other.
  std::vector<double> tile(const Slice& slice, const Context& context) const;
  double plain_distance(const Slice& slice, const RowTile& tile, const RowPair& pair) const;

  const Table& table_;
  std::vector<std::uint32_t> order_;
  std::vector<Column> columns_;           // by kind and gaps, then by feature
  std::vector<std::size_t> table_order_;  // places in columns_ by feature
};

}  // namespace pith
