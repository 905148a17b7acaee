// SPDX-License-Identifier: Apache-2.0
#include "pith/select/catalog.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/parallel.h"

namespace pith {

namespace methods {
// One declaration for each file in pith/methods/: a file whose function has another name fails at
// link time, with the name in the message.
#define PITH_METHOD(stem) Method stem();
#include "methods.inc"
#undef PITH_METHOD
}  // namespace methods

namespace {

std::vector<Method> make_catalog() {
  std::vector<Method> all = {
#define PITH_METHOD(stem) methods::stem(),
#include "methods.inc"
#undef PITH_METHOD
  };
  std::sort(all.begin(), all.end(), [](const Method& a, const Method& b) { return a.id < b.id; });
  return all;
}

const Method* find_method(std::string_view id) {
  const auto& all = catalog();
  const auto place =
      std::find_if(all.begin(), all.end(), [&](const Method& known) { return known.id == id; });
  return place == all.end() ? nullptr : &*place;
}

/// A method with its parameters: what it takes may depend on them.
struct Chosen {
  const Method& method;
  Traits traits;
  Takes takes;
};

void check_kind(const Table& table, const Chosen& chosen) {
  if (chosen.takes != Takes::numbers) return;
  const bool is_default = chosen.method.traits.input.takes == Takes::numbers;
  for (Feature feature = 0; feature < table.features(); ++feature) {
    if (table.feature(feature).is_codes()) {
      throw Error(
          ErrorKind::bad_data,
          fmt::format("feature {} is categorical, and {}{} takes numbers; drop it (--drop) or "
                      "choose {}",
                      quoted(table.name(feature)), chosen.method.id,
                      is_default ? "" : " with these parameters",
                      is_default ? "a method that takes categories (pith methods)"
                                 : "others, or a method that takes categories (pith methods)"));
    }
  }
}

/// Whether a number of the column can be so large, or so small, that its square is none. Narrower
/// ones cannot.
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
void check_range(const Table& table, const Chosen& chosen, const Context& context) {
  constexpr double largest = 1e150;
  if (chosen.takes == Takes::codes) return;
  const std::vector<double> all = magnitudes(table, context);
  for (Feature feature = 0; feature < table.features(); ++feature) {
    const double most = all[feature];
    if (most == 0 || (most <= largest && most >= 1 / largest)) continue;
    throw Error(ErrorKind::bad_data,
                fmt::format("feature {} has magnitudes up to {}, whose squares no number holds; "
                            "divide the column by a constant, or drop it (--drop)",
                            quoted(table.name(feature)), number_text(most)));
  }
}

/// Whether each missing value can be a level: not among numbers that stay numbers.
bool can_be_levels(const Table& table, const Chosen& chosen) {
  const std::vector<Column>& columns = table.parts().features;
  return chosen.takes == Takes::codes ||
         (chosen.takes == Takes::any &&
          std::none_of(columns.begin(), columns.end(), [](const Column& column) {
            return column.is_numbers() && column.has_missing();
          }));
}

void check_missing(const Table& table, const Chosen& chosen, Missing missing) {
  if (!table.has_missing()) return;
  const bool can_level = can_be_levels(table, chosen);
  const bool can_spread = chosen.takes != Takes::numbers && chosen.traits.input.spreads_missing;
  if (missing == Missing::error) {
    reject_missing(table, can_spread && can_level ? "--missing drop, impute, level or spread"
                          : can_spread            ? "--missing drop, impute or spread"
                          : can_level             ? "--missing drop, impute or level"
                                                  : "--missing drop or impute");
  }
  if (missing == Missing::level && !can_level) {
    const bool takes_any = chosen.takes == Takes::any;
    throw Error(
        ErrorKind::bad_argument,
        fmt::format("{} takes numbers as they are, so a missing one cannot be a level of its own; "
                    "use --missing drop{} or --missing impute{}",
                    chosen.method.id, can_spread ? ", --missing spread" : "",
                    takes_any ? ", or bin the numbers (--bins)" : ""));
  }
  if (missing == Missing::spread && !can_spread) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("{} cannot spread missing values; use --missing drop{}",
                            chosen.method.id, can_level ? ", impute or level" : " or impute"));
  }
}

