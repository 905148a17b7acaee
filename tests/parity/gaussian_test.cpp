// SPDX-License-Identifier: Apache-2.0
// Against brute force: determinants and inverses from scratch for every candidate, the best ones in
// extended precision (golden/gaussian/README.md).
#include <gtest/gtest.h>

#include <algorithm>
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

/// The rank from which on the uncapped information is shown, counted from 1; 0: never.
std::size_t first_uncapped(const Selection& selection) {
  const std::string words = "score saturated at rank ";
  for (const std::string& note : selection.notes) {
    if (note.starts_with(words)) return std::stoul(note.substr(words.size()));
  }
  return 0;
}

/// Null in the golden file: never.
std::size_t step_of(const Json& step) {
  return step.is_null() ? 0 : step.get<std::size_t>();
}

class Gaussian : public testing::TestWithParam<std::string> {};

Table table_of(const std::filesystem::path& path, const Json& golden) {
  Roles roles{.target = "y", .task = TaskKind::classify};
  roles.kinds.numeric = {"f*"};
  return read(path.parent_path() / golden.at("file").get<std::string>(), roles);
}

void expect_golden(const Selection& found, const Json& expected) {
  EXPECT_EQ(found.features(), expected.at("selected").get<std::vector<Feature>>());
  const std::size_t uncapped = first_uncapped(found);
  for (std::size_t step = 0; step < found.selected.size(); ++step) {
    const bool is_capped = uncapped == 0 || step + 1 < uncapped;
    const Json& values = expected.at(is_capped ? "value" : "fit_value");
    EXPECT_LE(golden::deviation(found.selected[step].score, values[step]), 1e-8) << step;
  }
}

/// The steps at which a candidate is saturated, and all are.
void expect_golden_saturation(const Table& table, Request request, const Selection& found,
                              const Json& expected) {
  if (!expected.contains("first_saturated_step")) return;
  if (expected.at("criterion") == "GC.MI") {
    EXPECT_EQ(first_uncapped(found), step_of(expected.at("first_saturated_step")));
  }
  request.params.emplace_back("fill", "stop");
  const std::size_t halt = step_of(expected.at("halt_step"));
  EXPECT_EQ(select(table, request).selected.size(),
            halt == 0 ? found.selected.size() : std::max<std::size_t>(halt - 1, 1));
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
    expect_golden_saturation(table, request, found, expected);
    request.params.emplace_back("bounds", "true");
    expect_golden(select(table, request), expected);
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
