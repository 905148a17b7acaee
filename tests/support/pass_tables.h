// SPDX-License-Identifier: Apache-2.0
// Tables on which a selection by passes must equal one in memory.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "pith/base/random.h"
#include "pith/data/boolean.h"
#include "pith/data/table.h"
#include "pith/data/text_column.h"

namespace pith {

/// Named columns before one of them is made the target, which is the last one.
struct PassExample {
  std::string name;
  Columns columns;
  /// Text levels that are numbers are in another order by passes, which shows in the last digit.
  bool has_number_names = false;
};

inline Column text_column(const std::vector<std::string>& texts) {
  TextColumn column;
  for (const std::string& text : texts) {
    if (text.empty()) {
      column.add_missing();
    } else {
      column.add(text);
    }
  }
  return column.finish();
}

/// NaN is missing.
inline Column number_column(std::vector<double> values) {
  Mask missing;
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (std::isnan(values[row])) missing.set(row);
  }
  return Column::from_numbers(std::move(values), std::move(missing));
}

/// Builds columns that depend more or less on three classes.
class PassExampleMaker {
 public:
  PassExampleMaker(std::size_t rows, std::uint64_t seed) : rows_(rows), seed_(seed) {
    const Random random(seed, 0);
    for (std::size_t row = 0; row < rows; ++row)
      classes_.push_back(row < 3 ? row : random.below(row, 3));
  }

  std::size_t rows() const { return rows_; }
  std::size_t class_of(std::size_t row) const { return classes_[row]; }
  double uniform(std::size_t row) const { return Random(seed_, stream_).uniform(row); }

  void add(std::string name, Column column) {
    made_.names.push_back(std::move(name));
    made_.columns.push_back(std::move(column));
    ++stream_;
  }
  /// scale * (noise + strength * class) + offset; some values are missing.
  void add_numbers(std::string name, double strength, double scale = 1, double offset = 0,
                   double missing = 0) {
    std::vector<double> values;
    const Random gaps(seed_ + 1, stream_);
    for (std::size_t row = 0; row < rows_; ++row) {
      const double value = uniform(row) + strength * static_cast<double>(classes_[row]);
      values.push_back(gaps.uniform(row) < missing ? std::nan("") : offset + scale * value);
    }
    add(std::move(name), number_column(std::move(values)));
  }
  void add_integers(std::string name, double strength, std::size_t levels, double missing = 0) {
    std::vector<double> values;
    const Random gaps(seed_ + 1, stream_);
    for (std::size_t row = 0; row < rows_; ++row) {
      const double share =
          (uniform(row) + strength * static_cast<double>(classes_[row])) / (1 + 2 * strength);
      const double value = std::floor(share * static_cast<double>(levels));
      values.push_back(gaps.uniform(row) < missing ? std::nan("") : value);
    }
    add(std::move(name), number_column(std::move(values)));
  }
  void add_text(std::string name, double strength, const std::vector<std::string>& levels,
                double missing = 0) {
    std::vector<std::string> texts;
    const Random gaps(seed_ + 1, stream_);
    for (std::size_t row = 0; row < rows_; ++row) {
      const double share =
          (uniform(row) + strength * static_cast<double>(classes_[row])) / (1 + 2 * strength);
      const auto level = static_cast<std::size_t>(share * static_cast<double>(levels.size()));
      texts.push_back(gaps.uniform(row) < missing ? "" : levels[level % levels.size()]);
    }
    add(std::move(name), text_column(texts));
  }
  void add_booleans(std::string name, double strength, double missing = 0) {
    std::vector<std::uint8_t> truths;
    Mask mask;
    const Random gaps(seed_ + 1, stream_);
    for (std::size_t row = 0; row < rows_; ++row) {
      truths.push_back(uniform(row) + strength * static_cast<double>(classes_[row]) > 0.7 ? 1 : 0);
      if (gaps.uniform(row) < missing) mask.set(row);
    }
    add(std::move(name), boolean_column(std::move(truths), std::move(mask)));
  }
  PassExample finish(std::string name, Column target) {
    add("y", std::move(target));
    made_.source = name + ".csv";
    return {.name = std::move(name), .columns = std::move(made_)};
  }
  Column text_target() const {
    std::vector<std::string> texts;
    for (const std::size_t c : classes_)
      texts.push_back(std::vector<std::string>{"red", "Green", "blue"}[c]);
    return text_column(texts);
  }
  /// 2, 10 and 30: in another order as text.
  Column number_target() const {
    std::vector<double> values;
    for (const std::size_t c : classes_)
      values.push_back(std::vector<double>{10, 2, 30}[c]);
    return number_column(std::move(values));
  }

 private:
  std::size_t rows_;
  std::uint64_t seed_;
  std::uint64_t stream_ = 1;
  std::vector<std::size_t> classes_;
  Columns made_;
};

inline PassExample numeric_example() {
  PassExampleMaker make(120, 1);
  for (std::size_t i = 0; i < 6; ++i)
    make.add_numbers("n" + std::to_string(i), 0.1 * static_cast<double>(i));
  make.add_numbers("wide", 0.4, 1e6, 100);
  make.add("two", number_column([&] {
             std::vector<double> values;
             for (std::size_t row = 0; row < make.rows(); ++row)
               values.push_back(make.uniform(row) < 0.5 ? 0.25 : 0.75);
             return values;
           }()));
  return make.finish("numeric", make.number_target());
}