double weight_of_all(const Table& table) {
  return std::accumulate(table.weights().begin(), table.weights().end(), 0.0);
}

/// Weights that add up to 1, as some make them, say that there is one row.
void check_weights(const Table& table) {
  if (!table.has_weights()) return;
  const std::size_t least = std::max<std::size_t>(table.has_target() ? table.classes() : 0, 2);
  const double weight = weight_of_all(table);
  const double rounding = 1e-9;
  if (weight >= static_cast<double>(least) * (1 - rounding)) return;
  throw Error(
      ErrorKind::bad_data,
      fmt::format("weights add up to {:.3g}, as if there were so many rows of the {}, and "
                  "at least {} are needed; a weight says how often its row counts (--weights)",
                  weight, table.rows(), least));
}

void check_size(const Table& table, const Chosen& chosen) {
  if (table.rows() < chosen.traits.input.min_rows) {
    throw Error(ErrorKind::bad_data,
                fmt::format("{} compares features over rows and needs at least {}; the table has "
                            "{}",
                            chosen.method.id, chosen.traits.input.min_rows, table.rows()));
  }
  const std::vector<Column>& columns = table.parts().features;
  if (chosen.traits.input.needs_variation &&
      std::all_of(columns.begin(), columns.end(), is_constant)) {
    throw Error(ErrorKind::bad_data,
                fmt::format("every feature is constant ({} of {}), and {} looks at how they vary; "
                            "give it at least one that does",
                            columns.size(), columns.size(), chosen.method.id));
  }
}

void check_suitable(const Table& table, const Chosen& chosen, const Request& request,
                    const Context& context) {
  const Traits& traits = chosen.traits;
  if (traits.input.needs_target && !table.has_target()) {
    throw Error(
        ErrorKind::bad_data,
        fmt::format("{}{} needs a target; name one (--target)", chosen.method.id,
                    chosen.method.traits.input.needs_target ? "" : " with these parameters"));
  }
  if (table.has_weights() && !traits.input.takes_weights) {
    throw Error(ErrorKind::bad_data,
                fmt::format("{} does not take row weights; leave them out (--weights) or choose "
                            "another method",
                            chosen.method.id));
  }
  check_kind(table, chosen);
  check_range(table, chosen, context);
  check_missing(table, chosen, request.missing);
  check_size(table, chosen);
  check_weights(table);
}

/// A row of weight 0 is as good as absent: it must not decide about levels, bins or classes either.
Table without_weightless_rows(const Table& table) {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (!table.has_weights() || table.weights()[row] > 0) rows.push_back(row);
  }
  return rows.size() == table.rows() ? table : table.take(rows);
}

Table prepare_by_own_bins(const Table& table, const Chosen& chosen, const Request& request,
                          const Context& context) {
  const std::optional<Table> few = few_as_codes(table, chosen.method.bins->max_distinct, context);
  const Table whole = handle_missing(few.value_or(table), request.missing);
  const Table coded = bin_all(whole, chosen.method.bins->bins, context);
  return request.missing == Missing::level ? missing_as_level(coded) : coded;
}

/// Methods of categories alone count; others take differences between rows.
std::string spread_note(const Chosen& chosen) {
  return chosen.method.traits.input.takes == Takes::codes
             ? "spread the counts of missing values over the levels"
             : "a missing category differs by 1 - 1/levels, a missing number by the most it can";
}

