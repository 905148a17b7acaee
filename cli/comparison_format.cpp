// SPDX-License-Identifier: Apache-2.0
#include "cli/comparison_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/plan_options.h"
#include "cli/spelling.h"
#include "cli/terminal/display.h"
#include "cli/terminal/fold.h"
#include "cli/terminal/table_format.h"
#include "pith/base/text.h"
#include "pith/base/version.h"
#include "pith/evaluate/friedman_ranks.h"
#include "pith/learn/model/learner.h"
#include "pith/report/evaluation_json.h"
#include "pith/report/json.h"

namespace pith::cli {
namespace {

constexpr double alpha = 0.05;

/// The results of one learner on all inputs.
struct Board {
  std::vector<double> values;  // by input, then by method: the mean over the counts
  FriedmanRanks friedman;
  std::vector<Tally> tallies;  // of each method against the reference
};

std::size_t pairs_of(const Evaluation& evaluation, const CompareOptions& options) {
  return options.pairs_counts ? evaluation.plan().counts.size() : evaluation.splits().size();
}

/// The pairs of one input, row by row: the values of all methods on a split, or at a count.
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

/// The standard deviation over the counts, as in the tables of papers.
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
  // The tests take smaller values as better.
  const double sign = is_gain(options.metric) ? -1 : 1;
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
  board.friedman = friedman_ranks({board.values.data(), results.size(), methods, methods, 1});
  board.tallies = tallies(sets, options.reference, alpha);
  for (double& value : board.values)
    value *= sign;
  return board;
}

/// `12.3 (4.5)`, with a star for the best of the row.
std::string value_cell(const EvaluationResult& result, const Curve& curve,
                       std::span<const double> row, Metric metric) {
  const double value = row[curve.method];
  if (result.evaluation.has_failed(curve.method)) return "n/a";
  if (std::isnan(value)) return "-";
  const bool is_best = std::none_of(row.begin(), row.end(),
                                    [&](double other) { return is_better(other, value, metric); });
  return fmt::format("{}{} ({})", is_best ? "*" : "", metric_number(value, metric),
                     metric_number(deviation(result.evaluation, curve, metric), metric));
}

/// Which inputs the mean ranks leave out, and why. Methods that failed on all inputs do not count.
std::string unranked_text(std::span<const EvaluationResult> results) {
  std::vector<std::string> inputs;
  for (const EvaluationResult& result : results) {
    bool is_left_out = false;
    for (std::size_t m = 0; m < result.evaluation.failures.size(); ++m) {
      is_left_out = is_left_out ||
                    (result.evaluation.has_failed(m) &&
                     std::any_of(results.begin(), results.end(),
                                 [&](const auto& any) { return !any.evaluation.has_failed(m); }));
    }
    if (is_left_out) inputs.push_back(printable(result.table.source()));
  }
  constexpr std::size_t few = 5;
  if (inputs.empty()) return "";
  return fmt::format(" The mean ranks leave out {}, where a method has no result (n/a).",
                     listed(inputs, few));
}

std::string constant_heading(Goal goal) {
  if (goal == Goal::mixed) return "constant";
  return has_numbers(goal) ? "mean" : "majority";
}

std::string learner_table(std::span<const EvaluationResult> results, std::size_t learner,
                          const CompareOptions& options, const Terminal& terminal) {
  const Plan& plan = results.front().evaluation.plan();
  const Board board = board_of(results, learner, options);
  std::vector<TextTable::Heading> headings{{.text = "input", .may_shrink = true}};
  for (const Variant& variant : plan.methods)
    headings.push_back({.text = printable(variant.label),
                        .align = TextTable::Align::right,
                        .may_shrink = true,
                        .continues = true});
  if (plan.has_baseline) {
    headings.push_back(
        {.text = "all features", .align = TextTable::Align::right, .continues = true});
  }
  headings.push_back({.text = constant_heading(results.front().evaluation.goal()),
                      .align = TextTable::Align::right,
                      .continues = true});
  const std::size_t methods = plan.methods.size();
  TextTable drawn(std::move(headings));
  for (std::size_t i = 0; i < results.size(); ++i) {
    std::vector<std::string> cells{printable(results[i].table.source())};
    for (std::size_t m = 0; m < plan.methods.size(); ++m) {
      cells.push_back(value_cell(results[i], {.method = m, .learner = learner},
                                 std::span(board.values).subspan(i * methods, methods),
                                 options.metric));
    }
    const Evaluation& evaluation = results[i].evaluation;
    if (plan.has_baseline) {
      cells.push_back(evaluation.has_all_features(learner)
                          ? metric_number(evaluation.overall(evaluation.all_features_curve(learner),
                                                             options.metric),
                                          options.metric)
                          : "n/a");
    }
    cells.push_back(
        metric_number(value_of(evaluation.baseline_metrics(), options.metric), options.metric));
    drawn.add(std::move(cells));
  }
  std::vector<std::string> ranks{"mean rank"};
  for (const double rank : board.friedman.ranks)
    ranks.push_back(std::isnan(rank) ? "-" : fmt::format("{:.2f}", rank));
  std::vector<std::string> tallies{"win/tie/loss"};
  for (std::size_t m = 0; m < plan.methods.size(); ++m) {
    const Tally& tally = board.tallies[m];
    tallies.push_back(m == options.reference
                          ? ""
                          : fmt::format("{}/{}/{}", tally.losses, tally.ties, tally.wins));
  }
  for (auto* const line : {&ranks, &tallies}) {
    line->resize(methods + (plan.has_baseline ? 3 : 2));
    drawn.add(std::move(*line));
  }
  std::string text = drawn.draw(terminal) + "\n";
  const std::string left_out = unranked_text(results);
  std::string about =
      fmt::format("win/tie/loss: {} against each method, paired t-tests over the {} (p < {:.2g}).",
                  printable(plan.methods[options.reference].label),
                  options.pairs_counts ? "numbers of features" : "splits", alpha);
  if (!std::isnan(board.friedman.p))
    about += fmt::format(" Friedman test: p = {:.3g}.", board.friedman.p);
  return text + fold(about + left_out, terminal);
}

/// Notes, each with its input.
std::string notes_text(std::span<const EvaluationResult> results, const Terminal& terminal) {
  std::string text;
  for (const EvaluationResult& result : results) {
    for (const std::string& note : result.notes()) {
      text += fold(fmt::format("note: {}: {}", printable(result.table.source()), note_text(note)),
                   terminal, 6);
    }
  }
  return text;
}

}  // namespace

