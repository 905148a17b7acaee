// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/resample.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <variant>

#include "pith/base/error.h"
#include "pith/base/random.h"
#include "pith/data/missing.h"
#include "pith/evaluate/row_blocks.h"
#include "pith/evaluate/run_concurrently.h"
#include "pith/select/catalog.h"
#include "pith/select/set_aside.h"

namespace pith {
namespace {

/// Random streams under the seed of the context, distinct from those of methods.
constexpr std::uint64_t rows_stream = std::uint64_t{1} << 32U;
constexpr std::uint64_t seeds_stream = std::uint64_t{2} << 32U;

constexpr double worst = -std::numeric_limits<double>::infinity();

constexpr std::size_t min_class_rows = 2;  // the variance of a class needs two rows

void check(const Resampling& how) {
  if (how.count < 2) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("{} must be at least 2 (got {})", option("resamples"), how.count));
  }
  if (!(how.fraction > 0 && how.fraction <= 1)) {
    throw Error(ErrorKind::bad_argument, fmt::format("{} must be above 0 and at most 1 (got {})",
                                                     option("fraction"), how.fraction));
  }
}

/// The rows of positive weight, by class, or by strata of several targets.
std::vector<std::vector<std::size_t>> rows_by_class(const Table& table) {
  const auto has_weight = [&](std::size_t row) {
    return !table.has_weights() || table.weights()[row] > 0;
  };
  std::vector<std::vector<std::size_t>> rows(1);
  const Column strata = table.has_target() ? evaluate_internal::strata_of(table) : table.feature(0);
  if (!table.has_target() || strata.is_numbers()) {
    for (std::size_t row = 0; row < table.rows(); ++row) {
      if (has_weight(row)) rows.front().push_back(row);
    }
    return rows;
  }
  rows.resize(strata.levels());
  std::visit(
      [&](auto classes) {
        for (std::size_t row = 0; row < classes.size(); ++row) {
          if (has_weight(row)) rows[classes[row]].push_back(row);
        }
      },
      strata.codes());
  std::erase_if(rows, [](const std::vector<std::size_t>& each) { return each.empty(); });
  return rows;
}

/// What is kept of one resample.
struct Result {
  std::vector<Feature> selected;
  Ranking ranking;
};

/// What is kept of all resamples, as large as that of the whole table.
Reservation hold_results(const Selection& selection, const Resampling& how,
                         const Context& context) {
  const std::uint64_t each = sizeof(Result) + sizeof(std::vector<Feature>) +
                             2 * sizeof(Feature) * selection.ranking.size() +
                             2 * sizeof(Feature) * selection.selected.size();
  return context.reserve(how.count * each,
                         fmt::format("storing the results of {} resamples", how.count),
                         fmt::format("use fewer resamples ({})", option("resamples")));
}

Result run_once(const Table& table, const Request& request, const Context& context) {
  Selection selection = select(table, request, context);
  // A cancelled search returns a partial result.
  context.check_cancelled();
  // A feature without any value in this resample is worse than all others.
  if (!selection.ranking.empty()) {
    for (const SetAside& each : selection.set_aside)
      selection.ranking.push_back({.feature = each.feature, .name = each.name, .score = worst});
  }
  return {.selected = selection.features(), .ranking = ranking_of(selection.ranking)};
}

}  // namespace

Resampler::Resampler(const Table& table, const Resampling& how) : is_bootstrap_(how.is_bootstrap) {
  check(how);
  std::size_t all = 0;
  std::size_t min_rows = 0;
  for (std::vector<std::size_t>& rows : rows_by_class(table)) {
    const std::size_t floor = std::min(min_class_rows, rows.size());
    const auto share =
        static_cast<std::size_t>(std::llround(how.fraction * static_cast<double>(rows.size())));
    all += rows.size();
    min_rows += floor;
    const std::size_t wanted = std::clamp(share, floor, rows.size());
    rows_ += wanted;
    strata_.push_back({.rows = std::move(rows), .wanted = wanted});
  }
  const double drawn = how.fraction * static_cast<double>(all);
  if (drawn < static_cast<double>(min_rows)) {
    throw Error(
        ErrorKind::bad_argument,
        fmt::format("a fraction of {} is {:.3g} of {} rows, but at least {} are needed{}; use a "
                    "larger fraction ({})",
                    how.fraction, drawn, all, min_rows,
                    table.has_classes() ? " (two of each class)" : "", option("fraction")));
  }
}

