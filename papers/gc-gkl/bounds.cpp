// SPDX-License-Identifier: Apache-2.0
// Figures 1 and 2 of Lefakis and Fleuret (2016): the entropy of mixtures of Gaussians in one
// dimension, and what the Gaussian compromise makes of it.
//   gc_gkl_bounds [FOLDER] [MIXTURES] [SEED]    here, 500 mixtures and seed 1 unless given
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>

#include "papers/svg.h"
#include "pith/base/random.h"

namespace pith::papers {
namespace {

struct Component {
  double prior;
  double mean;
  double deviation;
};

using Mixture = std::vector<Component>;

double gaussian_entropy(double variance) {
  return 0.5 * std::log(2 * std::numbers::pi * std::numbers::e * variance);
}

double density(const Mixture& mixture, double x) {
  double sum = 0;
  for (const Component& component : mixture) {
    const double z = (x - component.mean) / component.deviation;
    sum += component.prior / component.deviation * std::exp(-0.5 * z * z);
  }
  return sum / std::sqrt(2 * std::numbers::pi);
}

/// -integral f log f: Simpson's rule on pieces, none of them wider than a component that has any
/// weight there.
double true_entropy(const Mixture& mixture) {
  constexpr int reach = 12;  // deviations
  constexpr int parts = 32;  // of a piece
  std::vector<double> ends;
  for (const Component& component : mixture) {
    for (int i = -reach; i <= reach; ++i)
      ends.push_back(component.mean + i * component.deviation);
  }
  std::sort(ends.begin(), ends.end());
  const auto integrand = [&](double x) {
    const double f = density(mixture, x);
    return f > 0 ? -f * std::log(f) : 0;
  };
  double sum = 0;
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
    const double step = (ends[i + 1] - ends[i]) / parts;
    for (int part = 0; part <= parts; ++part) {
      const double weight = part == 0 || part == parts ? 1 : part % 2 == 1 ? 4 : 2;
      sum += weight * step / 3 * integrand(ends[i] + part * step);
    }
  }
  return sum;
}

/// The quantities of section 3.2.1.
struct Estimates {
  double truth = 0;        ///< I(X;Y)
  double fitted = 0;       ///< H(f*) - sum p_y H(f_y), equation 3
  double disjoint = 0;     ///< H(Y), equation 4
  double compromise = 0;   ///< equation 10
  double conditional = 0;  ///< sum p_y H(f_y)
};

Estimates estimate(const Mixture& mixture) {
  double mean = 0;
  double square = 0;
  Estimates result;
  for (const auto& [prior, center, deviation] : mixture) {
    mean += prior * center;
    square += prior * (center * center + deviation * deviation);
    result.conditional += prior * gaussian_entropy(deviation * deviation);
    result.disjoint -= prior * std::log(prior);
  }
  const double whole = gaussian_entropy(square - mean * mean);
  for (const auto& [prior, center, deviation] : mixture) {
    const double apart = gaussian_entropy(deviation * deviation) - std::log(prior);
    result.compromise += prior * std::min(whole, apart);
  }
  result.compromise -= result.conditional;
  result.fitted = whole - result.conditional;
  result.truth = true_entropy(mixture) - result.conditional;
  return result;
}

void figure_1(const std::string& folder) {
  Series truth{"true", "#2a9d3a", {}, {}};
  Series fitted{"fitted Gaussian, H(f*)", "#1f5fbf", {}, {}};
  Series limit{"far apart", "#000", {}, {}, true, true};
  // Wide and drawn first, for it lies under the lesser of the two above.
  Series bound{"upper bound of 3.2.1", "#f4978e", {}, {}, true, false, 6};
  double widest = 0;
  double widest_at = 0;
  std::printf(
      "Diagnostic 1: entropy (nats) of two Gaussians of variance 1 against their distance\n");
  std::printf("  distance    true   fitted   far apart   bound\n");
  for (int i = 0; i <= 200; ++i) {
    const double distance = 0.05 * i;
    const Estimates each = estimate({{0.5, 0, 1}, {0.5, distance, 1}});
    const double least = std::min(each.fitted, each.disjoint);
    const double values[4] = {each.truth, each.fitted, each.disjoint, least};
    Series* const all[4] = {&truth, &fitted, &limit, &bound};
    for (int k = 0; k < 4; ++k) {
      all[k]->x.push_back(distance);
      all[k]->y.push_back(values[k] + each.conditional);
    }
    if (least - each.truth > widest) {
      widest = least - each.truth;
      widest_at = distance;
    }
    if (i % 20 == 0) {
      std::printf("  %8.1f  %6.4f   %6.4f      %6.4f  %6.4f\n", distance, truth.y.back(),
                  fitted.y.back(), limit.y.back(), bound.y.back());
    }
  }
  std::printf("the bound is at most %.4f above the truth, at distance %.2f\n", widest, widest_at);
  write_svg({"Entropy of a mixture of two Gaussians",
             "distance of the means",
             "entropy (nats)",
             false,
             {bound, fitted, limit, truth}},
            folder + "/figure1.svg");
}

Mixture random_mixture(const Random& random, std::uint64_t index) {
  Mixture mixture;
  double total = 0;
  for (std::uint64_t k = 0; k < 5; ++k) {
    const std::uint64_t first = 15 * index + 3 * k;
    mixture.push_back({1 - random.uniform(first), 10 * random.uniform(first + 1) - 5,
                       0.001 + 2 * random.uniform(first + 2)});
    total += mixture.back().prior;
  }
  for (Component& component : mixture)
    component.prior /= total;
  return mixture;
}

void print_quality(const char* name, const Series& series) {
  const auto count = static_cast<double>(series.x.size());
  double x_mean = 0;
  double y_mean = 0;
  double error = 0;
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    x_mean += series.x[i] / count;
    y_mean += series.y[i] / count;
    error += std::abs(series.y[i] - series.x[i]) / count;
  }
  double xx = 0;
  double yy = 0;
  double xy = 0;
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    xx += (series.x[i] - x_mean) * (series.x[i] - x_mean);
    yy += (series.y[i] - y_mean) * (series.y[i] - y_mean);
    xy += (series.x[i] - x_mean) * (series.y[i] - y_mean);
  }
  std::printf("  %-18s  %11.3f  %19.3f  %+5.3f\n", name, xy / std::sqrt(xx * yy), error,
              y_mean - x_mean);
}

