// SPDX-License-Identifier: Apache-2.0
// Tables 2, 4, 5 and 6 and figures 2 to 5 of Rodriguez-Lujan et al. (2010): errors of a linear SVM
// with the first features of a ranking, by 10-fold cross-validation, the folds drawn anew in each
// repetition and the same for all methods.
//   qpfs_errors SET [REPETITIONS] [COST] [METHOD...]    10, 1, all methods but a few
// SET: arr, nci9, nci60, nci60-1123, srbct, or a file whose last column is the class.
// METHOD: the name at the start of a line. `all-features` and `streamwise` print the error and the
// number of features. With `mrmr` and `mi-none` there is a line with the p of the paper's test.
#include <time.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/clock.h"
#include "papers/judge.h"
#include "papers/qpfs/sets.h"
#include "pith/select/select.h"
#include "pith/stats/tails.h"

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
  bool is_whole = false;     ///< judged with all features that it finds
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
  for (const std::string similarity : {"mi", "correlation"}) {
    for (const std::string alpha : {"0", "0.1", "0.3", "0.5", "0.7", "0.9"}) {
      all.push_back({similarity + "-alpha-" + alpha,
                     "qpfs",
                     {{"similarity", similarity}, {"alpha", alpha}},
                     similarity == "correlation",
                     true});
    }
  }
  for (const std::string share : {"0.05", "0.1", "0.2", "0.5"}) {
    const bool is_optional = share == "0.2" || share == "0.5";
    all.push_back({"mi-nystrom-" + share, "qpfs", {{"nystrom", share}}, false, is_optional});
    all.push_back({"mi-nystrom-subspace-" + share,
                   "qpfs",
                   {{"nystrom", share}, {"repair", "subspace"}},
                   false,
                   is_optional});
  }
  all.push_back({"relieff-3", "relieff", {{"neighbours", "3"}}, true, true});
  all.push_back({"random", "random", {}, true, true});
  all.push_back({"all-features", "random", {}, true, true, true});
  all.push_back({"streamwise", "alpha-investing", {}, true, true, true});
  return all;
}

double thread_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Errors of one method in %, and how long a ranking took.
struct Outcomes {
  std::vector<std::vector<double>> errors;       ///< [size][repetition]
  std::vector<std::vector<double>> fold_errors;  ///< [size][fold of any repetition]
  std::vector<double> counts = {};               ///< features found, mean of a repetition
  double seconds = 0;                            ///< CPU, of the mean ranking
};

void add(const std::vector<FoldJudgements>& folds, Outcomes& found) {
  const std::vector<Judgement> means = mean_of_folds(folds).front();
  for (std::size_t s = 0; s < means.size(); ++s) {
    found.errors[s].push_back(100 * means[s].error);
    for (const FoldJudgements& fold : folds) {
      const double error = fold.of_ranking.front()[s].error;
      found.fold_errors[s].push_back(100 * error / static_cast<double>(fold.rows));
    }
  }
}

Outcomes try_out(const Experiment& tried, const Contender& contender) {
  const std::vector<std::size_t> sizes =
      contender.is_whole ? std::vector{tried.table.features()} : tried.sizes;
  std::vector<std::vector<double>> none(sizes.size());
  Outcomes found{none, none};
  std::atomic<double> seconds = 0;
  for (std::size_t repetition = 0; repetition < tried.repetitions; ++repetition) {
    std::atomic<std::size_t> features = 0;
    const Context one{.threads = 1, .seed = repetition};
    const Rankers ranker = [&](const Table& training) {
      const Table ready = contender.takes_numbers ? training : coded(training, one);
      const double start = thread_seconds();
      auto ranking =
          select(ready, contender.method, sizes.back(), contender.params, one).features();
      seconds += thread_seconds() - start;
      features += ranking.size();
      return std::vector<std::vector<Feature>>{std::move(ranking)};
    };
    Trial trial = tried.trial(repetition);
    trial.sizes = sizes;
    add(judge_folds(tried.table, ranker, trial, {}), found);
    found.counts.push_back(static_cast<double>(features) / static_cast<double>(trial.folds));
  }
  found.seconds = seconds / static_cast<double>(found.fold_errors.front().size());
  return found;
}

double mean_of(const std::vector<double>& numbers) {
  double sum = 0;
  for (const double number : numbers)
    sum += number / static_cast<double>(numbers.size());
  return sum;
}

/// Mean and standard error.
void print_cell(const std::vector<double>& values) {
  const double degrees = std::max(1.0, static_cast<double>(values.size()) - 1);
  std::printf("  %5.2f+-%.2f", mean_of(values), std::sqrt(variance(values) / degrees));
}

void print(const Contender& contender, const Outcomes& found) {
  std::printf("%-26s", contender.name.c_str());
  for (const std::vector<double>& errors : found.errors)
    print_cell(errors);
  if (contender.is_whole) print_cell(found.counts);
  std::printf("  %8.4f\n", found.seconds);
  std::fflush(stdout);
}

/// p of the one-tailed paired t-test that `less` has no smaller errors than `more`; 0.5 if they are
/// equal everywhere.
double one_tailed_p(const std::vector<double>& more, const std::vector<double>& less) {
  std::vector<double> gains;
  for (std::size_t i = 0; i < more.size(); ++i)
    gains.push_back(more[i] - less[i]);
  const double degrees = static_cast<double>(gains.size()) - 1;
  const double gain = mean_of(gains);
  if (gain == 0 || degrees < 1) return 0.5;
  const double half = student_p(gain / std::sqrt(variance(gains) / degrees), degrees) / 2;
  return gain > 0 ? half : 1 - half;
}

/// Of all folds, as in table 4: is QPFS better than mRMR?
void print_test(const Outcomes& mrmr, const Outcomes& qpfs) {
  std::printf("%-26s", "p of mi-none below mrmr");
  for (std::size_t s = 0; s < mrmr.errors.size(); ++s)
    std::printf("  %11.2g", one_tailed_p(mrmr.fold_errors[s], qpfs.fold_errors[s]));
  std::printf("\n");
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
  std::map<std::string, Outcomes> found;
  for (const Contender& contender : contenders()) {
    const bool is_named = std::find(some.begin(), some.end(), contender.name) != some.end();
    if (!is_named && (!some.empty() || contender.is_optional)) continue;
    const Outcomes outcomes = found[contender.name] = try_out(tried, contender);
    print(contender, outcomes);
  }
  if (found.contains("mrmr") && found.contains("mi-none"))
    print_test(found["mrmr"], found["mi-none"]);
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
