// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/examples.h"
#include "tests/support/twin.h"

namespace pith {
namespace {

using naive::Codes;
using naive::Data;
using Set = std::vector<const Codes*>;

TEST(Cmi, equals_its_formula) {
  naive::expect_twin("cmi", {}, [](const Data& data, const Codes& x, const Set& set) {
    return naive::joint_information(x, naive::joined(set), data.target);
  });
}

/// The class is the parity of x1, x2 and x3; x0 says nothing.
Data parity() {
  Data data;
  data.features.resize(4);
  for (std::uint32_t i = 0; i < 64; ++i) {
    data.features[0].push_back((i >> 3U) & 1U);
    for (std::uint32_t f = 0; f < 3; ++f)
      data.features[f + 1].push_back((i >> f) & 1U);
    data.target.push_back((i ^ (i >> 1U) ^ (i >> 2U)) & 1U);
  }
  return data;
}

TEST(Cmi, counts_all_selected_features_together) {
  Request request{.method = "cmi", .k = 4};
  request.keep = {"x1", "x2"};
  const Selection found = select(parity().table(), request);
  EXPECT_EQ(found.names(), (std::vector<std::string>{"x1", "x2", "x3", "x0"}));
  EXPECT_EQ(*found.selected[1].gain, 0.0);
  EXPECT_NEAR(*found.selected[2].gain, std::log(2), 1e-15);
  EXPECT_EQ(*found.selected[3].gain, 0.0);
  ASSERT_FALSE(found.notes.empty());
  EXPECT_EQ(
      found.notes.back(),
      "there are 8 joint states of the first 3 features in 64 rows, each with a single class: "
      "no further feature adds information, and the others follow in the order of the "
      "columns");
}

TEST(Cmi, does_not_speak_of_chance_after_the_last_information) {
  Data data = parity();
  data.features.push_back({});
  for (std::uint32_t i = 0; i < 64; ++i)
    data.features[4].push_back(i);
  // The class itself is the first; with the last feature each row is a state of its own.
  data.features[0] = data.target;
  Request request{.method = "cmi", .k = 5};
  request.keep = {"x0", "x1"};
  Selection found = select(data.table(), request);
  std::erase_if(found.notes, [](const std::string& note) {
    return note.find("joint state") == std::string::npos;
  });
  ASSERT_EQ(found.notes.size(), 1U);
  EXPECT_EQ(found.notes[0].find("there are 2 joint states of the first feature in 64 rows, each "
                                "with a single class"),
            0U)
      << found.notes[0];
}

TEST(Cmi, says_when_the_rows_no_longer_support_the_states) {
  const Data data = naive::random_data(2, 60, 6);
  const std::string text = "fewer than 5 rows each";
  const auto is_noted = [&](const Selection& found) {
    return std::any_of(found.notes.begin(), found.notes.end(), [&](const std::string& note) {
      return note.find(text) != std::string::npos;
    });
  };
  EXPECT_TRUE(is_noted(select(data.table(), "cmi", 6)));
  EXPECT_FALSE(is_noted(select(data.table(), "cmi", 1)));
  EXPECT_FALSE(is_noted(select(data.table(), "cmi", 6, {{"correction", "chance"}})));
}

TEST(Cmi, gains_exactly_nothing_where_every_row_is_its_own_state) {
  Data data = naive::random_data(3, 50, 5);
  for (std::uint32_t row = 0; row < 50; ++row)
    data.features[4][row] = row;
  for (const double weight : {1.0, 0.3}) {
    const Table table = with_weights(data.table(), std::vector<double>(50, weight));
    const Selection found = select(table, "cmi", 5);
    EXPECT_EQ(found.features(), (std::vector<Feature>{4, 0, 1, 2, 3}));
    for (std::size_t i = 1; i < 5; ++i)
      EXPECT_EQ(*found.selected[i].gain, 0.0);
  }
}

TEST(Cmi, selects_a_duplicate_of_the_target_first) {
  Data data = naive::random_data(4);
  data.features[5] = data.target;
  EXPECT_EQ(select(data.table(), "cmi", 1).features(), (std::vector<Feature>{5}));
}

TEST(Cmi, takes_fractional_weights) {
  const Data data = naive::random_data(5);
  std::vector<double> weights(120);
  for (std::size_t row = 0; row < 120; ++row)
    weights[row] = 0.5 * double(row % 3);
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < 120; ++row)
    rows.insert(rows.end(), row % 3, row);
  const Selection found = select(with_weights(data.table(), weights), "cmi", 6);
  const Selection expected = select(data.table().take(rows), "cmi", 6);
  EXPECT_EQ(found.features(), expected.features());
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_NEAR(found.selected[i].score, expected.selected[i].score, 1e-12);
}

}  // namespace
}  // namespace pith
