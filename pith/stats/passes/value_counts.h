// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pith/stats/encoded/wire.h"
#include "pith/stats/passes/counted_values.h"
#include "pith/stats/passes/pass.h"

namespace pith {
inline namespace stats {

/// Collects all distinct values of some numeric features with their counts by class: for ranks, for
/// quantiles and for discretisation by entropy, of columns whose distinct values fit in memory.
class ValueCountsPass final : public Pass {
 public:
  struct Options {
    std::vector<FeatureEncoding> features =
        {};  ///< kind and cuts are ignored; fills count as values
    TargetEncoding target = {};
    std::vector<std::size_t> required = {};
    std::size_t max_distinct = 0;  ///< of each feature; beyond it the state says so
  };
  explicit ValueCountsPass(Options options) : options_(std::move(options)) {}

  std::string title() const override;
  std::string describe() const override;
  bool reads_encoded() const override { return false; }
  std::vector<std::size_t> fields() const override;
  std::size_t blocks() const override;
  std::uint64_t state_bytes() const override;
  std::unique_ptr<PassState> start() const override;
  static std::unique_ptr<const Pass> parse(WireReader& reader);

 private:
  Options options_;
};

class ValueCountsState : public PassState {
 public:
  /// Ascending. None where there are more than `max_distinct`.
  virtual std::span<const double> values(std::size_t feature) const = 0;
  /// The number of rows of each class that have each value: [value * classes + class].
  virtual std::span<const std::uint64_t> counts(std::size_t feature) const = 0;
  virtual bool has_more(std::size_t feature) const = 0;

  /// Values and counts of a feature, which the state no longer has.
  virtual CountedValues::Counted take(std::size_t feature) = 0;
};

}  // namespace stats
}  // namespace pith
