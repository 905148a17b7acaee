// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include "pith/select/select.h"
#include "tests/support/naive_greedy.h"

namespace pith::naive {

inline void expect_equal(const Selection& found, const std::vector<Selected>& expected,
                         const std::string& what) {
  ASSERT_EQ(found.selected.size(), expected.size()) << what;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(found.selected[i].feature, expected[i].feature) << what << " step " << i;
    EXPECT_NEAR(found.selected[i].score, expected[i].score, 1e-12) << what << " step " << i;
  }
}

/// Expects a method to select like its formula, in order and in score, on several random tables, on
/// 1 and 3 threads, and after features that are to be kept.
inline void expect_twin(const std::string& method, const Settings& params, const Score& score) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const Data data = random_data(seed);
    const std::size_t all = data.features.size();
    for (const unsigned threads : {1U, 3U}) {
      expect_equal(select(data.table(), method, all, params, {.threads = threads}),
                   greedy(data, score), method);
    }
    const Request request{.method = method, .k = all, .params = params, .keep = {"x7", "x2", "x9"}};
    expect_equal(select(data.table(), request), greedy(data, score, {7, 2, 9}),
                 method + " with kept features");
  }
}

/// Sum (or least) of a term over the selected features.
template <class Term>
double sum_over(const std::vector<const Codes*>& selected, Term term) {
  double sum = 0;
  for (const Codes* s : selected)
    sum += term(*s);
  return sum;
}
template <class Term>
double least_over(const std::vector<const Codes*>& selected, Term term) {
  double least = std::numeric_limits<double>::infinity();
  for (const Codes* s : selected)
    least = std::min(least, term(*s));
  return least;
}

}  // namespace pith::naive
