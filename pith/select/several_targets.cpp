// SPDX-License-Identifier: Apache-2.0
#include "pith/select/several_targets.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/option.h"
#include "pith/base/text.h"
#include "pith/data/discretize.h"
#include "pith/data/target_rules.h"
#include "pith/measure/information.h"
#include "pith/select/catalog.h"
#include "pith/select/unsuitable.h"
#include "pith/stats/target_sources.h"

namespace pith::select_internal {
namespace {

/// A class of a joint target needs so many rows on average to mean much.
constexpr std::size_t enough_rows = 5;
/// So many rows without a repeated class may be a small example.
constexpr std::size_t few_rows = 9;
constexpr std::size_t max_classes = 65536;

std::size_t numeric_targets(const Table& table) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < table.targets(); ++i)
    count += table.target(i).is_numbers() ? 1 : 0;
  return count;
}

/// Whether every target holds numbers, some of which were taken for classes.
bool can_be_regressed(const Table& table) {
  for (std::size_t i = 0; i < table.targets(); ++i) {
    const Column& target = table.target(i);
    if (target.is_codes() && !numbers_of(target.level_names())) return false;
  }
  return true;
}

/// Methods that combine targets, also numeric ones where there are some, of those that take such
/// features if possible.
std::vector<std::string> combining_methods(const Configured& configured, bool has_numbers) {
  std::vector<std::string> alike;
  for (const Method& known : catalog()) {
    if (known.traits.input.takes == configured.traits.input.takes) alike.push_back(known.id);
  }
  return alternatives_to(configured, alike, [&](const Method& known) {
    const InputTraits& input = known.traits.input;
    return input.targets == SeveralTargets::combined &&
           (!has_numbers || input.target == TakesTarget::both);
  });
}

[[noreturn]] void reject_combination(const Table& table, const Configured& configured,
                                     bool is_together, Combine combine) {
  const std::string& id = configured.method.id;
  if (is_together) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("{} takes targets together and cannot combine them by the {}, and "
                            "there are {}; leave out {}",
                            id, combine == Combine::min ? "minimum" : "maximum", table.targets(),
                            option("combine")));
  }
  const bool has_numbers = numeric_targets(table) > 0;
  const std::vector<std::string> others = combining_methods(configured, has_numbers);
  const bool takes_numbers = configured.traits.input.targets == SeveralTargets::numbers_together;
  std::vector<std::string> remedies;
  if (takes_numbers && can_be_regressed(table))
    remedies.push_back(fmt::format("regress them together ({})", option("task", "regress")));
  if (!has_numbers) {
    remedies.push_back(fmt::format("take the combinations of their classes as one target ({})",
                                   option("combine", "joint")));
  }
  if (!others.empty()) {
    remedies.push_back(
        fmt::format("choose a method that combines targets, e.g. {}", option("method", others)));
  }
  if (remedies.empty()) remedies.push_back(fmt::format("name one ({})", option("target")));
  throw Unsuitable(
      ErrorKind::bad_argument,
      fmt::format("{} takes one target{}, and there are {}", id,
                  takes_numbers ? " of classes, or several of numbers" : "", table.targets()),
      fmt::format("{}", fmt::join(remedies, ", or ")));
}

[[noreturn]] void reject_joint_numbers(const Table& table) {
  std::size_t i = 0;
  while (table.target(i).is_codes())
    ++i;
  throw Error(
      ErrorKind::bad_argument,
      fmt::format("target {} is numeric, but {} combines classes; use {} with a method that takes "
                  "numbers, or make classes of the targets (for example {})",
                  quoted(table.target_name(i)), option("combine", "joint"),
                  option("combine", "mean"), option("target_bins", "frequency:3")));
}

void check_joint_classes(const Table& table, const Column& joint) {
  const std::size_t classes = joint.levels();
  if (classes == table.rows() && table.rows() > few_rows) {
    throw Error(
        ErrorKind::bad_data,
        fmt::format("each of the {} rows has its own combination of classes of the {} targets, so "
                    "that every row would be its own class; use fewer targets ({}), or combine "
                    "their scores ({})",
                    table.rows(), table.targets(), option("target"), option("combine", "mean")));
  }
  if (classes > max_classes) {
    throw Error(ErrorKind::bad_data,
                fmt::format("the targets have {} combinations of classes, more than {}; use fewer "
                            "targets ({}), or combine their scores ({})",
                            classes, max_classes, option("target"), option("combine", "mean")));
  }
}

Table with_joint_target(const Table& table) {
  const Column joint = joint_classes(table);
  check_joint_classes(table, joint);
  TableParts parts = table.parts();
  std::vector<std::string> names;
  for (std::size_t i = 0; i < table.targets(); ++i)
    names.push_back(quoted(table.target_name(i)));
  parts.target_name = fmt::format("{}", listed(names));
  parts.target = joint;
  parts.more_targets.clear();
  const bool is_sparse = table.rows() < enough_rows * joint.levels();
  parts.notes.push_back(fmt::format(
      "combined {} targets into {} classes{}", table.targets(), joint.levels(),
      is_sparse ? fmt::format(", fewer than {} rows each: scores are largely chance", enough_rows)
                : ""));
  return Table(std::move(parts));
}

