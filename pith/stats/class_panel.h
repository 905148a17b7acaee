// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/table.h"
#include "pith/linalg/product_kernels.h"

namespace pith {
inline namespace stats {

/// The type in which a panel stores numbers; sums are always in double.
enum class Storage { float64, float32 };

/// The moments of the features within classes. The numbers of feature j are in units of
/// 2^exponents[j], which is exact and keeps squares in range; means are relative to the origin of
/// the feature, so that a large offset loses no precision.
struct PanelMoments {
  std::size_t features = 0;
  /// Of each class, counted only as far as needed to bound the rank.
  std::vector<std::size_t> distinct_rows;
  std::vector<double> weights;     ///< of each class: the sum over its rows
  std::vector<double> means;       ///< [class * features + feature]
  std::vector<double> deviations;  ///< sum of w (x - mean)^2, [class * features + feature]
  std::vector<double> origins;     ///< of each feature, in its own unit
  std::vector<int> exponents;      ///< of each feature
  std::vector<char> is_constant;   ///< of each feature: all its numbers are equal

  std::size_t classes() const { return weights.size(); }
  double mean(std::size_t c, Feature feature) const { return means[c * features + feature]; }
  double deviation(std::size_t c, Feature feature) const {
    return deviations[c * features + feature];
  }
};

/// The scatter of some features, the pivots, with all features within each class:
///   at(p, c)[j] = sum[rows i of c] w_i (x_ip - m_cp) (x_ij - m_cj)
/// for pivot p of those requested, in units of 2^(exponents of pivot and feature).
struct ScatterColumns {
  std::vector<double> sums;
  std::size_t classes = 0;
  std::size_t stride = 0;  ///< from one class to the next; at least the number of features

  const double* at(std::size_t pivot, std::size_t c) const {
    return &sums[(pivot * classes + c) * stride];
  }
};

/// The numbers of a table laid out for products of features: rows are sorted by class and centred
/// on the mean of their class (in two passes, so that a mean of a million times the spread loses no
/// precision), and features are in strips of strip_width with contiguous rows, so that a pass over
/// the panel reads memory sequentially.
class ClassPanel {
 public:
  /// `features`, in the order of the panel, must be numeric without missing values. Throws
  /// Error(resources) if the panel exceeds the memory limit.
  ClassPanel(const Table& table, std::span<const Feature> features, Storage storage,
             const Context& context);

  std::size_t features() const { return moments_.features; }
  std::size_t classes() const { return moments_.classes(); }
  const PanelMoments& moments() const { return moments_; }

  /// The memory that columns() takes for so many pivots, its result included.
  std::uint64_t column_bytes(std::size_t pivots) const;
  /// Takes one pass over the panel; the bits do not depend on how many pivots are requested at
  /// once.
  ScatterColumns columns(std::span<const Feature> pivots, const Context& context) const;
  /// All columns; half of the elements follow by symmetry.
  ScatterColumns matrix(const Context& context) const;

 private:
  struct Rows {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  std::size_t stride() const { return strips_ * strip_width; }
  void sort_rows(const Table& table);
  void lay_out(const Table& table, std::span<const Feature> features, std::size_t strip);
  bool lay_out_rows(const Table& table, std::span<const Feature> features, std::size_t strip,
                    double* numbers) const;
  void centre(double* numbers, std::size_t strip, std::size_t width);
  void add_columns(std::span<const Feature> pivots, std::size_t first_strip, double* out,
                   const Context& context) const;
  std::vector<double> pack(std::span<const Feature> pivots, const Context& context) const;

  static std::uint64_t own_bytes(const Table& table, std::size_t features, Storage storage);

  Reservation held_;
  std::size_t rows_ = 0;
  std::size_t strips_ = 0;
  PanelMoments moments_;
  std::vector<std::uint32_t> places_;  // position of each table row among the sorted rows
  std::vector<Rows> classes_;          // sorted rows of each class
  std::vector<double> weights_;        // of the sorted rows; empty if rows have no weights
  // Arrays and not vectors, so that the threads that fill the pages are the first to touch them.
  std::unique_ptr<double[]> doubles_;  // NOLINT(*-avoid-c-arrays)
  std::unique_ptr<float[]> floats_;    // NOLINT(*-avoid-c-arrays)
};

}  // namespace stats
}  // namespace pith
