// SPDX-License-Identifier: Apache-2.0
// Section 4.1 of Roffo, Melzi and Cristani (2015): the four features of iris and sixteen convex
// combinations of them, or of their sines. The four should come first.
//   inf_fs_synthetic [FOLDER] [RUNS] [SEED] [LAW] [FILE]    here, 1,000 runs, seed 1, uniform, and
//                                                         iris of PITH_DATA
// The shares of a combination are `uniform` numbers divided by their sum, or a point that is
// anywhere in the simplex with the same density (`flat`).
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "papers/inf-fs/graph.h"
#include "papers/inf-fs/sets.h"
#include "papers/svg.h"
#include "pith/base/random.h"

namespace pith::papers {
namespace {

constexpr std::size_t mixtures = 16;

/// Whether features are brought to mean 0 and deviation 1, and when.
enum class Scaling { none, before, after };

/// How shares are drawn, run by run.
struct Law {
  std::uint64_t seed = 1;
  bool is_flat = false;
};

struct Case {
  const char* name;
  bool has_sines;
  Scaling scaling;
};

using Numbers = std::vector<double>;

Numbers standardized(Numbers numbers) {
  const auto count = static_cast<double>(numbers.size());
  double mean = 0;
  for (const double number : numbers)
    mean += number / count;
  double square = 0;
  for (const double number : numbers)
    square += (number - mean) * (number - mean) / count;
  for (double& number : numbers)
    number = (number - mean) / std::sqrt(square);
  return numbers;
}

Numbers shares_of(const Law& law, std::uint64_t stream, std::size_t count) {
  const Random random(law.seed, stream);
  Numbers shares(count);
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i)
    sum += shares[i] = law.is_flat ? -std::log(1 - random.uniform(i)) : random.uniform(i);
  for (double& share : shares)
    share /= sum;
  return shares;
}

/// The originals come first.
Table mixed(const Table& iris, const Case& one, const Law& law, std::uint64_t run) {
  std::vector<Numbers> columns;
  for (Feature j = 0; j < iris.features(); ++j) {
    const auto numbers = iris.feature(j).numbers();
    columns.emplace_back(numbers.begin(), numbers.end());
    if (one.scaling == Scaling::before) columns.back() = standardized(columns.back());
  }
  for (std::size_t m = 0; m < mixtures; ++m) {
    const Numbers shares = shares_of(law, run * mixtures + m, iris.features());
    Numbers mixture(iris.rows());
    for (std::size_t row = 0; row < iris.rows(); ++row) {
      for (std::size_t j = 0; j < iris.features(); ++j)
        mixture[row] += shares[j] * (one.has_sines ? std::sin(columns[j][row]) : columns[j][row]);
    }
    columns.push_back(std::move(mixture));
  }
  TableParts parts;
  for (Numbers& column : columns) {
    if (one.scaling == Scaling::after) column = standardized(std::move(column));
    parts.names.push_back("x" + std::to_string(parts.names.size()));
    parts.features.push_back(Column::from_numbers(std::move(column)));
  }
  return Table(std::move(parts));
}

/// What became of the originals for one alpha, as shares of the runs.
struct Fate {
  double among_first = 0;          ///< how many of them are among as many first ones
  double all_first = 0;            ///< all of them are
  std::vector<double> place = {};  ///< [original]: the mean, from 1 on
  std::vector<double> at_place = Numbers(4 + mixtures);  ///< how many of them are there
};

std::vector<Fate> fates(const Table& iris, const Case& one, const Law& law, std::size_t runs) {
  const std::vector<double> alphas = tenths();
  const Context context{.threads = 1};
  const std::size_t originals = iris.features();
  std::vector<Fate> all(alphas.size());
  const double part = 1 / static_cast<double>(runs);
  for (std::size_t run = 0; run < runs; ++run) {
    const auto rankings = rankings_of(mixed(iris, one, law, run), alphas, context);
    for (std::size_t a = 0; a < alphas.size(); ++a) {
      Fate& fate = all[a];
      fate.place.resize(originals);
      fate.at_place.resize(originals + mixtures);
      std::size_t first = 0;
      for (std::size_t place = 0; place < rankings[a].size(); ++place) {
        const Feature feature = rankings[a][place];
        if (feature >= originals) continue;
        first += place < originals ? 1 : 0;
        fate.place[feature] += part * static_cast<double>(place + 1);
        fate.at_place[place] += part;
      }
      fate.among_first += part * static_cast<double>(first);
      fate.all_first += first == originals ? part : 0;
    }
  }
  return all;
}

void print(const Case& one, const std::vector<Fate>& all) {
  const auto row = [&](const char* name, auto value) {
    std::printf("  %-30s", name);
    for (const Fate& fate : all)
      std::printf("  %5.2f", value(fate));
    std::printf("\n");
  };
  std::printf("%s\n  %-30s", one.name, "alpha");
  for (const double alpha : tenths())
    std::printf("  %5.1f", alpha);
  std::printf("\n");
  row("originals among the first four", [](const Fate& fate) { return fate.among_first; });
  row("share of runs with all four", [](const Fate& fate) { return fate.all_first; });
  for (std::size_t j = 0; j < all.front().place.size(); ++j) {
    const std::string name = "mean place of original " + std::to_string(j + 1);
    row(name.c_str(), [&](const Fate& fate) { return fate.place[j]; });
  }
}

/// The profile of figure 1 for one alpha of the tenths.
Series profile(const std::string& name, const std::string& color, const Fate& fate) {
  Series series{.name = name, .color = color, .x = {}, .y = {}};
  for (std::size_t place = 0; place < fate.at_place.size(); ++place) {
    series.x.push_back(static_cast<double>(place + 1));
    series.y.push_back(fate.at_place[place]);
  }
  return series;
}

void report(const Table& iris, const std::string& folder, std::size_t runs, const Law& law) {
  const std::array<Case, 6> cases{{{"linear, raw", false, Scaling::none},
                                   {"sine, raw", true, Scaling::none},
                                   {"linear, iris standardized", false, Scaling::before},
                                   {"sine, iris standardized", true, Scaling::before},
                                   {"linear, all standardized", false, Scaling::after},
                                   {"sine, all standardized", true, Scaling::after}}};
  const std::array colors{"#1f5fa8", "#c0392b", "#5dade2", "#e59866", "#1f5fa8", "#c0392b"};
  Plot plot{.title = "Where the four originals are, alpha 0.5",
            .x_label = "place in the ranking",
            .y_label = "share of the runs with an original there",
            .series = {}};
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const std::vector<Fate> all = fates(iris, cases[i], law, runs);
    print(cases[i], all);
    plot.series.push_back(profile(cases[i].name, colors[i], all[5]));
    plot.series.back().is_dashed = cases[i].scaling == Scaling::after;
  }
  write_svg(plot, folder + "/figure1.svg");
}

}  // namespace
}  // namespace pith::papers

int main(int count, char** words) {
  using namespace pith::papers;
  const std::string folder = count > 1 ? words[1] : ".";
  const std::size_t runs = count > 2 ? std::strtoull(words[2], nullptr, 10) : 1000;
  const Law law{.seed = count > 3 ? std::strtoull(words[3], nullptr, 10) : 1,
                .is_flat = count > 4 && std::string(words[4]) == "flat"};
  try {
    const pith::Table iris = pith::read(path_of(count > 5 ? words[5] : "iris"));
    std::printf("%zu runs, seed %llu, %s shares\n", runs, static_cast<unsigned long long>(law.seed),
                law.is_flat ? "flat" : "uniform");
    report(iris, folder, runs, law);
    return EXIT_SUCCESS;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return EXIT_FAILURE;
  }
}
