// SPDX-License-Identifier: Apache-2.0
#include "pith/report/charts/documents.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "pith/base/error.h"
#include "pith/base/text.h"
#include "pith/evaluate/metric.h"
#include "pith/evaluate/stability.h"
#include "pith/report/charts/label.h"
#include "pith/select/catalog.h"

namespace pith {
namespace {

constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

/// Infinities are texts, and null is undefined.
double number_of(const Json& json) {
  if (json.is_number()) return json.get<double>();
  if (json == "inf") return std::numeric_limits<double>::infinity();
  if (json == "-inf") return -std::numeric_limits<double>::infinity();
  return undefined;
}

double number_at(const Json& json, const char* key) {
  return json.contains(key) ? number_of(json.at(key)) : undefined;
}

/// Runs `read`; what the JSON library finds wrong becomes an Error.
template <class Read>
auto checked(const char* schema, const Json& document, Read read) {
  try {
    if (document.at("schema") == schema) return read();
  } catch (const Json::exception&) {
    // Reported below.
  }
  throw Error(ErrorKind::bad_data,
              fmt::format("the document is not a complete {}, so nothing can be drawn from it; "
                          "write the result again",
                          schema));
}

/// The unit of the scores of a method; empty: none, too long for an axis, or not a method of this
/// version.
std::string unit_of(const std::string& id) {
  constexpr std::size_t max_length = 20;
  for (const Method& method : catalog()) {
    if (method.id == id && method.unit != "none" && method.unit.size() <= max_length)
      return method.unit;
  }
  return "";
}

bool is_smaller_better(const std::string& id) {
  const std::vector<Method>& known = catalog();
  return std::any_of(known.begin(), known.end(), [&id](const Method& method) {
    return method.id == id && method.traits.output.smaller_is_better;
  });
}

/// The source without its folders.
std::string source_text(const Json& document) {
  const Json& data = document.at("data");
  if (!data.contains("source")) return "";
  const std::string source = data.at("source");
  return " \xE2\x80\x93 " + source.substr(source.find_last_of('/') + 1);
}

/// `mrmr: 5 of 13 features – wine.csv`.
std::string selection_title(const Json& selection) {
  const std::size_t count = selection.at("selected").size();
  const auto features = selection.at("data").at("features").get<std::size_t>();
  return fmt::format("{}: {} of {}{}", selection.at("method").at("id").get<std::string>(), count,
                     counted(features, "feature"), source_text(selection));
}

std::string stopped_text(const Json& selection) {
  const std::string stopped = selection.at("stopped");
  if (stopped == "nothing_left") return "no other feature can be selected";
  if (stopped == "no_gain") return "no other feature adds information";
  if (stopped == "cancelled") return "interrupted";
  if (!selection.contains("auto")) return "the requested number";
  return selection.at("auto").at("how") == "cv" ? "the number with the best cross-validation"
                                                : "further features are not significant";
}

struct MetricLook {
  std::string_view key;
  std::string_view name;
  bool is_percent;
};

MetricLook look_of(std::string_view key) {
  constexpr std::array<MetricLook, 14> looks = {
      {{"error", "error", true},
       {"balanced_error", "balanced error", true},
       {"auc", "AUC", true},
       {"log_loss", "log loss (nats)", false},
       {"mean_average_precision", "mean average precision", true},
       {"rmse", "RMSE", false},
       {"mae", "MAE", false},
       {"r2", "R2", false},
       {"spearman", "Spearman correlation", false},
       {"macro_f1", "macro F1", true},
       {"micro_f1", "micro F1", true},
       {"hamming_loss", "Hamming loss", true},
       {"subset_accuracy", "subset accuracy", true},
       {"mean_loss", "mean loss", false}}};
  const auto found = std::find_if(looks.begin(), looks.end(),
                                  [key](const MetricLook& look) { return look.key == key; });
  return found == looks.end() ? MetricLook{key, key, false} : *found;
}

/// Student's interval is symmetric, but none of these losses is below 0.
Limits limits_at(const Json& interval, std::string_view metric) {
  constexpr std::array<std::string_view, 4> losses = {"log_loss", "rmse", "mae", "mean_loss"};
  const bool is_loss = std::find(losses.begin(), losses.end(), metric) != losses.end();
  const double lower = number_at(interval, "lower");
  return {is_loss && lower < 0 ? 0 : lower, number_at(interval, "upper")};
}

std::vector<ErrorData::Series> series_of(const Json& evaluation, const std::string& learner,
                                         const std::string& metric) {
  std::vector<ErrorData::Series> all;
  for (const Json& curve : evaluation.at("curves")) {
    if (curve.at("learner") != learner) continue;
    ErrorData::Series series{.name = curve.at("method"), .values = {}};
    for (const Json& point : curve.at("points")) {
      const Json& interval = point.at(metric);
      series.values.push_back(number_at(interval, "mean"));
      series.limits.push_back(limits_at(interval, metric));
    }
    all.push_back(std::move(series));
  }
  return all;
}

std::vector<ErrorData::Baseline> baselines_of(const Json& evaluation, const std::string& learner,
                                              const std::string& metric) {
  std::vector<ErrorData::Baseline> all;
  const Json& baselines = evaluation.at("baselines");
  for (const Json& each : baselines.at("all_features")) {
    if (each.at("learner") != learner || !each.contains("metrics")) continue;
    const Json& interval = each.at("metrics").at(metric);
    all.push_back({.name = "all features",
                   .value = number_at(interval, "mean"),
                   .limits = limits_at(interval, metric)});
  }
  if (baselines.contains("majority_class")) {
    all.push_back({.name = "majority class",
                   .value = number_at(baselines.at("majority_class"), metric.c_str())});
  } else if (baselines.contains("mean")) {
    all.push_back(
        {.name = "mean of the target", .value = number_at(baselines.at("mean"), metric.c_str())});
  } else if (baselines.contains("constant")) {
    all.push_back(
        {.name = "constant", .value = number_at(baselines.at("constant"), metric.c_str())});
  }
  return all;
}

Json parsed(std::string_view document) {
  Json json = Json::parse(document, nullptr, false);
  if (json.is_object() && json.contains("schema") && json["schema"].is_string()) return json;
  throw Error(ErrorKind::bad_data, "a document of a result must be JSON with a schema");
}

}  // namespace

PathData path_data(const Json& selection) {
  return checked("pith/selection/1", selection, [&selection] {
    PathData data{.title = selection_title(selection),
                  .unit = unit_of(selection.at("method").at("id")),
                  .is_lowered = is_smaller_better(selection.at("method").at("id")),
                  .stopped = stopped_text(selection)};
    for (const Json& step : selection.at("selected")) {
      data.steps.push_back({.feature = step.at("index"),
                            .name = step.at("name"),
                            .score = number_at(step, "score")});
      if (step.contains("gain")) data.steps.back().gain = number_at(step, "gain");
    }
    return data;
  });
}

RankingData ranking_data(const Json& selection) {
  return checked("pith/selection/1", selection, [&selection] {
    RankingData data{.title = selection_title(selection),
                     .unit = unit_of(selection.at("method").at("id"))};
    if (!selection.contains("ranking")) return data;
    std::vector<std::size_t> selected;
    for (const Json& step : selection.at("selected"))
      selected.push_back(step.at("index"));
    std::sort(selected.begin(), selected.end());
    for (const Json& each : selection.at("ranking")) {
      const std::size_t feature = each.at("index");
      data.features.push_back(
          {.feature = feature,
           .name = each.at("name"),
           .score = number_at(each, "score"),
           .is_selected = std::binary_search(selected.begin(), selected.end(), feature)});
    }
    return data;
  });
}

std::vector<ErrorData> error_data(const Json& evaluation, std::string_view metric) {
  return checked("pith/evaluation/1", evaluation, [&evaluation, metric] {
    const std::string key =
        metric.empty() ? metric_key(parse_metric(evaluation.at("metric").get<std::string>()))
                       : std::string(metric);
    const MetricLook look = look_of(key);
    std::vector<ErrorData> all;
    for (const Json& each : evaluation.at("learners")) {
      const std::string learner = each.at("label");
      ErrorData data{.id = all.empty() ? "error" : fmt::format("error-{}", all.size() + 1),
                     .title = fmt::format("{}: {}{}", learner, look.name, source_text(evaluation)),
                     .metric = std::string(look.name),
                     .is_percent = look.is_percent,
                     .counts = evaluation.at("k"),
                     .series = series_of(evaluation, learner, key),
                     .baselines = baselines_of(evaluation, learner, key)};
      all.push_back(std::move(data));
    }
    return all;
  });
}

std::string metric_name(std::string_view key) {
  return std::string(look_of(key).name);
}

FrequencyData frequency_data(const Json& stability) {
  return checked("pith/stability/1", stability, [&stability] {
    const Json& index = stability.at("indices").at("nogueira");
    const Nogueira nogueira{.value = number_at(index, "value"),
                            .variance = number_at(index, "variance"),
                            .lower = number_at(index, "lower"),
                            .upper = number_at(index, "upper")};
    FrequencyData data{.title = fmt::format("{}: selections from resamples{}",
                                            stability.at("method").at("id").get<std::string>(),
                                            source_text(stability)),
                       .verdict = verdict_text(nogueira),
                       .resamples = stability.at("resamples").at("count")};
    for (const Json& each : stability.at("features")) {
      data.features.push_back({.feature = each.at("index"),
                               .name = each.at("name"),
                               .share = number_at(each, "frequency")});
      if (each.contains("rank")) data.features.back().rank = each.at("rank").get<std::size_t>();
    }
    return data;
  });
}

std::vector<Chart> document_charts(std::string_view document, std::string_view metric) {
  const Json json = parsed(document);
  const std::string schema = json.at("schema");
  if (schema == "pith/stability/1") return {frequency_chart(frequency_data(json))};
  if (schema == "pith/evaluation/1") {
    std::vector<Chart> charts;
    for (const ErrorData& data : error_data(json, metric))
      charts.push_back(error_chart(data));
    return charts;
  }
  const RankingData ranking = ranking_data(json);
  if (!ranking.features.empty()) return {ranking_chart(ranking)};
  return {path_chart(path_data(json))};
}

}  // namespace pith
