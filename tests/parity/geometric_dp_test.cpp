// SPDX-License-Identifier: Apache-2.0
// Trees, crossings, bounds and forward selection of dp against exact integers
// (golden/geometric/README.md).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "pith/geometry/space_tree.h"
#include "pith/measure/bayes_error.h"
#include "pith/select/select.h"
#include "tests/parity/golden.h"

namespace pith {
namespace {

using Json = nlohmann::json;

class DpParity : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    const auto results = golden::find("geometric/" + GetParam() + ".json");
    const auto table = golden::find("geometric/" + GetParam() + ".csv.gz");
    if (!results || !table) GTEST_SKIP() << "no golden results";
    results_ = golden::parse(*results);
    Roles roles;
    roles.target = "label";
    for (std::size_t i = 0; i < results_.at("n_features").get<std::size_t>(); ++i)
      roles.kinds.numeric.push_back("f" + std::to_string(i));
    table_ = read(table->string(), roles);
  }

  /// The number of the class in the golden file, for each class of the table.
  std::vector<std::size_t> golden_classes() const {
    std::vector<std::size_t> numbers;
    for (const std::string& name : table_->target().level_names())
      numbers.push_back(std::stoul(name));
    return numbers;
  }

  ClassTrees trees_of(const GridColumns& grid, const Json& subset, TreeOf of, TieRule ties) const {
    ClassTrees trees(table_->target(), of, ties);
    for (const Json& feature : subset.at("features"))
      trees.add(grid.column(feature.get<Feature>()));
    return trees;
  }

  void expect_pairs(const GridColumns& grid, const Json& subset) const {
    const std::vector<std::size_t> classes = golden_classes();
    const auto counted =
        trees_of(grid, subset, TreeOf::pairs_of_classes, TieRule::index).crossings({});
    const auto blind =
        trees_of(grid, subset, TreeOf::pairs_of_classes, TieRule::exchangeable).crossings({});
    const Json& pairs = subset.at("pairs");
    ASSERT_EQ(counted.size(), pairs.size());
    double sum = 0;
    for (std::size_t i = 0; i < counted.size(); ++i) {
      const std::size_t low = std::min(classes[counted[i].first], classes[counted[i].second]);
      const std::size_t high = std::max(classes[counted[i].first], classes[counted[i].second]);
      const auto pair = std::find_if(pairs.begin(), pairs.end(), [&](const Json& known) {
        return known.at("i") == low && known.at("j") == high;
      });
      ASSERT_NE(pair, pairs.end());
      EXPECT_EQ(counted[i].count, pair->at("R").get<double>());
      EXPECT_NEAR(blind[i].count, pair->at("R_exch").get<double>(), golden::tolerance);
      EXPECT_NEAR(henze_penrose({&counted[i], 1}), pair->at("Dp").get<double>(), golden::tolerance);
      const ErrorBounds bounds = pair_error(counted[i].count, counted[i].rows);
      // The golden u is off by its rounding, and a root of that shows where u is 0.
      const double rounding = std::abs(pair->at("u").get<double>()) < 1e-12 ? 1e-8 : 1e-9;
      EXPECT_NEAR(bounds.lower, pair->at("ber_lower").get<double>(), rounding);
      EXPECT_NEAR(bounds.upper, pair->at("ber_upper").get<double>(), golden::tolerance);
      EXPECT_NEAR(std::max(0.0, pair->at("u").get<double>()), 1 - 2 * bounds.upper,
                  golden::tolerance);
      sum += counted[i].count;
    }
    const auto rows = static_cast<double>(table_->rows());
    const auto expected = subset.at("sum_upper_prior_weighted").get<double>();
    EXPECT_NEAR(sum / rows, expected, golden::tolerance);
    const auto m = static_cast<double>(table_->classes());
    EXPECT_NEAR(bayes_error(counted, table_->rows(), table_->classes()).upper,
                std::min(expected, (m - 1) / m), golden::tolerance);
  }

  /// The golden tree, edge by edge in its sum and in the classes that it joins.
  void expect_tree(const GridColumns& grid, const Json& subset) const {
    std::vector<std::span<const double>> axes;
    Places places = one_place(table_->rows());
    for (const Json& feature : subset.at("features")) {
      axes.push_back(grid.column(feature.get<Feature>()));
      places = split_places(places, axes.back());
    }
    places = by_first_point(places);
    std::vector<std::size_t> first(places.count, table_->rows());
    std::vector<TreeEdge> edges;  // between rows
    for (std::size_t row = 0; row < table_->rows(); ++row) {
      std::size_t& stands = first[places.of[row]];
      stands = std::min(stands, row);
      if (stands != row)
        edges.push_back({static_cast<std::uint32_t>(stands), static_cast<std::uint32_t>(row)});
    }
    for (const TreeEdge& edge : space_tree(axes, places, {}))
      edges.push_back(
          {static_cast<std::uint32_t>(first[edge.a]), static_cast<std::uint32_t>(first[edge.b])});
    const std::vector<std::size_t> classes = golden_classes();
    std::vector<std::vector<std::size_t>> joined(classes.size(),
                                                 std::vector<std::size_t>(classes.size()));
    double sum = 0;
    for (const TreeEdge& edge : edges) {
      for (const auto& axis : axes)
        sum += (axis[edge.a] - axis[edge.b]) * (axis[edge.a] - axis[edge.b]);
      const auto [low, high] = std::minmax(classes[table_->target().code(edge.a)],
                                           classes[table_->target().code(edge.b)]);
      joined[low][high] += low != high ? 1 : 0;
    }
    const Json& expected = subset.at("global");
    EXPECT_EQ(sum, expected.at("mst_sum_d2").get<double>());
    EXPECT_EQ(joined, expected.at("R").get<std::vector<std::vector<std::size_t>>>());
  }

