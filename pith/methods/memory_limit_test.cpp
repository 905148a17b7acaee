// SPDX-License-Identifier: Apache-2.0
// Tests every method of the catalogue with every limit of memory: it gives the same bits or
// refuses, and gives back all that it held.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "pith/base/error.h"
#include "pith/select/catalog.h"
#include "pith/select/select.h"
#include "tests/support/examples.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

class MemoryLimit : public testing::TestWithParam<std::string> {};

/// Nothing if the method refuses.
std::optional<Selection> select_within(const Table& table, const std::string& id,
                                       const Context& context) {
  try {
    return select(table, id, 6, {}, context);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::resources) << error.what();
    EXPECT_NE(std::string(error.what()).find("raise the limit"), std::string::npos) << error.what();
    return std::nullopt;
  }
}

TEST_P(MemoryLimit, changes_no_result_and_is_given_back) {
  if (!method(GetParam()).unavailable.empty()) GTEST_SKIP() << method(GetParam()).unavailable;
  const Table table = table_for(method(GetParam()).traits.input.takes, example(120, 24));
  const Selection free = select(table, GetParam(), 6, {}, {.threads = 3});
  std::size_t refusals = 0;
  std::size_t results = 0;
  for (std::uint64_t limit = 1U << 10U; limit <= 1U << 26U; limit += limit / 2) {
    const Context context{.threads = 3, .memory = limit};
    const std::optional<Selection> found = select_within(table, GetParam(), context);
    EXPECT_EQ(context.ledger->in_use(), 0U);
    if (!found) {
      EXPECT_EQ(results, 0U) << "a larger limit was refused: " << limit;
      ++refusals;
      continue;
    }
    ++results;
    ASSERT_EQ(found->features(), free.features()) << limit;
    for (std::size_t i = 0; i < free.selected.size(); ++i)
      EXPECT_EQ(found->selected[i].score, free.selected[i].score) << limit;
  }
  EXPECT_GT(refusals, 0U);
  EXPECT_GT(results, 0U);
}

std::vector<std::string> ids() {
  std::vector<std::string> all;
  for (const Method& known : catalog())
    all.push_back(known.id);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Methods, MemoryLimit, testing::ValuesIn(ids()), [](const auto& test) {
  std::string name = test.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace pith
