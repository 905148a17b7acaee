// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "pith/data/column.h"
#include "pith/stats/encoded/encoding.h"

namespace pith {
inline namespace stats {

/// The numbers of a feature in all rows: those of a numeric column, or of the levels of a
/// categorical one by the feature's `values`. A missing value is the fill, or NaN if there is none;
/// a level that the feature does not know is NaN. Throws as FeatureEncoder does.
std::vector<double> feature_numbers(const FeatureEncoding& feature, const Column& column);

/// Encodes the values of one column. What depends on the levels of a block is found once, so that
/// a value costs about a nanosecond.
class FeatureEncoder {
 public:
  /// Both must outlive the encoder. Numbers must be doubles in memory. Throws Error(bad_data) if
  /// the column is numeric where the encoding expects categories, or the other way round.
  FeatureEncoder(const FeatureEncoding& feature, const Column& column);

  /// The codes of the rows first, first + 1, ...; `no_code` where the encoding does not know the
  /// value, or where it is missing and has neither a fill nor a code.
  void codes(std::size_t first, std::span<std::uint32_t> out) const;
  /// The same as integers on the grid; `no_integer` where the value is not known.
  void integers(std::size_t first, std::span<std::int64_t> out) const;

  static constexpr std::uint32_t no_code = FeatureEncoding::no_code;
  static constexpr std::int64_t no_integer = std::numeric_limits<std::int64_t>::min();

  /// Throws Error(bad_data) about the value in this row, which is not known.
  [[noreturn]] void reject(std::size_t row) const;

 private:
  void find_levels();
  void find_integers(std::size_t rows);
  std::uint32_t place_of(double value) const;
  void plain_codes(std::size_t first, std::span<std::uint32_t> out) const;
  void places(std::span<const double> numbers, std::uint32_t missing, std::uint32_t* out) const;

  const FeatureEncoding& feature_;
  const Column& column_;
  Numbers numbers_;
  std::vector<std::uint32_t> level_codes_;     // of the levels of the column
  std::vector<std::int64_t> level_integers_;   // of the levels of the column
  double lowest_ = 0;                          // of the integers in a narrow range
  std::vector<std::uint32_t> integer_places_;  // among `values`, by distance from the lowest
  std::uint32_t missing_code_ = no_code;
  std::int64_t missing_integer_ = no_integer;
};

}  // namespace stats
}  // namespace pith
