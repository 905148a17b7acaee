// SPDX-License-Identifier: Apache-2.0
#include "pith/data/files/reread.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/text.h"
#include "pith/data/arrow/ipc_write.h"
#include "pith/data/csv/csv_write.h"
#include "pith/data/date.h"
#include "pith/data/dense.h"
#include "pith/data/files/stored_dates.h"
#include "pith/data/files/value_text.h"
#include "pith/data/formats/parquet/parquet_write.h"
#include "pith/data/missing_tokens.h"
#include "pith/data/number.h"
#include "pith/data/target_rules.h"
#include "pith/data/typing.h"

namespace pith {
namespace {

/// Columns with something in common, by their names.
class Group {
 public:
  void add(const std::string& name) { names_.push_back(quoted(name)); }
  bool is_empty() const { return names_.empty(); }
  /// `column 'a'` or `columns 'a', 'b'`.
  std::string text() const {
    return fmt::format("{} {}", agree(names_.size(), "column", "columns"), listed(names_));
  }

 private:
  std::vector<std::string> names_;
};

/// As readers order the levels of a column without a list of them: by value if all are numbers,
/// else by their bytes.
bool is_in_order(const std::vector<std::string>& levels) {
  std::vector<double> values;
  for (const std::string& level : levels) {
    const std::optional<double> value = number_of(level);
    if (!value) break;
    values.push_back(*value);
  }
  if (values.size() < levels.size()) return std::is_sorted(levels.begin(), levels.end());
  for (std::size_t i = 1; i < levels.size(); ++i) {
    const bool is_less =
        values[i - 1] != values[i] ? values[i - 1] < values[i] : levels[i - 1] < levels[i];
    if (!is_less) return false;
  }
  return true;
}

/// Whether a target with these classes is read as the same classes. A target keeps its texts,
/// unless all of them are numbers: these are classes only if they are few integers, by their
/// values.
bool keeps_classes(const std::vector<std::string>& levels) {
  std::vector<double> values;
  for (const std::string& level : levels) {
    if (level.empty()) continue;
    const std::optional<double> value = number_of(level);
    if (!value) return true;
    values.push_back(*value);
  }
  const bool are_classes = values.size() <= max_class_integers &&
                           std::all_of(values.begin(), values.end(), [](double value) {
                             return std::isfinite(value) && value == std::trunc(value);
                           });
  if (!are_classes) return false;
  std::vector<std::string> texts = levels;
  std::erase(texts, "");
  std::sort(texts.begin(), texts.end());
  std::vector<std::string> read = as_codes(Column::from_numbers(std::move(values))).level_names();
  std::sort(read.begin(), read.end());
  return texts == read;
}

/// Few integers that were declared numeric: only the declaration keeps them from being categories.
bool is_numeric_by_word(const Column& column) {
  return column.is_declared_numeric() && column.is_numbers() && !column.is_date() &&
         is_integer_coded(Column::from_numbers(
             [&] {
               std::vector<double> values(column.rows());
               column.copy_numbers(0, values);
               return values;
             }(),
             column.missing()));
}

/// Whether all dates are within the years that can be written, to the last bit.
bool keeps_dates(const Column& column) {
  const Numbers days = column.numbers();
  const bool has_time = has_times(column);
  return std::all_of(days.begin(), days.end(), [&](double day) {
    if (std::isnan(day)) return true;
    constexpr double most = 3e6;  // days, beyond the year 9999
    if (std::abs(day) > most) return false;
    const std::optional<IsoDate> back = parse_iso_date(iso_date_text(day, has_time));
    return back && back->days == day;
  });
}

/// Checks what delimited text does not keep.
class CsvCheck {
 public:
  CsvCheck(const WrittenColumns& written, const CsvStyle& style)
      : written_(written), columns_(written.columns), style_(style) {}

  std::vector<std::string> run() {
    for (std::size_t i = 0; i < columns_.columns.size(); ++i) {
      const bool is_target = i + written_.targets() >= columns_.columns.size();
      if (columns_.columns[i].is_codes()) {
        check_codes(columns_.columns[i], columns_.names[i], is_target);
      } else {
        check_numbers(columns_.columns[i], columns_.names[i]);
      }
      if (style_.is_safe) count_guards(columns_.columns[i], columns_.names[i]);
    }
    return notes();
  }