std::string comparison_table(std::span<const EvaluationResult> results,
                             const CompareOptions& options, const Terminal& terminal) {
  const Plan& plan = results.front().evaluation.plan();
  std::string text =
      fold(fmt::format("{}, {}: mean (standard deviation) over the numbers of features",
                       metric_heading(options.metric), splitting_text(plan)),
           terminal);
  text += leaky_line(plan, terminal);
  double seconds = 0;
  for (const EvaluationResult& result : results)
    seconds += result.timing.read_seconds + result.timing.select_seconds;
  for (std::size_t learner = 0; learner < plan.learners.size(); ++learner) {
    const Learner& known = pith::learner(plan.learners[learner].id);
    text += "\n" +
            fold_styled(known.title, Style::bold,
                        fmt::format(" ({})", printable(plan.learners[learner].label)), terminal) +
            "\n";
    text += learner_table(results, learner, options, terminal);
  }
  text += "\n" + notes_text(results, terminal);
  const std::string last =
      fmt::format("Compared {} on {} ({})", counted(plan.methods.size(), "method"),
                  counted(results.size(), "input"), duration_text(seconds));
  return text + fold_styled(last, Style::dim, "", terminal);
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
      entry["mean_rank"] = number_json(board.friedman.ranks[m]);
      if (m != options.reference) {
        entry["against"] = {{"wins", tally.losses}, {"ties", tally.ties}, {"losses", tally.wins}};
      }
      methods.push_back(std::move(entry));
    }
    standings.push_back({{"learner", plan.learners[learner].label},
                         {"friedman",
                          {{"statistic", number_json(board.friedman.chi_square)},
                           {"p", number_json(board.friedman.p)},
                           {"inputs", board.friedman.sets}}},
                         {"methods", std::move(methods)}});
  }
  Json evaluations = Json::array();
  for (const EvaluationResult& result : results)
    evaluations.push_back(Json::parse(
        evaluation_json(result.table, result.evaluation, result.timing, flag_spelling)));
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
