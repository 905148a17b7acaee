// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/null_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/random.h"
#include "pith/evaluate/run_concurrently.h"
#include "pith/select/catalog.h"
#include "pith/select/find_features.h"
#include "pith/select/select.h"
#include "pith/select/set_aside.h"

namespace pith {
namespace {

/// A stream of random numbers under the seed of the context, away from those of methods.
constexpr std::uint64_t rows_stream = std::uint64_t{8} << 32U;

/// So many permutations are made before it is asked whether the answer is clear already.
constexpr std::size_t block_size = 16;

constexpr std::size_t max_permutations = 1'000'000;

/// Sums of equal terms in another order may differ in the last digits.
constexpr double same = 1e-12;

void check(const NullTest& test) {
  if (!(test.alpha > 0 && test.alpha < 1)) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("{} must be between 0 and 1 (got {})", option("alpha"), test.alpha));
  }
  if (test.count() > max_permutations) {
    throw Error(
        ErrorKind::bad_argument,
        fmt::format("{} would need {} permutations, and the maximum is {}; choose a larger one",
                    option("alpha", number_text(test.alpha)), test.count(), max_permutations));
  }
  if (1 / static_cast<double>(test.count() + 1) > test.alpha) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("{} cannot reach p = {}; use at least {}",
                            option("permutations", std::to_string(test.count())), test.alpha,
                            std::ceil(1 / test.alpha) - 1));
  }
}

void check_method(const Request& request) {
  const Method& chosen = method(request.method);
  const Traits traits = chosen.traits_for(chosen.params(request.params));
  const auto reject = [&](std::string_view reason) {
    throw Error(
        ErrorKind::bad_argument,
        fmt::format("{} {}, so a permutation test cannot choose k; give {} a number, or use {}",
                    chosen.id, reason, option("k"), option("auto", "cv")));
  };
  if (!traits.input.needs_target || !traits.guarantees.uses_target) reject("ignores the target");
  if (traits.output.has_relative_scores) reject("has scores that are shares of each other");
  if (traits.output.finds_k) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("{} finds its own number of features; omit {}, or use {}", chosen.id,
                            option("auto"), option("auto", "cv")));
  }
}

double value_of(const Selected& step) {
  return step.gain.value_or(step.score);
}

/// The features that are not in `kept` with their rows in another order, the same for all of them.
Table with_permuted_rest(const Table& table, const std::vector<Feature>& kept,
                         const std::vector<std::size_t>& order) {
  std::vector<Column> columns = table.parts().features;
  for (Feature feature = 0; feature < columns.size(); ++feature) {
    if (std::find(kept.begin(), kept.end(), feature) == kept.end())
      columns[feature] = columns[feature].take(order);
  }
  return table.with_features(std::move(columns));
}

/// Features among which the values that chance alone reaches are comparable. One with many levels
/// reaches a high value by chance, and would hide the others.
using Groups = std::vector<std::vector<Feature>>;

/// 0 for numbers, which get few bins, and up to 4 levels; 1 up to 16, 2 up to 64, and so on.
std::size_t group_of(const Column& column) {
  const std::optional<Column> codes =
      column.is_codes() ? std::optional(column) : integer_codes(column);
  std::size_t group = 0;
  if (!codes) return group;
  for (std::size_t levels = 4; levels < codes->levels(); levels *= 4)
    ++group;
  return group;
}

Groups groups_of(const Table& table, const Method& method, const Request& request) {
  const Takes takes = method.traits_for(method.params(request.params)).input.takes;
  Groups groups(1);
  for (Feature feature = 0; feature < table.features(); ++feature) {
    const std::size_t group =
        takes == Takes::numbers && !request.bins ? 0 : group_of(table.feature(feature));
    if (group >= groups.size()) groups.resize(group + 1);
    groups[group].push_back(feature);
  }
  std::erase_if(groups, [](const std::vector<Feature>& group) { return group.empty(); });
  return groups;
}

/// The table with only these features.
Table with_only(const Table& table, const std::vector<Feature>& features) {
  TableParts parts = table.parts();
  parts.features.clear();
  parts.names.clear();
  for (const Feature feature : features) {
    parts.features.push_back(table.feature(feature));
    parts.names.push_back(table.name(feature));
  }
  return Table(std::move(parts));
}

constexpr double no_step = -std::numeric_limits<double>::infinity();

/// A step from the kept features, and its value.
struct Step {
  Feature feature = 0;
  double value = no_step;
};

