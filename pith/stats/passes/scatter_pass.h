// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "pith/data/column.h"
#include "pith/stats/passes/exact_sum.h"
#include "pith/stats/passes/pass.h"

namespace pith {
inline namespace stats {

class WireReader;

/// Exact sums of products of integers on grids: each pivot with every feature of `partners`, within
/// each class or over all rows.
class ScatterPass final : public Pass {
 public:
  struct Options {
    std::size_t features = 0;  ///< of the encoded rows
    std::size_t classes = 1;   ///< of the encoded rows
    bool by_class = true;
    std::vector<Feature> pivots = {};
    std::vector<Feature> partners = {};  ///< ascending
  };
  explicit ScatterPass(Options options) : options_(std::move(options)) {}

  std::string title() const override;
  std::string describe() const override;
  bool reads_encoded() const override { return true; }
  std::size_t blocks() const override;
  std::uint64_t state_bytes() const override;
  std::unique_ptr<PassState> start() const override;
  /// Of what describe() has written. Throws Error(bad_data) for anything else.
  static std::unique_ptr<const Pass> parse(WireReader& reader);

 private:
  Options options_;
};

class ScatterState : public PassState {
 public:
  /// Positions in `pivots` and `partners`; class 0 where the pass does not sum by class.
  virtual ExactSum products(std::size_t pivot, std::size_t partner, std::size_t c) const = 0;
};

}  // namespace stats
}  // namespace pith
