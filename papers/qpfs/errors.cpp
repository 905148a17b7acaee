// SPDX-License-Identifier: Apache-2.0
// Tables 4 and 5 of Rodriguez-Lujan et al. (2010): errors of a linear SVM with the first features
// of a ranking, by 10-fold cross-validation, the folds drawn anew in each repetition and the same
// for all methods.
//   qpfs_errors SET [REPETITIONS] [COST] [METHOD...]    10, 1, all methods but a few
// SET: arr, nci9, nci60, nci60-1123, srbct, or a file whose last column is the class.
#include <time.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/clock.h"
#include "papers/judge.h"
#include "papers/qpfs/sets.h"
#include "pith/select/select.h"

namespace pith::papers {
namespace {

constexpr std::size_t most = 400;

/// What is tried.
struct Experiment {
  Table table;
  std::size_t repetitions = 10;
  double cost = 1;  ///< of the SVM
  std::vector<std::size_t> sizes = {};

  Trial trial(std::size_t repetition) const {
    return {.sizes = sizes, .cost = cost, .seed = repetition};
  }
};

Experiment experiment(const std::string& set, std::size_t repetitions, double cost) {
  Experiment made{read_set(set), repetitions, cost};
  for (const std::size_t size : {std::size_t{10}, std::size_t{20}, std::size_t{40}, std::size_t{50},
                                 std::size_t{100}, std::size_t{200}, most}) {
    if (size < made.table.features()) made.sizes.push_back(size);
  }
  return made;
}

struct Contender {
  std::string name;
  std::string method;
  Settings params = {};
  bool takes_numbers = false;
  bool is_optional = false;  ///< only when asked for: slow, or for one set only
};

std::vector<Contender> contenders() {
  std::vector<Contender> all{
      {"maxrel", "mim"}, {"mrmr", "mrmr"}, {"mrmr-quotient", "mrmr", {{"form", "quotient"}}}};
  for (const std::string similarity : {"mi", "correlation"}) {
    const bool has_numbers = similarity == "correlation";
    for (const std::string repair : {"none", "shift", "subspace"}) {
      all.push_back({similarity + "-" + repair,
                     "qpfs",
                     {{"similarity", similarity}, {"repair", repair}},
                     has_numbers,
                     repair == "subspace"});
    }
  }
  all.push_back({"mi-alpha-0.179", "qpfs", {{"alpha", "0.179"}}, false, true});
  for (const std::string share : {"0.05", "0.1", "0.2", "0.5"}) {
    const bool is_optional = share == "0.2" || share == "0.5";
    all.push_back({"mi-nystrom-" + share, "qpfs", {{"nystrom", share}}, false, is_optional});
    all.push_back({"mi-nystrom-subspace-" + share,
                   "qpfs",
                   {{"nystrom", share}, {"repair", "subspace"}},
                   false,
                   is_optional});
  }
  return all;
}

double thread_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Errors of one method, [size][repetition], and how long a ranking took.
struct Outcomes {
  std::vector<std::vector<double>> errors;
  double seconds = 0;  ///< CPU, of the mean ranking
};

Outcomes try_out(const Experiment& tried, const Contender& contender) {
  Outcomes found{std::vector<std::vector<double>>(tried.sizes.size()), 0};
  std::atomic<double> seconds = 0;
  std::atomic<std::size_t> rankings = 0;
  const Context one{.threads = 1};
  const Ranker ranker = [&](const Table& training) {
    const Table ready = contender.takes_numbers ? training : coded(training, one);
    const double start = thread_seconds();
    const std::size_t wanted = tried.sizes.back();
    auto features = select(ready, contender.method, wanted, contender.params, one).features();
    seconds += thread_seconds() - start;
    ++rankings;
    return features;
  };
  for (std::size_t repetition = 0; repetition < tried.repetitions; ++repetition) {
    const auto judgements = judge(tried.table, ranker, tried.trial(repetition), {});
    for (std::size_t s = 0; s < judgements.size(); ++s)
      found.errors[s].push_back(100 * judgements[s].error);
  }
  found.seconds = seconds / static_cast<double>(rankings);
  return found;
}

double mean_of(const std::vector<double>& numbers) {
  double sum = 0;
  for (const double number : numbers)
    sum += number / static_cast<double>(numbers.size());
  return sum;
}

void print(const std::string& name, const Outcomes& found) {
  std::printf("%-26s", name.c_str());
  for (const std::vector<double>& errors : found.errors) {
    const double degrees = std::max(1.0, static_cast<double>(errors.size()) - 1);
    std::printf("  %5.2f+-%.2f", mean_of(errors), std::sqrt(variance(errors) / degrees));
  }
  std::printf("  %8.4f\n", found.seconds);
  std::fflush(stdout);
}

/// With all features: is the classifier like the paper's?
void print_baseline(const Experiment& tried) {
  const Ranker all = [](const Table& training) {
    std::vector<Feature> features(training.features());
    std::iota(features.begin(), features.end(), Feature{0});
    return features;
  };
  Trial trial = tried.trial(0);
  trial.sizes = {tried.table.features()};
  std::printf("all features, once: %.2f\n", 100 * judge(tried.table, all, trial, {})[0].error);
}

void report(const Experiment& tried, const std::vector<std::string>& some) {
  const Table& table = tried.table;
  std::printf("%s: %zu rows, %zu features, %zu classes; error in %%, %zu times 10-fold, cost %g\n",
              table.source().c_str(), table.rows(), table.features(), table.classes(),
              tried.repetitions, tried.cost);
  if (some.empty()) print_baseline(tried);
  std::printf("%-26s", "features");
  for (const std::size_t size : tried.sizes)
    std::printf("  %7zu    ", size);
  std::printf(" CPU s of a ranking\n");
  std::fflush(stdout);
  for (const Contender& contender : contenders()) {
    const bool is_named = std::find(some.begin(), some.end(), contender.name) != some.end();
    if (!is_named && (!some.empty() || contender.is_optional)) continue;
    print(contender.name, try_out(tried, contender));
  }
  std::printf("%.0f CPU s in all\n", bench::cpu_seconds());
}

}  // namespace
}  // namespace pith::papers

int main(int count, char** words) {
  try {
    if (count < 2) throw std::runtime_error("which data set?");
    const std::size_t repetitions = count > 2 ? std::strtoull(words[2], nullptr, 10) : 10;
    const double cost = count > 3 ? std::strtod(words[3], nullptr) : 1;
    pith::papers::report(pith::papers::experiment(words[1], repetitions, cost),
                         {words + std::min(count, 4), words + count});
    return EXIT_SUCCESS;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return EXIT_FAILURE;
  }
}