 private:
  void check_codes(const Column& column, const std::string& name, bool is_target) {
    const Column used = without_empty_levels(column);
    if (used.levels() < column.levels() && written_.has_own_levels) unused_.add(name);
    const MissingTokens defaults;
    const MissingTokens none({}, false);
    bool has_default = false;
    for (const std::string& level : used.level_names()) {
      if (level.empty()) {
        empty_.add(name);
      } else if (!has_default && defaults.contains(std::string_view(level))) {
        missing_.add(name);
        has_default = true;
      }
    }
    if (is_target) {
      if (!keeps_classes(used.level_names())) retyped_.add(name);
    } else {
      TypingRules rules;
      if (has_default) rules.missing = none;
      const Typed read = typed(used, name, rules);
      const bool is_kept = read.column.is_codes() && !read.infinite_row &&
                           without_empty_text(read.column) == without_empty_text(used);
      if (!is_kept) retyped_.add(name);
    }
    if (!is_in_order(used.level_names()) && written_.has_own_levels) reordered_.add(name);
  }

  static std::vector<std::string> without_empty_text(const Column& column) {
    std::vector<std::string> levels = column.level_names();
    std::erase(levels, "");
    std::sort(levels.begin(), levels.end());
    return levels;
  }

  void check_numbers(const Column& column, const std::string& name) {
    if (is_numeric_by_word(column)) declared_.add(name);
    if (!column.is_date()) return;
    const bool has_values = column.missing().count() < column.rows();
    if (!has_values || !keeps_dates(column)) dates_.add(name);
  }

  void count_guards(const Column& column, const std::string& name) {
    guarded_names_ += is_formula(name) ? 1 : 0;
    if (!column.is_codes()) return;
    std::vector<bool> are_formulas(column.levels());
    for (std::size_t level = 0; level < are_formulas.size(); ++level)
      are_formulas[level] = is_formula(column.level(level));
    for (std::size_t row = 0; row < column.rows(); ++row) {
      if (!column.missing().test(row) && are_formulas[column.code(row)]) ++guarded_values_;
    }
  }

  std::vector<std::string> notes() const {
    std::vector<std::string> all;
    const auto add = [&all](const Group& group, std::string_view what, const std::string& remedy) {
      if (!group.is_empty()) all.push_back(fmt::format(fmt::runtime(what), group.text()) + remedy);
    };
    const auto by = [](const std::string& mention) {
      return fmt::format(" (read it with {})", mention);
    };
    if (looks_headerless(columns_, style_)) {
      all.push_back("the saved header looks like a row, because there are numbers in it" +
                    by(option("header", "yes")));
    }
    add(missing_, "texts of {} in the saved table will be read as missing values",
        by(option("no_default_na")));
    add(empty_, "the empty text of {} in the saved table will be read as a missing value", "");
    add(retyped_,
        "the categories of {} in the saved table will be read as numbers, dates or truth values",
        by(option("categorical")));
    add(declared_, "{} of the saved table will be read as categories of few integers",
        by(option("numeric")));
    add(dates_, "dates of {} in the saved table will not be read as the same dates", "");
    add(reordered_, "the levels of {} in the saved table will be read in another order", "");
    add(unused_, "levels of {} that no row has are not in the saved table", "");
    if (guarded_names_ + guarded_values_ > 0) {
      all.push_back(fmt::format("guarded {} and {} that a spreadsheet could run with an apostrophe",
                                counted(guarded_names_, "name"),
                                counted(guarded_values_, "value")));
    }
    return all;
  }

