// SPDX-License-Identifier: Apache-2.0
#include "cli/evaluation_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/plan_options.h"
#include "cli/selection_format.h"
#include "cli/spelling.h"
#include "cli/terminal/display.h"
#include "cli/terminal/field.h"
#include "cli/terminal/fold.h"
#include "cli/terminal/table_format.h"
#include "pith/base/text.h"
#include "pith/evaluate/comparison.h"
#include "pith/learn/model/learner.h"

namespace pith::cli {
namespace {

std::vector<std::string> probabilistic_learners() {
  std::vector<std::string> ids;
  for (const Learner& known : learners()) {
    if (known.gives_probabilities) ids.push_back(known.id);
  }
  return ids;
}

/// Four significant digits, with zeros at the end.
std::string four_digits(double value) {
  const double size = std::abs(value);
  if (size != 0 && (size < 1e-4 || size >= 1e7)) return fmt::format("{:.3e}", value);
  const double before = size < 1 ? 0 : std::floor(std::log10(size)) + 1;
  const double leading = size == 0 || size >= 1 ? 0 : -std::floor(std::log10(size)) - 1;
  return fmt::format("{:.{}f}", value, static_cast<int>(std::max(0.0, 4 - before + leading)));
}

/// A p-value for people.
std::string p_text(double p) {
  if (std::isnan(p)) return "-";
  return p < 0.001 ? "<0.001" : fmt::format("{:.3f}", p);
}

/// How many of the methods from `first` on fit beside each other.
std::size_t fitting(const Plan& plan, std::size_t first, const Terminal& terminal) {
  constexpr std::size_t heading = 13;
  constexpr std::size_t min_width = 6;
  constexpr std::size_t baseline_width = 14;
  std::size_t used = heading;
  std::size_t count = 0;
  for (std::size_t m = first; m < plan.methods.size(); ++m, ++count) {
    used += 2 + std::max(min_width, display_width(printable(plan.methods[m].label)));
    if (m + 1 == plan.methods.size() && plan.has_baseline) used += baseline_width;
    if (count > 0 && used > terminal.width) break;
  }
  return count;
}

std::string interval_text(const Interval& interval, Metric metric) {
  if (std::isnan(interval.lower)) return "";
  // Student's interval is symmetric and may exceed the range of a metric.
  const double least = metric == Metric::r2         ? interval.lower
                       : metric == Metric::spearman ? -1.0
                                                    : 0.0;
  const bool has_unit = metric == Metric::log_loss || metric == Metric::rmse ||
                        metric == Metric::mae || metric == Metric::mean_loss;
  return fmt::format(
      "{}{}{}", metric_number(std::max(least, interval.lower), metric), least < 0 ? " to " : "-",
      metric_number(has_unit ? interval.upper : std::min(1.0, interval.upper), metric));
}

/// A mean of a method, or that it has none because the method failed; a note says why.
std::string mean_cell(const Evaluation& evaluation, std::size_t method, double mean,
                      Metric metric) {
  return evaluation.has_failed(method) ? "n/a" : metric_number(mean, metric);
}

/// A line for each number of features, then the mean over these with its interval.
std::string values_table(const Evaluation& evaluation, std::size_t learner, Metric metric,
                         const Terminal& terminal) {
  const Plan& plan = evaluation.plan();
  std::string text;
  for (std::size_t first = 0; first < plan.methods.size();) {
    const std::size_t end = first + fitting(plan, first, terminal);
    const bool has_baseline = end == plan.methods.size() && plan.has_baseline;
    std::vector<TextTable::Heading> headings{
        {.text = "features", .align = TextTable::Align::right}};
    for (std::size_t m = first; m < end; ++m) {
      headings.push_back({.text = printable(plan.methods[m].label),
                          .align = TextTable::Align::right,
                          .may_shrink = true});
    }
    if (has_baseline)
      headings.push_back({.text = "all features", .align = TextTable::Align::right});
    const Interval baseline =
        overall_interval(evaluation, evaluation.all_features_curve(learner), metric);
    const std::string baseline_mean =
        evaluation.has_all_features(learner) ? metric_number(baseline.mean, metric) : "n/a";
    TextTable drawn(std::move(headings));
    for (std::size_t count = 0; count < plan.counts.size(); ++count) {
      std::vector<std::string> cells{std::to_string(plan.counts[count])};
      for (std::size_t m = first; m < end; ++m) {
        const Curve curve{.method = m, .learner = learner};
        cells.push_back(mean_cell(evaluation, m, evaluation.mean(curve, count, metric), metric));
      }
      if (has_baseline) cells.push_back(plan.counts.size() > 1 ? "" : baseline_mean);
      drawn.add(std::move(cells));
    }
    std::vector<std::string> means{"mean"};
    std::vector<std::string> intervals{"95 %"};
    for (std::size_t m = first; m < end; ++m) {
      const Interval overall =
          overall_interval(evaluation, {.method = m, .learner = learner}, metric);
      means.push_back(mean_cell(evaluation, m, overall.mean, metric));
      intervals.push_back(interval_text(overall, metric));
    }
    if (has_baseline) {
      means.push_back(baseline_mean);
      intervals.push_back(interval_text(baseline, metric));
    }
    const bool has_intervals = std::any_of(intervals.begin() + 1, intervals.end(),
                                           [](const std::string& each) { return !each.empty(); });
    if (plan.counts.size() > 1) drawn.add(std::move(means));
    if (has_intervals) drawn.add(std::move(intervals));
    text += drawn.draw(terminal) + "\n";
    first = end;
  }
  return text;
}

/// The best method, and by how much the others are worse.
std::string verdict_text(const Evaluation& evaluation, std::size_t learner, Metric metric,
                         const Terminal& terminal) {
  const Plan& plan = evaluation.plan();
  const std::size_t best = best_method(evaluation, learner, metric);
  const Curve curve{.method = best, .learner = learner};
  const std::size_t count = best_count(evaluation, curve, metric);
  const double overall = evaluation.overall(curve, metric);
  if (std::isnan(overall)) return "";
  std::string text =
      fold(fmt::format("Best {}: {} ({} with {})", plan.counts.size() > 1 ? "on average" : "method",
                       printable(plan.methods[best].label),
                       metric_number(evaluation.mean(curve, count, metric), metric),
                       counted(plan.counts[count], "feature")),
           terminal);
  const std::vector<Comparison> all = comparisons(evaluation, metric);
  if (all.empty()) return text;
  TextTable drawn({{.text = "compared with it", .may_shrink = true},
                   {.text = "difference", .align = TextTable::Align::right},
                   {.text = "p (t-test)", .align = TextTable::Align::right, .drop = 1},
                   {.text = "p (Wilcoxon)", .align = TextTable::Align::right, .drop = 2}},
                  "--format json");
  for (const Comparison& each : all) {
    if (each.learner != learner || (each.method != best && each.other != best)) continue;
    const std::size_t other = each.method == best ? each.other : each.method;
    const double difference =
        evaluation.overall({.method = other, .learner = learner}, metric) - overall;
    drawn.add({printable(plan.methods[other].label),
               fmt::format("{}{}", difference < 0 ? "" : "+", metric_number(difference, metric)),
               p_text(each.splits.p), p_text(each.signed_ranks.p)});
  }
  return text + drawn.draw(terminal);
}

std::size_t succeeded(const Evaluation& evaluation) {
  return static_cast<std::size_t>(
      std::count(evaluation.failures.begin(), evaluation.failures.end(), std::nullopt));
}

/// What a prediction without any feature reaches, by the metric that decides.
std::string baseline_text(const Evaluation& evaluation) {
  const std::string value = metric_number(evaluation.baseline_error(), evaluation.primary());
  switch (evaluation.goal()) {
    case Goal::classes:
      return fmt::format("majority-class baseline: {} % error", value);
    case Goal::numbers:
      return fmt::format("mean baseline: RMSE {}", value);
    case Goal::several_classes:
      return fmt::format("majority-class baseline: {} % Hamming loss", value);
    case Goal::several_numbers:
    case Goal::mixed:
      break;
  }
  return fmt::format("constant baseline: mean loss {}", value);
}

}  // namespace

std::vector<std::string> EvaluationResult::notes() const {
  std::vector<std::string> all = table.notes();
  all.insert(all.end(), evaluation.notes.begin(), evaluation.notes.end());
  return all;
}

std::string metric_number(double value, Metric metric) {
  if (std::isnan(value)) return "-";
  switch (metric) {
    case Metric::log_loss:
    case Metric::r2:
    case Metric::spearman:
    case Metric::mean_loss:
      return fmt::format("{:.3f}", value);
    case Metric::rmse:
    case Metric::mae:
      return four_digits(value);
    default:
      return fmt::format("{:.1f}", 100 * value);
  }
}

std::string metric_heading(Metric metric) {
  switch (metric) {
    case Metric::error:
      return "error (%)";
    case Metric::balanced_error:
      return "balanced error (%)";
    case Metric::auc:
      return "AUC (%)";
    case Metric::log_loss:
      return "log loss (nats)";
    case Metric::mean_average_precision:
      return "mean average precision (%)";
    case Metric::rmse:
      return "RMSE";
    case Metric::mae:
      return "MAE";
    case Metric::r2:
      return "R2";
    case Metric::macro_f1:
      return "macro F1 (%)";
    case Metric::micro_f1:
      return "micro F1 (%)";
    case Metric::hamming_loss:
      return "Hamming loss (%)";
    case Metric::subset_accuracy:
      return "subset accuracy (%)";
    case Metric::mean_loss:
      return "mean loss";
    case Metric::spearman:
      break;
  }
  return "Spearman correlation";
}

Metric shown_metric(const std::string& text, Goal goal) {
  if (text.empty()) return primary_metric(goal);
  const Metric metric = parse_metric(text);
  check_metric(metric, goal);
  return metric;
}

std::string leaky_line(const Plan& plan, const Terminal& terminal) {
  if (!plan.is_leaky) return "";
  const std::string text = fold(
      "LEAKY: features were selected and scaled on all rows, including the test rows; errors are "
      "optimistically biased",
      terminal);
  return paint(text, Style::alarm, terminal);
}

std::string evaluation_table(const EvaluationResult& result, Metric metric,
                             const Terminal& terminal) {
  const Evaluation& evaluation = result.evaluation;
  const Plan& plan = evaluation.plan();
  std::string text = fold(data_line(result.table), terminal);
  text += fold(fmt::format("{}; {}", splitting_text(plan), baseline_text(evaluation)), terminal);
  text += leaky_line(plan, terminal);
  for (std::size_t learner = 0; learner < plan.learners.size(); ++learner) {
    const Learner& known = pith::learner(plan.learners[learner].id);
    text += "\n" +
            fold_styled(known.title, Style::bold,
                        fmt::format(" ({}): {}", printable(plan.learners[learner].label),
                                    metric_heading(metric)),
                        terminal) +
            "\n";
    if (metric == Metric::log_loss && !known.gives_probabilities) {
      text += fold(fmt::format("{} does not predict probabilities, which log loss needs; use {}",
                               known.id, alternatives(probabilistic_learners())),
                   terminal);
      continue;
    }
    text += values_table(evaluation, learner, metric, terminal);
    text += verdict_text(evaluation, learner, metric, terminal);
  }
  text += "\n";
  for (const std::string& note : result.notes())
    text += fold("note: " + note_text(note), terminal, 6);
  const Timing& timing = result.timing;
  const std::string last =
      fmt::format("Evaluated {} on {} ({})", counted(succeeded(evaluation), "method"),
                  counted(evaluation.splits().size(), "split"),
                  duration_text(timing.read_seconds + timing.select_seconds));
  return text + fold_styled(last, Style::dim, "", terminal);
}

std::string evaluation_csv_heading(Goal goal) {
  std::string heading = "source,leaky,method,learner,k,split,train_rows,test_rows,features";
  for (const Metric metric : metrics_for(goal))
    heading += "," + metric_key(metric);
  return heading + "\n";
}

std::string evaluation_csv(const EvaluationResult& result) {
  const Evaluation& evaluation = result.evaluation;
  const Plan& plan = evaluation.plan();
  const auto field = [](double value) { return std::isnan(value) ? "" : exact_number(value); };
  const std::string start =
      fmt::format("{},{},", csv_field(result.table.source()), plan.is_leaky ? "true" : "false");
  std::string text;
  for (std::size_t m = 0; m < plan.methods.size(); ++m) {
    if (evaluation.has_failed(m)) continue;
    for (std::size_t l = 0; l < plan.learners.size(); ++l) {
      for (std::size_t count = 0; count < plan.counts.size(); ++count) {
        for (std::size_t split = 0; split < evaluation.splits().size(); ++split) {
          const Trial& trial = evaluation.trial(m, split);
          const Metrics& all = trial.metrics[l * plan.counts.size() + count];
          text += fmt::format("{}{},{},{},{},{},{},{}", start, csv_field(plan.methods[m].label),
                              csv_field(plan.learners[l].label), plan.counts[count], split,
                              evaluation.splits()[split].train.size(),
                              evaluation.splits()[split].test.size(),
                              std::min(plan.counts[count], trial.path.size()));
          for (const Metric metric : metrics_for(evaluation.goal()))
            text += "," + field(value_of(all, metric));
          text += "\n";
        }
      }
    }
  }
  return text;
}

}  // namespace pith::cli
