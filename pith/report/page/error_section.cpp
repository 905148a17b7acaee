// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pith/base/text.h"
#include "pith/report/charts/documents.h"
#include "pith/report/page/html_table.h"
#include "pith/report/page/sections.h"
#include "pith/report/page/shown_text.h"

namespace pith {
namespace {

/// The key of a metric in curves: `balanced_error` of `balanced-error`.
std::string metric_key(std::string text) {
  std::replace(text.begin(), text.end(), '-', '_');
  return text;
}

bool is_share(const std::string& key) {
  return key == "error" || key == "balanced_error" || key == "hamming_loss";
}

/// Whether a method of the evaluation is that of the main selection.
bool is_main(const Json& variant, const Json& main) {
  return part_of(variant, "id") == part_of(part_of(main, "method"), "id") &&
         part_of(variant, "parameters") == part_of(part_of(main, "method"), "parameters");
}

/// The name of the method of a curve for readers: what `auto` stands for.
std::string shown_method(const PageData& page, const std::string& label) {
  for (const Json& variant : part_of(page.part("evaluation"), "methods")) {
    if (text_at(variant, "label") == label) return page.label(variant);
  }
  return label;
}

std::string splits_text(const Json& splits) {
  const std::string how = text_at(splits, "how");
  const std::size_t repeats = count_at(splits, "repeats");
  if (how == "leave-one-out") return "leave-one-out cross-validation";
  if (how == "holdout") {
    return fmt::format("{} of {} of the rows", counted(repeats, "random holdout"),
                       percent_text(number_at(splits, "share")));
  }
  if (how == "time")
    return fmt::format("{} forward in time", counted(count_at(splits, "folds"), "split"));
  if (how == "given") return counted(count_at(splits, "count"), "given split");
  return fmt::format("{}{}-fold cross-validation{}",
                     repeats > 1 ? fmt::format("{} times repeated ", repeats) : "",
                     count_at(splits, "folds"), how == "groups" ? " by groups" : "");
}

HtmlTable::Interval interval_of(const Json& value, const std::string& key) {
  return {.mean = number_at(value, "mean"),
          .lower = within_range(number_at(value, "lower"), key),
          .upper = within_range(number_at(value, "upper"), key),
          .is_percent = is_share(key)};
}

/// The curves of one learner side by side, and what is independent of k below them.
std::string curves_table(const PageData& page, const std::string& learner, std::size_t number) {
  const Json& evaluation = page.part("evaluation");
  const std::string key = metric_key(text_at(evaluation, "metric"));
  std::vector<const Json*> curves;
  std::vector<HtmlTable::Column> columns = {{"features", true}};
  for (const Json& curve : part_of(evaluation, "curves")) {
    if (text_at(curve, "learner") != learner) continue;
    curves.push_back(&curve);
    columns.push_back({shown_method(page, text_at(curve, "method")), true});
  }
  HtmlTable table(fmt::format("error-table-{}", number),
                  fmt::format("Cross-validated {} of {} with its 95 % interval", metric_name(key),
                              shortened(learner, 60)),
                  columns);
  const Json& counts = part_of(evaluation, "k");
  for (std::size_t i = 0; i < counts.size(); ++i) {
    table.row().count(counts[i].get<std::size_t>());
    for (const Json* curve : curves) {
      const Json& points = part_of(*curve, "points");
      table.interval(
          interval_of(i < points.size() ? part_of(points[i], key.c_str()) : Json(), key));
    }
  }
  return table.html();
}

std::string baselines_table(const Json& evaluation) {
  const std::string key = metric_key(text_at(evaluation, "metric"));
  const Json& baselines = part_of(evaluation, "baselines");
  HtmlTable table("baselines-table", "Baselines", {{"baseline"}, {metric_name(key), true}});
  for (const Json& each : part_of(baselines, "all_features")) {
    table.row().head(fmt::format("{} with {}", html_text(shortened(text_at(each, "learner"), 60)),
                                 all_features_text(count_at(each, "features"))));
    table.interval(interval_of(part_of(part_of(each, "metrics"), key.c_str()), key));
  }
  for (const char* name : {"majority_class", "mean", "constant"}) {
    const Json& constant = part_of(baselines, name);
    if (constant.is_null()) continue;
    table.row().head(
        constant.contains("class")
            ? fmt::format("majority class, always {}", name_html(text_at(constant, "class")))
        : constant.contains("value")
            ? fmt::format("always the mean, {}", rough_number(number_at(constant, "value")))
            : "the same prediction for every row");
    table.interval({.mean = number_at(constant, key.c_str()),
                    .lower = NAN,
                    .upper = NAN,
                    .is_percent = is_share(key)});
  }
  return table.is_empty() ? "" : table.html();
}

}  // namespace

double within_range(double end, const std::string& metric) {
  if (std::isnan(end)) return end;
  if (metric == "r2") return std::min(end, 1.0);
  if (metric == "spearman") return std::clamp(end, -1.0, 1.0);
  const bool is_unbounded =
      metric == "rmse" || metric == "mae" || metric == "log_loss" || metric == "mean_loss";
  return is_unbounded ? std::max(end, 0.0) : std::clamp(end, 0.0, 1.0);
}

std::string all_features_text(std::size_t count) {
  return count == 1 ? "the only feature" : fmt::format("all {} features", grouped(count));
}

MainError main_error(const PageData& page) {
  const Json& evaluation = page.part("evaluation");
  MainError found;
  found.metric = metric_key(text_at(evaluation, "metric"));
  found.is_percent = is_share(found.metric);
  std::string label;
  for (const Json& variant : part_of(evaluation, "methods")) {
    if (is_main(variant, page.main())) label = text_at(variant, "label");
  }
  const std::size_t k = page.selected_count();
  for (const Json& curve : part_of(evaluation, "curves")) {
    if (found.curve != nullptr || label.empty() || text_at(curve, "method") != label) continue;
    for (const Json& point : part_of(curve, "points")) {
      if (count_at(point, "k") <= k) found.point = &point;
    }
    if (found.point != nullptr) found.curve = &curve;
  }
  return found;
}

std::string error_section(const PageData& page) {
  const Json& evaluation = page.part("evaluation");
  if (evaluation.is_null()) return "";
  std::string body = lead(fmt::format(
      "How wrong a learner is on rows that neither it nor the method has seen, by {}: each method "
      "selects from the training rows of each split alone. A <dfn>95\xC2\xA0% interval</dfn> shows "
      "how far the value may be off by the choice of rows; intervals that overlap do not tell two "
      "results apart.",
      splits_text(part_of(evaluation, "splits"))));
  if (part_of(evaluation, "leaky") == true) {
    body +=
        "<p class=\"warning\">Features were selected on all rows, including the test rows: the "
        "errors are optimistically biased.</p>\n";
  }
  const std::string key = metric_key(text_at(evaluation, "metric"));
  std::size_t number = 0;
  for (ErrorData& data : error_data(evaluation)) {
    data.id = fmt::format("chart-error-{}", number++);
    for (ErrorData::Series& series : data.series)
      series.name = shown_method(page, series.name);
    const auto clamp = [&](Limits& limits) {
      limits.lower = within_range(limits.lower, key);
      limits.upper = within_range(limits.upper, key);
    };
    for (ErrorData::Series& series : data.series)
      std::for_each(series.limits.begin(), series.limits.end(), clamp);
    for (ErrorData::Baseline& baseline : data.baselines)
      clamp(baseline.limits);
    body += figure(error_chart(data));
  }
  std::string tables;
  number = 0;
  for (const Json& learner : part_of(evaluation, "learners"))
    tables += curves_table(page, text_at(learner, "label"), number++);
  body += baselines_table(evaluation);
  body += twin("Table of the curves", tables);
  for (const Json& variant : part_of(evaluation, "methods")) {
    if (!variant.contains("error")) continue;
    body += fmt::format("<p class=\"note\">{} has no results: {}</p>\n",
                        html_text(method_label(variant)), html_text(text_at(variant, "error")));
  }
  return section("error", "Prediction error", body);
}

}  // namespace pith
