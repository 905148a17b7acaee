// SPDX-License-Identifier: Apache-2.0
#include "pith/select/passes/pass_cuts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/option.h"
#include "pith/base/text.h"
#include "pith/data/cuts.h"
#include "pith/data/mdl.h"
#include "pith/stats/passes/moments_pass.h"
#include "pith/stats/passes/quantiles.h"
#include "pith/stats/passes/value_counts.h"

namespace pith::select_internal {
namespace {

/// Columns that vary; others have no cuts.
std::vector<std::size_t> varying(std::span<const NumericColumn> columns) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].min < columns[i].max) found.push_back(i);
  }
  return found;
}

CutFacts facts_of(const NumericColumn& column) {
  return {.lowest = column.min, .highest = column.max, .total = static_cast<double>(column.values)};
}

using Cuts = std::vector<std::vector<double>>;

Cuts cuts_by_mean(Runner& runner, std::span<const NumericColumn> columns, const Bins& bins,
                  const RowChoice& rows, const Context& context) {
  const std::vector<Mean> means = means_of(runner, columns, rows, context);
  Cuts cuts(columns.size());
  for (std::size_t i = 0; i < cuts.size(); ++i) {
    CutFacts facts = facts_of(columns[i]);
    facts.mean = [&] { return means[i]; };
    cuts[i] = cut_points(facts, bins);
  }
  return cuts;
}

Cuts cuts_by_rank(Runner& runner, std::span<const NumericColumn> columns, const Bins& bins,
                  const RowChoice& rows, const Context& context) {
  std::vector<WantedPlaces> wanted;
  for (const NumericColumn& column : columns) {
    WantedPlaces places{.feature = column.encoding(), .min = column.min, .max = column.max};
    for (const double place : cut_places(static_cast<double>(column.values), bins))
      places.places.push_back(static_cast<std::uint64_t>(place));
    wanted.push_back(std::move(places));
  }
  const std::vector<std::vector<double>> found =
      order_statistics(runner, wanted, {}, rows.required, context.memory_available() / 4, context);
  Cuts cuts(columns.size());
  for (std::size_t i = 0; i < cuts.size(); ++i) {
    CutFacts facts = facts_of(columns[i]);
    facts.at = [&](double place) {
      const std::vector<std::uint64_t>& places = wanted[i].places;
      const auto next =
          std::lower_bound(places.begin(), places.end() - 1, static_cast<std::uint64_t>(place));
      return found[i][static_cast<std::size_t>(next - places.begin())];
    };
    cuts[i] = cut_points(facts, bins);
  }
  return cuts;
}

[[noreturn]] void reject_many_values(const std::string& name, const Bins& bins) {
  throw Error(
      ErrorKind::resources,
      fmt::format("{} needs all distinct values of feature {}, which do not fit into "
                  "memory; use {} or {}, or raise {}",
                  option("bins", bins_text(bins)), quoted(name), option("bins", "frequency:5"),
                  option("bins", "sigma"), option("memory")));
}

Cuts cuts_by_entropy(Runner& runner, std::span<const NumericColumn> columns, const Bins& bins,
                     const RowChoice& rows, const Context& context) {
  if (!rows.target.field) reject_mdl_without_target();
  const std::size_t classes = rows.target.classes();
  ValueCountsPass::Options options{
      .target = rows.target,
      .required = rows.required,
      .max_distinct = max_distinct_within(columns.size(), classes, context)};
  for (const NumericColumn& column : columns)
    options.features.push_back(column.encoding());
  const auto state =
      run_pass<ValueCountsState>(runner, ValueCountsPass(std::move(options)), context);
  Cuts cuts(columns.size());
  for (std::size_t i = 0; i < cuts.size(); ++i) {
    if (state->has_more(i)) reject_many_values(columns[i].name, bins);
    std::vector<ClassedValue> values;
    for (std::size_t v = 0; v < state->values(i).size(); ++v) {
      for (std::size_t c = 0; c < classes; ++c) {
        const std::uint64_t count = state->counts(i)[v * classes + c];
        if (count > 0) {
          values.push_back(
              {state->values(i)[v], static_cast<std::uint32_t>(c), static_cast<double>(count)});
        }
      }
    }
    CutFacts facts = facts_of(columns[i]);
    facts.by_entropy = [&] { return mdl_cuts(values, bins.has_better_encoding); };
    cuts[i] = cut_points(facts, bins);
  }
  return cuts;
}

