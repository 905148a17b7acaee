// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "pith/base/text.h"
#include "pith/report/charts/documents.h"
#include "pith/report/page/html_table.h"
#include "pith/report/page/sections.h"
#include "pith/report/page/shown_text.h"

namespace pith {
namespace {

/// A step of the main selection with what its explanation adds.
struct Step {
  const Json& step;       ///< of the selection, or of the explanation where there is no selection
  const Json& explained;  ///< null where there is none
};

std::vector<Step> steps_of(const PageData& page) {
  const Json& explained = part_of(page.explanation(), "steps");
  const Json& selected = part_of(page.main(), "selected");
  static const Json none = nullptr;
  std::vector<Step> steps;
  for (const Json& step : selected.is_null() ? explained : selected) {
    const Json* match = &none;
    for (const Json& each : explained) {
      if (part_of(each, "index") == part_of(step, "index")) match = &each;
    }
    steps.push_back({step, *match});
  }
  return steps;
}

double term(const Step& step, const char* name) {
  const double own = number_at(step.explained, name);
  return std::isnan(own) ? number_at(step.step, name) : own;
}

bool any(const std::vector<Step>& steps, const char* name) {
  for (const Step& step : steps) {
    if (!std::isnan(term(step, name))) return true;
  }
  return false;
}

std::string runner_up_html(const PageData& page, const Step& step) {
  const Json& rival = part_of(step.explained, "runner_up");
  if (rival.is_null()) return "\xE2\x80\x93";
  const double behind = number_at(rival, "behind");
  return std::isnan(behind)
             ? page.link(rival)
             : fmt::format("{} <small>{} {}</small>", page.link(rival),
                           rough_number(std::abs(behind)), behind < 0 ? "ahead" : "behind");
}

struct Term {
  const char* name;
  const char* heading;
  const char* about;
};

constexpr Term terms[] = {
    {"gain", "gain", "by how much the step improved the score"},
    {"relevance", "relevance", "what the feature alone tells about the target"},
    {"redundancy", "redundancy", "what the features before it tell already"},
    {"synergy", "synergy", "what it tells only together with the features before it"}};

std::string steps_table(PageData& page, const std::vector<Step>& steps) {
  std::vector<HtmlTable::Column> columns = {{"rank", true}, {"feature"}, {"score", true}};
  for (const Term& each : terms) {
    if (any(steps, each.name)) columns.push_back({each.heading, true, each.about});
  }
  bool has_rivals = false;
  for (const Step& step : steps)
    has_rivals = has_rivals || step.explained.contains("runner_up");
  if (has_rivals) columns.push_back({"runner-up", false, "the best other candidate of the step"});
  HtmlTable table("path-table", "The steps of the selection, best feature first", columns);
  for (const Step& step : steps) {
    const std::size_t index = count_at(step.step, "index");
    const std::string id = fmt::format("path-{}", index);
    table.row(index, id)
        .count(count_at(step.step, "rank"))
        .head(page.link(step.step, max_name))
        .number(number_at(step.step, "score"));
    for (const Term& each : terms) {
      if (any(steps, each.name)) table.number(term(step, each.name));
    }
    if (has_rivals) table.cell(runner_up_html(page, step));
    page.add_place(index, "step", id);
    if (const Json& rival = part_of(step.explained, "runner_up"); rival.is_object())
      page.add_place(count_at(rival, "index"), "runner-up", id);
  }
  return table.html();
}

std::string stopped_sentence(const PageData& page) {
  const Json& selection = page.main();
  const std::string stopped = text_at(selection, "stopped");
  const std::string chosen_by = text_at(part_of(selection, "auto"), "how");
  if (!chosen_by.empty()) {
    return fmt::format("{} chose the number of features, {}.",
                       chosen_by == "cv" ? "Cross-validation" : "A permutation test",
                       page.selected_count());
  }
  if (stopped == "reached_k" || stopped == "k") {
    return fmt::format("The search stopped after {}.", counted(page.selected_count(), "feature"));
  }
  if (stopped.empty()) return "";
  std::string words = stopped;
  std::replace(words.begin(), words.end(), '_', ' ');
  return fmt::format("The search stopped after {}: {}.", counted(page.selected_count(), "feature"),
                     html_text(words));
}

/// By what runner-ups are compared with the selected features.
std::string rivals_sentence(const PageData& page, const std::vector<Step>& steps) {
  bool has_rivals = false;
  for (const Step& step : steps)
    has_rivals = has_rivals || step.explained.contains("runner_up");
  if (!has_rivals) return "";
  const std::string basis = text_at(part_of(page.explanation(), "basis"), "steps");
  return basis != "information"
             ? " A <dfn>runner-up</dfn> is the second-best candidate of a step, by the score "
               "of the method."
             : " A <dfn>runner-up</dfn> is the best other candidate of a step, by information "
               "about the target in nats; it may be ahead of the selected feature, because "
               "the method has another score.";
}

std::string omitted_sentence(const PageData& page, const char* list, const char* what) {
  const std::size_t total = count_at(page.part("totals"), list);
  if (total == 0) return "";
  return fmt::format("<p class=\"note\">The report lists the first {} of {} {}.</p>\n", 200,
                     grouped(total), what);
}

}  // namespace

std::string path_section(PageData& page) {
  const std::vector<Step> steps = steps_of(page);
  if (steps.empty()) return "";
  const Json& result = page.main().is_null() ? page.explanation() : page.main();
  const bool minimises = is_minimised(part_of(result, "method"));
  const char* const gain = minimises ? "by how much a step lowered it" : "what a step added to it";
  std::string body = lead(fmt::format(
      "Features in the order in which the method selected them. The <dfn>score</dfn> is what the "
      "method {}{}. {}",
      minimises ? "minimises" : "maximises",
      any(steps, "gain") ? fmt::format("; the <dfn>gain</dfn> is {}", gain) : "",
      stopped_sentence(page) + rivals_sentence(page, steps)));
  if (page.main().is_object()) {
    PathData data = path_data(page.main());
    data.id = "chart-path";
    body += figure(path_chart(data));
  }
  body += steps_table(page, steps) + omitted_sentence(page, "selected", "selected features");
  return section("path", "Selected features", body);
}

std::string relevance_section(PageData& page) {
  const std::vector<Step> steps = steps_of(page);
  if (!any(steps, "relevance") || !any(steps, "redundancy")) return "";
  RelevanceData data{.id = "chart-relevance"};
  for (const Step& step : steps) {
    data.points.push_back({.feature = count_at(step.step, "index"),
                           .name = text_at(step.step, "name"),
                           .rank = count_at(step.step, "rank"),
                           .relevance = term(step, "relevance"),
                           .redundancy = term(step, "redundancy")});
  }
  return section(
      "relevance", "Relevance and redundancy",
      lead("<dfn>Relevance</dfn> is what a feature alone tells about the target; "
           "<dfn>redundancy</dfn> is how much of the feature those selected before it tell "
           "already. Both are mutual information, in nats: 0 is nothing.") +
          figure(relevance_chart(data),
                 "The numbers are in the table of the <a href=\"#path\">selected features</a>."));
}

std::string agreement_section(PageData& page) {
  const Json& selections = page.part("selections");
  if (selections.size() < 2) return "";
  std::size_t depth = std::numeric_limits<std::size_t>::max();
  for (const Json& each : selections)
    depth = std::min(depth, part_of(each, "selected").size());
  if (depth == 0) return "";
  AgreementData data{.id = "chart-agreement"};
  data.measure = "Jaccard index of the selected features";
  std::vector<std::vector<std::size_t>> lists;
  for (const Json& each : selections) {
    data.names.push_back(page.label(part_of(each, "method")));
    std::vector<std::size_t>& list = lists.emplace_back();
    for (std::size_t i = 0; i < depth; ++i)
      list.push_back(count_at(each["selected"][i], "index"));
    std::sort(list.begin(), list.end());
  }
  for (const auto& first : lists) {
    std::vector<double>& row = data.values.emplace_back();
    for (const auto& second : lists) {
      std::vector<std::size_t> both;
      std::set_intersection(first.begin(), first.end(), second.begin(), second.end(),
                            std::back_inserter(both));
      row.push_back(static_cast<double>(both.size()) /
                    static_cast<double>(first.size() + second.size() - both.size()));
    }
  }
  std::vector<HtmlTable::Column> columns = {{"rank", true}};
  for (const std::string& name : data.names)
    columns.push_back({name});
  HtmlTable order("agreement-table", "The first features of each method", columns);
  for (std::size_t i = 0; i < depth; ++i) {
    const std::string id = fmt::format("agreement-{}", i + 1);
    order.row({}, id).count(i + 1);
    for (const Json& each : selections) {
      order.cell(page.link(each["selected"][i]));
      page.add_place(count_at(each["selected"][i], "index"), "agreement", id);
    }
  }
  std::vector<HtmlTable::Column> others = {{"method"}};
  for (const std::string& name : data.names)
    others.push_back({name, true});
  HtmlTable pairs("agreement-values", "Jaccard index of each pair of methods", others);
  for (std::size_t i = 0; i < data.names.size(); ++i) {
    pairs.row().head(html_text(data.names[i]));
    for (const double value : data.values[i])
      pairs.number(value);
  }
  return section(
      "agreement", "Agreement between methods",
      lead(fmt::format("Other methods ask other questions of the same table. The <dfn>Jaccard "
                       "index</dfn> of their first {} is 1 where they are the same features, and "
                       "0 where none is shared.",
                       counted(depth, "feature"))) +
          figure(agreement_chart(data)) + order.html() +
          twin("Table of the Jaccard indices", pairs.html()));
}

}  // namespace pith
