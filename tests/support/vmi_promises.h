// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

#include "pith/select/select.h"
#include "tests/support/little_memory.h"
#include "tests/support/tables.h"
#include "tests/support/vmi_twin.h"

// What both variational methods promise.
namespace pith {

inline void expect_same(const Selection& found, const std::vector<Selected>& expected,
                        double tolerance) {
  ASSERT_EQ(found.selected.size(), expected.size());
  for (std::size_t step = 0; step < expected.size(); ++step) {
    EXPECT_EQ(found.selected[step].feature, expected[step].feature) << "step " << step;
    EXPECT_NEAR(found.selected[step].score, expected[step].score, tolerance) << "step " << step;
    EXPECT_NEAR(*found.selected[step].gain, *expected[step].gain, tolerance) << "step " << step;
  }
}

/// The same features and the same bits.
inline void expect_equal(const Selection& a, const Selection& b) {
  ASSERT_EQ(a.selected.size(), b.selected.size());
  for (std::size_t step = 0; step < a.selected.size(); ++step) {
    EXPECT_EQ(a.selected[step].feature, b.selected[step].feature) << "step " << step;
    EXPECT_EQ(a.selected[step].score, b.selected[step].score) << "step " << step;
  }
}

inline void expect_vmi_twin(const std::string& method) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    VmiTwin data = vmi_data(seed);
    data.is_pairwise = method == "vmi-pairwise";
    for (const double least : {0.0, 0.03}) {
      data.least_gain = least;
      const Settings params{{"restart_gain", std::to_string(least)}};
      expect_same(select(data.table(), method, 8, params), data.greedy(8), 1e-12);
    }
    for (std::size_t row = 0; row < data.weights.size(); ++row)
      data.weights[row] = static_cast<double>(row % 4) / 2;
    data.least_gain = 0;
    expect_same(select(data.table(), method, 8, {{"restart_gain", "0"}}), data.greedy(8), 1e-12);
  }
}

/// Some columns of numbers, some of codes; a constant number and one that varies in one class only.
inline Table mixed_vmi_table(std::uint64_t seed, std::size_t rows = 60) {
  const VmiTwin data = vmi_data(seed, rows, 6);
  const Random random(seed, 1);
  std::vector<Column> columns;
  for (std::size_t f = 0; f < data.features.size(); ++f) {
    if (f % 2 == 0) {
      columns.push_back(codes_column(data.features[f]));
      continue;
    }
    std::vector<double> numbers;
    for (std::size_t row = 0; row < rows; ++row)
      numbers.push_back(data.features[f][row] + random.uniform(f * rows + row));
    columns.push_back(Column::from_numbers(std::move(numbers)));
  }
  std::vector<double> one_class;
  for (std::size_t row = 0; row < rows; ++row)
    one_class.push_back(data.target[row] == 0 ? random.uniform(100 * rows + row) : 0.25);
  columns.push_back(Column::from_numbers(std::move(one_class)));
  columns.push_back(Column::from_numbers(std::vector<double>(rows, 0.5)).declared_numeric());
  return table_of(std::move(columns), data.target);
}

inline const std::vector<Settings>& vmi_settings() {
  static const std::vector<Settings> all{{},
                                         {{"restart_gain", "0"}},
                                         {{"restart_gain", "-100"}},
                                         {{"density", "leave-one-out"}},
                                         {{"density", "resubstitution"}, {"restart_gain", "0"}}};
  return all;
}

inline void expect_vmi_invariance(const std::string& method) {
  const Table table = mixed_vmi_table(5);
  const std::size_t k = 6;  // the last two are the constant and a near tie
  std::vector<std::size_t> shuffled = Random(9, 0).permutation(table.rows());
  std::vector<std::size_t> repeated;
  std::vector<double> weights;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    weights.push_back(static_cast<double>(row % 3));
    repeated.insert(repeated.end(), row % 3, row);
  }
  TableParts turned = table.parts();
  std::reverse(turned.features.begin(), turned.features.end());
  const auto last = static_cast<Feature>(table.features() - 1);
  TableParts renamed = table.parts();  // classes 0, 1, 2 as 1, 0, -1
  std::vector<std::uint32_t> classes;
  for (std::size_t row = 0; row < table.rows(); ++row)
    classes.push_back(2 - table.target().code(row));
  renamed.target = Column::from_codes(classes, {"-1", "0", "1"});
  for (const Settings& params : vmi_settings()) {
    const Selection plain = select(table, method, k, params);
    expect_same(select(table.take(shuffled), method, k, params), plain.selected, 1e-11);
    expect_same(select(Table(renamed), method, k, params), plain.selected, 1e-11);
    std::vector<Selected> reversed = select(Table(turned), method, k, params).selected;
    for (Selected& step : reversed)
      step.feature = last - step.feature;
    expect_same(plain, reversed, 1e-11);
    expect_same(select(with_weights(table, weights), method, k, params),
                select(table.take(repeated), method, k, params).selected, 1e-11);
  }
}

inline void expect_vmi_same_bits(const std::string& method) {
  const Table table = mixed_vmi_table(6, 90);
  for (const Settings& params : vmi_settings()) {
    const Selection one = select(table, method, 8, params, {.threads = 1});
    for (const unsigned threads : {2U, 5U})
      expect_equal(one, select(table, method, 8, params, {.threads = threads}));
    // Where no factor fits into the memory, everything is computed again at each step.
    expect_equal(one, in_little_memory([&](std::uint64_t memory) {
                   return select(table, method, 8, params, {.threads = 2, .memory = memory});
                 }));
  }
}

}  // namespace pith