Cuts cuts_by_width(std::span<const NumericColumn> columns, const Bins& bins) {
  Cuts cuts;
  for (const NumericColumn& column : columns)
    cuts.push_back(cut_points(facts_of(column), bins));
  return cuts;
}

Cuts cuts_by(Runner& runner, std::span<const NumericColumn> columns, const Bins& bins,
             const RowChoice& rows, const Context& context) {
  switch (bins.rule) {
    case Bins::Rule::sigma:
      return cuts_by_mean(runner, columns, bins, rows, context);
    case Bins::Rule::width:
      return cuts_by_width(columns, bins);
    case Bins::Rule::frequency:
    case Bins::Rule::ranks:
      return cuts_by_rank(runner, columns, bins, rows, context);
    case Bins::Rule::mdl:
      return cuts_by_entropy(runner, columns, bins, rows, context);
  }
  return {};
}

}  // namespace

Mean mean_of(const Grid& grid, const GridMoments& moments) {
  Mean mean{.count = static_cast<double>(moments.count)};
  if (moments.count == 0) return mean;
  mean.value = grid.origin + std::scalbn(moments.mean(), grid.exponent);
  const double squares = std::max(0.0, moments.deviation());
  const double divisor = mean.count >= 2 ? mean.count - 1 : mean.count;
  mean.deviation = std::scalbn(std::sqrt(squares / divisor), grid.exponent);
  mean.deviation_by_n = std::scalbn(std::sqrt(squares / mean.count), grid.exponent);
  return mean;
}

std::vector<Mean> means_of(Runner& runner, std::span<const NumericColumn> columns,
                           const RowChoice& rows, const Context& context) {
  if (columns.empty()) return {};
  MomentsPass::Options options{.required = rows.required};
  for (const NumericColumn& column : columns) {
    FeatureEncoding encoding = column.encoding();
    encoding.kind = FeatureEncoding::Kind::grid;
    encoding.grid = grid_of(column.min, column.max);
    encoding.fill_number.reset();  // added below, without another pass
    options.features.push_back(std::move(encoding));
  }
  const auto state = run_pass<MomentsState>(runner, MomentsPass(std::move(options)), context);
  std::vector<Mean> means(columns.size());
  for (std::size_t i = 0; i < means.size(); ++i) {
    const Grid grid = grid_of(columns[i].min, columns[i].max);
    GridMoments moments = state->moments(i, 0);
    if (columns[i].fill)
      moments.add(repeated(on_grid(grid, *columns[i].fill), state->missing(i, 0)));
    means[i] = mean_of(grid, moments);
  }
  return means;
}

std::vector<std::vector<double>> cuts_of(Runner& runner, std::span<const NumericColumn> columns,
                                         const Bins& bins, const RowChoice& rows,
                                         const Context& context) {
  Cuts cuts(columns.size());
  const std::vector<std::size_t> places = varying(columns);
  if (places.empty()) return cuts;
  std::vector<NumericColumn> some;
  for (const std::size_t place : places)
    some.push_back(columns[place]);
  Cuts found = cuts_by(runner, some, bins, rows, context);
  for (std::size_t i = 0; i < places.size(); ++i)
    cuts[places[i]] = std::move(found[i]);
  return cuts;
}

std::size_t max_distinct_within(std::size_t columns, std::size_t classes, const Context& context) {
  constexpr std::size_t min_values = 1024;
  const std::uint64_t each = sizeof(double) + sizeof(std::uint64_t) * classes;
  const std::uint64_t fits =
      context.memory_available() / 4 / std::max<std::uint64_t>(1, each * columns);
  return std::max<std::size_t>(min_values, static_cast<std::size_t>(fits));
}

GridMoments repeated(std::int64_t value, std::uint64_t count) {
  const auto times = static_cast<ExactSum>(count);
  return {.count = count, .sum = times * value, .squares = times * value * value};
}

}  // namespace pith::select_internal
