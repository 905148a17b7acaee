// SPDX-License-Identifier: Apache-2.0
#include "pith/data/discretize.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/parallel.h"
#include "pith/base/work.h"
#include "pith/data/column_memory.h"
#include "pith/data/cuts.h"
#include "pith/data/mdl.h"
#include "pith/data/mean.h"
#include "pith/data/row_strip.h"

namespace pith {
namespace {

std::optional<std::size_t> parse_count(std::string_view text) {
  std::size_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return count >= 2 && count <= max_bins ? std::optional(count) : std::nullopt;
}

/// Nothing if the text is not a rule.
std::optional<Bins> find_bins(std::string_view text) {
  if (text == "sigma") return Bins{.rule = Bins::Rule::sigma};
  if (text == "sigma:n") return Bins{.rule = Bins::Rule::sigma, .divides_by_n = true};
  if (text == "mdl") return Bins{.rule = Bins::Rule::mdl};
  if (text == "mdl:plain") return Bins{.rule = Bins::Rule::mdl, .has_better_encoding = false};
  const std::size_t colon = text.find(':');
  const std::string_view rule = text.substr(0, colon);
  const auto counted_rule = rule == "width"       ? std::optional(Bins::Rule::width)
                            : rule == "frequency" ? std::optional(Bins::Rule::frequency)
                            : rule == "ranks"     ? std::optional(Bins::Rule::ranks)
                                                  : std::nullopt;
  if (colon != std::string_view::npos && counted_rule) {
    if (const auto count = parse_count(text.substr(colon + 1))) {
      return Bins{.rule = *counted_rule, .count = *count};
    }
  }
  return std::nullopt;
}

/// A present value and its weight, which is positive.
struct WeightedValue {
  double value = 0;
  double weight = 1;
};

template <class Use>
void for_each_present(const Column& column, std::span<const double> weights, Use use) {
  const auto numbers = column.numbers();
  for (std::size_t row = 0; row < numbers.size(); ++row) {
    if (column.missing().test(row)) continue;
    const double weight = weights.empty() ? 1.0 : weights[row];
    if (weight > 0) use(row, numbers[row], weight);
  }
}

struct Range {
  double lowest = std::numeric_limits<double>::infinity();
  double highest = -std::numeric_limits<double>::infinity();
};

Range range_of(const Column& numbers, std::span<const double> weights) {
  Range range;
  for_each_present(numbers, weights, [&](std::size_t, double value, double) {
    range.lowest = std::min(range.lowest, value);
    range.highest = std::max(range.highest, value);
  });
  return range;
}

/// The sorted values, each repeated as often as its weight.
class RepeatedValues {
 public:
  explicit RepeatedValues(std::vector<WeightedValue> rows)
      : rows_(std::move(rows)), ends_(rows_.size()) {
    std::sort(rows_.begin(), rows_.end(), [](const WeightedValue& a, const WeightedValue& b) {
      return std::pair(a.value, a.weight) < std::pair(b.value, b.weight);
    });
    double end = 0;
    std::transform(rows_.begin(), rows_.end(), ends_.begin(),
                   [&](const WeightedValue& row) { return end += row.weight; });
  }
  double total() const { return ends_.back(); }
  double at(double place) const {
    const auto end = std::upper_bound(ends_.begin(), ends_.end() - 1, place);
    return rows_[static_cast<std::size_t>(end - ends_.begin())].value;
  }

