// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pith/stats/encoded/wire.h"
#include "pith/stats/passes/pass.h"

namespace pith {
inline namespace stats {

/// Values of a feature from `min` to `max`, which are counted in cells or listed.
struct ValueRange {
  double min = 0;
  double max = 0;
  std::uint64_t rows = 0;   ///< how many there are, for plans; 0: not known
  std::uint32_t cells = 0;  ///< 0: the values are listed
  /// Cells of equal width, or of equally many doubles: these find a value in a few steps, however
  /// values are spread.
  bool is_linear = true;
};

/// Counts the values of numeric features within ranges: the passes of order_statistics().
class RangeCountsPass final : public Pass {
 public:
  struct Options {
    std::vector<FeatureEncoding> features = {};        ///< field, levels and fill_number count
    std::vector<std::vector<ValueRange>> ranges = {};  ///< of each feature, ascending and disjoint
    TargetEncoding target = {};
    std::vector<std::size_t> required = {};
  };
  explicit RangeCountsPass(Options options) : options_(std::move(options)) {}

  std::string title() const override;
  std::string describe() const override;
  bool reads_encoded() const override { return false; }
  std::vector<std::size_t> fields() const override;
  std::size_t blocks() const override;
  std::uint64_t state_bytes() const override;
  std::unique_ptr<PassState> start() const override;
  static std::unique_ptr<const Pass> parse(WireReader& reader);

  /// The memory of one range.
  static std::uint64_t bytes_of(const ValueRange& range);

 private:
  Options options_;
};

/// Some adjacent values: how many rows have one of them, and the smallest and the largest.
struct RangeCell {
  std::uint64_t count = 0;
  double min = 0;  ///< 0 if there is none
  double max = 0;
};

class RangeCountsState : public PassState {
 public:
  /// The cells of a range in ascending order; the distinct values where they are listed.
  virtual std::vector<RangeCell> cells(std::size_t feature, std::size_t range) const = 0;
};

}  // namespace stats
}  // namespace pith
