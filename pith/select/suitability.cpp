// SPDX-License-Identifier: Apache-2.0
#include "pith/select/suitability.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "pith/base/error.h"
#include "pith/base/parallel.h"
#include "pith/select/prepare.h"

namespace pith::select_internal {
namespace {

void check_kind(const Table& table, const Configured& configured) {
  if (configured.traits.input.takes != Takes::numbers) return;
  const bool is_default = configured.method.traits.input.takes == Takes::numbers;
  for (Feature feature = 0; feature < table.features(); ++feature) {
    if (!table.feature(feature).is_codes()) continue;
    throw Error(
        ErrorKind::bad_data,
        fmt::format("feature {} is categorical, but {}{} takes numeric features; drop it ({}) or "
                    "choose {} that takes categorical features, e.g. {}",
                    quoted(table.name(feature)), configured.method.id,
                    is_default ? "" : " with these parameters", option("drop"),
                    is_default ? "a method" : "other parameters or a method",
                    option("method", "jmi")));
  }
}

/// Whether squares of the column's numbers can overflow or underflow. Narrower types cannot.
bool may_be_extreme(const Column& column) {
  return column.is_numbers() &&
         (column.layout() == nullptr || column.layout()->type == NumberType::float64);
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
        for (std::size_t r = 0; r < count; ++r) {
          if (std::abs(numbers[r]) > most[i]) most[i] = std::abs(numbers[r]);  // never NaN
        }
      }
    }
  });
  return most;
}

/// Sums of squares must neither overflow nor vanish.
void check_range(const Table& table, const Configured& configured, const Context& context) {
  constexpr double largest = 1e150;
  if (configured.traits.input.takes == Takes::codes) return;
  const std::vector<double> all = magnitudes(table, context);
  for (Feature feature = 0; feature < table.features(); ++feature) {
    const double most = all[feature];
    if (most == 0 || (most <= largest && most >= 1 / largest)) continue;
    throw Error(
        ErrorKind::bad_data,
        fmt::format("feature {} has magnitudes up to {}, whose squares overflow or underflow; "
                    "rescale the column or drop it ({})",
                    quoted(table.name(feature)), number_text(most), option("drop")));
  }
}

/// Whether missing values can become a level of their own: not in features that stay numeric.
bool can_be_levels(const Table& table, const Configured& configured) {
  const std::vector<Column>& columns = table.parts().features;
  return configured.traits.input.takes == Takes::codes ||
         (configured.traits.input.takes == Takes::any &&
          std::none_of(columns.begin(), columns.end(), [](const Column& column) {
            return column.is_numbers() && column.has_missing();
          }));
}

void check_missing(const Table& table, const Configured& configured, Missing missing) {
  if (!table.has_missing()) return;
  const InputTraits& takes = configured.traits.input;
  const std::string& id = configured.method.id;
  const bool can_level = can_be_levels(table, configured);
  const bool can_spread = takes.takes != Takes::numbers && takes.spreads_missing;
  std::vector<std::string> remedies = {"drop", "impute"};
  if (can_level) remedies.emplace_back("level");
  if (can_spread) remedies.emplace_back("spread");
  if (missing == Missing::error) reject_missing(table, option("missing", remedies));
  if (missing == Missing::level && !can_level) {
    throw Error(
        ErrorKind::bad_argument,
        fmt::format(
            "{} takes numeric features, whose missing values cannot be a level of their own; "
            "use {}{}",
            id, option("missing", remedies),
            takes.takes == Takes::any
                ? fmt::format(", or discretise the features ({})", option("bins"))
                : ""));
  }
  if (missing == Missing::spread && !can_spread) {
    throw Error(
        ErrorKind::bad_argument,
        fmt::format("{}{} cannot distribute missing values over the possible values; use {}", id,
                    configured.method.traits.input.spreads_missing ? " with these parameters" : "",
                    option("missing", remedies)));
  }
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

void check_size(const Table& table, const Configured& configured) {
  const InputTraits& needs = configured.traits.input;
  if (table.rows() < needs.min_rows) {
    throw Error(ErrorKind::bad_data,
                fmt::format("{} needs at least {} (got {})", configured.method.id,
                            counted(needs.min_rows, "row"), table.rows()));
  }
  const std::vector<Column>& columns = table.parts().features;
  if (needs.needs_variation && std::all_of(columns.begin(), columns.end(), is_constant)) {
    throw Error(ErrorKind::bad_data,
                fmt::format("all {} are constant, and {} needs at least one that varies",
                            counted(columns.size(), "feature"), configured.method.id));
  }
}

void check_suitable(const Table& table, const Configured& configured, const Request& request,
                    const Context& context) {
  const InputTraits& takes = configured.traits.input;
  const std::string& id = configured.method.id;
  if (takes.needs_target && !table.has_target()) {
    throw Error(
        ErrorKind::bad_data,
        fmt::format("{}{} needs a target; name one ({})", id,
                    configured.method.traits.input.needs_target ? "" : " with these parameters",
                    option("target")),
        Cause::no_target);
  }
  if (table.has_weights() && !takes.takes_weights) {
    throw Error(
        ErrorKind::bad_data,
        fmt::format("{} does not support row weights; omit them ({}) or choose another method", id,
                    option("weights")));
  }
  check_kind(table, configured);
  check_range(table, configured, context);
  check_missing(table, configured, request.missing);
  check_size(table, configured);
  check_weights(table);
}

}  // namespace pith::select_internal
