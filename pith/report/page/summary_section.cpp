// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <vector>

#include "pith/base/text.h"
#include "pith/report/charts/documents.h"
#include "pith/report/page/sections.h"
#include "pith/report/page/shown_text.h"

namespace pith {
namespace {

std::string shown_value(double value, const MainError& found) {
  return found.is_percent ? percent_text(value) : rough_number(value);
}

/// `'class'`, or `3 targets`.
std::string target_html(const Json& data) {
  if (data.contains("targets")) return fmt::format("{} targets", data["targets"].size());
  return data.contains("target") ? name_html(text_at(data, "target")) : "";
}

/// What was selected: the main selection, or what is explained where that is not in the report.
struct SelectedFeatures {
  explicit SelectedFeatures(const PageData& page)
      : result(page.main().is_object() ? page.main() : page.explanation()),
        steps(part_of(result, page.main().is_object() ? "selected" : "steps")),
        count(page.main().is_object() ? page.selected_count() : steps.size()) {}

  const Json& result;  ///< null where there is none
  const Json& steps;   ///< of the first `count` features those that the report lists
  std::size_t count;
};

std::string selected_sentence(const PageData& page) {
  const SelectedFeatures selected(page);
  const Json& steps = selected.steps;
  const Json& data = page.data();
  const std::size_t total = page.feature_count();
  const std::string about = target_html(data);
  const std::string source = name_html(text_at(data, "source"));
  if (steps.empty()) {
    return fmt::format("{} selected none of the {} of {}.",
                       html_text(method_title(part_of(selected.result, "method"))),
                       total == 1 ? "1 feature" : grouped(total) + " features", source);
  }
  constexpr std::size_t max_named = 6;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(max_named, steps.size()); ++i)
    names.push_back(page.link(steps[i], max_name));
  const std::size_t more = selected.count - names.size();
  if (more > 0) names.push_back(fmt::format("{} more", more));
  const std::string last = names.back();
  names.pop_back();
  const std::string list =
      names.empty() ? last : fmt::format("{} and {}", fmt::join(names, ", "), last);
  const std::string share =
      total == 1 ? "the only feature"
                 : fmt::format("{} of the {} features", grouped(selected.count), grouped(total));
  return fmt::format("{} selected {} of {}{}: {}.",
                     html_text(method_title(part_of(selected.result, "method"))), share, source,
                     about.empty() ? "" : fmt::format(" to predict {}", about), list);
}

/// What the same learner does with all features, and what guessing does.
std::string baselines_html(const PageData& page, const MainError& found) {
  std::vector<std::string> parts;
  const Json& baselines = part_of(page.part("evaluation"), "baselines");
  for (const Json& each : part_of(baselines, "all_features")) {
    if (text_at(each, "learner") != text_at(*found.curve, "learner")) continue;
    const double value = number_at(part_of(part_of(each, "metrics"), found.metric.c_str()), "mean");
    if (!std::isnan(value)) {
      parts.push_back(fmt::format("{} with {}", shown_value(value, found),
                                  all_features_text(count_at(each, "features"))));
    }
  }
  const Json& majority = part_of(baselines, "majority_class");
  const Json& mean = part_of(baselines, "mean");
  const Json& constant = !majority.is_null() ? majority
                         : !mean.is_null()   ? mean
                                             : part_of(baselines, "constant");
  const double guess = number_at(constant, found.metric.c_str());
  if (!std::isnan(guess)) {
    parts.push_back(fmt::format("{} when always predicting {}", shown_value(guess, found),
                                !majority.is_null() ? "the most frequent class"
                                : !mean.is_null()   ? "the mean"
                                                    : "the same for every row"));
  }
  if (parts.empty()) return "";
  return fmt::format(", compared with {}", fmt::join(parts, " and "));
}

std::string outcome_sentence(const PageData& page) {
  const MainError found = main_error(page);
  const std::string verdict = stability_verdict(page);
  std::string text;
  if (found.point != nullptr) {
    const Json& value = part_of(*found.point, found.metric.c_str());
    const double lower = within_range(number_at(value, "lower"), found.metric);
    const double upper = within_range(number_at(value, "upper"), found.metric);
    text = fmt::format(
        "With {}, the learner {} has a cross-validated {} of {}{}{}",
        counted(count_at(*found.point, "k"), "feature"),
        html_text(shortened(text_at(*found.curve, "learner"), 60)),
        html_text(metric_name(found.metric)), shown_value(number_at(value, "mean"), found),
        std::isnan(lower) ? ""
                          : fmt::format(" (95\xC2\xA0% interval {} to {})",
                                        shown_value(lower, found), shown_value(upper, found)),
        baselines_html(page, found));
  }
  if (!verdict.empty()) {
    text += text.empty()
                ? fmt::format("Under resampling, the selection is {}", html_text(verdict))
                : fmt::format("; under resampling, the selection is {}", html_text(verdict));
  }
  return text.empty() ? "" : text + ".";
}

/// What was done about missing values, where there are some.
std::string imputed_note(const PageData& page) {
  const Json& quality = page.part("quality");
  const bool has_missing = quality.is_null() || count_at(quality, "missing_values") > 0;
  if (text_at(page.main(), "missing") != "impute" || !has_missing) return "";
  return fmt::format(
      "<p class=\"note\">{} imputed with the mean of a numeric feature and the most frequent "
      "category of a categorical one.</p>\n",
      quality.is_null() ? "Missing values are"
      : count_at(quality, "missing_values") == 1
          ? "1 missing value is"
          : fmt::format("{} missing values in {} are", grouped(count_at(quality, "missing_values")),
                        counted(count_at(quality, "with_missing"), "column")));
}

std::string card(const std::string& value, const std::string& label) {
  return fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", label, value);
}

std::string cards(const PageData& page) {
  const Json& data = page.data();
  std::string all = card(grouped(count_at(data, "rows")), "rows");
  if (data.contains("features")) all += card(grouped(page.feature_count()), "features");
  const SelectedFeatures selected(page);
  if (selected.result.is_object()) all += card(grouped(selected.count), "selected");
  const MainError found = main_error(page);
  if (found.point != nullptr) {
    all += card(shown_value(number_at(part_of(*found.point, found.metric.c_str()), "mean"), found),
                html_text(metric_name(found.metric)));
  }
  const double stability =
      number_at(part_of(part_of(page.main_stability(), "indices"), "nogueira"), "value");
  if (!std::isnan(stability))
    all += card(fmt::format("{:.2f}", stability), "stability (1 is best)");
  return fmt::format("<dl class=\"cards\">\n{}</dl>\n", all);
}

}  // namespace

std::string summary_section(const PageData& page) {
  std::string text;
  if (SelectedFeatures(page).result.is_object())
    text += fmt::format("<p>{}</p>\n", selected_sentence(page));
  if (const std::string outcome = outcome_sentence(page); !outcome.empty())
    text += fmt::format("<p>{}</p>\n", outcome);
  std::string body = fmt::format("<div class=\"found\">\n{}</div>\n{}", text, cards(page));
  body += imputed_note(page);
  for (const Json& each : page.part("omitted")) {
    body += fmt::format("<p class=\"note\">Not in this report: {}. {}</p>\n",
                        html_text(text_at(each, "part")), html_text(text_at(each, "reason")));
  }
  if (const std::string command = text_at(page.document(), "command"); !command.empty()) {
    body += fmt::format(
        "<p class=\"repeat\">This command makes the report again:</p>\n"
        "<pre class=\"command\" tabindex=\"0\" aria-label=\"Command\"><code>{}</code></pre>\n",
        html_text(command));
  }
  return section("summary", "What was found", body);
}

}  // namespace pith
