// SPDX-License-Identifier: Apache-2.0
// What well-known tools of discrete selection get wrong or leave open, each under the name of the
// behaviour that we promise instead. Method by method: the conformance battery.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>

#include "pith/base/error.h"
#include "pith/base/random.h"
#include "pith/data/discretize.h"
#include "pith/data/read.h"
#include "pith/select/select.h"
#include "tests/support/naive_greedy.h"

namespace pith {
namespace {

using naive::Codes;
using naive::Data;

/// The greedy methods of this family.
const std::vector<std::string> greedy_methods = {"mim",  "mrmr",  "jmi",  "cmim",
                                                 "cife", "disr",  "icap", "condred",
                                                 "jmim", "njmim", "mifs", "beta-gamma"};

TEST(DiscretePitfalls, no_feature_comes_twice_however_many_are_asked_for) {
  const Data data = naive::random_data(1, 60, 6);
  for (const std::string& method : greedy_methods) {
    for (const std::size_t k : {1U, 6U, 7U, 1000U}) {
      const std::vector<Feature> order = select(data.table(), method, k).features();
      EXPECT_EQ(order.size(), std::min<std::size_t>(k, 6)) << method;
      EXPECT_EQ(std::set<Feature>(order.begin(), order.end()).size(), order.size()) << method;
    }
    EXPECT_THROW(select(data.table(), method, 0), Error) << method;
  }
}

TEST(DiscretePitfalls, icap_charges_the_sum_over_redundant_parents_not_the_largest) {
  // The second of three copies pays once, the third twice.
  Data data;
  for (std::uint32_t row = 0; row < 40; ++row)
    data.target.push_back(row % 2);
  Codes noisy = data.target;
  noisy[3] = 1 - noisy[3];
  data.features = {noisy, noisy, noisy};
  const Selection found = select(data.table(), "icap", 3);
  const double step = found.selected[0].score - found.selected[1].score;
  EXPECT_GT(step, 0.1);
  EXPECT_NEAR(found.selected[1].score - found.selected[2].score, step, 1e-12);
}

TEST(DiscretePitfalls, fractions_that_separate_the_classes_are_binned_and_never_floored) {
  const std::vector<std::uint32_t> classes = {0, 1, 0, 1, 0, 1, 0, 1};
  for (const auto& [low, high] : std::vector<std::pair<double, double>>{{0.1, 0.9}, {0.1, 1.9}}) {
    std::vector<double> values;
    for (const std::uint32_t c : classes)
      values.push_back(c == 0 ? low : high);
    const Selection found = select(table_of({values}, classes), "mim", 1);
    EXPECT_NEAR(found.selected[0].score, std::log(2.0), 1e-12) << high;
  }
}

TEST(DiscretePitfalls, after_a_perfect_feature_jmi_finds_all_alike_and_takes_the_lowest_index) {
  // I(x,s;y) = H(y) for every x once s = y is selected: noise, a constant and a useful feature.
  Data data = naive::random_data(3, 60, 2);
  data.features = {random_codes(60, 3, 1), Codes(60, 0), data.target, data.features[0]};
  const Selection found = select(data.table(), "jmi", 2);
  EXPECT_EQ(found.features(), (std::vector<Feature>{2, 0}));
  EXPECT_NEAR(found.selected[1].score, naive::entropy({&data.target}), 1e-12);
}

TEST(DiscretePitfalls, noise_of_many_values_scores_the_same_as_integers_and_as_fractions) {
  const std::size_t rows = 400;
  const Random random(5, 0);
  std::vector<double> whole(rows);
  std::vector<double> halves(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    whole[row] = static_cast<double>(random.below(row, 5000));
    halves[row] = whole[row] + 0.5;
  }
  const Selection found = select(table_of({whole, halves}, random_codes(rows, 2, 6)), "mim", 2);
  EXPECT_NEAR(found.selected[0].score, found.selected[1].score, 1e-12);
  EXPECT_LT(found.selected[0].score, 0.02);  // three bins, not 400 levels
}

TEST(DiscretePitfalls, two_columns_of_sixty_thousand_levels_are_counted) {
  const std::size_t rows = 60'000;
  Codes forth(rows);
  Codes back(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    forth[row] = static_cast<std::uint32_t>(row);
    back[row] = static_cast<std::uint32_t>(rows - 1 - row);
  }
  const Codes target = random_codes(rows, 2, 7);
  const Table table = table_of({codes_column(forth), codes_column(back)}, target);
  const double relevance = naive::entropy({&target});
  for (const std::string& method : greedy_methods) {
    const Selection found = select(table, method, 2);
    EXPECT_EQ(found.features(), (std::vector<Feature>{0, 1})) << method;
    EXPECT_NEAR(found.selected[0].score, relevance, 1e-9) << method;
  }
}

TEST(DiscretePitfalls, the_largest_value_is_in_the_highest_bin) {
  std::vector<double> values;
  for (int i = 0; i <= 100; ++i)
    values.push_back(i / 100.0);
  for (const char* bins : {"width:10", "frequency:10", "sigma"}) {
    const Column codes = discretize(Column::from_numbers(values), parse_bins(bins), {});
    EXPECT_EQ(codes.code(100), codes.levels() - 1) << bins;
    EXPECT_EQ(codes.code(0), 0U) << bins;
  }
}

TEST(DiscretePitfalls, sixty_four_threads_find_what_one_finds_to_the_last_bit) {
  const Table table = naive::random_data(8, 300, 90).table();
  for (const std::string& method : greedy_methods) {
    const Selection one = select(table, method, 30, {}, {.threads = 1});
    const Selection many = select(table, method, 30, {}, {.threads = 64});
    EXPECT_EQ(one.features(), many.features()) << method;
    for (std::size_t i = 0; i < 30; ++i)
      EXPECT_EQ(one.selected[i].score, many.selected[i].score) << method;
  }
}

TEST(DiscretePitfalls, mrmr_takes_a_near_copy_last) {
  // b is a with one row changed; c says less than either, but something else.
  Data data;
  data.features.resize(3);
  for (std::uint32_t row = 0; row < 80; ++row) {
    data.target.push_back(row % 4);
    data.features[0].push_back(row % 4 / 2);
    data.features[2].push_back(row % 20 == 1 ? 0 : row % 2);
  }
  data.features[1] = data.features[0];
  data.features[1][7] = 1 - data.features[1][7];
  for (const char* form : {"difference", "quotient"}) {
    EXPECT_EQ(select(data.table(), "mrmr", 3, {{"form", form}}).features(),
              (std::vector<Feature>{0, 2, 1}))
        << form;
  }
}

TEST(DiscretePitfalls, k_is_honoured_although_no_feature_says_anything) {
  // Four features independent of the target: every relevance is 0.
  Data data;
  data.features.resize(4);
  for (std::uint32_t row = 0; row < 32; ++row) {
    data.target.push_back(row % 2);
    for (std::uint32_t f = 0; f < 4; ++f)
      data.features[f].push_back(row >> (f + 1) & 1U);
  }
  for (const std::string& method : greedy_methods)
    EXPECT_EQ(select(data.table(), method, 3).features(), (std::vector<Feature>{0, 1, 2}))
        << method;
}

TEST(DiscretePitfalls, nothing_over_nothing_is_nothing_in_the_quotient) {
  // x0 is a constant and x1 independent of all: 0/0. x2 is relevant and shares nothing with x3.
  Data data;
  data.features.resize(4);
  for (std::uint32_t row = 0; row < 64; ++row) {
    data.target.push_back(2 * (row & 1U) + (row >> 1U & 1U));
    data.features[0].push_back(0);
    data.features[1].push_back(row >> 2U & 1U);
    data.features[2].push_back(row & 1U);
    data.features[3].push_back(row >> 1U & 1U);
  }
  const Settings quotient = {{"form", "quotient"}, {"epsilon", "0"}};
  const Selection found = select(data.table(), "mrmr", 4, quotient);
  EXPECT_EQ(found.features(), (std::vector<Feature>{2, 3, 0, 1}));
  EXPECT_TRUE(std::isinf(found.selected[1].score));
  EXPECT_EQ(found.selected[2].score, 0);
  EXPECT_EQ(select(data.table(), "mrmr", 1, quotient).features(), std::vector<Feature>{2});
}

TEST(DiscretePitfalls, noise_of_a_few_rows_never_gives_nan_or_negative_information) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Data data;
    data.target = random_codes(5, 2, seed);
    for (std::uint64_t f = 0; f < 4; ++f)
      data.features.push_back(random_codes(5, 1 + f, 100 * seed + f));
    for (const std::string& method : greedy_methods) {
      for (const Selected& step : select(data.table(), method, 4).selected)
        EXPECT_FALSE(std::isnan(step.score)) << method;
    }
    for (const Selected& step : select(data.table(), "mim", 4).selected)
      EXPECT_GE(step.score, 0.0);
  }
}

