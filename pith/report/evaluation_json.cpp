// SPDX-License-Identifier: Apache-2.0
#include "pith/report/evaluation_json.h"

#include <utility>
#include <vector>

#include "pith/base/version.h"
#include "pith/evaluate/comparison.h"
#include "pith/evaluate/feature_lists.h"
#include "pith/learn/model/learner.h"
#include "pith/report/json.h"
#include "pith/select/catalog.h"

namespace pith {
namespace {

Json parameters_json(const Params& params) {
  Json json = Json::object();
  for (const auto& [name, value] : params.values())
    json[name] = value_json(value);
  return json;
}

template <class Find>
Json variants_json(const std::vector<Variant>& variants, Find find) {
  Json json = Json::array();
  for (const Variant& variant : variants) {
    json.push_back({{"label", variant.label},
                    {"id", variant.id},
                    {"parameters", parameters_json(find(variant.id).params(variant.settings))}});
  }
  return json;
}

/// The methods, with the reason where one has no results.
Json methods_json(const Evaluation& evaluation, const Spelling& spelling) {
  Json json = variants_json(evaluation.plan().methods, method);
  for (std::size_t m = 0; m < json.size(); ++m) {
    if (evaluation.has_failed(m)) json[m]["error"] = render(evaluation.failure_text(m), spelling);
  }
  return json;
}

Json splits_json(const Evaluation& evaluation) {
  const Splitting& how = evaluation.plan().splitting;
  Json json;
  switch (how.kind) {
    case Splitting::Kind::folds:
      json = {{"how", "folds"}, {"folds", how.folds}, {"repeats", how.repeats}};
      break;
    case Splitting::Kind::leave_one_out:
      json = {{"how", "leave-one-out"}};
      break;
    case Splitting::Kind::holdout:
      json = {{"how", "holdout"}, {"share", how.test_share}, {"repeats", how.repeats}};
      break;
    case Splitting::Kind::given:
      json = {{"how", "given"}};
      break;
    case Splitting::Kind::groups:
      json = {{"how", "groups"},
              {"column", how.column},
              {"folds", how.folds},
              {"repeats", how.repeats}};
      break;
    case Splitting::Kind::time:
      json = {{"how", "time"}, {"column", how.column}, {"folds", how.folds}};
      break;
  }
  json["count"] = evaluation.splits().size();
  if (evaluation.plan().select_rows > 0) json["select_rows"] = evaluation.plan().select_rows;
  return json;
}

Json interval_json(const Interval& interval) {
  return {{"mean", number_json(interval.mean)},
          {"lower", number_json(interval.lower)},
          {"upper", number_json(interval.upper)}};
}

Json curve_json(const Evaluation& evaluation, const Curve& curve) {
  const Plan& plan = evaluation.plan();
  Json points = Json::array();
  for (std::size_t count = 0; count < plan.counts.size(); ++count) {
    Json point = {{"k", plan.counts[count]}};
    for (const Metric metric : metrics_for(evaluation.goal()))
      point[metric_key(metric)] = interval_json(interval(evaluation, curve, count, metric));
    points.push_back(std::move(point));
  }
  Json overall = Json::object();
  for (const Metric metric : metrics_for(evaluation.goal()))
    overall[metric_key(metric)] = interval_json(overall_interval(evaluation, curve, metric));
  return {{"method", plan.methods[curve.method].label},
          {"learner", plan.learners[curve.learner].label},
          {"best_k", plan.counts[best_count(evaluation, curve, evaluation.primary())]},
          {"overall", std::move(overall)},
          {"points", std::move(points)}};
}

/// What is always predicted of a target without any feature: a class, or a number.
Json constant_json(const Table& table, const Evaluation& evaluation, std::size_t target) {
  if (evaluation.is_numeric(target))
    return {{"value", number_json(evaluation.mean_number(target))}};
  return {{"class", table.target(target).level(evaluation.majority_class(target))}};
}

/// The same of all targets, and the metrics.
Json constant_json(const Table& table, const Evaluation& evaluation) {
  Json json = Json::object();
  if (table.targets() == 1) json = constant_json(table, evaluation, 0);
  for (std::size_t i = 0; i < table.targets() && table.targets() > 1; ++i) {
    Json of_target = {{"target", table.target_name(i)}};
    of_target.update(constant_json(table, evaluation, i));
    json["targets"].push_back(std::move(of_target));
  }
  for (const Metric metric : metrics_for(evaluation.goal()))
    json[metric_key(metric)] = number_json(value_of(evaluation.baseline_metrics(), metric));
  return json;
}

/// The learners on all features, and the prediction without any.
Json baselines_json(const Table& table, const Evaluation& evaluation, const Spelling& spelling) {
  const Plan& plan = evaluation.plan();
  Json all_features = Json::array();
  for (std::size_t learner = 0; learner < plan.learners.size() && plan.has_baseline; ++learner) {
    Json entry = {{"learner", plan.learners[learner].label}, {"features", table.features()}};
    if (evaluation.has_all_features(learner)) {
      for (const Metric metric : metrics_for(evaluation.goal())) {
        entry["metrics"][metric_key(metric)] = interval_json(
            overall_interval(evaluation, evaluation.all_features_curve(learner), metric));
      }
    } else {
      entry["error"] = render(evaluation.all_features.failures[learner], spelling);
    }
    all_features.push_back(std::move(entry));
  }
  const std::string_view constant = table.targets() > 1              ? "constant"
                                    : has_numbers(evaluation.goal()) ? "mean"
                                                                     : "majority_class";
  return {{"all_features", std::move(all_features)}, {constant, constant_json(table, evaluation)}};
}

Json test_json(const PairedTest& test) {
  return {{"difference", number_json(test.difference)},
          {"statistic", number_json(test.statistic)},
          {"p", number_json(test.p)},
          {"pairs", test.pairs}};
}

Json comparisons_json(const Evaluation& evaluation) {
  Json json = Json::array();
  for (const Comparison& each : comparisons(evaluation, evaluation.primary())) {
    json.push_back({{"learner", evaluation.plan().learners[each.learner].label},
                    {"method", evaluation.plan().methods[each.method].label},
                    {"other", evaluation.plan().methods[each.other].label},
                    {"splits", test_json(each.splits)},
                    {"signed_ranks", test_json(each.signed_ranks)},
                    {"counts", test_json(each.counts)}});
  }
  return json;
}

/// How often each feature was selected by each method.
Json selected_json(const Table& table, const Evaluation& evaluation) {
  Json json = Json::array();
  for (std::size_t method = 0; method < evaluation.plan().methods.size(); ++method) {
    if (evaluation.has_failed(method)) continue;
    std::vector<std::vector<Feature>> paths;
    for (std::size_t split = 0; split < evaluation.splits().size(); ++split)
      paths.push_back(evaluation.trial(method, split).path);
    Json features = Json::array();
    for (const Frequency& each : frequencies(FeatureLists(paths, table.features()))) {
      features.push_back({{"index", each.feature},
                          {"name", table.name(each.feature)},
                          {"splits", each.selected},
                          {"mean_rank", each.mean_rank}});
    }
    json.push_back(
        {{"method", evaluation.plan().methods[method].label}, {"features", std::move(features)}});
  }
  return json;
}

}  // namespace

std::string evaluation_json(const Table& table, const Evaluation& evaluation, const Timing& timing,
                            const Spelling& spelling) {
  const Plan& plan = evaluation.plan();
  Json curves = Json::array();
  for (std::size_t learner = 0; learner < plan.learners.size(); ++learner) {
    for (std::size_t method = 0; method < plan.methods.size(); ++method) {
      if (evaluation.has_failed(method)) continue;
      curves.push_back(curve_json(evaluation, {.method = method, .learner = learner}));
    }
  }
  std::vector<std::string> notes = table.notes();
  notes.insert(notes.end(), evaluation.notes.begin(), evaluation.notes.end());
  return lines_of({{"schema", "pith/evaluation/1"},
                   {"version", version()},
                   {"data", data_json(table)},
                   {"task", has_numbers(evaluation.goal()) ? "regress" : "classify"},
                   {"metric", metric_text(evaluation.primary())},
                   {"leaky", plan.is_leaky},
                   {"methods", methods_json(evaluation, spelling)},
                   {"learners", variants_json(plan.learners, learner)},
                   {"k", plan.counts},
                   {"splits", splits_json(evaluation)},
                   {"scale", scaling_text(plan.scaling)},
                   {"missing", missing_text(plan.missing)},
                   {"chance", evaluation.baseline_error()},
                   {"baselines", baselines_json(table, evaluation, spelling)},
                   {"confidence", 0.95},
                   {"curves", std::move(curves)},
                   {"comparisons", comparisons_json(evaluation)},
                   {"selected", selected_json(table, evaluation)},
                   {"notes", notes_json(notes, spelling)},
                   {"seconds",
                    {{"read", timing.read_seconds},
                     {"evaluate", timing.select_seconds},
                     {"methods", evaluation.method_seconds()},
                     {"learners", evaluation.learner_seconds()}}},
                   {"threads", timing.threads},
                   {"seed", timing.seed}});
}

}  // namespace pith
