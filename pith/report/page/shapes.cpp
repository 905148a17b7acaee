// SPDX-License-Identifier: Apache-2.0
#include "pith/report/page/shapes.h"

#include <array>
#include <map>
#include <utility>

namespace pith {
namespace {

using Kind = Shape::Kind;

const Shape text{.kind = Kind::text};
const Shape count{.kind = Kind::count};
const Shape number{.kind = Kind::number};
const Shape share{.kind = Kind::share};
const Shape flag{.kind = Kind::flag};
const Shape scalar{.kind = Kind::scalar};

struct Part {
  std::string name;
  Shape shape;
};

Shape object(std::vector<Part> parts) {
  Shape shape{.kind = Kind::object};
  for (Part& part : parts) {
    shape.names.push_back(std::move(part.name));
    shape.parts.push_back(std::move(part.shape));
  }
  return shape;
}

Shape list(Shape item) {
  return {.kind = Kind::list, .parts = {std::move(item)}};
}

Shape mapping(Shape value) {
  return {.kind = Kind::mapping, .parts = {std::move(value)}};
}

/// A feature with more parts.
Shape feature(std::vector<Part> more) {
  std::vector<Part> parts = {{"index", count}, {"name", text}};
  for (Part& part : more)
    parts.push_back(std::move(part));
  return object(std::move(parts));
}

Shape data() {
  return object({{"source", text},
                 {"rows", count},
                 {"features?", count},
                 {"columns?", count},
                 {"target?", text},
                 {"classes?", list(text)},
                 {"targets?", list(object({{"name", text}, {"classes?", list(text)}}))},
                 {"sha256?", text}});
}

Shape method() {
  return object({{"id", text}, {"parameters", mapping(scalar)}});
}

/// The parts of every document, and those of one kind.
Shape document(std::vector<Part> more) {
  std::vector<Part> parts = {{"schema", text}, {"version", text}};
  for (Part& part : more)
    parts.push_back(std::move(part));
  parts.push_back({"notes", list(text)});
  parts.push_back({"seed?", count});
  return object(std::move(parts));
}

/// What an explanation has beside its selection.
std::vector<Part> explanation_parts() {
  const Shape rival = feature({{"score?", number}, {"behind?", number}});
  const Shape step = feature({{"rank", count},
                              {"score", number},
                              {"gain?", number},
                              {"relevance?", number},
                              {"redundancy?", number},
                              {"synergy?", number},
                              {"runner_up?", rival}});
  const Shape candidate = feature({{"loss", number}, {"similarity?", share}});
  const Shape member = feature({{"similarity", share}});
  const Shape served = object({{"class", text}, {"information", number}});
  const Shape target = object({{"target", text}, {"relevance", number}});
  const Shape rows = object({{"class?", text}, {"counts", list(number)}});
  const Shape histogram = feature({{"kind", text},
                                   {"edges?", list(number)},
                                   {"levels?", list(text)},
                                   {"counts", list(rows)},
                                   {"mean_target?", list(number)},
                                   {"missing?", number}});
  return {
      {"basis?", object({{"steps?", text}, {"substitutes?", text}, {"terms?", mapping(scalar)}})},
      {"steps", list(step)},
      {"substitutes?", list(feature({{"candidates", list(candidate)}}))},
      {"groups?", list(feature({{"count?", count}, {"members", list(member)}}))},
      {"similarity?",
       object({{"features", list(feature({{"selected?", flag}}))}, {"values", list(list(share))}})},
      {"serves?", list(feature({{"classes?", list(served)}, {"targets?", list(target)}}))},
      {"distributions?", list(histogram)}};
}

Shape explanation() {
  std::vector<Part> parts = {{"method", method()}, {"data", data()}, {"k", count}, {"task?", text}};
  for (Part& part : explanation_parts())
    parts.push_back(std::move(part));
  return document(std::move(parts));
}

Shape selection() {
  const Shape step =
      feature({{"rank", count},
               {"score", number},
               {"gain?", number},
               {"relevance?", number},
               {"redundancy?", number},
               {"bayes_error?", object({{"lower", number}, {"upper", number}})},
               {"serves?", list(object({{"target", text}, {"relevance", number}}))}});
  const Shape point = object({{"k", count}, {"error", number}, {"standard_error", number}});
  return document({{"method", method()},
                   {"data", data()},
                   {"k", count},
                   {"task?", text},
                   {"targets?", list(text)},
                   {"sample_rows?", count},
                   {"stopped", text},
                   {"selected", list(step)},
                   {"ranking?", list(feature({{"score", number}}))},
                   {"figures?", mapping(number)},
                   {"set_aside?", list(feature({{"reason", text}}))},
                   {"missing", text},
                   {"auto?", object({{"how", text}, {"points?", list(point)}})},
                   {"explanation?", object(explanation_parts())}});
}

Shape evaluation() {
  const Shape interval = object({{"mean", number}, {"lower", number}, {"upper", number}});
  const Shape variant =
      object({{"label", text}, {"id", text}, {"parameters", mapping(scalar)}, {"error?", text}});
  std::vector<Part> point = {{"k", count}};
  std::vector<Part> metrics;
  for (const char* metric :
       {"error?", "balanced_error?", "auc?", "log_loss?", "mean_average_precision?", "rmse?",
        "mae?", "r2?", "spearman?", "macro_f1?", "micro_f1?", "hamming_loss?", "subset_accuracy?",
        "mean_loss?"}) {
    point.push_back({metric, interval});
    metrics.push_back({metric, interval});
  }
  const Shape curve = object(
      {{"method", text}, {"learner", text}, {"best_k", count}, {"points", list(object(point))}});
  const Shape on_all = object(
      {{"learner", text}, {"features", count}, {"metrics?", object(metrics)}, {"error?", text}});
  const Shape majority = object({{"class", text}, {"error?", number}, {"balanced_error?", number}});
  const Shape mean =
      object({{"value", number}, {"rmse?", number}, {"mae?", number}, {"r2?", number}});
  const Shape constant = object({{"hamming_loss?", number}, {"mean_loss?", number}});
  const Shape baselines = object({{"all_features", list(on_all)},
                                  {"majority_class?", majority},
                                  {"mean?", mean},
                                  {"constant?", constant}});
  return document({{"data", data()},
                   {"task", text},
                   {"metric", text},
                   {"leaky", flag},
                   {"methods", list(variant)},
                   {"learners", list(variant)},
                   {"k", list(count)},
                   {"splits", mapping(scalar)},
                   {"scale", text},
                   {"missing", text},
                   {"chance", number},
                   {"baselines", baselines},
                   {"confidence", number},
                   {"curves", list(curve)}});
}

Shape stability() {
  const Shape index =
      object({{"value", number}, {"lower", number}, {"upper", number}, {"confidence", number}});
  return document({{"method", method()},
                   {"data", data()},
                   {"k", count},
                   {"task?", text},
                   {"resamples", mapping(scalar)},
                   {"verdict?", text},
                   {"indices", object({{"nogueira", index},
                                       {"kuncheva?", number},
                                       {"jaccard?", number},
                                       {"spearman?", number},
                                       {"kendall?", number}})},
                   {"features", list(feature({{"selected", count},
                                              {"frequency", share},
                                              {"mean_rank", number},
                                              {"rank?", count}}))}});
}

Shape inspection() {
  const Shape stray = object({{"token", text}, {"count", count}, {"line?", count}});
  const Shape target = object({{"index?", count},
                               {"name?", text},
                               {"task?", text},
                               {"min?", number},
                               {"mean?", number},
                               {"max?", number},
                               {"classes?", list(object({{"name", text}, {"rows", count}}))},
                               {"problem?", text}});
  const Shape column = feature({{"kind", text},
                                {"levels?", count},
                                {"min?", number},
                                {"mean?", number},
                                {"max?", number},
                                {"missing", count},
                                {"stray", list(stray)},
                                {"constant", flag},
                                {"unique", flag},
                                {"identifier", flag},
                                {"same_as?", count}});
  return document(
      {{"data", data()}, {"target?", target}, {"columns", list(column)}, {"warnings", list(text)}});
}

}  // namespace

const Shape* shape_of(std::string_view schema) {
  static const std::map<std::string, Shape, std::less<>> shapes = {
      {"pith/selection/1", selection()},
      {"pith/explanation/1", explanation()},
      {"pith/evaluation/1", evaluation()},
      {"pith/stability/1", stability()},
      {"pith/inspect/1", inspection()}};
  const auto place = shapes.find(schema);
  return place == shapes.end() ? nullptr : &place->second;
}

}  // namespace pith
