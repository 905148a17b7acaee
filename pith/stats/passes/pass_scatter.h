// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "pith/stats/passes/pass.h"
#include "pith/stats/passes/pass_source.h"
#include "pith/stats/passes/scatter_pass.h"
#include "pith/stats/source.h"

namespace pith {
inline namespace stats {

/// Scatter of numeric features from exact sums that passes have computed: one pass for each call.
/// All cancellation happens in integers, so a large offset loses no precision.
class PassScatter final : public Scatter {
 public:
  /// Neither is owned; both must outlive this object.
  PassScatter(Runner& runner, const EncodedFacts& facts);

  const PanelMoments& moments() const override { return moments_; }
  std::uint64_t column_bytes(std::size_t pivots) const override;
  std::uint64_t matrix_bytes() const override;
  bool has_exact_matrix() const override { return true; }
  bool are_passes_expensive() const override { return !runner_.has_rows_in_memory(); }
  ScatterColumns columns(std::span<const Feature> pivots, const Context& context) const override;
  ScatterColumns among(std::span<const Feature> features, const Context& context) const override;
  ScatterColumns matrix(const Context& context) const override;

 private:
  const GridMoments& grid_moments(Feature feature, std::size_t c) const;
  /// The scatter of a pivot and a feature in units of the panel.
  double centred(ExactSum products, Feature pivot, Feature feature, std::size_t c) const;
  std::unique_ptr<ScatterState> run(std::span<const Feature> pivots,
                                    std::span<const Feature> partners,
                                    const Context& context) const;
  std::size_t pivots_per_pass() const;

  Runner& runner_;
  const EncodedFacts& facts_;
  std::vector<int> shifts_;  // from the unit of the grid to that of the panel
  PanelMoments moments_;
};

}  // namespace stats
}  // namespace pith