  void expect_global(const GridColumns& grid, const Json& subset) const {
    const Json& expected = subset.at("global");
    const auto counted = trees_of(grid, subset, TreeOf::all_classes, TieRule::index).crossings({});
    const auto blind =
        trees_of(grid, subset, TreeOf::all_classes, TieRule::exchangeable).crossings({});
    EXPECT_EQ(counted[0].count, expected.at("R_total").get<double>());
    EXPECT_NEAR(blind[0].count, expected.at("R_total_exch").get<double>(), golden::tolerance);
    const ErrorBounds bounds = bayes_error(counted, table_->rows(), table_->classes());
    const auto m = static_cast<double>(table_->classes());
    EXPECT_NEAR(bounds.lower, expected.at("ber_lower").get<double>(), golden::tolerance);
    EXPECT_NEAR(bounds.upper, std::min(expected.at("ber_upper").get<double>(), (m - 1) / m),
                golden::tolerance);
  }

  void expect_subsets(const std::string& part, Scale scale) const {
    if (!results_.contains(part)) GTEST_SKIP() << "no such results";
    const GridColumns grid(*table_, scale, table_->features(), {});
    ASSERT_EQ(grid.exponent(), 0);
    ASSERT_FALSE(results_.at(part).at("subsets").empty());
    for (const Json& subset : results_.at(part).at("subsets")) {
      SCOPED_TRACE(subset.at("features").dump());
      expect_pairs(grid, subset);
      expect_tree(grid, subset);
      expect_global(grid, subset);
    }
  }

  /// The order, and the criterion, which is the sum of all counts.
  void expect_forward(const Json& expected, const Settings& settings) const {
    const auto order = expected.at("order").get<std::vector<Feature>>();
    const Selection found = select(*table_, "dp", order.size(), settings);
    ASSERT_EQ(found.features(), order);
    const bool is_pairwise = settings[0].second == "pairwise";
    const ClassTrees trees(table_->target(),
                           is_pairwise ? TreeOf::pairs_of_classes : TreeOf::all_classes,
                           TieRule::index);
    double by_lot = 0;
    for (const Crossings& tree : trees.crossings({}))
      by_lot += tree.expected;
    const auto m = static_cast<double>(table_->classes());
    for (std::size_t step = 0; step < order.size(); ++step) {
      const auto count = expected.at("criterion")[step].get<double>();
      EXPECT_NEAR((1 - found.selected[step].score) * by_lot, count, golden::tolerance * 10);
      EXPECT_NEAR(found.selected[step].bayes_error->upper,
                  std::min(count / static_cast<double>(table_->rows()), (m - 1) / m),
                  golden::tolerance);
    }
  }

  void expect_all_forward(const std::string& part, const std::string& scale) const {
    if (!results_.contains(part)) GTEST_SKIP() << "no such results";
    const Json& forward = results_.at(part).at("forward");
    const std::pair<std::string, std::string> scaled{"scale", scale};
    expect_forward(forward.at("pairwise_sumR"), {{"tree", "pairwise"}, {"ties", "index"}, scaled});
    expect_forward(forward.at("global_R"), {{"tree", "global"}, {"ties", "index"}, scaled});
    expect_forward(forward.at("global_R_exch"),
                   {{"tree", "global"}, {"ties", "exchangeable"}, scaled});
  }

  Json results_;
  std::optional<Table> table_;
};

TEST_P(DpParity, counts_the_golden_edges) {
  expect_subsets("dp", Scale::raw);
}

TEST_P(DpParity, counts_the_golden_edges_of_ranks) {
  expect_subsets("dp_rank2", Scale::ranks);
}

TEST_P(DpParity, selects_as_the_golden_file_does) {
  expect_all_forward("dp", "raw");
}

TEST_P(DpParity, selects_as_the_golden_file_does_by_ranks) {
  expect_all_forward("dp_rank2", "ranks");
}

INSTANTIATE_TEST_SUITE_P(Parity, DpParity,
                         testing::Values("toy16", "iris_x10", "digits_pca10_q", "synth_ring3_q"),
                         [](const auto& set) { return set.param; });

}  // namespace
}  // namespace pith
