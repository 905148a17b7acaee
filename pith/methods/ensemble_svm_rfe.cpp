// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>

#include "pith/base/error.h"
#include "pith/base/parallel.h"
#include "pith/base/thread_memory.h"
#include "pith/methods/svm/bootstraps.h"
#include "pith/methods/svm/rfe.h"
#include "pith/select/recipes.h"

namespace pith::methods {
namespace {

/// A resample and the order that it leads to.
struct Round {
  Bootstrap drawn;
  Rfe found;
};

std::vector<Round> rounds_of(const Table& table, const Task& task, const Context& context) {
  const auto count = static_cast<std::size_t>(task.params.integer("resamples"));
  std::vector<Round> rounds(count);
  Work work(context, "select", count * table.features());
  Context silent = context.serial();
  silent.progress = {};
  // A resample is another copy of the table. What a round needs is held for it, so that it counts
  // its own memory.
  const std::uint64_t bytes =
      rfe_bytes(table) + table.features() * (sizeof(double) * std::uint64_t{table.rows()} + 320);
  const Reservation orders = context.reserve(
      std::uint64_t{2 * sizeof(double)} * count * table.features(), "the orders of all resamples");
  const ThreadMemory memory =
      reserve_for_threads({.tasks = count, .bytes = bytes}, context, "a machine on a resample",
                          "select on a sample of the rows (" + option("rows") + ")");
  silent.ledger = std::make_shared<MemoryLedger>();
  silent.memory = memory.held.bytes() + (memory.held.bytes() >> 3U);
  parallel_blocks(memory.context, count, 1, [&](std::size_t index, std::size_t) {
    Round& round = rounds[index];
    round.drawn = bootstrap(table, context.seed, index);
    RfeOptions options = rfe_options(task.params);
    options.work = &work;
    round.found = recursive_elimination(table.take(round.drawn.rows), options, task, silent);
  });
  return rounds;
}

void add_notes(Selection& selection, const std::vector<Round>& rounds) {
  std::size_t redrawn = 0;
  std::size_t by_class = 0;
  for (const Round& round : rounds) {
    if (round.drawn.is_by_class) ++by_class;
    redrawn += round.drawn.is_by_class ? 0 : round.drawn.redrawn;
  }
  if (redrawn > 0) {
    selection.notes.push_back(fmt::format("drew {} resample{} again in which a class was missing",
                                          redrawn, redrawn == 1 ? "" : "s"));
  }
  if (by_class > 0) {
    selection.notes.push_back(
        fmt::format("drew {} of {} resamples from each class by itself, because in {} attempts a "
                    "class was always missing",
                    by_class, rounds.size(), max_redraws + 1));
  }
  const auto noted = std::find_if(rounds.begin(), rounds.end(),
                                  [](const Round& round) { return !round.found.notes.empty(); });
  if (noted == rounds.end()) return;
  selection.notes.insert(selection.notes.end(), noted->found.notes.begin(),
                         noted->found.notes.end());
}

Selection run(const Source& source, const Task& task, const Context& context) {
  const Table& table = rows_of(source, "ensemble-svm-rfe");
  const std::vector<Round> rounds = rounds_of(table, task, context);
  std::vector<double> sums(table.features());
  for (const Round& round : rounds) {
    const std::vector<std::size_t>& order = round.found.elimination.order;
    for (std::size_t place = 0; place < order.size(); ++place)
      sums[order[place]] += static_cast<double>(place + 1);
  }
  std::vector<std::size_t> by_sum(sums.size());
  std::iota(by_sum.begin(), by_sum.end(), std::size_t{0});
  std::stable_sort(by_sum.begin(), by_sum.end(),
                   [&](std::size_t a, std::size_t b) { return sums[a] < sums[b]; });
  Selection selection = take_in_order(by_sum, sums, task);
  selection.diagnostics = {{"machines", static_cast<double>(rounds.front().found.machines)}};
  add_notes(selection, rounds);
  return selection;
}

std::vector<Parameter> parameters() {
  std::vector<Parameter> all = rfe_parameters(0.1);
  all.push_back(Parameter::integer("resamples", 10, 1, 100,
                                   "number of resamples of the rows, with repetition"));
  return all;
}

}  // namespace

Method ensemble_svm_rfe() {
  return {
      .id = "ensemble-svm-rfe",
      .class_name = "EnsembleSVMRFE",
      .title = "Recursive elimination by SVMs on resamples",
      .family = "support vector machines",
      .formula =
          "J(x) = sum[resamples] rank of x (1 = best) by svm-rfe on the resample, as small as possible",
      .summary =
          "Runs svm-rfe on resamples of the rows and ranks features by the sum of their ranks, "
          "which depends less on single rows.",
      .unit = "rank sum",
      .cost = "O(n^2 d)",
      .parameters = parameters(),
      .references = {{"T. Abeel and T. Helleputte and Y. Van de Peer and P. Dupont and Y. Saeys",
                      "Robust biomarker identification for cancer diagnosis with ensemble feature "
                      "selection methods",
                      "Bioinformatics", 2010, "10.1093/bioinformatics/btp630"},
                     rfe_reference()},
      .traits = {.input = {.takes = Takes::numbers, .needs_rows = true, .min_rows = 2},
                 .output = {.ranks_all = true,
                            .has_relative_scores = true,
                            .smaller_is_better = true},
                 .guarantees = {.uses_seed = true, .depends_on_row_order = true},
                 .growth = {.rows = 2}},
      .run = run,
      .traits_with = rfe_traits,
  };
}

}  // namespace pith::methods
