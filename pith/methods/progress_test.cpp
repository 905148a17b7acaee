// SPDX-License-Identifier: Apache-2.0
// Every method says from its first slice of work on how far it is.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "pith/base/random.h"
#include "pith/select/catalog.h"
#include "pith/select/select.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

/// What was reported of one phase.
struct Phase {
  std::size_t reports = 0;
  std::size_t first = 0;
  std::size_t last = 0;
  std::size_t total = 0;
};

Table random_table(std::size_t rows, std::size_t features) {
  const Random random(3, 0);
  std::vector<std::vector<double>> columns(features, std::vector<double>(rows));
  for (std::size_t f = 0; f < features; ++f) {
    for (std::size_t row = 0; row < rows; ++row)
      columns[f][row] = random.uniform(f * rows + row);
  }
  return table_of(columns, random_codes(rows, 2, 5));
}

std::map<std::string, Phase> phases_of(const Method& method, const Table& table) {
  std::map<std::string, Phase> phases;
  Context context{.threads = 1};
  context.progress = [&](const Progress& now) {
    if (now.total == 0) return;
    Phase& phase = phases[std::string(now.phase)];
    const bool is_new = phase.reports == 0 || now.total != phase.total || now.done < phase.last;
    if (is_new) phase = {.first = now.done, .total = now.total};
    ++phase.reports;
    EXPECT_LE(now.done, now.total) << method.id;
    phase.last = now.done;
  };
  Settings settings;
  for (const Parameter& parameter : method.parameters) {
    if (parameter.name == "repetitions") settings.emplace_back("repetitions", "1");
  }
  (void)select(table, method.id, 5, settings, context);
  return phases;
}

class ProgressOf : public testing::TestWithParam<std::string> {};

TEST_P(ProgressOf, is_reported_from_the_start_to_the_end) {
  const Method& method = pith::method(GetParam());
  if (!method.unavailable.empty()) GTEST_SKIP() << method.unavailable;
  const Growth growth = method.traits.growth;
  const Table table = growth.rows > 1 ? random_table(2000, 12) : random_table(100, 160);
  const auto phases = phases_of(method, table);
  ASSERT_FALSE(phases.empty());
  std::size_t most = 0;
  for (const auto& [name, phase] : phases) {
    most = std::max(most, phase.reports);
    EXPECT_EQ(phase.last, phase.total) << name;
  }
  EXPECT_GE(most, 8U) << "too rarely";
}

std::vector<std::string> superlinear() {
  std::vector<std::string> ids;
  for (const Method& method : catalog()) {
    if (method.traits.growth.rows > 1 || method.traits.growth.features > 1)
      ids.push_back(method.id);
  }
  return ids;
}

INSTANTIATE_TEST_SUITE_P(Methods, ProgressOf, testing::ValuesIn(superlinear()),
                         [](const testing::TestParamInfo<std::string>& given) {
                           std::string name = given.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace pith
