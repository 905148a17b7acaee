// SPDX-License-Identifier: Apache-2.0
#include "pith/select/suitability.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/parallel.h"
#include "pith/select/catalog.h"
#include "pith/select/prepare.h"
#include "pith/select/unsuitable.h"

namespace pith::select_internal {
namespace {

void check_kind(const Table& table, const Configured& configured) {
  if (configured.traits.input.takes != Takes::numbers) return;
  for (Feature feature = 0; feature < table.features(); ++feature) {
    if (table.feature(feature).is_codes())
      reject_categorical(table.name(feature), configured, table.has_numeric_target());
  }
}

/// Whether squares of the column's numbers can overflow or underflow. Narrower types cannot.
bool may_be_extreme(const Column& column) {
  return column.is_numbers() &&
         (column.layout() == nullptr || column.layout()->type == NumberType::float64);
}

/// The largest magnitude of some numbers, never NaN. Several maxima, so that a comparison need not
/// wait for the previous one.
double magnitude_of(const double* numbers, std::size_t count) {
  constexpr std::size_t chains = 8;
  std::array<double, chains> most{};
  std::size_t i = 0;
  for (; i + chains <= count; i += chains) {
    for (std::size_t lane = 0; lane < chains; ++lane) {
      const double magnitude = std::abs(numbers[i + lane]);
      most[lane] = magnitude > most[lane] ? magnitude : most[lane];
    }
  }
  for (; i < count; ++i) {
    const double magnitude = std::abs(numbers[i]);
    most[0] = magnitude > most[0] ? magnitude : most[0];
  }
  return *std::max_element(most.begin(), most.end());
}

/// The largest magnitude of each feature. By blocks of neighbours and some rows at a time: columns
/// of a matrix that is stored by rows share their memory.
std::vector<double> magnitudes(const Table& table, const Context& context) {
  constexpr std::size_t columns_per_block = 16;
  constexpr std::size_t some = 512;
  std::vector<double> most(table.features());
  parallel_blocks(context, most.size(), columns_per_block, [&](std::size_t begin, std::size_t end) {
    std::array<double, some> room{};
    for (std::size_t row = 0; row < table.rows(); row += some) {
      const std::size_t count = std::min(some, table.rows() - row);
      for (std::size_t i = begin; i < end; ++i) {
        const Column& column = table.feature(static_cast<Feature>(i));
        if (!may_be_extreme(column)) continue;
        const double* const numbers = column.doubles_or_copy(row, {room.data(), count});
        most[i] = std::max(most[i], magnitude_of(numbers, count));
      }
    }
  });
  return most;
}

void check_range(const Table& table, const Configured& configured, const Context& context) {
  if (configured.traits.input.takes == Takes::codes) return;
  const std::vector<double> all = magnitudes(table, context);
  for (Feature feature = 0; feature < table.features(); ++feature)
    check_magnitude("feature", table.name(feature), all[feature]);
}

void check_target_range(const Table& table) {
  for (std::size_t i = 0; i < table.targets(); ++i) {
    const Column& target = table.target(i);
    if (!target.is_numbers()) continue;
    double most = 0;
    for (const double number : target.numbers())
      most = std::max(most, std::abs(number));
    check_magnitude("target", table.target_name(i), most);
  }
}

/// Other methods for a numeric target, of those that take such features if possible.
std::vector<std::string> numeric_target_methods(const Configured& configured) {
  const Takes takes = configured.traits.input.takes;
  std::vector<std::string> alike;
  for (const Method& known : catalog()) {
    if (known.traits.input.takes == takes) alike.push_back(known.id);
  }
  return alternatives_to(configured, alike, [](const Method& known) {
    return known.traits.input.target != TakesTarget::classes;
  });
}

/// `choose a method ..., e.g. a, b or c`, or nothing where there is none.
std::string choice_of(const std::string& what, const std::vector<std::string>& methods) {
  return methods.empty() ? "" : fmt::format("choose {}, e.g. {}", what, option("method", methods));
}

MissingKinds missing_kinds(const Table& table) {
  const std::vector<Column>& columns = table.parts().features;
  return {.has_any = table.has_missing(),
          .has_numeric = std::any_of(columns.begin(), columns.end(), [](const Column& column) {
            return column.is_numbers() && column.has_missing();
          })};
}

/// Whether missing values can become a level of their own: not in features that stay numeric.
bool can_be_levels(const MissingKinds& kinds, const Configured& configured) {
  const Takes takes = configured.traits.input.takes;
  return takes == Takes::codes || (takes == Takes::any && !kinds.has_numeric);
}

bool can_be_spread(const Configured& configured) {
  const InputTraits& takes = configured.traits.input;
  return takes.takes != Takes::numbers && takes.spreads_missing;
}

void check_missing(const Table& table, const Configured& configured, Missing missing) {
  const MissingKinds kinds = missing_kinds(table);
  if (!kinds.has_any) return;
  if (missing == Missing::error)
    reject_missing(table, option("missing", missing_remedies(kinds, configured)));
  check_missing_option(kinds, configured, missing);
}

/// Weights that add up to 1, as some tools normalise them, would stand for a single row.
void check_weights(const Table& table) {
  if (!table.has_weights()) return;
  const std::size_t min_weight = std::max<std::size_t>(table.has_target() ? table.classes() : 0, 2);
  const double weight = total_weight(table);
  const double rounding = 1e-9;
  if (weight >= static_cast<double>(min_weight) * (1 - rounding)) return;
  throw Error(
      ErrorKind::bad_data,
      fmt::format(
          "the weights of {} add up to {:.3g}, but at least {} is needed; a weight says how "
          "often its row counts, so rescale them ({})",
          counted(table.rows(), "row"), weight, min_weight, option("weights")));
}

}  // namespace

Configured configure(const Request& request) {
  const Method& method = pith::method(request.method);
  if (!method.unavailable.empty())
    throw Error(ErrorKind::bad_argument, fmt::format("{}: {}", method.id, method.unavailable));
  Params params = method.params(request.params);
  Traits traits = method.traits_for(params);
  if (traits.input.takes == Takes::any && request.bins) traits.input.takes = Takes::codes;
  return {.method = method, .params = std::move(params), .traits = traits};
}

std::vector<std::string> alternatives_to(const Configured& configured,
                                         const std::vector<std::string>& preferred,
                                         const std::function<bool(const Method&)>& suits) {
  constexpr std::size_t some = 3;
  std::vector<std::string> ids;
  const auto offer = [&](const Method& known) {
    if (ids.size() == some || std::find(ids.begin(), ids.end(), known.id) != ids.end()) return;
    if (!known.unavailable.empty() || known.id == configured.method.id || !suits(known)) return;
    if (!known.traits.guarantees.uses_target) return;
    if (!configured.is_alternative || configured.is_alternative(known)) ids.push_back(known.id);
  };
  for (const std::string& id : preferred)
    offer(method(id));
  for (const Method& known : catalog())
    offer(known);
  return ids;
}

void check_target(bool has_target, const Configured& configured) {
  if (has_target || !configured.traits.input.needs_target) return;
  throw Unsuitable(
      ErrorKind::bad_data,
      fmt::format("{}{} needs a target", configured.method.id,
                  configured.method.traits.input.needs_target ? "" : " with these parameters"),
      fmt::format("name one ({})", option("target")), Cause::no_target);
}

void check_target_kind(bool is_numeric, const Configured& configured, const std::string& name) {
  const TakesTarget takes = configured.traits.input.target;
  if (takes == TakesTarget::both || (takes == TakesTarget::numbers) == is_numeric) return;
  const InputTraits& usual = configured.method.traits.input;
  const bool is_default =
      usual.target == takes && usual.needs_target == configured.traits.input.needs_target;
  const std::string which = name.empty() ? "the target" : "target " + quoted(name);
  const std::string who = configured.method.id + (is_default ? "" : " with these parameters");
  if (!is_numeric) {
    const std::string other =
        choice_of("another method", alternatives_to(configured, {"mrmr"}, [](const Method& known) {
                    return known.traits.input.target != TakesTarget::numbers;
                  }));
    throw Unsuitable(ErrorKind::bad_data,
                     fmt::format("{} holds classes, but {} takes a numeric target", which, who),
                     fmt::format("regress it if its classes are numbers ({}){}{}",
                                 option("task", "regress"), other.empty() ? "" : ", or ", other));
  }
  const std::string other =
      choice_of("a method that takes numbers", numeric_target_methods(configured));
  throw Unsuitable(ErrorKind::bad_data,
                   fmt::format("{} is numeric, but {} takes classes", which, who),
                   fmt::format("{}{}make classes of the target (for example {})", other,
                               other.empty() ? "" : ", or ", option("target_bins", "frequency:3")));
}

void reject_weights(const Configured& configured) {
  const std::string other =
      choice_of("another method", alternatives_to(configured, {}, [](const Method& known) {
                  return known.traits.input.takes_weights;
                }));
  throw Unsuitable(
      ErrorKind::bad_data, fmt::format("{} does not support row weights", configured.method.id),
      fmt::format("omit them ({}){}{}", option("weights"), other.empty() ? "" : " or ", other));
}

void reject_categorical(const std::string& name, const Configured& configured,
                        bool has_numeric_target) {
  const bool is_default = configured.method.traits.input.takes == Takes::numbers;
  const auto suits = [&](const Method& known) {
    return known.traits.input.takes != Takes::numbers &&
           (!has_numeric_target || known.traits.input.target != TakesTarget::classes);
  };
  std::vector<std::string> others =
      alternatives_to(configured, {has_numeric_target ? "relieff" : "jmi"}, suits);
  if (others.size() > 1) others.resize(1);
  const std::string other =
      choice_of(fmt::format("{} that takes categorical features",
                            is_default ? "a method" : "other parameters or a method"),
                others);
  throw Unsuitable(
      ErrorKind::bad_data,
      fmt::format("feature {} is categorical, but {}{} takes numeric features", quoted(name),
                  configured.method.id, is_default ? "" : " with these parameters"),
      fmt::format("drop it ({}){}{}", option("drop"), other.empty() ? "" : " or ", other));
}

void check_magnitude(std::string_view role, const std::string& name, double magnitude) {
  constexpr double largest = 1e150;
  if (magnitude == 0 || (magnitude <= largest && magnitude >= 1 / largest)) return;
  throw Error(
      ErrorKind::bad_data,
      fmt::format("{} {} has magnitudes up to {}, whose squares overflow or underflow; "
                  "rescale the column{}",
                  role, quoted(name), number_text(magnitude),
                  role == "feature" ? fmt::format(" or drop it ({})", option("drop")) : ""));
}

std::vector<std::string> missing_remedies(const MissingKinds& kinds, const Configured& configured) {
  std::vector<std::string> remedies = {"drop", "impute"};
  if (can_be_levels(kinds, configured)) remedies.emplace_back("level");
  if (can_be_spread(configured)) remedies.emplace_back("spread");
  return remedies;
}

void check_missing_option(const MissingKinds& kinds, const Configured& configured,
                          Missing missing) {
  if (!kinds.has_any) return;
  const std::string& id = configured.method.id;
  const std::vector<std::string> remedies = missing_remedies(kinds, configured);
  if (missing == Missing::level && !can_be_levels(kinds, configured)) {
    throw Error(
        ErrorKind::bad_argument,
        fmt::format(
            "{} takes numeric features, whose missing values cannot be a level of their own; "
            "use {}{}",
            id, option("missing", remedies),
            configured.traits.input.takes == Takes::any
                ? fmt::format(", or discretise the features ({})", option("bins"))
                : ""));
  }
  if (missing == Missing::spread && !can_be_spread(configured)) {
    throw Error(
        ErrorKind::bad_argument,
        fmt::format("{}{} cannot distribute missing values over the possible values; use {}", id,
                    configured.method.traits.input.spreads_missing ? " with these parameters" : "",
                    option("missing", remedies)));
  }
}

void check_rows(std::size_t rows, const Configured& configured) {
  const std::size_t least = configured.traits.input.min_rows;
  if (rows >= least) return;
  throw Error(ErrorKind::bad_data, fmt::format("{} needs at least {} (got {})",
                                               configured.method.id, counted(least, "row"), rows));
}

void reject_constants(std::size_t features, const Configured& configured) {
  throw Error(ErrorKind::bad_data,
              fmt::format("all {} are constant, and {} needs at least one that varies",
                          counted(features, "feature"), configured.method.id));
}

void check_size(const Table& table, const Configured& configured) {
  check_rows(table.rows(), configured);
  const std::vector<Column>& columns = table.parts().features;
  if (configured.traits.input.needs_variation &&
      std::all_of(columns.begin(), columns.end(), is_constant)) {
    reject_constants(columns.size(), configured);
  }
}

void check_suitable(const Table& table, const Configured& configured, const Request& request,
                    const Context& context) {
  check_target(table.has_target(), configured);
  for (std::size_t i = 0; i < table.targets() && configured.traits.input.needs_target; ++i)
    check_target_kind(table.target(i).is_numbers(), configured,
                      table.targets() > 1 ? table.target_name(i) : "");
  if (table.has_weights() && !configured.traits.input.takes_weights) reject_weights(configured);
  check_kind(table, configured);
  check_range(table, configured, context);
  if (configured.traits.input.needs_target) check_target_range(table);
  check_missing(table, configured, request.missing);
  check_size(table, configured);
  check_weights(table);
}

}  // namespace pith::select_internal