 private:
  std::vector<WeightedValue> rows_;
  std::vector<double> ends_;
};

RepeatedValues repeated(const Column& numbers, std::span<const double> weights) {
  std::vector<WeightedValue> present;
  present.reserve(numbers.rows());
  for_each_present(numbers, weights, [&](std::size_t, double value, double weight) {
    present.push_back({value, weight});
  });
  return RepeatedValues(std::move(present));
}

std::vector<double> entropy_cuts(const Column& numbers, const BinsEvidence& evidence,
                                 bool has_better_encoding) {
  if (evidence.target == nullptr) reject_mdl_without_target();
  std::vector<ClassedValue> rows;
  rows.reserve(numbers.rows());
  for_each_present(numbers, evidence.weights, [&](std::size_t row, double value, double weight) {
    rows.push_back({value, evidence.target->code(row), weight});
  });
  return mdl_cuts(std::move(rows), has_better_encoding);
}

/// Whether the numbers have at most `max_distinct` distinct values; missing ones do not count.
bool has_at_most(const Column& numbers, std::size_t max_distinct) {
  std::vector<double> seen;
  bool is_few = true;
  for_each_present(numbers, {}, [&](std::size_t, double value, double) {
    if (!is_few || std::find(seen.begin(), seen.end(), value) != seen.end()) return;
    seen.push_back(value);
    is_few = seen.size() <= max_distinct;
  });
  return is_few;
}

/// Whether integer_codes() has to look at all rows.
bool may_be_integer_coded(const Column& column) {
  if (!column.is_numbers() || column.is_declared_numeric() || column.is_date()) return false;
  std::array<double, 64> block{};
  const std::span<double> some(block.data(), std::min(block.size(), column.rows()));
  column.copy_numbers(0, some);
  return std::none_of(some.begin(), some.end(), [](double value) {
    return !std::isnan(value) && value != std::trunc(value);
  });
}

/// What turning a column into codes of its values needs: copies of the values, and a table of
/// narrow integers.
std::uint64_t bytes_to_code(std::size_t rows) {
  constexpr std::uint64_t table = std::uint64_t{1} << 19U;
  return table + 3 * std::uint64_t{rows} * sizeof(double);
}

/// What cut_points() and the codes need for each row: some rules sort the rows.
std::uint64_t bytes_to_cut(const Bins& bins) {
  constexpr std::uint64_t codes = 2 * sizeof(std::uint32_t);
  const bool sorts = bins.rule != Bins::Rule::sigma && bins.rule != Bins::Rule::width;
  return codes + (sorts ? 3 * sizeof(ClassedValue) + 2 * sizeof(double) : 0);
}

/// The memory of a feature after it was discretised, at most.
std::uint64_t bytes_of_binned(std::size_t rows, const Bins& bins) {
  constexpr std::uint64_t level = bytes_per_level + 48;  // an interval
  const bool is_counted = bins.rule != Bins::Rule::sigma && bins.rule != Bins::Rule::mdl;
  const std::size_t levels = is_counted                       ? std::min(bins.count, rows + 1)
                             : bins.rule == Bins::Rule::sigma ? 3
                                                              : 8;
  return code_bytes(rows, levels) + levels * level + rows / 8 + bytes_per_made_column;
}

/// What counting its values is likely to take beside it: bit planes of a few levels.
std::uint64_t bytes_to_count(std::size_t rows) {
  constexpr std::uint64_t per_feature = 192;
  return rows / 2 + per_feature;
}

}  // namespace

Bins parse_bins(std::string_view text) {
  if (const auto bins = find_bins(text)) return *bins;
  throw Error(ErrorKind::bad_argument,
              fmt::format("{} must be sigma, sigma:n, width:N, frequency:N, ranks:N, mdl or "
                          "mdl:plain, with N from 2 to {} (got {})",
                          option("bins"), max_bins, quoted(text)));
}

Bins parse_target_bins(std::string_view text) {
  const auto bins = find_bins(text);
  if (!bins) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("{} must be sigma, sigma:n, width:N, frequency:N or ranks:N, with N "
                            "from 2 to {} (got {})",
                            option("target_bins"), max_bins, quoted(text)));
  }
  if (bins->rule != Bins::Rule::mdl) return *bins;
  throw Error(ErrorKind::bad_argument,
              fmt::format("{} cannot be used, since mdl bins a feature by the target; use width:N "
                          "or frequency:N",
                          option("target_bins", bins_text(*bins))));
}

std::string bins_text(const Bins& bins) {
  switch (bins.rule) {
    case Bins::Rule::sigma:
      return bins.divides_by_n ? "sigma:n" : "sigma";
    case Bins::Rule::ranks:
      return fmt::format("ranks:{}", bins.count);
    case Bins::Rule::width:
      return fmt::format("width:{}", bins.count);
    case Bins::Rule::frequency:
      return fmt::format("frequency:{}", bins.count);
    case Bins::Rule::mdl:
      return bins.has_better_encoding ? "mdl" : "mdl:plain";
  }
  return "";
}

std::vector<double> cut_points(const Column& numbers, const Bins& bins,
                               const BinsEvidence& evidence) {
  const Range range = range_of(numbers, evidence.weights);
  std::optional<RepeatedValues> rows;
  if (is_by_rank(bins) && range.lowest < range.highest)
    rows.emplace(repeated(numbers, evidence.weights));
  return cut_points(
      {.lowest = range.lowest,
       .highest = range.highest,
       .total = rows ? rows->total() : 0,
       .mean = [&] { return mean_of(numbers, evidence.weights); },
       .at = [&](double place) { return rows->at(place); },
       .by_entropy = [&] { return entropy_cuts(numbers, evidence, bins.has_better_encoding); }},
      bins);
}

Column discretize(const Column& given, const Bins& bins, const BinsEvidence& evidence) {
  if (given.is_codes()) return given;
  const Column column = given.as_doubles();  // widened once for all uses
  const std::vector<double> cuts = cut_points(column, bins, evidence);
  const auto numbers = column.numbers();
  std::vector<std::string> names = bin_names(cuts);
  // The code is the number of cuts below the value; a missing value is NaN, which is above none.
  constexpr std::size_t few = 16;
  if (cuts.size() <= few) {
    std::vector<std::uint8_t> codes(numbers.size());
    std::transform(numbers.begin(), numbers.end(), codes.begin(), [&](double value) {
      unsigned below = 0;
      for (const double cut : cuts)
        below += value > cut ? 1U : 0U;
      return static_cast<std::uint8_t>(below);
    });
    return without_empty_levels(
        Column::from_bytes(std::move(codes), std::move(names), column.missing()));
  }
  std::vector<std::uint32_t> codes(numbers.size());
  for (std::size_t row = 0; row < codes.size(); ++row) {
    if (column.missing().test(row)) continue;
    codes[row] = static_cast<std::uint32_t>(
        std::lower_bound(cuts.begin(), cuts.end(), numbers[row]) - cuts.begin());
  }
  return without_empty_levels(Column::from_codes(codes, std::move(names), column.missing()));
}

