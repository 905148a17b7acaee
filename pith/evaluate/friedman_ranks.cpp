// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/friedman_ranks.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pith/base/assert.h"
#include "pith/evaluate/shared_ranks.h"
#include "pith/stats/tails.h"

namespace pith {
namespace {

constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

std::vector<std::size_t> methods_with_values(const MatrixView<const double>& values) {
  std::vector<std::size_t> methods;
  for (std::size_t method = 0; method < values.extent(1); ++method) {
    for (std::size_t set = 0; set < values.extent(0); ++set) {
      if (std::isnan(values(set, method))) continue;
      methods.push_back(method);
      break;
    }
  }
  return methods;
}

/// Ranks minus their mean, summed. They are multiples of a half, so the sums are exact.
struct Centred {
  std::vector<double> sums;  ///< by method, over the sets
  double squares = 0;
  std::size_t sets = 0;
};

Centred centred_ranks(const MatrixView<const double>& values,
                      const std::vector<std::size_t>& methods) {
  const double middle = static_cast<double>(methods.size() + 1) / 2;
  Centred all{.sums = std::vector<double>(methods.size(), 0.0)};
  std::vector<double> of_set(methods.size());
  for (std::size_t set = 0; set < values.extent(0); ++set) {
    for (std::size_t j = 0; j < methods.size(); ++j)
      of_set[j] = values(set, methods[j]);
    if (std::any_of(of_set.begin(), of_set.end(), [](double each) { return std::isnan(each); }))
      continue;
    const SharedRanks shared = shared_ranks(of_set, rounding_of(of_set));
    for (std::size_t j = 0; j < methods.size(); ++j) {
      const double rank = shared.ranks[j] - middle;
      all.sums[j] += rank;
      all.squares += rank * rank;
    }
    ++all.sets;
  }
  return all;
}

}  // namespace

FriedmanRanks friedman_ranks(const MatrixView<const double>& values) {
  const std::vector<std::size_t> methods = methods_with_values(values);
  const Centred all = centred_ranks(values, methods);
  FriedmanRanks result{.ranks = std::vector<double>(values.extent(1), undefined),
                       .sets = methods.empty() ? 0 : all.sets,
                       .methods = methods.size(),
                       .chi_square = undefined,
                       .p = undefined};
  if (result.sets == 0) return result;
  const auto k = static_cast<double>(methods.size());
  double squares = 0;  // of the sums
  for (std::size_t j = 0; j < methods.size(); ++j) {
    result.ranks[methods[j]] = (k + 1) / 2 + all.sums[j] / static_cast<double>(all.sets);
    squares += all.sums[j] * all.sums[j];
  }
  if (result.sets < 2 || result.methods < 2) return result;
  result.chi_square = squares == 0 ? 0 : (k - 1) * squares / all.squares;
  result.p = chi_square_p(result.chi_square, k - 1);
  return result;
}

std::vector<Tally> tallies(std::span<const SetValues> sets, std::size_t reference, double alpha) {
  if (sets.empty()) return {};
  const std::size_t methods = sets.front().values.extent(1);
  PITH_ASSERT(reference < methods);
  std::vector<Tally> all(methods);
  std::vector<double> own;
  std::vector<double> others;
  for (const SetValues& set : sets) {
    PITH_ASSERT(set.values.extent(1) == methods);
    for (std::size_t method = 0; method < methods; ++method) {
      if (method == reference) continue;
      own.clear();
      others.clear();
      for (std::size_t split = 0; split < set.values.extent(0); ++split) {
        const double a = set.values(split, method);
        const double b = set.values(split, reference);
        if (std::isnan(a) || std::isnan(b)) continue;
        own.push_back(a);
        others.push_back(b);
      }
      if (own.size() < 2) continue;
      all[method].add(verdict(paired_t(own, others, set.overlap), alpha));
    }
  }
  return all;
}

}  // namespace pith
