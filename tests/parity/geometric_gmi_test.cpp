// SPDX-License-Identifier: Apache-2.0
// Geometric information of fixed splits against dense spanning trees in exact integers
// (golden/geometric/README.md).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "pith/measure/geometric_information.h"
#include "pith/methods/trees/pair_totals.h"
#include "tests/parity/golden.h"

namespace pith {
namespace {

using Json = nlohmann::json;

struct Golden {
  Json results;
  std::vector<std::vector<std::int32_t>> columns;
  std::vector<std::uint32_t> classes;

  explicit Golden(const std::string& set) {
    const auto path = golden::find("geometric/" + set + ".json");
    if (!path) return;
    results = golden::parse(*path);
    Roles roles;
    roles.target = "label";
    for (std::size_t i = 0; i < results.at("n_features").get<std::size_t>(); ++i)
      roles.kinds.numeric.push_back("f" + std::to_string(i));
    const Table table = read(golden::find("geometric/" + set + ".csv.gz")->string(), roles);
    for (std::size_t row = 0; row < table.rows(); ++row) {
      const std::string& name = table.target().level(table.target().code(row));
      classes.push_back(static_cast<std::uint32_t>(std::stoul(name)));
    }
    for (Feature f = 0; f < table.features(); ++f) {
      const auto numbers = table.feature(f).numbers();
      columns.emplace_back(numbers.begin(), numbers.end());
    }
  }

  bool is_found() const { return !results.is_null(); }
  ClassSpan class_span() const { return {classes, results.at("n_classes").get<std::size_t>()}; }
};

/// One split, and what it makes of the columns.
class Fixed {
 public:
  Fixed(const Golden& golden, const std::vector<std::vector<std::int32_t>>& columns,
        const Json& expected)
      : columns_(columns), classes_(golden.class_span()), expected_(expected) {
    split_.first = expected.at("zprime").get<std::vector<std::uint32_t>>();
    split_.second = expected.at("zsecond").get<std::vector<std::uint32_t>>();
    split_.partner = expected.at("perm").get<std::vector<std::uint32_t>>();
  }

  void expect_pairs() {
    for (const Json& pair : expected_.at("pairs")) {
      SCOPED_TRACE(pair.at("s").dump() + " and " + pair.at("t").dump());
      expect_counts(pair);
      expect_shares(pair);
      expect_test(pair);
      expect_class_wise(pair);
    }
  }

  void expect_selection() {
    const std::size_t features = columns_.size();
    PairTotals bound(features);
    PairTotals shared(features);
    PairTotals by_class(features);
    for (std::size_t s = 0; s < features; ++s) {
      for (std::size_t t = s + 1; t < features; ++t) {
        const IntegerColumns both{columns_[s], columns_[t]};
        bound.set(s, t, counted_.global(both, split_));
        shared.set(s, t, shared_.global(both, split_));
        by_class.set(s, t, shared_.class_wise(both, split_, classes_));
      }
    }
    expect_order(bound, "bound");
    expect_order(shared, "bound_exch");
    expect_order(by_class, "classwise_exch");
  }

 private:
  IntegerColumns columns_of(const Json& pair) const {
    return {columns_[pair.at("s").get<std::size_t>()], columns_[pair.at("t").get<std::size_t>()]};
  }

  static void expect_matrix(const ClassCrossings& found, const Json& rows, double tolerance) {
    for (std::size_t j = 0; j < found.classes; ++j) {
      for (std::size_t i = 0; i < found.classes; ++i) {
        EXPECT_NEAR(found.edges[j * found.classes + i], rows[j][i].get<double>(), tolerance)
            << j << ' ' << i;
      }
    }
  }

  void expect_counts(const Json& pair) {
    const ClassCrossings found = counted_.crossings(columns_of(pair), split_, classes_);
    EXPECT_EQ(found.total(), pair.at("R_total").get<double>());
    if (pair.contains("R")) expect_matrix(found, pair.at("R"), 0);
    EXPECT_EQ(found.first, expected_.at("n_zprime_class").get<std::vector<std::size_t>>());
    EXPECT_EQ(found.second, expected_.at("n_zsecond_class").get<std::vector<std::size_t>>());
    if (pair.contains("delta")) {
      for (std::size_t j = 0; j < found.classes; ++j) {
        for (std::size_t i = 0; i < found.classes; ++i)
          EXPECT_NEAR(found.delta(j, i), pair.at("delta")[j][i].get<double>(), golden::tolerance);
      }
    }
    std::vector<double> pooled;
    for (std::size_t c = 0; c < found.classes; ++c) {
      pooled.push_back(static_cast<double>(found.first[c] + found.second[c]) /
                       (2 * expected_.at("n").get<double>()));
    }
    EXPECT_NEAR(found.bound(pooled), pair.at("bound_pooled_prior").get<double>(),
                golden::tolerance);
    EXPECT_NEAR(counted_.global(columns_of(pair), split_), pair.at("bound").get<double>(),
                golden::tolerance);
    expect_tree(pair);
  }