/// The best step from `kept` to a feature of `group`; no_step where the method does not take one.
Step best_step(const Table& table, Request request, const std::vector<Feature>& kept,
               const std::vector<Feature>& group, const Context& context) {
  std::vector<Feature> features = kept;
  std::copy_if(group.begin(), group.end(), std::back_inserter(features), [&](Feature feature) {
    return std::find(kept.begin(), kept.end(), feature) == kept.end();
  });
  if (features.size() == kept.size()) return {};
  std::sort(features.begin(), features.end());  // ties go to the lowest column
  request.k = kept.size() + 1;
  request.keep.clear();
  for (const Feature feature : kept)
    request.keep.push_back(table.name(feature));
  const Selection selection = select(
      features.size() == table.features() ? table : with_only(table, features), request, context);
  context.check_cancelled();
  if (selection.selected.size() <= kept.size()) return {};
  const Selected& step = selection.selected[kept.size()];
  return {.feature = features[step.feature], .value = value_of(step)};
}

/// The values of the best step of each group: as observed, then for each permutation.
using Values = std::vector<std::vector<double>>;

/// The values of a group in standard deviations from their mean. The observation counts like a
/// permutation, so that under the null hypothesis they are exchangeable.
std::vector<double> standardised(const Values& values, std::size_t group) {
  std::vector<double> scaled;
  double sum = 0;
  double squares = 0;
  double count = 0;
  for (const std::vector<double>& each : values) {
    scaled.push_back(each[group]);
    if (!std::isfinite(each[group])) continue;
    sum += each[group];
    count += 1;
  }
  const double mean = count > 0 ? sum / count : 0;
  for (const double value : scaled)
    squares += std::isfinite(value) ? (value - mean) * (value - mean) : 0;
  const double deviation = count > 1 ? std::sqrt(squares / (count - 1)) : 0;
  for (double& value : scaled) {
    if (std::isfinite(value)) value = deviation > 0 ? (value - mean) / deviation : 0;
  }
  return scaled;
}

/// For each of several groups, how many permutations have a step at least as good as the observed
/// one. Values are standardised before they are compared.
std::vector<std::size_t> count_reached(const Values& values) {
  const std::size_t groups = values.front().size();
  std::vector<double> observed = values.front();
  std::vector<double> best(values.size(), no_step);
  for (std::size_t group = 0; group < groups; ++group) {
    const std::vector<double> scaled = standardised(values, group);
    observed[group] = scaled.front();
    for (std::size_t i = 0; i < best.size(); ++i)
      best[i] = std::max(best[i], scaled[i]);
  }
  std::vector<std::size_t> reached;
  for (const double value : observed) {
    const double enough = value - same * std::abs(value);
    reached.push_back(static_cast<std::size_t>(std::count_if(
        best.begin() + 1, best.end(), [&](double other) { return other >= enough; })));
  }
  return reached;
}

/// For each group, how many permutations have a step at least as good as the observed one.
class Reached {
 public:
  explicit Reached(const std::vector<Step>& observed) : counts_(observed.size(), 0) {}

  /// Takes the values in, which begin with those of the last call. The values of one group are
  /// compared as they are, so only the new ones are looked at.
  void update(const Values& values) {
    if (counts_.size() > 1) {
      counts_ = count_reached(values);
      return;
    }
    const double value = values.front().front();
    const double enough = value - same * std::abs(value);
    counts_.front() += static_cast<std::size_t>(
        std::count_if(values.begin() + static_cast<std::ptrdiff_t>(seen_), values.end(),
                      [&](const std::vector<double>& each) { return each.front() >= enough; }));
    seen_ = values.size();
  }
  std::size_t of(std::size_t group) const { return counts_[group]; }
  std::size_t min() const { return *std::min_element(counts_.begin(), counts_.end()); }

 private:
  std::vector<std::size_t> counts_;
  std::size_t seen_ = 1;  // the observed values
};

/// Reports the permutations of a block as part of all that a step may need.
Context within_step(const Context& context, std::size_t made, std::size_t all) {
  Context own = context;
  if (!context.progress) return own;
  own.progress = [&context, made, all](const Progress& block) {
    context.report({.phase = block.phase, .done = made + block.done, .total = all});
  };
  return own;
}

/// A table, what to select from it, and how to test it. Nothing is owned.
struct Question {
  const Table& table;
  const Request& request;
  const NullTest& test;
  const Groups& groups;
};

