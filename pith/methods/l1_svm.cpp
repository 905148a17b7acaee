// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>

#include "pith/base/parallel.h"
#include "pith/learn/svm/sparse_svm.h"
#include "pith/methods/linear/class_signs.h"
#include "pith/methods/linear/scale.h"
#include "pith/methods/linear/sparse_ranking.h"
#include "pith/select/recipes.h"
#include "pith/stats/equal_rows.h"
#include "pith/stats/scaled_columns.h"

namespace pith::methods {
namespace {

using learn::SparseSvm;
using learn::SparseSvmProblem;

constexpr double least_cost = 1e-6;
constexpr double largest_cost = 1e6;

/// One machine for each class against the rest.
class Machines {
 public:
  Machines(const Table& table, const ScaledColumns& columns, const Context& context)
      : table_(table),
        columns_(columns),
        context_(context),
        penalties_(columns.factors()),
        classes_(machines_of(table)),
        own_(classes_.size() > 1 ? context.serial() : context) {
    // Equal features can share a weight in any way; the first one has it.
    const std::vector<std::size_t> firsts = first_equal_rows(columns.view());
    for (std::size_t j = 0; j < firsts.size(); ++j) {
      if (firsts[j] != j && columns.factors()[firsts[j]] == columns.factors()[j])
        penalties_[j] = std::numeric_limits<double>::infinity();
    }
    for (const std::size_t c : classes_)
      signs_.push_back(signs_of(table, c));
    for (const auto& signs : signs_) {
      problems_.push_back({.columns = columns.view(),
                           .penalties = penalties_,
                           .signs = signs,
                           .rows = table.weights()});
    }
    machines_.resize(classes_.size());
    each([&](std::size_t c) { machines_[c] = std::make_unique<SparseSvm>(problems_[c], own_); });
  }

  void solve(double cost) {
    std::vector<char> is_solved(machines_.size());
    each([&](std::size_t c) { is_solved[c] = machines_[c]->solve(cost) ? 1 : 0; });
    has_converged_ =
        std::all_of(is_solved.begin(), is_solved.end(), [](char is) { return is != 0; });
    cost_ = cost;
  }

  /// Raises the cost until `count` features have weights, then finds the least such cost.
  void walk(std::size_t count) {
    const double step = std::sqrt(std::sqrt(2.0));
    constexpr int bisections = 12;
    double low = std::numeric_limits<double>::infinity();
    for (const auto& machine : machines_)
      low = std::min(low, machine->least_cost());
    // Where hardly any loss is left, a higher cost changes nothing more.
    const double last = low * 1e8;
    double high = low;
    for (; support() < count; high *= step) {
      if (high > last || (high > low && loss() < 1e-3 * objective())) return;
      low = high / step;
      solve(high);
    }
    high = cost_;
    for (int i = 0; i < bisections; ++i) {
      const double middle = std::sqrt(low * high);
      solve(middle);
      (support() < count ? low : high) = middle;
    }
    if (cost_ != high) solve(high);
  }

  double cost() const { return cost_; }
  bool has_converged() const { return has_converged_; }
  double loss() const {
    return sum_of([](const SparseSvm& machine) { return machine.loss(); });
  }
  double objective() const {
    return sum_of([](const SparseSvm& machine) { return machine.objective(); });
  }
  std::size_t support() const {
    const std::vector<double> all = scores();
    std::size_t count = 0;
    for (std::size_t j = 0; j < all.size(); ++j) {
      if (all[j] > 0 && columns_.deviations()[j] > 0) ++count;
    }
    return count;
  }
  std::vector<double> scores() const {
    std::vector<double> all(table_.features());
    for (const auto& machine : machines_) {
      for (std::size_t j = 0; j < all.size(); ++j)
        all[j] += columns_.factors()[j] * std::abs(machine->weights()[j]);
    }
    return all;
  }
  std::vector<double> pulls() const {
    std::vector<double> all(table_.features());
    for (const auto& machine : machines_) {
      const std::vector<double> own = machine->pulls();
      for (std::size_t j = 0; j < all.size(); ++j)
        all[j] += own[j] / columns_.factors()[j];
    }
    return all;
  }
  std::vector<Diagnostic> diagnostics() const {
    std::vector<Diagnostic> all{
        {"objective", objective()}, {"cost", cost_}, {"support", static_cast<double>(support())}};
    for (std::size_t c = 0; c < machines_.size() && machines_.size() > 1; ++c)
      all.push_back({fmt::format("objective_{}", classes_[c]), machines_[c]->objective()});
    return all;
  }

