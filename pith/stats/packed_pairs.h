// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/stats/code_panel.h"
#include "pith/stats/count_logs.h"
#include "pith/stats/small_pairs.h"

namespace pith {
inline namespace stats {

/// Counts pairs of features of at most five levels on few rows, where the tables of PairCounter
/// would take longer than the counting itself. The counts of a pair of levels in all classes are
/// one number, with the classes as digits of a mixed radix; one table has the logarithms of every
/// such number. Popcounts times the place value of their class add up to it, and what the last
/// level has follows from the totals by one subtraction for all classes together.
class PackedPairs {
 public:
  /// Returns null where features, classes or rows are too many for it, or memory is short.
  /// `logs` must be for panel.rows().
  static std::unique_ptr<const PackedPairs> make(const CodePanel& panel,
                                                 std::span<const Feature> features,
                                                 const CountLogs& logs, const Context& context);

  /// The sums for the feature at position i and each of those at positions [begin, end).
  void log_sums(std::size_t i, std::size_t begin, std::size_t end, PairLogSums* out) const;

 private:
  PackedPairs() = default;
  void set_table(const CodePanel& panel, const CountLogs& logs, std::size_t cells);
  void lay_out(const CodePanel& panel, Feature feature, std::uint64_t* block) const;

  Reservation held_;
  std::size_t words_ = 0;   // of a plane
  std::size_t planes_ = 0;  // of each feature; missing ones are empty
  std::size_t block_ = 0;   // numbers of a feature: planes, then the number of each level
  std::vector<std::uint64_t> place_values_;  // of the class of each word
  std::vector<std::uint64_t> blocks_;
  std::vector<PairLogSums> table_;
};

}  // namespace stats
}  // namespace pith
