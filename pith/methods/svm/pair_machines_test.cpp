// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/svm/pair_machines.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <numeric>
#include <stop_token>

#include "pith/base/error.h"
#include "pith/search/backward.h"
#include "tests/support/examples.h"

namespace pith {
namespace {

/// The example with its rows sorted by class.
Table sorted_example(std::size_t rows, std::size_t features, std::uint64_t seed) {
  const Example made = example(rows, features, seed);
  std::vector<std::size_t> order(rows);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return made.classes[a] < made.classes[b]; });
  return table_of(made.features, made.classes).take(order);
}

Elimination eliminate(const Table& table, bool finds_smallest, std::vector<Feature> keep = {}) {
  const CentredColumns columns(table, Unit::as_it_is, {});
  const std::vector<double> costs(table.rows(), 1.0);
  PairMachines machines(
      table, columns, {.costs = costs, .finds_smallest = finds_smallest, .kept = keep.size()}, {});
  return backward(machines, table.features(), {.k = 1, .keep = keep}, 1, {});
}

TEST(PairMachines, find_the_smallest_loss_without_computing_all) {
  for (const std::size_t rows : {15U, 40U, 100U}) {
    const Table table = sorted_example(rows, 90, rows);
    const Elimination all = eliminate(table, false);
    const Elimination some = eliminate(table, true);
    EXPECT_EQ(some.order, all.order);
    EXPECT_EQ(some.losses, all.losses);
  }
}

TEST(PairMachines, give_exact_losses_of_features_that_are_kept) {
  const Table table = sorted_example(40, 60, 3);
  std::vector<Feature> keep(25);
  std::iota(keep.begin(), keep.end(), Feature{10});
  const Elimination all = eliminate(table, false, keep);
  const Elimination some = eliminate(table, true, keep);
  EXPECT_EQ(some.order, all.order);
  EXPECT_EQ(some.losses, all.losses);
}

/// The most memory that the process has had so far, in bytes.
std::size_t most_memory() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
#ifdef __APPLE__
  constexpr std::size_t unit = 1;
#else
  constexpr std::size_t unit = 1024;
#endif
  return unit * static_cast<std::size_t>(usage.ru_maxrss);
}

TEST(PairMachines, do_not_touch_the_memory_of_the_matrix_if_cancelled) {
  constexpr std::size_t rows = 6000;
  const Table table = sorted_example(rows, 2, 1);
  const CentredColumns columns(table, Unit::as_it_is, {});
  const std::vector<double> costs(rows, 1.0);
  std::stop_source stop;
  stop.request_stop();
  const Context context{.stop = stop.get_token()};
  const std::size_t before = most_memory();
  EXPECT_THROW(PairMachines(table, columns, {.costs = costs}, context), Error);
  EXPECT_LT(most_memory() - before, sizeof(double) * rows * rows / 2);
}

TEST(PairMachines, do_not_drift_when_features_leave) {
  const Table table = sorted_example(50, 80, 7);
  const CentredColumns columns(table, Unit::as_it_is, {});
  const std::vector<double> costs(table.rows(), 1.0);
  PairMachines machines(table, columns, {.costs = costs}, {});
  std::vector<Feature> left(80);
  std::iota(left.begin(), left.end(), Feature{0});
  while (left.size() > 1) {
    (void)machines.losses(left, {});
    machines.remove(std::vector<Feature>{left.front()}, {});
    left.erase(left.begin());
    if (left.size() % 20 != 5) continue;
    std::vector<Column> columns_left;
    for (const Feature feature : left)
      columns_left.push_back(table.feature(feature));
    TableParts parts = table.parts();
    parts.features = columns_left;
    parts.names.resize(left.size());
    for (std::size_t i = 0; i < left.size(); ++i)
      parts.names[i] = table.name(left[i]);
    const Table part(std::move(parts));
    const CentredColumns fresh_columns(part, Unit::as_it_is, {});
    PairMachines fresh(part, fresh_columns, {.costs = costs}, {});
    std::vector<Feature> every(left.size());
    std::iota(every.begin(), every.end(), Feature{0});
    const std::vector<double> expected = fresh.losses(every, {});
    const std::vector<double> found = machines.losses(left, {});
    for (std::size_t i = 0; i < left.size(); ++i)
      EXPECT_NEAR(found[i], expected[i], 1e-11 * (1 + expected[i]));
  }
  EXPECT_LT(machines.violation(), 1e-9);
}

}  // namespace
}  // namespace pith