Table integers_as_codes(const Table& table, const Context& context) {
  const std::vector<Column>& given = table.parts().features;
  const auto candidates =
      static_cast<std::uint64_t>(std::count_if(given.begin(), given.end(), may_be_integer_coded));
  if (candidates == 0) return table;
  std::vector<Column> columns = given;
  const Workers workers = workers_within(context, candidates, bytes_to_code(table.rows()),
                                         "finding integers that are categories");
  const std::uint64_t each =
      table.rows() + max_integer_levels * bytes_per_level + bytes_per_made_column;
  const auto held = std::make_shared<Reservation>(context.reserve(
      candidates * each, "the integers as categories", "select from fewer features"));
  parallel_blocks(workers.context, columns.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (auto codes = integer_codes(columns[i])) columns[i] = codes->holding(held);
    }
  });
  std::size_t changed = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    changed += columns[i].kind() != table.parts().features[i].kind() ? 1 : 0;
  }
  if (changed == 0) return table;
  held->shrink(changed * each);
  return table.with_features(std::move(columns)).with_note(integers_note(changed));
}

Table with_fixed_kinds(const Table& table, const Context& context) {
  std::vector<Column> columns = table.parts().features;
  const Workers workers = workers_within(context, columns.size(), bytes_to_code(table.rows()),
                                         "finding integers that are categories");
  parallel_blocks(workers.context, columns.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (columns[i].is_numbers() && !columns[i].is_declared_numeric() &&
          !is_integer_coded(columns[i])) {
        columns[i] = columns[i].declared_numeric();
      }
    }
  });
  return table.with_features(std::move(columns));
}

std::optional<Table> few_as_codes(const Table& table, std::size_t max_distinct,
                                  const Context& context) {
  std::vector<Column> columns = table.parts().features;
  std::vector<char> is_few(columns.size());
  parallel_blocks(context, columns.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      is_few[i] = columns[i].is_codes() || has_at_most(columns[i], max_distinct);
  });
  if (std::find(is_few.begin(), is_few.end(), 0) != is_few.end()) return std::nullopt;
  const auto changed = std::count_if(columns.begin(), columns.end(),
                                     [](const Column& column) { return column.is_numbers(); });
  if (changed == 0) return table;
  const std::uint64_t bytes =
      static_cast<std::uint64_t>(changed) *
      (table.rows() + max_distinct * bytes_per_level + bytes_per_made_column);
  const Reservation making = context.reserve(bytes_to_code(table.rows()), "numbers as categories");
  const auto held = std::make_shared<const Reservation>(
      context.reserve(bytes, "the numbers as categories", "select from fewer features"));
  for (Column& column : columns) {
    if (column.is_numbers()) column = as_codes(column).holding(held);
  }
  return table.with_features(std::move(columns))
      .with_note(few_values_note(static_cast<std::size_t>(changed), max_distinct));
}

Table discretize(const Table& table, const Bins& bins, const Context& context) {
  return bin_all(integers_as_codes(table, context), bins, context);
}

Table bin_all(const Table& whole, const Bins& bins, const Context& context) {
  const std::vector<Column>& given = whole.parts().features;
  const auto binned = static_cast<std::size_t>(
      std::count_if(given.begin(), given.end(), [](const Column& c) { return c.is_numbers(); }));
  if (binned == 0) return whole;
  std::vector<Column> columns = given;
  const BinsEvidence evidence{.target = whole.has_classes() ? &whole.target() : nullptr,
                              .weights = whole.weights()};
  constexpr std::size_t columns_per_block = 8;
  const bool is_widened = std::any_of(columns.begin(), columns.end(), [](const Column& column) {
    return column.is_numbers() && column.layout() != nullptr;
  });
  const Workers workers = workers_within(
      context, columns.size() / columns_per_block + 1,
      whole.rows() * (bytes_to_cut(bins) + (is_widened ? columns_per_block * sizeof(double) : 0)),
      "discretising features");
  const auto held = std::make_shared<Reservation>(
      context.reserve(binned * bytes_of_binned(whole.rows(), bins), "the discretised features",
                      "select from fewer features", binned * bytes_to_count(whole.rows())));
  Work work(context, "discretise", columns.size());
  parallel_blocks(
      workers.context, columns.size(), columns_per_block, [&](std::size_t begin, std::size_t end) {
        const std::vector<Column> some = as_doubles(std::span(columns).subspan(begin, end - begin));
        for (std::size_t i = begin; i < end; ++i) {
          if (columns[i].is_numbers())
            columns[i] = discretize(some[i - begin], bins, evidence).holding(held);
          work.add(1);
        }
      });
  return whole.with_features(std::move(columns)).with_note(binned_note(binned, bins));
}

}  // namespace pith
