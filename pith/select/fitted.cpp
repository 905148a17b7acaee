// SPDX-License-Identifier: Apache-2.0
#include "pith/select/fitted.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "pith/base/parallel.h"
#include "pith/data/mean.h"
#include "pith/data/number.h"

namespace pith::select_internal {
namespace {

FittedFeature::Kind kind_of(const Column& column) {
  if (column.is_codes()) return FittedFeature::Kind::category;
  return column.is_date() ? FittedFeature::Kind::date : FittedFeature::Kind::number;
}

/// The value of missing rows: the mode where the method takes categories, else the mean.
void fit_fill(const Column& column, std::span<const double> weights, bool is_categorical,
              FittedFeature& fitted) {
  if (!is_categorical) {
    const Mean mean = mean_of(column, weights);
    if (mean.count > 0) fitted.fill_number = mean.value;
    return;
  }
  const Column codes = as_codes(column);
  const std::optional<std::uint32_t> code = most_frequent_code(codes, weights);
  if (!code) return;
  if (fitted.kind == FittedFeature::Kind::category) {
    fitted.fill_level = codes.level(*code);
  } else {
    fitted.fill_number = number_of(codes.level(*code));
  }
}

FittedFeature fitted_feature(const Table& table, const Prepared& prepared, Missing missing,
                             Feature feature) {
  const Column& given = table.feature(feature);
  const Column& complete = prepared.complete.feature(feature);
  FittedFeature fitted{.name = table.name(feature), .kind = kind_of(given)};
  // An imputed column would give the same mean only up to rounding.
  const bool is_dropped = missing == Missing::drop;
  fit_fill(is_dropped ? complete : given,
           is_dropped ? prepared.complete.weights() : table.weights(), complete.is_codes(), fitted);
  if (complete.is_codes()) {
    fitted.levels = complete.level_names();
  } else if (prepared.bins) {
    const Table& rows = prepared.complete;
    fitted.cuts = cut_points(
        complete.as_doubles(), *prepared.bins,
        {.target = rows.has_classes() ? &rows.target() : nullptr, .weights = rows.weights()});
  }
  std::transform(given.stray().begin(), given.stray().end(), std::back_inserter(fitted.stray),
                 [](const StrayToken& stray) { return stray.token; });
  return fitted;
}

}  // namespace

std::vector<FittedFeature> fitted_features(const Table& table, const Prepared& prepared,
                                           Missing missing, std::span<const Selected> selected,
                                           const Context& context) {
  std::vector<FittedFeature> fitted(selected.size());
  parallel_blocks(context, selected.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      fitted[i] = fitted_feature(table, prepared, missing, selected[i].feature);
  });
  return fitted;
}

void fit_booleans(const Table& given, const Table& table, Selection& selection) {
  for (std::size_t i = 0; i < selection.fitted.size(); ++i) {
    const Feature feature = selection.selected[i].feature;
    const Column& column = given.feature(feature);
    if (column.is_numbers() || table.feature(feature).is_codes()) continue;
    FittedFeature fitted{.name = given.name(feature), .kind = FittedFeature::Kind::category};
    fit_fill(column, given.weights(), true, fitted);
    fitted.levels = column.level_names();
    selection.fitted[i] = std::move(fitted);
  }
}

}  // namespace pith::select_internal
