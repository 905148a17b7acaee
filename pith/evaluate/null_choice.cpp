// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/null_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/random.h"
#include "pith/evaluate/run_concurrently.h"
#include "pith/select/select.h"

namespace pith {
namespace {

/// A stream of random numbers under the seed of the context, away from those of methods.
constexpr std::uint64_t rows_stream = std::uint64_t{8} << 32U;

/// So many permutations are made before it is asked whether the answer is clear already.
constexpr std::size_t block = 16;

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

const Method& checked_method(const Table& table, const Request& request) {
  const Method& chosen = requested_method(table, request);
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
  return chosen;
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

/// The value of the step after `kept`; none where the method does not take another feature.
double next_value(const Table& table, Request request, const std::vector<Feature>& kept,
                  const Context& context) {
  request.k = kept.size() + 1;
  request.keep.clear();
  for (const Feature feature : kept)
    request.keep.push_back(table.name(feature));
  const Selection selection = select(table, request, context);
  context.check_cancelled();
  return selection.selected.size() <= kept.size() ? -std::numeric_limits<double>::infinity()
                                                  : value_of(selection.selected[kept.size()]);
}

NullStep test_step(const Table& table, const Request& request, const NullTest& test,
                   const std::vector<Feature>& kept, const Selected& step, const Context& context) {
  NullStep result{.feature = step.feature, .value = value_of(step)};
  const double enough = result.value - same * std::abs(result.value);
  const auto min_p = [&] {
    return static_cast<double>(1 + result.reached) / static_cast<double>(1 + test.count());
  };
  // Once so many reached it that p can no longer be small enough, the rest would change nothing.
  while (result.permutations < test.count() && min_p() <= test.alpha) {
    const std::size_t count = std::min(block, test.count() - result.permutations);
    std::vector<double> values(count);
    run_concurrently(table, count, "permute", context, [&](std::size_t index, const Context& own) {
      const std::uint64_t stream = rows_stream + result.permutations + index;
      const auto order = Random(context.seed, stream).permutation(table.rows());
      values[index] = next_value(with_permuted_rest(table, kept, order), request, kept, own);
    });
    result.reached += static_cast<std::size_t>(
        std::count_if(values.begin(), values.end(), [&](double value) { return value >= enough; }));
    result.permutations += count;
  }
  result.p = static_cast<double>(1 + result.reached) / static_cast<double>(1 + result.permutations);
  return result;
}

}  // namespace

std::size_t NullTest::count() const {
  return permutations > 0 ? permutations
                          : static_cast<std::size_t>(std::ceil(10 / alpha - 1e-9)) - 1;
}

NullChoice choose_by_null(const Table& table, const Request& given, const NullTest& test,
                          const Context& context) {
  check(test);
  Request request = given;
  request.method = checked_method(table, given).id;
  request.k = std::min(test.max_features, table.features());
  Context quiet = context;
  quiet.progress = nullptr;
  const Selection path = select(table, request, quiet);
  context.check_cancelled();
  NullChoice choice;
  // What must be selected is not asked whether it should be.
  const std::set<std::string> given_names(given.keep.begin(), given.keep.end());
  std::vector<Feature> kept;
  for (const Selected& step : path.selected) {
    if (kept.size() < given_names.size()) {
      kept.push_back(step.feature);
      continue;
    }
    choice.steps.push_back(test_step(table, request, test, kept, step, context));
    if (choice.steps.back().p > test.alpha) break;
    kept.push_back(step.feature);
  }
  choice.k = kept.size();
  return choice;
}

}  // namespace pith
