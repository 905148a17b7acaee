// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/regression/regression.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "pith/base/error.h"
#include "pith/methods/regression/responses.h"

namespace pith {
inline namespace families {

namespace {

/// The responses, the products of the features with them, and a basis of the selected features.
std::uint64_t regression_bytes(const Table& table, std::size_t most) {
  const std::uint64_t rows = table.rows();
  const std::uint64_t responses = response_count(table);
  const std::uint64_t basis = std::min<std::uint64_t>({most, table.features(), rows});
  return sizeof(double) *
         (rows * responses + table.features() * (responses + 4) + rows * (basis + 2));
}

}  // namespace

TargetRegression::TargetRegression(const Table& table, std::size_t most, const Context& context)
    : vectors_(table, Length::unit, context),
      held_(context.reserve(regression_bytes(table, most), "the regression of the target",
                            "select fewer features (" + option("k") + ")")),
      columns_(table.features(), no_column),
      fit_(vectors_.view(), target_responses(table), context) {
  fit_.expect(std::min({most, table.features(), table.rows()}));
  for (std::size_t i = 0; i < vectors_.size(); ++i)
    columns_[vectors_.features()[i]] = i;
}

std::optional<std::size_t> TargetRegression::column(Feature feature) const {
  return columns_[feature] == no_column ? std::nullopt : std::optional(columns_[feature]);
}

bool TargetRegression::is_admissible(Feature feature) const {
  const auto place = column(feature);
  return place && !fit_.is_combination(*place);
}

double TargetRegression::gain(Feature feature) const {
  return is_admissible(feature) ? fit_.gain(*column(feature)) : 0.0;
}

void TargetRegression::add(Feature feature, Feature first, const Context& context) {
  if (!is_admissible(feature)) return;
  const auto from = std::lower_bound(vectors_.features().begin(), vectors_.features().end(), first);
  fit_.add(*column(feature), static_cast<std::size_t>(from - vectors_.features().begin()), context);
}

std::vector<Feature> TargetRegression::combinations(const Selection& selection) const {
  std::vector<Feature> found;
  const std::vector<Feature> selected = selection.features();
  std::copy_if(vectors_.features().begin(), vectors_.features().end(), std::back_inserter(found),
               [&](Feature feature) {
                 return !is_admissible(feature) &&
                        std::find(selected.begin(), selected.end(), feature) == selected.end();
               });
  return found;
}

void add_explained_targets(const Table& table, Selection& selection, const Context& context) {
  if (table.targets() < 2 || selection.selected.empty()) return;
  TableParts parts = table.parts();
  parts.features.clear();
  parts.names.clear();
  for (const Selected& step : selection.selected) {
    parts.features.push_back(table.feature(step.feature));
    parts.names.push_back(table.name(step.feature));
  }
  const Table selected(std::move(parts));
  for (std::size_t target = 0; target < table.targets(); ++target) {
    const TargetRegression alone(selected.with_target(target), 1, context);
    for (std::size_t i = 0; i < selection.selected.size(); ++i)
      selection.selected[i].serves.push_back(alone.gain(static_cast<Feature>(i)));
  }
}

}  // namespace families
}  // namespace pith
