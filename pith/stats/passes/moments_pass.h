// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pith/stats/passes/exact_sum.h"
#include "pith/stats/passes/pass.h"

namespace pith {
inline namespace stats {

class WireReader;

/// Exact moments of numeric features on their grids within each class, of the rows as read:
/// missing values without a fill are left out and counted. Also the number of distinct rows of each
/// class, up to `max_distinct_rows` (hashes of the integers of all these features; rows with a
/// missing value do not count).
class MomentsPass final : public Pass {
 public:
  struct Options {
    std::vector<FeatureEncoding> features = {};  ///< of kind grid or ranks; fills count as values
    TargetEncoding target = {};
    std::vector<std::size_t> required = {};
    std::size_t max_distinct_rows = 0;  ///< 0: not counted
  };
  explicit MomentsPass(Options options) : options_(std::move(options)) {}

  std::string title() const override;
  std::string describe() const override;
  bool reads_encoded() const override { return false; }
  std::vector<std::size_t> fields() const override;
  std::size_t blocks() const override;
  std::uint64_t state_bytes() const override;
  std::unique_ptr<PassState> start() const override;
  /// Of what describe() has written. Throws Error(bad_data) for anything else.
  static std::unique_ptr<const Pass> parse(WireReader& reader);

 private:
  Options options_;
};

class MomentsState : public PassState {
 public:
  virtual const GridMoments& moments(std::size_t feature, std::size_t c) const = 0;
  virtual std::uint64_t missing(std::size_t feature, std::size_t c) const = 0;
  virtual std::size_t distinct_rows(std::size_t c) const = 0;
};

}  // namespace stats
}  // namespace pith
