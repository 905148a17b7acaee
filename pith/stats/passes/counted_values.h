// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "pith/stats/encoded/wire.h"

namespace pith {
inline namespace stats {

/// Distinct numbers and how many rows of each class have them, as long as there are at most
/// `max_distinct`. Rows wait until there are as many as known values, and are then sorted and
/// merged together: so each is moved a few times only, however small the blocks of rows are.
class CountedValues {
 public:
  CountedValues(std::size_t classes, std::size_t max_distinct)
      : classes_(classes), max_distinct_(max_distinct) {}

  /// A row with its class; rows whose value is NaN are skipped.
  struct Row {
    double value;
    std::uint32_t code;
  };
  void add(std::span<const Row> rows);
  /// Counts the rows that wait. Must be called after the last add() and merge(), before values(),
  /// counts() and has_more().
  void finish();

  void write(WireWriter& writer) const;
  void merge(WireReader& reader);

  struct Counted {
    std::vector<double> values;         ///< ascending; none if there are more than `max_distinct`
    std::vector<std::uint64_t> counts;  ///< [value * classes + class]
  };
  std::span<const double> values() const { return counted_.values; }
  std::span<const std::uint64_t> counts() const { return counted_.counts; }
  bool has_more() const { return has_more_; }
  /// Leaves nothing behind.
  Counted take() { return std::exchange(counted_, {}); }

 private:
  void merge(Counted other);
  void give_up();

  std::size_t classes_;
  std::size_t max_distinct_;
  Counted counted_;
  std::vector<double> waiting_;               // values of rows that are not counted yet
  std::vector<std::uint32_t> waiting_codes_;  // and their classes, if there are several
  bool has_more_ = false;
};

}  // namespace stats
}  // namespace pith