  /// Squared lengths of the tree by first points, and points that coincide with an earlier one.
  void expect_tree(const Json& pair) {
    const IntegerColumns columns = columns_of(pair);
    std::vector<PlanePoint> points;
    for (const std::uint32_t row : split_.first)
      points.push_back({columns.x[row], columns.y[row]});
    for (std::size_t k = 0; k < split_.second.size(); ++k) {
      points.push_back({columns.x[split_.second[k]], columns.y[split_.second[split_.partner[k]]]});
    }
    const Places& places = counted_.tree().places();
    std::vector<PlanePoint> at(places.count);
    for (std::size_t i = 0; i < points.size(); ++i)
      at[places.of[i]] = points[i];
    std::uint64_t sum = 0;
    for (const TreeEdge& edge : counted_.tree().edges())
      sum += squared_distance(at[edge.a], at[edge.b]);
    EXPECT_EQ(sum, pair.at("mst_sum_d2").get<std::uint64_t>());
    EXPECT_EQ(points.size() - places.count, pair.at("n_zero_edges").get<std::size_t>());
  }

  void expect_shares(const Json& pair) {
    const ClassCrossings found = shared_.crossings(columns_of(pair), split_, classes_);
    EXPECT_NEAR(found.total(), pair.at("R_total_exch").get<double>(), 1e-9 * found.total());
    if (pair.contains("R_exch")) expect_matrix(found, pair.at("R_exch"), 1e-9);
    EXPECT_NEAR(shared_.global(columns_of(pair), split_), pair.at("bound_exch").get<double>(),
                golden::tolerance);
  }

  void expect_test(const Json& pair) {
    const FriedmanRafsky found = shared_.test(columns_of(pair), split_);
    EXPECT_EQ(found.crossings, pair.at("R_total").get<double>());
    EXPECT_EQ(found.shared, pair.at("C").get<std::size_t>());
    EXPECT_NEAR(found.variance, pair.at("fr_var").get<double>(), 1e-9 * found.variance);
    EXPECT_NEAR(found.z, pair.at("fr_z").get<double>(), golden::tolerance * 10);
  }

  void expect_class_wise(const Json& pair) {
    const auto check = [&](GeometricInformation& information, const std::string& ending) {
      const double value = information.class_wise(columns_of(pair), split_, classes_);
      EXPECT_NEAR(value, pair.at("classwise_gmi" + ending).get<double>(), golden::tolerance);
      const auto found = information.class_crossings();
      EXPECT_LE(golden::deviation(std::vector<double>(found.begin(), found.end()),
                                  pair.at("classwise_R" + ending)),
                golden::tolerance);
    };
    check(counted_, "");
    check(shared_, "_exch");
  }

  /// Features with the lowest total are kept first.
  void expect_order(const PairTotals& totals, const std::string& name) const {
    SCOPED_TRACE(name);
    const Json& expected = expected_.at("selection").at(name);
    const std::vector<double> none(totals.features());
    const PeeledOrder once = totals.order(none, PairShare::total);
    std::vector<double> scores = once.scores;
    for (double& score : scores)
      score = -score;
    EXPECT_LE(golden::deviation(scores, expected.at("score")), golden::tolerance);
    EXPECT_EQ(once.order, expected.at("keep_order_oneshot").get<std::vector<std::size_t>>());
    EXPECT_EQ(totals.peel(none, PairShare::total).order,
              expected.at("keep_order_peel").get<std::vector<std::size_t>>());
  }

  const std::vector<std::vector<std::int32_t>>& columns_;
  ClassSpan classes_;
  const Json& expected_;
  RowSplit split_;
  GeometricInformation shared_;
  GeometricInformation counted_{Numbering::by_first_point};
};

class GmiParity : public testing::TestWithParam<std::string> {};

TEST_P(GmiParity, gives_the_golden_counts_bounds_and_orders_of_fixed_splits) {
  const Golden golden(GetParam());
  if (!golden.is_found()) GTEST_SKIP() << "no golden results";
  for (const Json& expected : golden.results.at("gmi")) {
    SCOPED_TRACE(expected.at("stratified").dump());
    Fixed fixed(golden, golden.columns, expected);
    fixed.expect_pairs();
    fixed.expect_selection();
  }
}

TEST_P(GmiParity, gives_them_for_ranks) {
  const Golden golden(GetParam());
  if (!golden.is_found() || !golden.results.contains("gmi_rank2"))
    GTEST_SKIP() << "no golden results";
  std::vector<std::vector<std::int32_t>> ranks;
  for (const auto& column : golden.columns)
    ranks.push_back(doubled_ranks(std::vector<double>(column.begin(), column.end())));
  const Json& rows = golden.results.at("rank2_first_rows");
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (std::size_t f = 0; f < ranks.size(); ++f)
      EXPECT_EQ(ranks[f][row], rows[row][f].get<std::int32_t>());
  }
  Fixed fixed(golden, ranks, golden.results.at("gmi_rank2"));
  fixed.expect_pairs();
  fixed.expect_selection();
}

INSTANTIATE_TEST_SUITE_P(Parity, GmiParity,
                         testing::Values("toy16", "iris_x10", "synth_ring3_q", "digits_pca10_q"),
                         [](const auto& set) { return set.param; });

}  // namespace
}  // namespace pith
