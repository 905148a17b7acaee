// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "pith/base/parallel.h"
#include "pith/base/thread_memory.h"
#include "pith/base/work.h"
#include "pith/data/row_strip.h"
#include "pith/measure/neighbour_information.h"
#include "pith/select/recipes.h"

namespace pith::methods {
namespace {

/// `information` of every feature.
template <class Information>
std::vector<double> informations(const Table& table, const Information& information,
                                 const Context& context) {
  constexpr std::size_t features_per_block = 4;
  std::vector<double> scores(table.features());
  Work work(context, "select", scores.size());
  const ThreadMemory memory =
      reserve_for_threads({.tasks = scores.size() / features_per_block + 1,
                           .bytes = NeighbourRoom::bytes(table.rows()) +
                                    features_per_block * sizeof(double) * table.rows()},
                          context, "the neighbours of the rows");
  parallel_blocks(memory.context, scores.size(), features_per_block,
                  [&](std::size_t begin, std::size_t end) {
                    NeighbourRoom room;
                    const std::vector<Column> columns =
                        as_doubles(std::span(table.parts().features).subspan(begin, end - begin));
                    for (std::size_t i = begin; i < end; ++i) {
                      context.check_cancelled();
                      scores[i] = information(columns[i - begin].numbers(), room);
                      work.add(1);
                    }
                  });
  return scores;
}

Selection run(const Source& source, const Task& task, const Context& context) {
  const Table& table = rows_of(source, "ksg");
  const auto neighbours = static_cast<std::size_t>(task.params.integer("neighbours"));
  const Column& target = table.target();
  if (target.is_numbers()) {
    const Reservation held =
        context.reserve(KraskovInformation::bytes(table.rows()), "the neighbours of the rows");
    const KraskovInformation information(target.numbers(), neighbours);
    return rank_with_constants_last(table, informations(table, information, context), task);
  }
  const Reservation held =
      context.reserve(RossInformation::bytes(table.rows()), "the neighbours of the rows");
  std::vector<std::uint32_t> classes(table.rows());
  for (std::size_t row = 0; row < table.rows(); ++row)
    classes[row] = target.code(row);
  const RossInformation information(classes, table.classes(), neighbours);
  return rank_with_constants_last(table, informations(table, information, context), task);
}

}  // namespace

Method ksg() {
  return {
      .id = "ksg",
      .class_name = "KSG",
      .title = "Mutual information by nearest neighbours",
      .family = "one feature at a time",
      .formula =
          "J(x) = max(0, psi(n) + mean[r] ( psi(n_xy) - psi(n_x) - psi(n_y) )) for numbers; "
          "max(0, psi(n) + mean[r] ( psi(n_xc) - psi(N_c) - psi(n_x) )) for classes of N_c rows; "
          "n_ counts rows nearer to row r than its k-th nearest neighbour in (x, y), or of its "
          "class in x",
      .summary =
          "Ranks numeric features by their mutual information with a numeric target (Kraskov et "
          "al.) or with classes (Ross), estimated from the distances to nearest neighbours without "
          "bins. Detects any dependence of one feature; adds no noise.",
      .unit = "nats",
      .cost = "O(n log n d)",
      .parameters = {Parameter::integer(
          "neighbours", 3, 1, 1000,
          "which nearest neighbour measures the density; more have less variance and more bias")},
      .references = {{"A. Kraskov and H. Stogbauer and P. Grassberger",
                      "Estimating mutual information", "Physical Review E", 2004,
                      "10.1103/PhysRevE.69.066138"},
                     {"B. C. Ross", "Mutual information between discrete and continuous data sets",
                      "PLoS ONE", 2014, "10.1371/journal.pone.0087357"}},
      .traits = {.input = {.takes = Takes::numbers,
                           .target = TakesTarget::both,
                           .needs_rows = true,
                           .min_rows = 2},
                 .output = {.ranks_all = true}},
      .run = run,
  };
}

}  // namespace pith::methods
