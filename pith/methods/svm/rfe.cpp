// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/svm/rfe.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "pith/base/option.h"
#include "pith/methods/linear/scale.h"
#include "pith/methods/svm/pair_machines.h"

namespace pith {
inline namespace families {
namespace {

/// Rows with a weight, by class; in a class in the order of the table.
std::vector<std::size_t> rows_by_class(const Table& table) {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (!table.has_weights() || table.weights()[row] > 0) rows.push_back(row);
  }
  std::stable_sort(rows.begin(), rows.end(), [&](std::size_t a, std::size_t b) {
    return table.target().code(a) < table.target().code(b);
  });
  return rows;
}

/// Counts the work of one of several eliminations.
class CountedMachines {
 public:
  CountedMachines(PairMachines& machines, Work* work) : machines_(machines), work_(work) {}

  std::vector<double> losses(std::span<const Feature> candidates, const Context& context) {
    return machines_.losses(candidates, context);
  }
  void remove(std::span<const Feature> gone, const Context& context) {
    machines_.remove(gone, context);
    if (work_ != nullptr) work_->add(gone.size());
    counted_ += gone.size();
  }
  /// The last features leave without notice.
  void finish(std::size_t features) {
    if (work_ != nullptr) work_->add(features - counted_);
  }

 private:
  PairMachines& machines_;
  Work* work_;
  std::size_t counted_ = 0;
};

/// A copy of the table.
std::uint64_t taken_bytes(const Table& table) {
  constexpr std::uint64_t of_column = 320;
  return table.features() * (sizeof(double) * std::uint64_t{table.rows()} + of_column) +
         32 * std::uint64_t{table.rows()};
}

}  // namespace

std::uint64_t rfe_bytes(const Table& table) {
  const std::uint64_t centred = sizeof(double) * std::uint64_t{table.rows()} * table.features();
  return taken_bytes(table) + centred + PairMachines::bytes(table) + 64 * table.features();
}

void require_rfe_memory(const Table& table, const Context& context) {
  context.require_memory(rfe_bytes(table), "the Gram matrix of the rows",
                         "select on a sample of the rows (" + option("rows") + ")");
}

Rfe recursive_elimination(const Table& table, const RfeOptions& options, const Task& task,
                          const Context& context) {
  const std::vector<std::size_t> rows = rows_by_class(table);
  std::vector<double> costs;
  for (const std::size_t row : rows) {
    costs.push_back(options.cost);
    if (table.has_weights()) costs.back() *= table.weights()[row];
    if (!options.row_factors.empty()) costs.back() *= options.row_factors[row];
  }
  const Reservation held = context.reserve(taken_bytes(table), "the rows by class");
  const Table sorted = table.take(rows);
  const CentredColumns columns(sorted, options.unit, context);
  PairMachines machines(
      sorted, columns,
      {.costs = costs, .finds_smallest = options.step >= 1, .kept = task.keep.size()}, context);
  CountedMachines counted(machines, options.work);
  Rfe found;
  found.elimination = backward(counted, table.features(), task, options.step, context);
  counted.finish(table.features());
  found.machines = machines.machines();
  found.violation = machines.violation();
  if (const auto note = scale_note(sorted, columns, task.params)) found.notes.push_back(*note);
  if (found.violation > 1e-6) {
    const std::string remedy =
        options.unit == Unit::as_it_is ? "; try " + option("scale", "standard") : "";
    found.notes.push_back(fmt::format(
        "rounding errors keep a machine from its optimum (conditions violated by {:.1g}){}",
        found.violation, remedy));
  }
  return found;
}

std::vector<Parameter> rfe_parameters(double step) {
  return {Parameter::real("cost", 1, 1e-6, 1e3,
                          "weight C of the training errors; smaller values regularise more"),
          step_parameter(step), scale_parameter()};
}

RfeOptions rfe_options(const Params& params) {
  return {.cost = params.real("cost"), .step = params.real("step"), .unit = unit_of(params)};
}

Traits rfe_traits(Traits traits, const Params& params) {
  traits.growth.features = params.real("step") < 1 ? 1 : 2;
  return traits;
}

Reference rfe_reference() {
  return {"I. Guyon and J. Weston and S. Barnhill and V. Vapnik",
          "Gene selection for cancer classification using support vector machines",
          "Machine Learning", 2002, "10.1023/A:1012487302797"};
}

}  // namespace families
}  // namespace pith