/// Tests the observed steps from `kept`, one for each group, and returns the most significant one;
/// of equals, the one of the highest value.
NullStep test_steps(const Question& question, const std::vector<Feature>& kept,
                    const std::vector<Step>& observed, const Context& context) {
  const Table& table = question.table;
  const NullTest& test = question.test;
  const Groups& groups = question.groups;
  Values values(1);
  for (const Step& step : observed)
    values.front().push_back(step.value);
  Reached reached(observed);
  const auto p_of = [](std::size_t count, std::size_t permutations) {
    return static_cast<double>(1 + count) / static_cast<double>(1 + permutations);
  };
  // Once so many reached it that p can no longer be small enough, the rest would change nothing.
  while (values.size() <= test.count() && p_of(reached.min(), test.count()) <= test.alpha) {
    const std::size_t made = values.size() - 1;
    const std::size_t count = std::min(block_size, test.count() - made);
    values.resize(values.size() + count, std::vector<double>(groups.size()));
    const Context block = within_step(context, made, test.count());
    run_concurrently(table, count, "permute", block, [&](std::size_t index, const Context& own) {
      const Reservation held =
          own.reserve(bytes_of_part(table, table.rows()) + sizeof(std::size_t) * table.rows(),
                      "the permuted copy of the table");
      const auto order = Random(context.seed, rows_stream + made + index).permutation(table.rows());
      const Table permuted = with_permuted_rest(table, kept, order);
      for (std::size_t group = 0; group < groups.size(); ++group)
        values[1 + made + index][group] =
            best_step(permuted, question.request, kept, groups[group], own).value;
    });
    reached.update(values);
  }
  const std::size_t permutations = values.size() - 1;
  std::size_t best = 0;
  const auto key = [&](std::size_t group) {
    return std::tuple(reached.of(group), -observed[group].value, observed[group].feature);
  };
  for (std::size_t group = 1; group < groups.size(); ++group) {
    if (key(group) < key(best)) best = group;
  }
  return {.feature = observed[best].feature,
          .value = observed[best].value,
          .p = p_of(reached.of(best), permutations),
          .reached = reached.of(best),
          .permutations = permutations};
}

/// The steps of the path of the method, all candidates together.
NullChoice test_path(const Question& question, std::size_t given_count, const Context& context) {
  Context quiet = context;
  quiet.progress = nullptr;
  const Selection path = select(question.table, question.request, quiet);
  context.check_cancelled();
  NullChoice choice;
  std::vector<Feature> kept;
  for (const Selected& step : path.selected) {
    if (kept.size() < given_count) {
      kept.push_back(step.feature);
      continue;
    }
    choice.steps.push_back(
        test_steps(question, kept, {{.feature = step.feature, .value = value_of(step)}}, context));
    if (choice.steps.back().p > question.test.alpha) break;
    kept.push_back(step.feature);
  }
  choice.k = kept.size();
  return choice;
}

/// Steps with a candidate of each group.
NullChoice test_groups(const Question& question, std::vector<Feature> kept,
                       const Context& context) {
  NullChoice choice;
  Context quiet = context;
  quiet.progress = nullptr;
  const std::size_t most = std::min(question.test.max_features, question.table.features());
  while (kept.size() < most) {
    std::vector<Step> observed;
    for (const std::vector<Feature>& group : question.groups)
      observed.push_back(best_step(question.table, question.request, kept, group, quiet));
    if (std::all_of(observed.begin(), observed.end(),
                    [](const Step& step) { return step.value == no_step; })) {
      break;
    }
    choice.steps.push_back(test_steps(question, kept, observed, context));
    if (choice.steps.back().p > question.test.alpha) break;
    kept.push_back(choice.steps.back().feature);
  }
  choice.k = kept.size();
  return choice;
}

}  // namespace

std::size_t NullTest::count() const {
  return permutations > 0 ? permutations
                          : static_cast<std::size_t>(std::ceil(10 / alpha - 1e-9)) - 1;
}

NullChoice choose_by_null(const Table& whole, const Request& given, const NullTest& test,
                          const Context& context) {
  check(test);
  const ReducedTable reduced = set_aside(whole, AsideRules::of(given), context);
  const Table& table = reduced.table;
  Request request = without_auto(table, given);
  check_method(request);
  request.allows_ids = true;  // set aside already
  request.k = std::min(test.max_features, table.features());
  // What must be selected is not asked whether it should be.
  std::vector<Feature> kept = find_features(table, given.keep);
  const Groups groups = groups_of(table, method(request.method), request);
  const Question question{.table = table, .request = request, .test = test, .groups = groups};
  NullChoice choice = groups.size() == 1 ? test_path(question, kept.size(), context)
                                         : test_groups(question, std::move(kept), context);
  if (!reduced.is_whole()) {
    for (NullStep& step : choice.steps)
      step.feature = reduced.places[step.feature];
  }
  return choice;
}

}  // namespace pith