/// The table as the method wants it, and notes about what was done. Integers that stand for
/// categories become so before gaps are filled: their mean would be a category that does not exist.
Table prepare(const Table& table, const Chosen& chosen, const Request& request,
              const Context& context) {
  if (chosen.takes != Takes::codes) {
    const Table whole = handle_missing(table, request.missing);
    if (whole.has_missing() && request.missing == Missing::spread)
      return whole.with_note(spread_note(chosen));
    return request.missing == Missing::level ? missing_as_level(whole) : whole;
  }
  if (chosen.method.bins && !request.bins)
    return prepare_by_own_bins(table, chosen, request, context);
  const Table categories = table.has_missing() ? integers_as_codes(table, context) : table;
  Table whole = handle_missing(categories, request.missing);
  if (whole.has_missing() && request.missing == Missing::spread)
    whole = whole.with_note(spread_note(chosen));
  const Table coded = discretize(whole, request.bins.value_or(Bins{}), context);
  return request.missing == Missing::level ? missing_as_level(coded) : coded;
}

std::vector<Feature> find_kept(const Table& table, const Request& request) {
  std::vector<Feature> kept;
  for (const std::string& name : request.keep) {
    const Feature feature = table.find(name);
    if (std::find(kept.begin(), kept.end(), feature) == kept.end()) kept.push_back(feature);
  }
  if (kept.size() > request.k) {
    throw Error(
        ErrorKind::bad_argument,
        fmt::format("{} features are to be kept, but k is {}; ask for more (-k) or keep fewer "
                    "(--keep)",
                    kept.size(), request.k));
  }
  return kept;
}

/// Features with one value only say nothing, whatever the method; the result names them.
std::optional<std::string> constant_note(const Table& table) {
  std::vector<std::string> constant;
  for (Feature feature = 0; feature < table.features(); ++feature) {
    if (is_constant(table.feature(feature))) constant.push_back(quoted(table.name(feature)));
  }
  if (constant.empty()) return std::nullopt;
  return fmt::format("{} feature{} constant: {}", constant.size(),
                     constant.size() == 1 ? " is" : "s are", listed(constant));
}

std::optional<std::string> weight_note(const Table& table) {
  if (!table.has_weights()) return std::nullopt;
  const double weight = weight_of_all(table);
  if (weight >= 0.5 * static_cast<double>(table.rows())) return std::nullopt;
  return fmt::format(
      "weights add up to {:.3g} for {} rows, so few are what scores see; a weight "
      "says how often its row counts",
      weight, table.rows());
}

/// Features that could not be selected, and why.
std::optional<std::string> combination_note(const Table& table, const Selection& selection) {
  if (selection.combinations.empty()) return std::nullopt;
  std::vector<std::string> names;
  for (const Feature feature : selection.combinations)
    names.push_back(quoted(table.name(feature)));
  return fmt::format("left out {} feature{} that follow{} from the selected ones: {}", names.size(),
                     names.size() == 1 ? "" : "s", names.size() == 1 ? "s" : "", listed(names));
}

/// A category with a level for every row knows every class by heart, and nothing about new rows.
std::optional<std::string> identifier_note(const Table& table, const Selection& selection) {
  constexpr std::size_t min_rows = 10;  // so many rows may differ by chance
  if (table.rows() < min_rows) return std::nullopt;
  std::vector<std::string> unique;
  for (const Selected& step : selection.selected) {
    const Column& column = table.feature(step.feature);
    if (column.is_codes() && column.levels() == table.rows()) unique.push_back(quoted(step.name));
  }
  if (unique.empty()) return std::nullopt;
  return fmt::format(
      "a different value in every row: {}; an identifier says nothing about new rows, so leave it "
      "out (--drop)",
      listed(unique));
}

/// Whether every class has a value of its own, the same in all its rows. Values must not be
/// missing.
bool stands_for_the_target(const Column& feature, const Column& target) {
  std::vector<std::optional<double>> of_class(target.levels());
  for (std::size_t row = 0; row < target.rows(); ++row) {
    std::optional<double>& value = of_class[target.code(row)];
    const double here = feature.is_codes() ? feature.code(row) : feature.number(row);
    if (value.value_or(here) != here) return false;
    value = here;
  }
  std::set<double> different;
  for (const std::optional<double>& value : of_class) {
    if (value && !different.insert(*value).second) return false;
  }
  return true;
}

