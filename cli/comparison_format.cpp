// SPDX-License-Identifier: Apache-2.0
#include "cli/comparison_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/display.h"
#include "cli/plan_options.h"
#include "cli/table_format.h"
#include "pith/base/wrap.h"
#include "pith/evaluate/friedman_ranks.h"
#include "pith/evaluate/learner.h"
#include "pith/report/evaluation_json.h"
#include "pith/report/json.h"

namespace pith::cli {
namespace {

constexpr double alpha = 0.05;

/// What is shown of one learner, over all inputs.
struct Board {
  std::vector<double> values;  // row by row: of each input, of each method, mean over the counts
  FriedmanRanks standing;
  std::vector<Tally> tallies;  // of each method against the reference
};

std::size_t pairs_of(const Evaluation& evaluation, const CompareOptions& options) {
  return options.pairs_counts ? evaluation.plan().counts.size() : evaluation.splits().size();
}

/// What is paired on one input, row by row: the methods on each split, or at each count.
std::vector<double> paired_values(const Evaluation& evaluation, std::size_t learner,
                                  const CompareOptions& options) {
  const std::size_t methods = evaluation.plan().methods.size();
  const std::size_t rows = pairs_of(evaluation, options);
  std::vector<double> values(rows * methods);
  for (std::size_t m = 0; m < methods; ++m) {
    const Curve curve{.method = m, .learner = learner};
    const std::vector<double> splits = evaluation.mean_values(curve, options.metric);
    for (std::size_t row = 0; row < rows; ++row) {
      values[row * methods + m] =
          options.pairs_counts ? evaluation.mean(curve, row, options.metric) : splits[row];
    }
  }
  return values;
}

/// The standard deviation over the counts, as the tables of papers have it.
double deviation(const Evaluation& evaluation, const Curve& curve, Metric metric) {
  const std::size_t counts = evaluation.plan().counts.size();
  const double mean = evaluation.overall(curve, metric);
  double squares = 0;
  for (std::size_t count = 0; count < counts; ++count) {
    const double difference = evaluation.mean(curve, count, metric) - mean;
    squares += difference * difference;
  }
  return counts < 2 ? 0 : std::sqrt(squares / static_cast<double>(counts - 1));
}

Board board_of(std::span<const EvaluationResult> results, std::size_t learner,
               const CompareOptions& options) {
  const std::size_t methods = results.front().evaluation.plan().methods.size();
  // For the tests the smaller is the better.
  const double sign = options.metric == Metric::auc ? -1 : 1;
  Board board;
  std::vector<std::vector<double>> paired;
  std::vector<SetValues> sets;
  for (const EvaluationResult& result : results) {
    for (std::size_t m = 0; m < methods; ++m) {
      board.values.push_back(
          sign * result.evaluation.overall({.method = m, .learner = learner}, options.metric));
    }
    paired.push_back(paired_values(result.evaluation, learner, options));
    for (double& value : paired.back())
      value *= sign;
    sets.push_back({.values = {paired.back().data(), pairs_of(result.evaluation, options), methods,
                               methods, 1},
                    .overlap = options.pairs_counts ? 0 : result.evaluation.overlap()});
  }
  board.standing = standing({board.values.data(), results.size(), methods, methods, 1});
  board.tallies = tallies(sets, options.reference, alpha);
  for (double& value : board.values)
    value *= sign;
  return board;
}

/// `12.3 (4.5)`, and a star for the best of the row.
std::string value_cell(const EvaluationResult& result, const Curve& curve,
                       std::span<const double> row, Metric metric) {
  const double value = row[curve.method];
  if (std::isnan(value)) return "-";
  const bool is_best = std::none_of(row.begin(), row.end(),
                                    [&](double other) { return is_better(other, value, metric); });
  return fmt::format("{}{} ({})", is_best ? "*" : "", metric_number(value, metric),
                     metric_number(deviation(result.evaluation, curve, metric), metric));
}

std::string learner_table(std::span<const EvaluationResult> results, std::size_t learner,
                          const CompareOptions& options, const Terminal& terminal) {
  const Plan& plan = results.front().evaluation.plan();
  const Board board = board_of(results, learner, options);
  std::vector<TextTable::Heading> headings{{.text = "input", .may_shrink = true}};
  for (const Variant& variant : plan.methods)
    headings.push_back({.text = printable(variant.label), .align = TextTable::Align::right});
  const std::size_t methods = plan.methods.size();
  TextTable drawn(std::move(headings));
  for (std::size_t i = 0; i < results.size(); ++i) {
    std::vector<std::string> cells{printable(results[i].table.source())};
    for (std::size_t m = 0; m < plan.methods.size(); ++m) {
      cells.push_back(value_cell(results[i], {.method = m, .learner = learner},
                                 std::span(board.values).subspan(i * methods, methods),
                                 options.metric));
    }
    drawn.add(std::move(cells));
  }
  std::vector<std::string> ranks{"mean rank"};
  for (const double rank : board.standing.ranks)
    ranks.push_back(std::isnan(rank) ? "-" : fmt::format("{:.2f}", rank));
  std::vector<std::string> tallies{"win/tie/loss"};
  for (std::size_t m = 0; m < plan.methods.size(); ++m) {
    const Tally& tally = board.tallies[m];
    tallies.push_back(m == options.reference
                          ? ""
                          : fmt::format("{}/{}/{}", tally.losses, tally.ties, tally.wins));
  }
  drawn.add(std::move(ranks));
  drawn.add(std::move(tallies));
  std::string text = drawn.draw(terminal) + "\n";
  std::string about = fmt::format(
      "Wins, ties and losses of {} against each, by paired t-tests over the {} (p < {:.2g}).",
      printable(plan.methods[options.reference].label),
      options.pairs_counts ? "numbers of features" : "splits", alpha);
  if (!std::isnan(board.standing.p)) {
    about +=
        fmt::format(" Ranks as different as these have p = {:.3g} (Friedman).", board.standing.p);
  }
  return text + wrap(about, {.width = terminal.width});
}

/// Notes with the input they are about.
std::string notes_text(std::span<const EvaluationResult> results, std::size_t width) {
  std::string text;
  for (const EvaluationResult& result : results) {
    for (const std::string& note : result.notes()) {
      text += wrap(fmt::format("note: {}: {}", printable(result.table.source()), printable(note)),
                   {.width = width, .rest = 6});
    }
  }
  return text;
}

}  // namespace

std::string comparison_table(std::span<const EvaluationResult> results,
                             const CompareOptions& options, const Terminal& terminal) {
  const Plan& plan = results.front().evaluation.plan();
  std::string text =
      wrap(fmt::format("{}, {}{}: mean over the numbers of features, and its deviation",
                       metric_heading(options.metric), splitting_text(plan.splitting),
                       plan.is_leaky ? "" : ", everything learned from the training rows alone"),
           {.width = terminal.width});
  text += leaky_line(plan, terminal);
  double seconds = 0;
  for (const EvaluationResult& result : results)
    seconds += result.timing.read_seconds + result.timing.select_seconds;
  for (std::size_t learner = 0; learner < plan.learners.size(); ++learner) {
    const Learner& known = pith::learner(plan.learners[learner].id);
    text += fmt::format("\n{} ({})\n\n", paint(known.title, Style::bold, terminal),
                        printable(plan.learners[learner].label));
    text += learner_table(results, learner, options, terminal);
  }
  text += "\n" + notes_text(results, terminal.width);
  const std::string last =
      fmt::format("{} x {} in {}", counted(results.size(), "input"),
                  counted(plan.methods.size(), "method"), duration_text(seconds));
  return text + paint(last, Style::dim, terminal) + "\n";
}

std::string comparison_json(std::span<const EvaluationResult> results,
                            const CompareOptions& options) {
  const Plan& plan = results.front().evaluation.plan();
  Json standings = Json::array();
  for (std::size_t learner = 0; learner < plan.learners.size(); ++learner) {
    const Board board = board_of(results, learner, options);
    Json methods = Json::array();
    for (std::size_t m = 0; m < plan.methods.size(); ++m) {
      const Tally& tally = board.tallies[m];
      Json entry = {{"method", plan.methods[m].label}};
      entry["mean_rank"] = number_json(board.standing.ranks[m]);
      if (m != options.reference) {
        entry["against"] = {{"wins", tally.losses}, {"ties", tally.ties}, {"losses", tally.wins}};
      }
      methods.push_back(std::move(entry));
    }
    standings.push_back({{"learner", plan.learners[learner].label},
                         {"friedman",
                          {{"statistic", number_json(board.standing.chi_square)},
                           {"p", number_json(board.standing.p)},
                           {"inputs", board.standing.sets}}},
                         {"methods", std::move(methods)}});
  }
  Json evaluations = Json::array();
  for (const EvaluationResult& result : results)
    evaluations.push_back(
        Json::parse(evaluation_json(result.table, result.evaluation, result.timing)));
  return lines_of({{"schema", "pith/comparison/1"},
                   {"version", version()},
                   {"metric", metric_text(options.metric)},
                   {"leaky", plan.is_leaky},
                   {"reference", plan.methods[options.reference].label},
                   {"pairs", options.pairs_counts ? "counts" : "splits"},
                   {"standings", std::move(standings)},
                   {"evaluations", std::move(evaluations)}});
}

}  // namespace pith::cli