/// A target as classes, for its information.
Column as_classes(const Column& target, std::span<const double> weights) {
  constexpr std::size_t bins = 5;
  if (target.is_codes()) return target;
  return discretize(target, {.rule = Bins::Rule::frequency, .count = bins}, {.weights = weights});
}

/// The information of every feature about the first target; both are categorical.
std::vector<double> informations(const Table& table, const Context& context) {
  std::vector<double> values(table.features());
  TableSource(table).target_counts(
      [&](Feature feature, const Counts& counts) {
        values[feature] = information(entropies(counts.has_missing() ? counts.spread() : counts));
      },
      context);
  return values;
}

}  // namespace

Column joint_classes(const Table& table) {
  std::map<std::vector<std::uint32_t>, std::uint32_t> places;
  std::vector<std::vector<std::uint32_t>> keys(table.rows());
  for (std::size_t row = 0; row < table.rows(); ++row) {
    for (std::size_t i = 0; i < table.targets(); ++i)
      keys[row].push_back(table.target(i).code(row));
    places.emplace(keys[row], 0);
  }
  std::vector<std::string> levels;
  for (auto& [key, place] : places) {
    place = static_cast<std::uint32_t>(levels.size());
    std::string& level = levels.emplace_back();
    for (std::size_t i = 0; i < key.size(); ++i)
      level += (i > 0 ? "|" : "") + table.target(i).level(key[i]);
  }
  std::vector<std::uint32_t> codes;
  codes.reserve(table.rows());
  for (const auto& key : keys)
    codes.push_back(places.at(key));
  return Column::from_codes(codes, std::move(levels));
}

Table with_taken_targets(const Table& table, const Configured& configured, const Request& request,
                         const Context& context) {
  if (table.targets() < 2) return table;
  const InputTraits& input = configured.traits.input;
  if (!input.needs_target) return table.with_target(0);
  const Combine combine = request.combine.value_or(Combine::mean);
  const bool is_joint = combine == Combine::joint;
  const std::size_t numeric = numeric_targets(table);
  const bool is_together =
      input.targets == SeveralTargets::together
          ? !is_joint || numeric > 0
          : input.targets == SeveralTargets::numbers_together && numeric == table.targets();
  const bool is_ranked = combine == Combine::min || combine == Combine::max;
  if (is_together && !is_ranked) return table;
  if (!is_joint) {
    if (input.targets != SeveralTargets::combined)
      reject_combination(table, configured, is_together, combine);
    return table;
  }
  if (numeric > 0) reject_joint_numbers(table);
  const Reservation held =
      context.reserve(table.rows() * (2 * sizeof(std::vector<std::uint32_t>) +
                                      (2 * table.targets() + 8) * sizeof(std::uint32_t)),
                      "combining the targets");
  return with_joint_target(table);
}

void check_bins(const Table& table, const Configured& configured, const Request& request) {
  if (table.targets() < 2 || configured.traits.input.takes != Takes::codes) return;
  const Bins bins = request.bins             ? *request.bins
                    : configured.method.bins ? configured.method.bins->bins
                                             : Bins{};
  if (bins.rule != Bins::Rule::mdl) return;
  throw Error(
      ErrorKind::bad_argument,
      fmt::format("discretisation by mdl needs one target, and there are {}; use {}, or take the "
                  "combinations of their classes as one target ({})",
                  table.targets(), option("bins", {"sigma", "frequency:5"}),
                  option("combine", "joint")));
}

void complete_serves(const Table& table, const Table& prepared, Selection& selection,
                     const Context& context) {
  if (table.targets() < 2) return;
  for (std::size_t i = 0; i < table.targets(); ++i)
    selection.targets.push_back(table.target_name(i));
  if (selection.selected.empty()) return;
  if (!selection.selected.front().serves.empty()) {
    selection.notes.push_back(fmt::format(
        "the relevance to each target is the term of {} for it alone", selection.method));
    return;
  }
  // Where rows with missing values were dropped, the counts of these values are distributed.
  const Table& features = prepared.rows() == table.rows() ? prepared : table;
  TableParts parts = table.parts();
  std::vector<Column> columns;
  std::vector<std::string> names;
  for (const Selected& step : selection.selected) {
    columns.push_back(features.feature(step.feature));
    names.push_back(features.name(step.feature));
  }
  parts.features = std::move(columns);
  parts.names = std::move(names);
  const Table coded = discretize(Table(std::move(parts)), Bins{}, context);
  for (std::size_t i = 0; i < table.targets(); ++i) {
    TableParts one = coded.parts();
    one.target = as_classes(table.target(i), table.weights());
    one.more_targets.clear();
    const std::vector<double> values = informations(Table(std::move(one)), context);
    for (std::size_t s = 0; s < values.size(); ++s)
      selection.selected[s].serves.push_back(values[s]);
  }
  selection.notes.emplace_back(
      "the relevance to each target is the mutual information in nats, of numbers in bins");
}

}  // namespace pith::select_internal
