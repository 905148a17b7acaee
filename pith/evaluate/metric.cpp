// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/metric.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "pith/base/error.h"
#include "pith/base/option.h"
#include "pith/base/text.h"

namespace pith {
namespace {

/// What is known of a metric.
struct Entry {
  Metric metric;
  std::string_view text;
  double Metrics::*value;
  bool is_gain = false;
  bool is_mean_of_rows = false;
};

constexpr std::array entries{
    Entry{.metric = Metric::error,
          .text = "error",
          .value = &Metrics::error,
          .is_mean_of_rows = true},
    Entry{.metric = Metric::balanced_error,
          .text = "balanced-error",
          .value = &Metrics::balanced_error},
    Entry{.metric = Metric::auc, .text = "auc", .value = &Metrics::auc, .is_gain = true},
    Entry{.metric = Metric::log_loss,
          .text = "log-loss",
          .value = &Metrics::log_loss,
          .is_mean_of_rows = true},
    Entry{.metric = Metric::mean_average_precision,
          .text = "mean-average-precision",
          .value = &Metrics::mean_average_precision,
          .is_gain = true},
    Entry{.metric = Metric::rmse, .text = "rmse", .value = &Metrics::rmse},
    Entry{.metric = Metric::mae, .text = "mae", .value = &Metrics::mae, .is_mean_of_rows = true},
    Entry{.metric = Metric::r2, .text = "r2", .value = &Metrics::r2, .is_gain = true},
    Entry{.metric = Metric::spearman,
          .text = "spearman",
          .value = &Metrics::spearman,
          .is_gain = true},
    Entry{.metric = Metric::macro_f1,
          .text = "macro-f1",
          .value = &Metrics::macro_f1,
          .is_gain = true},
    Entry{.metric = Metric::micro_f1,
          .text = "micro-f1",
          .value = &Metrics::micro_f1,
          .is_gain = true},
    Entry{.metric = Metric::hamming_loss,
          .text = "hamming-loss",
          .value = &Metrics::hamming_loss,
          .is_mean_of_rows = true},
    Entry{.metric = Metric::subset_accuracy,
          .text = "subset-accuracy",
          .value = &Metrics::subset_accuracy,
          .is_gain = true,
          .is_mean_of_rows = true},
    Entry{.metric = Metric::mean_loss, .text = "mean-loss", .value = &Metrics::mean_loss},
};

static_assert(entries.size() == metric_count);

constexpr std::array metrics_in_order{Metric::error,
                                      Metric::balanced_error,
                                      Metric::auc,
                                      Metric::log_loss,
                                      Metric::mean_average_precision,
                                      Metric::rmse,
                                      Metric::mae,
                                      Metric::r2,
                                      Metric::spearman,
                                      Metric::macro_f1,
                                      Metric::micro_f1,
                                      Metric::hamming_loss,
                                      Metric::subset_accuracy,
                                      Metric::mean_loss};
constexpr std::size_t class_metrics = 5;   // before those of numbers
constexpr std::size_t number_metrics = 4;  // after them

/// The mean of the errors is the Hamming loss.
constexpr std::array several_class_metrics{Metric::hamming_loss,   Metric::subset_accuracy,
                                           Metric::macro_f1,       Metric::micro_f1,
                                           Metric::balanced_error, Metric::auc,
                                           Metric::log_loss,       Metric::mean_average_precision};
constexpr std::array several_number_metrics{Metric::mean_loss, Metric::rmse, Metric::mae,
                                            Metric::r2, Metric::spearman};
constexpr std::array mixed_metrics{
    Metric::mean_loss, Metric::error,    Metric::balanced_error,
    Metric::auc,       Metric::log_loss, Metric::mean_average_precision,
    Metric::rmse,      Metric::mae,      Metric::r2,
    Metric::spearman};

constexpr const Entry& entry_of(Metric metric) {
  return entries[static_cast<std::size_t>(metric)];
}

std::vector<std::string> texts_of(std::span<const Metric> metrics) {
  std::vector<std::string> texts;
  for (const Metric each : metrics)
    texts.emplace_back(metric_text(each));
  return texts;
}

}  // namespace

std::string_view metric_text(Metric metric) {
  return entry_of(metric).text;
}

std::string metric_key(Metric metric) {
  std::string key(metric_text(metric));
  std::replace(key.begin(), key.end(), '-', '_');
  return key;
}

Metric parse_metric(std::string_view text) {
  for (const Entry& known : entries) {
    if (text == known.text) return known.metric;
  }
  throw Error(ErrorKind::bad_argument, fmt::format("unknown metric {}; use {}", quoted(text),
                                                   alternatives(texts_of(all_metrics()))));
}

std::span<const Metric> all_metrics() {
  return metrics_in_order;
}

bool has_numbers(Goal goal) {
  return goal != Goal::classes && goal != Goal::several_classes;
}

std::span<const Metric> metrics_for(Goal goal) {
  switch (goal) {
    case Goal::classes:
      return all_metrics().first(class_metrics);
    case Goal::numbers:
      return all_metrics().subspan(class_metrics, number_metrics);
    case Goal::several_classes:
      return several_class_metrics;
    case Goal::several_numbers:
      return several_number_metrics;
    case Goal::mixed:
      break;
  }
  return mixed_metrics;
}

Metric primary_metric(Goal goal) {
  return metrics_for(goal).front();
}

void check_metric(Metric metric, Goal goal) {
  const auto known = metrics_for(goal);
  if (std::find(known.begin(), known.end(), metric) != known.end()) return;
  const auto concerns = [&](Goal other) {
    const auto those = metrics_for(other);
    return std::find(those.begin(), those.end(), metric) != those.end();
  };
  const bool is_one = goal == Goal::classes || goal == Goal::numbers;
  const std::string_view of = concerns(Goal::classes)           ? "classes"
                              : concerns(Goal::numbers)         ? "numbers"
                              : concerns(Goal::several_classes) ? "several targets of classes"
                                                                : "several targets";
  throw Error(ErrorKind::bad_argument,
              fmt::format("{} is a metric of {}, but the target{} {}; use {}",
                          option("metric", metric_text(metric)), of, is_one ? " holds" : "s hold",
                          goal == Goal::mixed ? "classes and numbers"
                                              : (has_numbers(goal) ? "numbers" : "classes"),
                          alternatives(texts_of(known))));
}

double value_of(const Metrics& metrics, Metric metric) {
  return metrics.*entry_of(metric).value;
}

double& value_of(Metrics& metrics, Metric metric) {
  return metrics.*entry_of(metric).value;
}

bool is_gain(Metric metric) {
  return entry_of(metric).is_gain;
}

bool is_better(double value, double other, Metric metric) {
  if (std::isnan(value) || std::isnan(other)) return !std::isnan(value);
  return is_gain(metric) ? value > other : value < other;
}

bool is_mean_of_rows(Metric metric) {
  return entry_of(metric).is_mean_of_rows;
}

}  // namespace pith
