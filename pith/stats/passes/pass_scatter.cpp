// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/passes/pass_scatter.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "pith/base/parallel.h"

namespace pith {
inline namespace stats {
namespace {

constexpr std::size_t features_per_block = 64;

}  // namespace

PassScatter::PassScatter(Runner& runner, const EncodedFacts& facts)
    : runner_(runner), facts_(facts) {
  const std::size_t features = facts.encoding.features.size();
  const std::size_t classes = facts.class_rows.size();
  moments_.features = features;
  moments_.distinct_rows = facts.distinct_rows;
  moments_.weights.assign(facts.class_rows.begin(), facts.class_rows.end());
  moments_.means.resize(classes * features);
  moments_.deviations.resize(classes * features);
  const auto largest =
      static_cast<std::size_t>(std::max_element(facts.class_rows.begin(), facts.class_rows.end()) -
                               facts.class_rows.begin());
  for (std::size_t j = 0; j < features; ++j) {
    const auto feature = static_cast<Feature>(j);
    const Grid& grid = facts.encoding.features[j].grid;
    const double range = facts.maxs[j] - facts.mins[j];
    const int exponent = range > 0 ? std::ilogb(range) : 0;
    moments_.exponents.push_back(exponent);
    moments_.is_constant.push_back(facts.mins[j] < facts.maxs[j] ? 0 : 1);
    shifts_.push_back(grid.exponent - exponent);
    const GridMoments& reference = grid_moments(feature, largest);
    moments_.origins.push_back(grid.origin + std::ldexp(reference.mean(), grid.exponent));
    for (std::size_t c = 0; c < classes; ++c) {
      const GridMoments& own = grid_moments(feature, c);
      moments_.means[c * features + j] = std::ldexp(mean_difference(own, reference), shifts_[j]);
      moments_.deviations[c * features + j] = std::ldexp(own.deviation(), 2 * shifts_[j]);
    }
  }
}

const GridMoments& PassScatter::grid_moments(Feature feature, std::size_t c) const {
  return facts_.moments[feature * facts_.class_rows.size() + c];
}

double PassScatter::centred(ExactSum products, Feature pivot, Feature feature,
                            std::size_t c) const {
  return std::ldexp(centred_product(products, grid_moments(pivot, c), grid_moments(feature, c)),
                    shifts_[pivot] + shifts_[feature]);
}

std::uint64_t PassScatter::column_bytes(std::size_t pivots) const {
  return (sizeof(double) + sizeof(ExactSum)) * moments_.classes() * moments_.features *
         std::uint64_t{pivots};
}

/// As many as give exact sums of 256 MB.
std::size_t PassScatter::pivots_per_pass() const {
  constexpr std::uint64_t max_bytes = std::uint64_t{256} << 20U;
  const std::uint64_t column =
      sizeof(ExactSum) * std::uint64_t{moments_.classes()} * moments_.features;
  return std::clamp<std::size_t>(max_bytes / column, 1, moments_.features);
}

std::uint64_t PassScatter::matrix_bytes() const {
  return sizeof(double) * moments_.classes() * moments_.features *
             std::uint64_t{moments_.features} +
         column_bytes(pivots_per_pass());
}

std::unique_ptr<ScatterState> PassScatter::run(std::span<const Feature> pivots,
                                               std::span<const Feature> partners,
                                               const Context& context) const {
  const ScatterPass pass({.features = moments_.features,
                          .classes = moments_.classes(),
                          .pivots = {pivots.begin(), pivots.end()},
                          .partners = {partners.begin(), partners.end()}});
  return run_pass<ScatterState>(runner_, pass, context);
}

ScatterColumns PassScatter::columns(std::span<const Feature> pivots, const Context& context) const {
  std::vector<Feature> all(moments_.features);
  std::iota(all.begin(), all.end(), Feature{0});
  const auto state = run(pivots, all, context);
  ScatterColumns found{{}, moments_.classes(), all.size()};
  found.sums.resize(pivots.size() * found.classes * found.stride);
  parallel_blocks(context, all.size(), features_per_block, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = 0; p < pivots.size(); ++p) {
      for (std::size_t c = 0; c < found.classes; ++c) {
        double* const to = &found.sums[(p * found.classes + c) * found.stride];
        for (std::size_t j = begin; j < end; ++j)
          to[j] = centred(state->products(p, j, c), pivots[p], all[j], c);
      }
    }
  });
  return found;
}

ScatterColumns PassScatter::among(std::span<const Feature> features, const Context& context) const {
  std::vector<Feature> sorted(features.begin(), features.end());
  std::sort(sorted.begin(), sorted.end());
  const auto place = [&](Feature feature) {
    return static_cast<std::size_t>(std::lower_bound(sorted.begin(), sorted.end(), feature) -
                                    sorted.begin());
  };
  const auto state = run(features, sorted, context);
  ScatterColumns found{{}, moments_.classes(), features.size()};
  for (std::size_t p = 0; p < features.size(); ++p) {
    for (std::size_t c = 0; c < found.classes; ++c) {
      for (const Feature feature : features)
        found.sums.push_back(
            centred(state->products(p, place(feature), c), features[p], feature, c));
    }
  }
  return found;
}

ScatterColumns PassScatter::matrix(const Context& context) const {
  std::vector<Feature> all(moments_.features);
  std::iota(all.begin(), all.end(), Feature{0});
  ScatterColumns found{{}, moments_.classes(), all.size()};
  const std::size_t column = found.classes * found.stride;
  found.sums.resize(all.size() * column);
  for (std::size_t first = 0; first < all.size(); first += pivots_per_pass()) {
    // Half of the elements follow by symmetry.
    const auto partners = std::span(all).subspan(first);
    const auto pivots = partners.first(std::min(pivots_per_pass(), partners.size()));
    const auto state = run(pivots, partners, context);
    parallel_blocks(
        context, partners.size(), features_per_block, [&](std::size_t begin, std::size_t end) {
          for (std::size_t p = 0; p < pivots.size(); ++p) {
            for (std::size_t c = 0; c < found.classes; ++c) {
              for (std::size_t j = std::max(begin, p); j < end; ++j) {
                const double value = centred(state->products(p, j, c), pivots[p], partners[j], c);
                found.sums[pivots[p] * column + c * found.stride + partners[j]] = value;
                found.sums[partners[j] * column + c * found.stride + pivots[p]] = value;
              }
            }
          }
        });
  }
  return found;
}

}  // namespace stats
}  // namespace pith