TEST(DiscretePitfalls, information_is_never_above_either_entropy_and_zero_for_a_constant) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Data data = naive::random_data(seed, 50, 6);
    data.features.push_back(Codes(50, 0));
    data.features.push_back(random_codes(50, 50, seed));
    for (const Selected& step : select(data.table(), "mim", 8).selected) {
      const double h = naive::entropy({&data.features[step.feature]});
      EXPECT_GE(step.score, 0.0);
      EXPECT_LE(step.score, std::min(h, naive::entropy({&data.target})) + 1e-12);
      if (step.feature == 6) {
        EXPECT_EQ(step.score, 0.0);
      }
    }
  }
}

TEST(DiscretePitfalls, ties_go_to_the_lowest_index_everywhere) {
  Data data = naive::random_data(9, 60, 3);
  const Codes one = data.features[1];
  data.features = {one, one, one, one};
  for (const std::string& method : greedy_methods) {
    EXPECT_EQ(select(data.table(), method, 4).features(), (std::vector<Feature>{0, 1, 2, 3}))
        << method;
  }
}

/// Memory of this process, as the system counts it; 0 where it does not tell.
std::size_t kibibytes(const std::string& key) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.rfind(key, 0) == 0) return std::stoull(line.substr(key.size()));
  }
  return 0;
}

