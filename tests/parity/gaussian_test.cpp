// SPDX-License-Identifier: Apache-2.0
// Against brute force: determinants and inverses from scratch for every candidate, the best ones in
// extended precision (golden/gaussian/README.md).
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "pith/base/text.h"
#include "pith/select/select.h"
#include "tests/parity/golden.h"

namespace pith {
namespace {

using Json = nlohmann::json;

/// The request that a golden run stands for.
Request request_of(const Json& run) {
  static const std::map<std::string, std::string> methods{{"GC.MI", "gc-mi"},
                                                          {"GC.MI.fit", "gc-mi"},
                                                          {"GC.E", "gc-e"},
                                                          {"GKL.MI", "gkl-mi"},
                                                          {"GKL.E", "gkl-e"}};
  const auto criterion = run.at("criterion").get<std::string>();
  Request request;
  request.method = methods.at(criterion);
  request.k = run.at("k").get<std::size_t>();
  request.params = {{"shrinkage", number_text(run.at("alpha").get<double>())},
                    {"ridge", number_text(run.at("lam").get<double>())},
                    {"standardize", run.at("standardise").get<bool>() ? "true" : "false"}};
  if (criterion == "GC.MI.fit") request.params.emplace_back("cap", "false");
  return request;
}

/// The number after `words` in the note about saturation; 0 where there is none.
std::size_t step_in(const std::vector<std::string>& notes, const std::string& words) {
  for (const std::string& note : notes) {
    if (note.find("score saturated for") == std::string::npos) continue;
    const std::size_t place = note.find(words);
    if (place != std::string::npos) return std::stoul(note.substr(place + words.size()));
  }
  return 0;
}

/// Null in the golden file: never.
std::size_t step_of(const Json& step) {
  return step.is_null() ? 0 : step.get<std::size_t>();
}

class Gaussian : public testing::TestWithParam<std::string> {};

Table table_of(const std::filesystem::path& path, const Json& golden) {
  Roles roles;
  roles.target = "y";
  roles.kinds.numeric = {"f*"};
  return read(path.parent_path() / golden.at("file").get<std::string>(), roles);
}

void expect_golden(const Selection& found, const Json& expected) {
  EXPECT_EQ(found.features(), expected.at("selected").get<std::vector<Feature>>());
  std::vector<double> values;
  for (const Selected& step : found.selected)
    values.push_back(step.score);
  EXPECT_LE(golden::deviation(values, expected.at("value")), 1e-8);
}

TEST_P(Gaussian, gives_the_golden_order_and_values) {
  const auto path = golden::find("gaussian/" + GetParam() + ".json");
  if (!path) GTEST_SKIP() << "no golden results";
  const Json golden = golden::parse(*path);
  const Table table = table_of(*path, golden);
  for (const Json& expected : golden.at("runs")) {
    Request request = request_of(expected);
    SCOPED_TRACE(expected.at("criterion").get<std::string>() + ", shrinkage " +
                 request.params[0].second + ", ridge " + request.params[1].second);
    const Selection found = select(table, request);
    expect_golden(found, expected);
    if (!request.method.starts_with("gc-")) continue;
    request.params.emplace_back("bounds", "true");
    expect_golden(select(table, request), expected);
    if (expected.contains("first_saturated_step")) {
      EXPECT_EQ(step_in(found.notes, "a candidate at rank "),
                step_of(expected.at("first_saturated_step")));
      EXPECT_EQ(step_in(found.notes, " and for all at rank "), step_of(expected.at("halt_step")));
    }
  }
}

/// The value of a set is what keeping it gives.
TEST_P(Gaussian, gives_the_golden_values_of_sets) {
  const auto path = golden::find("gaussian/" + GetParam() + ".json");
  if (!path) GTEST_SKIP() << "no golden results";
  const Json golden = golden::parse(*path);
  const Table table = table_of(*path, golden);
  for (const Json& configuration : golden.at("evaluations")) {
    for (const Json& expected : configuration.at("subsets")) {
      for (const std::string criterion : {"GC.MI", "GC.MI.fit", "GC.E", "GKL.MI", "GKL.E"}) {
        Json wanted = configuration;
        wanted["criterion"] = criterion;
        wanted["k"] = expected.at("subset").size();
        Request request = request_of(wanted);
        for (const Feature feature : expected.at("subset").get<std::vector<Feature>>())
          request.keep.push_back("f" + std::to_string(feature));
        const double found = select(table, request).selected.back().score;
        EXPECT_LE(golden::deviation(found, expected.at(criterion)), 1e-8) << criterion;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Parity, Gaussian,
                         testing::Values("wine", "breast_cancer", "digits", "isolet300", "synth_a",
                                         "paper51_a", "degenerate_a"),
                         [](const auto& set) { return set.param; });

}  // namespace
}  // namespace pith
