// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/passes/pass_source.h"

#include <algorithm>
#include <cmath>

#include "pith/base/option.h"
#include "pith/base/parallel.h"
#include "pith/base/thread_memory.h"
#include "pith/stats/passes/pass_pairs.h"
#include "pith/stats/passes/pass_scatter.h"
#include "pith/stats/passes/pass_similarity.h"
#include "pith/stats/passes/tables_pass.h"

namespace pith {
inline namespace stats {
namespace {

constexpr std::size_t features_per_block = 16;

}  // namespace

PassSource::PassSource(Runner& runner, const EncodedFacts& facts)
    : runner_(runner), facts_(facts) {}

PassSource::~PassSource() = default;

const Table* PassSource::table_of_codes() const {
  return facts_.spreads_missing ? nullptr : runner_.table();
}

const LevelTables& PassSource::levels(const Context& context) const {
  if (levels_) return *levels_;
  std::unique_ptr<const ClassTablesState> counted;
  if (facts_.class_tables.size() != features()) {
    std::vector<std::uint32_t> codes;
    for (const FeatureEncoding& feature : facts_.encoding.features)
      codes.push_back(static_cast<std::uint32_t>(std::max<std::size_t>(1, feature.codes())));
    const ClassTablesPass pass(std::move(codes), classes());
    held_ = context.reserve(pass.state_bytes(), "counting the classes of the levels",
                            "select from features with fewer levels (" + option("drop") + ")");
    counted = run_pass<ClassTablesState>(runner_, pass, context);
  }
  levels_ = std::make_unique<const LevelTables>(facts_, std::move(counted));
  return *levels_;
}

void PassSource::target_counts(const VisitCounts& visit, const Context& context) const {
  const LevelTables& all = levels(context);
  std::uint64_t most = 0;
  for (Feature feature = 0; feature < features(); ++feature)
    most = std::max<std::uint64_t>(most, all.codes(feature));
  // Where values are missing, a second table has their counts spread over the levels.
  const std::uint64_t tables = all.has_missing() ? 2 : 1;
  const ThreadMemory memory =
      reserve_for_threads({.tasks = features() / features_per_block + 1,
                           .bytes = sizeof(double) * (tables * most + 4) * classes()},
                          context, "counting the classes of the levels of a feature",
                          "select from features with fewer levels (" + option("drop") + ")");
  parallel_blocks(memory.context, features(), features_per_block,
                  [&](std::size_t begin, std::size_t end) {
                    for (std::size_t i = begin; i < end; ++i) {
                      const auto feature = static_cast<Feature>(i);
                      visit(feature, all.target_counts(feature));
                    }
                  });
}

std::unique_ptr<const Pairs> PassSource::pairs(const PairRequest& request,
                                               const Context& context) const {
  if (const Table* const table = table_of_codes())
    return TableSource(*table).pairs(request, context);
  return std::make_unique<PassPairs>(runner_, levels(context), facts_.rows, request, context);
}

void PassSource::class_moments(const VisitMoments& visit, const Context& context) const {
  parallel_blocks(context, features(), features_per_block, [&](std::size_t begin, std::size_t end) {
    std::vector<ClassMoments::OfClass> all(classes());
    for (std::size_t i = begin; i < end; ++i) {
      const Grid& grid = facts_.encoding.features[i].grid;
      for (std::size_t c = 0; c < classes(); ++c) {
        const GridMoments& own = facts_.moments[i * classes() + c];
        all[c] = {.count = static_cast<double>(own.count),
                  .mean = grid.origin + std::ldexp(own.mean(), grid.exponent),
                  .deviation = std::ldexp(own.deviation(), 2 * grid.exponent)};
      }
      visit(static_cast<Feature>(i), ClassMoments(all, facts_.mins[i]));
    }
  });
}

std::unique_ptr<const Scatter> PassSource::scatter(Storage, const Context&) const {
  return std::make_unique<PassScatter>(runner_, facts_);
}

std::unique_ptr<const SymmetricMatrix> PassSource::similarity(const SimilarityRequest& request,
                                                              const Context& context) const {
  const bool has_numbers =
      request.kind == SimilarityKind::values || request.kind == SimilarityKind::ranks;
  if (has_numbers) return pass_correlations(runner_, facts_, request);
  if (const Table* const table = table_of_codes())
    return TableSource(*table).similarity(request, context);
  return pass_informations(runner_, facts_, levels(context), request, context);
}

std::vector<Spread> PassSource::spreads(const Context&) const {
  std::vector<Spread> all(features());
  for (std::size_t i = 0; i < all.size(); ++i) {
    GridMoments sum;
    for (std::size_t c = 0; c < classes(); ++c)
      sum.add(facts_.moments[i * classes() + c]);
    const double variance = sum.deviation() / static_cast<double>(sum.count);
    all[i] = {facts_.mins[i], facts_.maxs[i],
              std::ldexp(std::sqrt(variance), facts_.encoding.features[i].grid.exponent)};
  }
  return all;
}

}  // namespace stats
}  // namespace pith