inline PassExample missing_example() {
  PassExampleMaker make(150, 2);
  make.add_numbers("a", 0.5, 1, 0, 0.05);
  make.add_numbers("b", 0.3);
  make.add_integers("few", 0.6, 5, 0.04);
  make.add_integers("many", 0.4, 60, 0.05);
  make.add_text("letters", 0.5, {"u", "v", "w", "rare"}, 0.05);
  make.add_booleans("flag", 0.3, 0.03);
  make.add_text("complete", 0.2, {"left", "right"});
  return make.finish("missing", make.text_target());
}

inline PassExample numeric_missing_example() {
  PassExampleMaker make(140, 3);
  make.add_numbers("a", 0.5, 1, 0, 0.05);
  make.add_numbers("b", 0.3, 10, -3, 0.02);
  make.add_numbers("c", 0.1);
  make.add_integers("few", 0.6, 5, 0.04);
  make.add_booleans("flag", 0.3, 0.03);
  return make.finish("numeric_missing", make.text_target());
}

inline PassExample categorical_example() {
  PassExampleMaker make(130, 4);
  make.add_text("size", 0.7, {"small", "medium", "large"});
  make.add_text("colour", 0.2, {"red", "Green", "BLUE", "\xC3\xA9mail", "z"});
  make.add_text("noise", 0.0, {"a", "b", "c", "d", "e", "f"});
  make.add_text("same", 0.0, {"only"});
  return make.finish("categorical", make.text_target());
}

inline PassExample number_names_example() {
  PassExampleMaker make(130, 8);
  make.add_text("digits", 0.4, {"10", "9", "100"}, 0.1);
  make.add_text("spellings", 0.2, {"1", "01", "1.0", "-0", "0"});
  make.add_text("words", 0.3, {"one", "two"});
  PassExample made = make.finish("number_names", make.number_target());
  made.has_number_names = true;
  return made;
}

inline PassExample mixed_example() {
  PassExampleMaker make(160, 5);
  make.add_numbers("x", 0.4);
  make.add_integers("small_integers", 0.5, 4);
  make.add_integers("large_integers", 0.3, 90);
  make.add_booleans("flag", 0.4);
  make.add_text("text", 0.5, {"p", "q", "r"});
  std::vector<double> days;
  for (std::size_t row = 0; row < make.rows(); ++row)
    days.push_back(18'000 + std::floor(40 * make.uniform(row)) +
                   static_cast<double>(7 * make.class_of(row)));
  make.add("day", number_column(days).as_date());
  make.add_integers("declared", 0.5, 6);
  return make.finish("mixed", make.number_target());
}

inline PassExample odd_example() {
  PassExampleMaker make(110, 6);
  std::vector<std::string> names;
  std::vector<double> permuted;
  std::vector<double> gapped;
  std::vector<double> copied;
  for (std::size_t row = 0; row < make.rows(); ++row) {
    names.push_back("row " + std::to_string(row * 7919 % 1000));
    permuted.push_back(static_cast<double>(5 + row * 37 % make.rows()));
    gapped.push_back(static_cast<double>(row * 7919 % 5000));
    copied.push_back(std::vector<double>{4, 1, 0}[make.class_of(row)]);
  }
  make.add("label", text_column(names));
  make.add("permuted", number_column(permuted));
  make.add("patient_id", number_column(gapped));
  make.add("constant", number_column(std::vector<double>(make.rows(), 0.1)));
  make.add("nothing", number_column(std::vector<double>(make.rows(), std::nan(""))));
  make.add("zeros", number_column(std::vector<double>(make.rows(), 0.0)));
  make.add_numbers("x", 0.5);
  make.add_numbers("z", 0.2);
  make.add("leak", number_column(copied));
  make.add_integers("counts", 0.4, 8);
  return make.finish("odd", make.text_target());
}

inline PassExample offset_example() {
  PassExampleMaker make(120, 7);
  make.add_numbers("a", 0.5, 1, 1e8);
  make.add_numbers("b", 0.3, 1e-3, -1e8);
  make.add_numbers("c", 0.2, 1e3, 1e8);
  make.add_numbers("d", 0.4, 1e-6);
  make.add_numbers("e", 0.1, 1, 1e8);
  return make.finish("offset", make.number_target());
}

inline std::vector<PassExample> pass_examples() {
  return {numeric_example(),     missing_example(), numeric_missing_example(),
          categorical_example(), mixed_example(),   number_names_example(),
          odd_example(),         offset_example()};
}

/// The rows in another order.
inline Columns shuffled(const Columns& columns, std::uint64_t seed) {
  std::vector<std::size_t> rows(columns.columns.front().rows());
  const Random random(seed, 0);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t j = random.below(i, i + 1);
    rows[i] = rows[j];
    rows[j] = i;
  }
  Columns other = columns;
  for (Column& column : other.columns)
    column = column.take(rows);
  return other;
}

}  // namespace pith