TEST(DiscretePitfalls, memory_grows_with_the_features_and_not_with_their_square) {
  const std::size_t features = 20'000;  // the square of it, in doubles, is 3.2 GB
  std::vector<Column> columns;
  for (std::size_t f = 0; f < features; ++f)
    columns.push_back(codes_column(random_codes(30, 3, f)));
  const Table table = table_of(std::move(columns), random_codes(30, 2, features));
  std::ofstream("/proc/self/clear_refs") << "5";  // forget the peak of tests before this one
  const std::size_t held = kibibytes("VmRSS:");
  if (held == 0) GTEST_SKIP() << "needs Linux's /proc";
  for (const char* method : {"mrmr", "jmi", "cmim", "fcbf", "cfs"})
    EXPECT_FALSE(select(table, method, 3).selected.empty()) << method;
  EXPECT_LT((kibibytes("VmHWM:") - held) / 1024, 1400) << "MiB";
}

TEST(DiscretePitfalls, the_container_of_the_data_does_not_matter) {
  const Data data = naive::random_data(10, 80, 9);
  const auto folder =
      std::filesystem::temp_directory_path() / ("pith-containers-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  std::ofstream csv(folder / "a.csv");
  std::ofstream tsv(folder / "a.tsv");
  std::ofstream svm(folder / "a.libsvm");
  for (std::size_t f = 0; f < 9; ++f) {
    csv << 'f' << f << ',';
    tsv << 'f' << f << '\t';
  }
  csv << "y\n";
  tsv << "y\n";
  for (std::size_t row = 0; row < 80; ++row) {
    svm << data.target[row];
    for (std::size_t f = 0; f < 9; ++f) {
      csv << data.features[f][row] << ',';
      tsv << data.features[f][row] << ".0\t";
      if (data.features[f][row] != 0) svm << ' ' << f + 1 << ':' << data.features[f][row];
    }
    csv << data.target[row] << '\n';
    tsv << data.target[row] << '\n';
    svm << '\n';
  }
  csv.close();
  tsv.close();
  svm.close();
  for (const std::string& method : greedy_methods) {
    const std::vector<Feature> expected = select(data.table(), method, 9).features();
    for (const char* file : {"a.csv", "a.tsv", "a.libsvm"}) {
      EXPECT_EQ(select(read((folder / file).string()), method, 9).features(), expected)
          << method << " " << file;
    }
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace pith
