// SPDX-License-Identifier: Apache-2.0
// Tables 3 and 4 of Roffo, Melzi and Cristani (2015): area under the ROC curve of a linear SVM
// (cost 1) on the first features of rankings, by cross-validation. All that is chosen is chosen by
// the training rows.
//   inf_fs_auc [FOLDS] [REPETITIONS] [COST] [SET|WAY...]    10 folds, once, cost 1, colon, all ways
// A set is a path, or the name of a file in PITH_DATA. More than two classes become the most
// frequent one against the others. A way is the name at the start of a line.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "bench/clock.h"
#include "papers/inf-fs/sets.h"
#include "papers/judge.h"
#include "pith/select/select.h"

namespace pith::papers {
namespace {

const std::vector<std::size_t> sizes{10, 50, 100, 150, 200};

struct Way {
  const char* name;
  const char* method;
  Settings params;
};

std::vector<Way> ways() {
  return {{"inf-fs, alpha cv", "inf-fs", {{"alpha", "cv"}}},
          {"inf-fs, alpha 0.2", "inf-fs", {{"alpha", "0.2"}}},
          {"fisher", "fisher", {}},
          {"mim", "mim", {}},
          {"relieff", "relieff", {}},
          {"sw-relieff", "sw-relieff", {}},
          {"svm-rfe", "svm-rfe", {{"scale", "standard"}}},
          {"ensemble-svm-rfe", "ensemble-svm-rfe", {{"scale", "standard"}}},
          {"sw-svm-rfe", "sw-svm-rfe", {{"scale", "standard"}}},
          {"fsv", "fsv", {{"scale", "standard"}}},
          {"q-alpha", "q-alpha", {{"tolerance", "1e-6"}}},
          {"laplacian", "laplacian", {}},
          {"random", "random", {}}};
}

/// The ways among the words, which are removed; all of them if there are none.
std::vector<Way> chosen_ways(std::vector<std::string>& words) {
  const std::vector<Way> all = ways();
  std::vector<Way> chosen;
  for (const Way& way : all) {
    if (std::erase(words, way.name) > 0) chosen.push_back(way);
  }
  return chosen.empty() ? all : chosen;
}

struct Protocol {
  std::size_t folds = 10;
  std::size_t repetitions = 1;
  double cost = 1;
  std::vector<Way> ways;

  Trial trial(std::vector<std::size_t> wanted, std::uint64_t seed) const {
    return {.sizes = std::move(wanted), .folds = folds, .cost = cost, .seed = seed};
  }
};

/// What alpha was chosen how often, in tenths; filled from many threads.
class Chosen {
 public:
  void count(const Selection& selection) {
    for (const Diagnostic& figure : selection.diagnostics) {
      if (figure.name != "alpha") continue;
      const std::scoped_lock lock(mutex_);
      ++times_[static_cast<std::size_t>(std::lround(10 * figure.value))];
    }
  }
  void print() const {
    std::printf("    alpha 0, 0.1, ... 1 was chosen");
    for (const std::size_t times : times_)
      std::printf(" %zu", times);
    std::printf(" times\n");
  }

 private:
  std::mutex mutex_;
  std::array<std::size_t, 11> times_{};
};

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values)
    sum += value;
  return sum / static_cast<double>(values.size());
}

double deviation_of(const std::vector<double>& values) {
  const double mean = mean_of(values);
  double square = 0;
  for (const double value : values)
    square += (value - mean) * (value - mean);
  return values.size() > 1 ? std::sqrt(square / static_cast<double>(values.size() - 1)) : 0;
}

void judge_way(const Table& table, const Way& way, const Protocol& protocol) {
  const Context context;
  const double start = bench::wall_seconds();
  Chosen chosen;
  std::vector<std::vector<double>> areas(sizes.size());  // [size][repetition]
  std::vector<double> means;
  std::vector<double> errors;
  for (std::size_t repetition = 0; repetition < protocol.repetitions; ++repetition) {
    Context inside = context.serial();
    inside.seed = repetition;
    const Ranker ranker = [&](const Table& training) {
      const std::size_t k = std::min(sizes.back(), training.features());
      const Selection selection = select(training, way.method, k, way.params, inside);
      chosen.count(selection);
      return selection.features();
    };
    const auto judgements = judge(table, ranker, protocol.trial(sizes, repetition), context);
    double area = 0;
    double error = 0;
    for (std::size_t s = 0; s < sizes.size(); ++s) {
      areas[s].push_back(100 * judgements[s].auc);
      area += 100 * judgements[s].auc / static_cast<double>(sizes.size());
      error += 100 * judgements[s].error / static_cast<double>(sizes.size());
    }
    means.push_back(area);
    errors.push_back(error);
  }
  std::printf("  %-18s", way.name);
  for (const std::vector<double>& area : areas)
    std::printf("  %5.1f", mean_of(area));
  std::printf("  %5.1f  %4.1f  %5.1f  %6.1f\n", mean_of(means), deviation_of(means),
              mean_of(errors), bench::wall_seconds() - start);
  if (way.params == Settings{{"alpha", "cv"}}) chosen.print();
  std::fflush(stdout);
}

/// What there is to be had without a selection.
void judge_all_features(const Table& table, const Protocol& protocol) {
  std::vector<Feature> all(table.features());
  std::iota(all.begin(), all.end(), Feature{0});
  double area = 0;
  double error = 0;
  for (std::size_t repetition = 0; repetition < protocol.repetitions; ++repetition) {
    const auto judgements = judge(table, [&](const Table&) { return all; },
                                  protocol.trial({all.size()}, repetition), {});
    area += 100 * judgements.front().auc / static_cast<double>(protocol.repetitions);
    error += 100 * judgements.front().error / static_cast<double>(protocol.repetitions);
  }
  std::printf("  %-18s  %40.1f  %11.1f\n", "all features", area, error);
}

void report(const Set& set, const Protocol& protocol) {
  std::printf("%s: %zu rows, %zu features\n", set.name.c_str(), set.table.rows(),
              set.table.features());
  std::printf("  %-18s", "first features");
  for (const std::size_t size : sizes)
    std::printf("  %5zu", size);
  std::printf("  %5s  %4s  %5s  %6s\n", "mean", "+/-", "error", "s");
  for (const Way& way : protocol.ways)
    judge_way(set.table, way, protocol);
  judge_all_features(set.table, protocol);
  std::fflush(stdout);
}

}  // namespace
}  // namespace pith::papers

int main(int count, char** words) {
  using namespace pith::papers;
  std::vector<std::string> names(words + std::min(count, 4), words + count);
  const Protocol protocol{.folds = count > 1 ? std::strtoull(words[1], nullptr, 10) : 10,
                          .repetitions = count > 2 ? std::strtoull(words[2], nullptr, 10) : 1,
                          .cost = count > 3 ? std::strtod(words[3], nullptr) : 1,
                          .ways = chosen_ways(names)};
  if (names.empty()) names = {"colon"};
  std::printf("AUC in %%, %zu folds, mean of %zu repetitions, cost %g\n", protocol.folds,
              protocol.repetitions, protocol.cost);
  try {
    for (const std::string& name : names)
      report(read_set(name), protocol);
    return EXIT_SUCCESS;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return EXIT_FAILURE;
  }
}
