// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "pith/data/column.h"
#include "pith/stats/encoded/number_kernels.h"
#include "pith/stats/encoded/wire.h"
#include "pith/stats/passes/distinct_sketch.h"
#include "pith/stats/passes/summary.h"

namespace pith {
inline namespace stats {

/// A ColumnSummary while rows are added. What it holds depends on the rows alone.
class SummaryColumn {
 public:
  struct Options {
    bool are_codes = false;
    bool counts_distinct = false;
    std::size_t max_values = 0;
    std::size_t max_levels = 0;
  };
  explicit SummaryColumn(const Options& options) : options_(options) {
    if (options.counts_distinct) summary_.distinct = 0;
  }

  /// NaN is missing.
  void add_numbers(std::span<const double> numbers);
  /// The rows whose `left_out` is 0; all rows if it is empty.
  void add_codes(const Column& column, std::span<const std::uint8_t> left_out);

  void write(WireWriter& writer) const;
  void merge(WireReader& reader);

  const ColumnSummary& summary() const { return summary_; }
  /// The memory that it takes.
  std::uint64_t bytes() const {
    constexpr std::uint64_t bytes_per_value = 64;  // of a node of a map
    constexpr std::uint64_t bytes_per_level = 112;
    return sizeof(SummaryColumn) + bytes_per_value * summary_.values.size() +
           bytes_per_level * summary_.levels.size() + sketch_.bytes();
  }

 private:
  struct Counted;
  static SummaryColumn read(WireReader& reader, const Options& options);
  void read_numbers(WireReader& reader);
  void read_levels(WireReader& reader);
  void merge_numbers(const SummaryColumn& other);
  void merge_levels(const SummaryColumn& other);
  bool count_values(std::span<const double> numbers, const NumberScan& scan);
  void give_up_values();
  void give_up_levels();
  void widen_range(const NumberScan& scan);
  void add_step(std::span<const double> numbers, const NumberScan& scan);
  void add_difference(double one, double other);
  template <class Code>
  void count_levels(const Column& column, std::span<const Code> codes);
  void add_level(const std::string& level, std::uint64_t count);
  void finish();

  Options options_;
  ColumnSummary summary_;
  DistinctSketch sketch_;  // in use once the values or levels are not kept
};

}  // namespace stats
}  // namespace pith