std::vector<std::size_t> Resampler::draw(std::uint64_t seed, std::size_t resample) const {
  const Random random(seed, rows_stream + resample);
  std::uint64_t next = 0;
  std::vector<std::size_t> drawn;
  drawn.reserve(rows_);
  for (const Stratum& stratum : strata_) {
    std::vector<std::size_t> rows = stratum.rows;
    for (std::size_t i = 0; i < stratum.wanted; ++i) {
      if (is_bootstrap_) {
        drawn.push_back(rows[random.below(next++, rows.size())]);
      } else {
        std::swap(rows[i], rows[i + random.below(next++, rows.size() - i)]);
        drawn.push_back(rows[i]);
      }
    }
  }
  std::sort(drawn.begin(), drawn.end());
  return drawn;
}

Resampled resample(const Table& given, const Request& asked, const Resampling& how,
                   const Context& context) {
  check(how);
  const ReducedTable reduced = set_aside(given, AsideRules::of(asked), context);
  const Table fixed = with_fixed_kinds(reduced.table, context);
  const Table table = asked.missing == Missing::drop ? handle_missing(fixed, Missing::drop) : fixed;
  Request request = resolved(table, asked);
  request.allows_ids = true;  // set aside already
  const Resampler resampler(table, how);
  Resampled all{.whole = select(table, request, context), .rows = resampler.rows()};
  context.check_cancelled();
  all.held = std::make_shared<const Reservation>(hold_results(all.whole, how, context));
  if (how.fraction == 1 && !how.is_bootstrap &&
      !method(all.whole.method).traits_for(all.whole.params).guarantees.uses_seed) {
    all.notes.push_back(fmt::format(
        "every resample is the whole table, so all selections are equal; use a smaller fraction "
        "({}) or draw with replacement ({})",
        option("fraction"), option("bootstrap")));
  }

  std::vector<Result> results(how.count);
  run_concurrently(table, how.count, "resample", context, [&](std::size_t index, Context own) {
    own.seed = Random(context.seed, seeds_stream).bits(index);
    const Reservation held =
        own.reserve(bytes_of_part(table, resampler.rows()) + 3 * sizeof(std::size_t) * table.rows(),
                    "the copy of the rows of a resample");
    results[index] = run_once(
        evaluate_internal::take_rows(table, resampler.draw(context.seed, index)), request, own);
  });
  const bool ranks_all = !all.whole.ranking.empty();
  for (Result& result : results) {
    all.selected.push_back(reduced.is_whole() ? std::move(result.selected)
                                              : reduced.places_of(result.selected));
    if (ranks_all) all.rankings.push_back(std::move(result.ranking));
  }
  reduced.restore(all.whole);
  all.candidates = reduced.places;
  if (reduced.is_whole()) {
    all.candidates.resize(table.features());
    std::iota(all.candidates.begin(), all.candidates.end(), Feature{0});
  }
  return all;
}

Stability stability(const Resampled& resampled, const Context& context) {
  const std::vector<Feature>& candidates = resampled.candidates;
  std::vector<std::vector<Feature>> lists = resampled.selected;
  for (std::vector<Feature>& list : lists) {
    for (Feature& feature : list) {
      feature = static_cast<Feature>(
          std::lower_bound(candidates.begin(), candidates.end(), feature) - candidates.begin());
    }
  }
  return stability(FeatureLists(lists, candidates.size()), resampled.rankings, context);
}

}  // namespace pith