  const WrittenColumns& written_;
  const Columns& columns_;
  CsvStyle style_;
  Group missing_;
  Group empty_;
  Group retyped_;
  Group declared_;
  Group dates_;
  Group reordered_;
  Group unused_;
  std::size_t guarded_names_ = 0;
  std::size_t guarded_values_ = 0;
};

std::vector<std::string> arff_notes(const Columns& columns) {
  Group integers;
  Group dates;
  for (std::size_t i = 0; i < columns.columns.size(); ++i) {
    const Column& column = columns.columns[i];
    if (column.is_date() && !keeps_dates(column)) dates.add(columns.names[i]);
    if (is_integer_coded(column)) integers.add(columns.names[i]);
  }
  std::vector<std::string> notes;
  if (!integers.is_empty()) {
    notes.push_back(
        fmt::format("{} of the saved table will be read as numeric, not as categories "
                    "of few integers (read it with {})",
                    integers.text(), option("categorical")));
  }
  if (!dates.is_empty()) {
    notes.push_back(fmt::format("dates of {} in the saved table will not be read as the same dates",
                                dates.text()));
  }
  return notes;
}

/// Parquet and Arrow, which keep types, but of categories only the texts of the rows are read.
/// Arrow keeps the kind of a column without values, too.
std::vector<std::string> typed_notes(const WrittenColumns& written, Format format) {
  const Columns& columns = written.columns;
  Group reordered;
  Group unused;
  Group declared;
  Group dates;
  Group kinds;
  for (std::size_t i = 0; i < columns.columns.size(); ++i) {
    const Column& column = columns.columns[i];
    const std::string& name = columns.names[i];
    const bool has_values = column.missing().count() < column.rows();
    if (!has_values && format == Format::parquet && (column.is_codes() || column.is_date()))
      kinds.add(name);
    if (is_numeric_by_word(column)) declared.add(name);
    if (column.is_date() && !keeps_stored_dates(column)) dates.add(name);
    const bool has_truths =
        format == Format::parquet ? has_parquet_truths(column) : has_arrow_truths(column);
    const bool has_levels = column.is_codes() && !has_truths;
    if (!has_levels || !written.has_own_levels) continue;
    const Column used = without_empty_levels(column);
    if (used.levels() < column.levels()) unused.add(name);
    if (!std::is_sorted(used.level_names().begin(), used.level_names().end())) reordered.add(name);
  }
  std::vector<std::string> notes;
  const auto add = [&notes](const Group& group, std::string_view what) {
    if (!group.is_empty()) notes.push_back(fmt::format(fmt::runtime(what), group.text()));
  };
  add(declared, "{} of the saved table will be read as categories of few integers" +
                    fmt::format(" (read it with {})", option("numeric")));
  add(dates, "dates of {} in the saved table will not be read as the same dates");
  add(kinds, "the kind of {} is not in the saved table, because there are no values");
  add(reordered, "the levels of {} in the saved table will be read in another order");
  add(unused, "levels of {} that no row has are not in the saved table");
  return notes;
}

/// LIBSVM and NPY, which hold nothing but numbers.
std::vector<std::string> matrix_notes(const WrittenColumns& written, Format format) {
  const Columns& columns = written.columns;
  const bool is_libsvm = format == Format::libsvm;
  const std::size_t count = columns.columns.size();
  const std::size_t features = count - written.targets();
  std::vector<std::string> names = feature_names(is_libsvm ? features : count, is_libsvm ? 1 : 0);
  if (is_libsvm) names.emplace_back("target");
  std::vector<std::string> notes;
  if (names != columns.names) {
    notes.push_back(fmt::format("names are not in the saved table; its columns will be called {}",
                                listed(names, 3)));
  }
  if (is_libsvm && !written.has_target)
    notes.emplace_back("the saved table has labels of 0, which will be read as its target");
  Group categories;
  Group dates;
  Group declared;
  for (std::size_t i = 0; i < count; ++i) {
    const Column& column = columns.columns[i];
    if (column.is_codes() && i < features) categories.add(columns.names[i]);
    if (column.is_date()) dates.add(columns.names[i]);
    if (is_numeric_by_word(column)) declared.add(columns.names[i]);
  }
  const auto add = [&notes](const Group& group, std::string_view what, const std::string& remedy) {
    if (!group.is_empty()) notes.push_back(fmt::format("{} {}{}", group.text(), what, remedy));
  };
  add(categories, "of the saved table will be read as numbers",
      fmt::format(" (read it with {})", option("categorical")));
  add(dates, "of the saved table will be read as days since 1970-01-01", "");
  add(declared, "of the saved table will be read as categories of few integers",
      fmt::format(" (read it with {})", option("numeric")));
  if (features < count && columns.columns.back().is_codes()) {
    const Column used = without_empty_levels(columns.columns.back());
    const bool are_numbers =
        std::all_of(used.level_names().begin(), used.level_names().end(), [](const auto& level) {
          const std::optional<double> number = number_of(level);
          return number && std::isfinite(*number) && number_text(*number) == level;
        });
    if (!are_numbers || !is_in_order(used.level_names())) {
      notes.push_back(fmt::format("classes of the saved table are numbers: {} is {}",
                                  quoted(columns.columns.back().level(0)),
                                  are_numbers ? columns.columns.back().level(0) : "0"));
    }
  }
  return notes;
}

}  // namespace

std::vector<std::string> reread_notes(const WrittenColumns& written, Format format) {
  switch (format) {
    case Format::arff:
      return arff_notes(written.columns);
    case Format::parquet:
    case Format::arrow:
      return typed_notes(written, format);
    case Format::libsvm:
    case Format::npy:
      return matrix_notes(written, format);
    default:
      break;
  }
  return CsvCheck(written, csv_style(written, format)).run();
}

}  // namespace pith