 private:
  template <class Body>
  void each(const Body& body) {
    parallel_blocks(context_, machines_.size(), 1,
                    [&](std::size_t begin, std::size_t) { body(begin); });
  }
  template <class Term>
  double sum_of(const Term& term) const {
    return std::accumulate(machines_.begin(), machines_.end(), 0.0,
                           [&](double sum, const auto& machine) { return sum + term(*machine); });
  }

  const Table& table_;
  const ScaledColumns& columns_;
  const Context& context_;
  std::vector<double> penalties_;
  std::vector<std::size_t> classes_;
  Context own_;  // of a machine
  std::vector<std::vector<double>> signs_;
  std::vector<SparseSvmProblem> problems_;
  std::vector<std::unique_ptr<SparseSvm>> machines_;
  double cost_ = 0;
  bool has_converged_ = true;
};

Selection run(const Source& source, const Task& task, const Context& context) {
  const Table& table = rows_of(source, "l1-svm");
  const ScaledColumns columns(table, unit_of(task.params), Origin::zero, context);
  Machines machines(table, columns, context);
  const bool is_path = task.params.is_word("cost");
  if (is_path) {
    machines.walk(std::min(task.k, table.features()));
  } else {
    machines.solve(task.params.real("cost"));
  }
  const std::vector<double> scores = machines.scores();
  Selection selection = rank_sparse({scores, machines.pulls(), columns.deviations()}, task);
  selection.diagnostics = machines.diagnostics();
  if (auto note = scale_note(table, columns.deviations(), task.params))
    selection.notes.push_back(*note);
  if (is_path && machines.support() < std::min(task.k, table.features())) {
    selection.notes.emplace_back(
        "no cost brings more features in: the classes are separated, or the rest are constants or "
        "copies");
  }
  if (!machines.has_converged()) {
    selection.notes.emplace_back(
        "the descent ended before it converged; scores may be inexact, often because the units of "
        "the features differ widely");
  }
  return selection;
}

}  // namespace

Method l1_svm() {
  return {
      .id = "l1-svm",
      .class_name = "L1SVM",
      .title = "Linear support vector machine with few weights",
      .family = "sparse linear models",
      .formula =
          "J(x) = sum[classes] |w_x| in min[w, b] sum[x] |w_x| + |b| + C sum[rows] max(0, 1 - "
          "y (w x + b))^2",
      .summary =
          "Separates each class from the rest with a linear machine whose penalty on absolute "
          "weights leaves most features out. Assumes that classes are linearly separable up to "
          "noise; of features that say the same it keeps one.",
      .unit = "sum of absolute weights",
      .cost = "O(n d c) per pass",
      .parameters = {Parameter::real_or(
                         1.0,
                         Parameter::real("cost", 1, least_cost, largest_cost,
                                         "cost C of rows inside of the margin; path raises it "
                                         "until k features have weights"),
                         {"path"}),
                     scale_parameter()},
      .references = {{"R.-E. Fan and K.-W. Chang and C.-J. Hsieh and X.-R. Wang and C.-J. Lin",
                      "LIBLINEAR: a library for large linear classification",
                      "Journal of Machine Learning Research", 2008, ""},
                     {"G.-X. Yuan and K.-W. Chang and C.-J. Hsieh and C.-J. Lin",
                      "A comparison of optimization methods and software for large-scale "
                      "L1-regularized linear classification",
                      "Journal of Machine Learning Research", 2010, ""}},
      .traits = {.input = {.takes = Takes::numbers,
                           .needs_rows = true,
                           .takes_weights = true,
                           .min_rows = 2},
                 .output = {.ranks_all = true}},
      .run = run,
  };
}

}  // namespace pith::methods
