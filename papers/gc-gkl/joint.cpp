// SPDX-License-Identifier: Apache-2.0
// Section 5.1 of Lefakis and Fleuret (2016): five features, two pairs of which say much about the
// target together and little one by one.
//   gc_gkl_joint [REPETITIONS] [POINTS] [SEED]    1,000 times 25,000 points and seed 1 unless given
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "papers/normal.h"
#include "pith/base/parallel.h"
#include "pith/select/select.h"

namespace pith::papers {
namespace {

constexpr std::size_t features = 5;

/// x1 and x4 are normal around y / 10, x2 is normal around x1 or -x1 as y is 1 or 0, and so is x5
/// around x4; x3 is noise.
Table generated(std::size_t points, std::uint64_t seed, std::uint64_t repetition) {
  const auto stream = [&](std::size_t j) { return Random(seed, repetition * (features + 1) + j); };
  std::vector<std::uint32_t> target(points);
  for (std::size_t row = 0; row < points; ++row)
    target[row] = stream(features).uniform(row) < 0.5 ? 0 : 1;
  std::vector<std::vector<double>> columns(features, std::vector<double>(points));
  for (std::size_t j = 0; j < features; ++j) {
    const Random random = stream(j);
    for (std::size_t row = 0; row < points; ++row) {
      double mean = 0;
      if (j == 0 || j == 3) mean = 0.1 * target[row];
      if (j == 1 || j == 4) mean = target[row] == 1 ? columns[j - 1][row] : -columns[j - 1][row];
      columns[j][row] = mean + normal(random, row);
    }
  }
  TableParts parts;
  for (std::size_t j = 0; j < features; ++j) {
    parts.features.push_back(Column::from_numbers(std::move(columns[j])));
    parts.names.push_back("X" + std::to_string(j + 1));
  }
  parts.target = Column::from_codes(target, {"0", "1"});
  parts.target_name = "Y";
  return Table(std::move(parts));
}

struct Way {
  const char* name;
  const char* method;
  Settings params;
};

/// Nothing is random: five features never use the criterion up, and `fill` says so.
std::vector<Way> ways() {
  const Settings divergence{{"preset", "paper"}, {"standardize", "false"}};
  const Settings compromise{{"preset", "paper"}, {"standardize", "false"}, {"fill", "fit"}};
  return {{"gc-mi", "gc-mi", compromise},
          {"gkl-mi", "gkl-mi", divergence},
          {"gkl-e", "gkl-e", divergence},
          {"gc-e", "gc-e", compromise},
          {"gkl-e, standardized", "gkl-e", {{"preset", "paper"}, {"standardize", "true"}}},
          {"gc-e, standardized",
           "gc-e",
           {{"preset", "paper"}, {"standardize", "true"}, {"fill", "fit"}}}};
}

/// How often what happened.
struct Tally {
  std::array<std::size_t, features> first{};           ///< the feature is taken first
  std::array<std::size_t, features> partner_second{};  ///< and the other of its pair second
  std::size_t noise_last = 0;                          ///< x3 is taken last

  void count(const std::vector<Feature>& order) {
    constexpr std::array<Feature, features> partner{1, 0, features, 4, 3};
    ++first[order[0]];
    if (order[1] == partner[order[0]]) ++partner_second[order[0]];
    if (order[features - 1] == 2) ++noise_last;
  }
};

std::vector<Tally> repeat(std::size_t repetitions, std::size_t points, std::uint64_t seed) {
  const Context context;
  const std::vector<Way> all = ways();
  std::vector<std::vector<Feature>> orders(repetitions * all.size());
  parallel_blocks(context, repetitions, 1, [&](std::size_t repetition, std::size_t) {
    const Table table = generated(points, seed, repetition);
    for (std::size_t i = 0; i < all.size(); ++i) {
      orders[repetition * all.size() + i] =
          select(table, all[i].method, features, all[i].params, context.serial()).features();
    }
  });
  std::vector<Tally> tallies(all.size());
  for (std::size_t place = 0; place < orders.size(); ++place)
    tallies[place % all.size()].count(orders[place]);
  return tallies;
}

void print(const std::vector<Tally>& tallies, std::size_t repetitions) {
  const std::vector<Way> all = ways();
  const double percent = 100 / static_cast<double>(repetitions);
  std::printf("%% of the repetitions in which a feature is taken first:\n");
  std::printf("  %-20s    X1     X4     X2     X5     X3\n", "method");
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::printf("  %-20s", all[i].name);
    for (const std::size_t j : {0, 3, 1, 4, 2})
      std::printf(" %5.1f%s", percent * static_cast<double>(tallies[i].first[j]),
                  j == 2 ? "" : " ");
    std::printf("\n");
  }
  std::printf("the other of the pair is second, of those; and X3 is last, of all:\n");
  std::printf("  %-20s  %9s  %9s  %9s  %9s  %9s\n", "method", "X1, X2", "X4, X5", "X2, X1",
              "X5, X4", "X3 last");
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::printf("  %-20s", all[i].name);
    for (const std::size_t j : {0, 3, 1, 4})
      std::printf("  %4zu/%4zu", tallies[i].partner_second[j], tallies[i].first[j]);
    std::printf("  %4zu/%4zu\n", tallies[i].noise_last, repetitions);
  }
}

}  // namespace
}  // namespace pith::papers

int main(int count, char** words) {
  const std::size_t repetitions = count > 1 ? std::strtoull(words[1], nullptr, 10) : 1000;
  const std::size_t points = count > 2 ? std::strtoull(words[2], nullptr, 10) : 25000;
  const std::uint64_t seed = count > 3 ? std::strtoull(words[3], nullptr, 10) : 1;
  std::printf("%zu repetitions, %zu points, seed %llu\n", repetitions, points,
              static_cast<unsigned long long>(seed));
  pith::papers::print(pith::papers::repeat(repetitions, points, seed), repetitions);
  return 0;
}
