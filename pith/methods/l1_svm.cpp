// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <string>

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

/// Why a path of rising costs ended.
enum class PathEnd {
  reached,       ///< as many features have weights as wanted
  all_distinct,  ///< the others are constants or copies
  separated,     ///< hardly any loss is left
  last_cost,
};

/// One machine for each class against the rest.
class Machines {
 public:
  Machines(const Table& table, const ScaledColumns& columns, const Context& context)
      : held_(context.reserve(bytes_for(table), "the machines of all classes")),
        table_(table),
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

  /// Raises the cost until `count` features have weights, then finds the least such cost. The
  /// number of weights may fall again as the cost rises: if `count` is never reached, takes the
  /// least of the tried costs with the most weights.
  PathEnd walk(std::size_t count) {
    constexpr int bisections = 12;
    double low = std::numeric_limits<double>::infinity();
    for (const auto& machine : machines_)
      low = std::min(low, machine->least_cost());
    // Up to here, or until little loss is left, by small steps.
    const double near_end = low * 1e8;
    const double last = std::max(largest_cost, near_end);
    const std::size_t most = distinct();
    double best = low;
    std::size_t best_support = 0;
    double high = low;
    solve(high);
    while (support() < count) {
      const double share = loss() / objective();
      const PathEnd end = best_support == most ? PathEnd::all_distinct
                          : share < 1e-6       ? PathEnd::separated
                          : high == last       ? PathEnd::last_cost
                                               : PathEnd::reached;
      if (end != PathEnd::reached) {
        if (cost_ != best) solve(best);
        return end;
      }
      const bool is_near = high >= near_end || share < 1e-3;
      low = high;
      high = std::min(last, high * (is_near ? 2 : std::sqrt(std::sqrt(2.0))));
      solve(high);
      if (support() > best_support) {
        best = high;
        best_support = support();
      }
    }
    for (int i = 0; i < bisections; ++i) {
      const double middle = std::sqrt(low * high);
      solve(middle);
      (support() < count ? low : high) = middle;
    }
    if (cost_ != high) solve(high);
    return PathEnd::reached;
  }

  double cost() const { return cost_; }
  bool has_converged() const { return has_converged_; }
  double loss() const {
    return sum_of([](const SparseSvm& machine) { return machine.loss(); });
  }
  double objective() const {
    return sum_of([](const SparseSvm& machine) { return machine.objective(); });
  }
  /// The number of features that are neither constants nor copies.
  std::size_t distinct() const {
    std::size_t count = 0;
    for (std::size_t j = 0; j < penalties_.size(); ++j) {
      if (std::isfinite(penalties_[j]) && columns_.deviations()[j] > 0) ++count;
    }
    return count;
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
    clear_rounding(all);
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
  /// Weights whose share of the decisions is a rounding error are 0.
  void clear_rounding(std::vector<double>& scores) const {
    const std::vector<double>& deviations = columns_.deviations();
    double largest = 0;
    for (std::size_t j = 0; j < scores.size(); ++j)
      largest = std::max(largest, scores[j] * deviations[j]);
    for (std::size_t j = 0; j < scores.size(); ++j) {
      if (deviations[j] > 0 && scores[j] * deviations[j] <= 1e-12 * largest) scores[j] = 0;
    }
  }
  template <class Term>
  double sum_of(const Term& term) const {
    return std::accumulate(machines_.begin(), machines_.end(), 0.0,
                           [&](double sum, const auto& machine) { return sum + term(*machine); });
  }

  /// Signs, decisions, residuals and slopes of every machine.
  static std::uint64_t bytes_for(const Table& table) {
    const std::uint64_t of_machine = table.rows() * (4 * sizeof(double) + 1) +
                                     (std::uint64_t{2} * table.features() + 128) * sizeof(double);
    return machines_of(table).size() * of_machine;
  }

  Reservation held_;
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

std::string end_note(PathEnd end, const Machines& machines) {
  if (end == PathEnd::all_distinct)
    return "no cost brings more features in: the others are constants or copies";
  return fmt::format("{}; of the costs that were tried, {:.5g} gives the most features weights",
                     end == PathEnd::separated
                         ? "the classes are separated before k features have weights"
                         : "k features do not have weights up to the largest cost",
                     machines.cost());
}

Selection run(const Source& source, const Task& task, const Context& context) {
  const Table& table = rows_of(source, "l1-svm");
  const ScaledColumns columns(table, unit_of(task.params), Origin::zero, context);
  Machines machines(table, columns, context);
  PathEnd end = PathEnd::reached;
  if (task.params.is_word("cost")) {
    end = machines.walk(std::min(task.k, table.features()));
  } else {
    machines.solve(task.params.real("cost"));
  }
  const std::vector<double> scores = machines.scores();
  Selection selection = rank_sparse({scores, machines.pulls(), columns.deviations()}, task);
  selection.diagnostics = machines.diagnostics();
  if (auto note = scale_note(table, columns.deviations(), task.params))
    selection.notes.push_back(*note);
  if (end != PathEnd::reached) selection.notes.push_back(end_note(end, machines));
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