/// A copy of the target among the features is nearly always a mistake, and all that is found.
std::optional<std::string> target_note(const Table& table, const Selection& selection) {
  constexpr std::size_t min_rows = 10;  // so many rows may agree by chance
  if (!table.has_target() || table.rows() < min_rows) return std::nullopt;
  std::vector<std::string> copies;
  for (const Selected& step : selection.selected) {
    const Column& column = table.feature(step.feature);
    if (!column.has_missing() && stands_for_the_target(column, table.target()))
      copies.push_back(quoted(step.name));
  }
  if (copies.empty()) return std::nullopt;
  return fmt::format(
      "a value of its own for each class, as a copy of the target has: {}; leave it "
      "out (--drop) unless it is known before the target is",
      listed(copies));
}

}  // namespace

const std::vector<Method>& catalog() {
  static const std::vector<Method> all = make_catalog();
  return all;
}

const Method& method(std::string_view id) {
  if (const Method* known = find_method(id)) return *known;
  std::vector<std::string> ids;
  for (const Method& known : catalog())
    ids.push_back(known.id);
  const auto near = nearest_name(id, ids);
  throw Error(ErrorKind::bad_argument, fmt::format("there is no method {}{}", quoted(id),
                                                   near ? fmt::format("; did you mean '{}'?", *near)
                                                        : "; 'pith methods' lists them"));
}

const Method& auto_method(const Table& table) {
  const bool is_all_numbers =
      std::all_of(table.parts().features.begin(), table.parts().features.end(),
                  [](const Column& column) { return column.is_numbers(); });
  return method(is_all_numbers ? "gc-mi" : "jmi");
}

Outcome run(const Table& given, const Request& request, const Context& context) {
  context.check_cancelled();
  const Table table = without_weightless_rows(given);
  const Method& wanted =
      request.method == "auto" ? auto_method(table) : pith::method(request.method);
  if (request.k == 0) throw Error(ErrorKind::bad_argument, "k is 0; ask for at least one feature");
  Outcome outcome;
  outcome.method = wanted.id;
  outcome.params = wanted.params(request.params);
  outcome.k = request.k;
  const Traits traits = wanted.traits_for(outcome.params);
  const bool is_binned = traits.input.takes == Takes::any && request.bins;
  const Chosen chosen{
      .method = wanted, .traits = traits, .takes = is_binned ? Takes::codes : traits.input.takes};
  check_suitable(table, chosen, request, context);
  const std::vector<Feature> keep = find_kept(table, request);
  const Table prepared = prepare(table, chosen, request, context);
  check_size(prepared, chosen);  // rows with gaps may be gone
  const TableSource source(prepared);
  const Task task{.k = request.k, .keep = keep, .params = outcome.params};
  outcome.selection = wanted.run(source, task, context);
  Selection& selection = outcome.selection;
  for (Selected& step : selection.selected)
    step.name = table.name(step.feature);
  for (Ranked& entry : selection.ranking)
    entry.name = table.name(entry.feature);
  std::vector<std::string> notes = prepared.notes();
  if (auto note = weight_note(prepared)) notes.push_back(std::move(*note));
  if (auto note = constant_note(prepared)) notes.push_back(std::move(*note));
  if (auto note = combination_note(prepared, selection)) notes.push_back(std::move(*note));
  if (auto note = identifier_note(prepared, selection)) notes.push_back(std::move(*note));
  if (auto note = target_note(table, selection)) notes.push_back(std::move(*note));
  selection.notes.insert(selection.notes.begin(), notes.begin(), notes.end());
  return outcome;
}

Selection select(const Table& table, std::string_view method, std::size_t k, const Settings& params,
                 const Context& context) {
  Request request;
  request.method = method;
  request.k = k;
  request.params = params;
  return run(table, request, context).selection;
}

}  // namespace pith