void figure_2(const std::string& folder, std::uint64_t mixtures, std::uint64_t seed) {
  const Random random(seed, 0);
  Series compromise{"GC-approximation", "#d62828", {}, {}, false};
  Series fitted{"fitted Gaussian f*", "#1f5fbf", {}, {}, false};
  Series disjoint{"prior (disjoint)", "#2a9d3a", {}, {}, false};
  double highest = 0;
  for (std::uint64_t i = 0; i < mixtures; ++i) {
    const Estimates each = estimate(random_mixture(random, i));
    for (Series* series : {&compromise, &fitted, &disjoint})
      series->x.push_back(each.truth);
    compromise.y.push_back(each.compromise);
    fitted.y.push_back(each.fitted);
    disjoint.y.push_back(each.disjoint);
    highest = std::max(highest, each.truth);
  }
  std::printf("\nFigure 2: information (nats) of %llu mixtures of five Gaussians, seed %llu\n",
              static_cast<unsigned long long>(mixtures), static_cast<unsigned long long>(seed));
  std::printf("  estimate            correlation  mean absolute error   bias\n");
  print_quality("GC-approximation", compromise);
  print_quality("fitted Gaussian", fitted);
  print_quality("prior (disjoint)", disjoint);
  const Series equal{"estimate = truth", "#000", {0, highest}, {0, highest}};
  write_svg({"Information in mixtures of five Gaussians",
             "true I(X;Y) (nats)",
             "estimate (nats)",
             false,
             {fitted, disjoint, compromise, equal}},
            folder + "/figure2.svg");
}

}  // namespace
}  // namespace pith::papers

int main(int count, char** words) {
  const std::string folder = count > 1 ? words[1] : ".";
  const std::uint64_t mixtures = count > 2 ? std::strtoull(words[2], nullptr, 10) : 500;
  const std::uint64_t seed = count > 3 ? std::strtoull(words[3], nullptr, 10) : 1;
  pith::papers::figure_1(folder);
  pith::papers::figure_2(folder, mixtures, seed);
  return 0;
}
