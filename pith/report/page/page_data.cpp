// SPDX-License-Identifier: Apache-2.0
#include "pith/report/page/page_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "pith/data/date.h"
#include "pith/report/page/report_document.h"
#include "pith/report/page/shown_text.h"
#include "pith/select/catalog.h"

namespace pith {
namespace {

const Json null_json = nullptr;

/// The method of this id; null where this version does not have it.
const Method* known_method(const std::string& id) {
  const auto& all = catalog();
  const auto place =
      std::find_if(all.begin(), all.end(), [&](const Method& each) { return each.id == id; });
  return place == all.end() ? nullptr : &*place;
}

std::string scalar_text(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_float()) return exact_number_text(value.get<double>());
  return value.dump();
}

}  // namespace

const Json& part_of(const Json& json, const char* key) {
  if (!json.is_object()) return null_json;
  const auto place = json.find(key);
  return place == json.end() ? null_json : *place;
}

double number_of_json(const Json& json) {
  if (json.is_number()) return json.get<double>();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (json == "inf") return infinity;
  return json == "-inf" ? -infinity : std::numeric_limits<double>::quiet_NaN();
}

double number_at(const Json& json, const char* key) {
  return number_of_json(part_of(json, key));
}

std::string text_at(const Json& json, const char* key) {
  const Json& part = part_of(json, key);
  return part.is_string() ? part.get<std::string>() : "";
}

std::size_t count_at(const Json& json, const char* key) {
  const Json& part = part_of(json, key);
  return part.is_number_unsigned() ? part.get<std::size_t>() : 0;
}

PageData::PageData(const Json& document, PageDetail detail) : document_(document), detail_(detail) {
  for (const Json& feature : part("features"))
    names_.emplace(count_at(feature, "index"), text_at(feature, "name"));
  // An explanation or a stability is about one of the selections, and so is the page.
  const Json& about = part("explanations").empty() ? part("stability") : part("explanations")[0];
  const Json& selections = part("selections");
  for (std::size_t i = selections.size(); i-- > 0;) {
    if (is_result_of(about, selections[i])) main_ = i;
  }
  collect();
}

const Json& PageData::main() const {
  const Json& selections = part("selections");
  return main_ < selections.size() ? selections[main_] : null_json;
}

std::size_t PageData::selected_count() const {
  const std::size_t listed = part_of(main(), "selected").size();
  const std::size_t total = count_at(part("totals"), "selected");
  if (listed < max_listed_features || total == 0) return listed;
  const std::string stopped = text_at(main(), "stopped");
  return stopped == "reached_k" || stopped == "k" ? count_at(main(), "k") : total;
}

const Json& PageData::explanation() const {
  for (const Json& each : part("explanations")) {
    if (main().is_null() || is_result_of(each, main())) return each;
  }
  return null_json;
}

const Json& PageData::main_stability() const {
  const Json& stability = part("stability");
  return main().is_null() || is_result_of(stability, main()) ? stability : null_json;
}

const Json& PageData::data() const {
  for (const Json* document :
       {&main(), &explanation(), &part("stability"), &part("evaluation"), &part("inspection")}) {
    if (document->is_object()) return part_of(*document, "data");
  }
  return null_json;
}

std::size_t PageData::feature_count() const {
  return count_at(data(), "features");
}

bool PageData::is_numeric() const {
  for (const Json* document : {&main(), &explanation(), &part("evaluation"), &part("stability")}) {
    if (document->is_object() && document->contains("task"))
      return text_at(*document, "task") == "regress";
  }
  return false;
}

PageFeature& PageData::entry(std::size_t index) {
  const auto [place, is_new] = positions_.emplace(index, features_.size());
  if (is_new) {
    features_.push_back({.index = index, .name = names_[index], .ranks = {}});
    features_.back().ranks.resize(part("selections").size());
  }
  return features_[place->second];
}

void PageData::collect() {
  const auto is_full = [&](const Json& feature) {
    return features_.size() >= max_listed_features &&
           !positions_.contains(count_at(feature, "index"));
  };
  const Json& selections = part("selections");
  std::vector<std::size_t> order;
  if (!selections.empty()) order.push_back(main_);
  for (std::size_t i = 0; i < selections.size(); ++i) {
    if (i != main_) order.push_back(i);
  }
  for (const std::size_t i : order) {
    for (const Json& step : part_of(selections[i], "selected")) {
      if (!is_full(step)) entry(count_at(step, "index")).ranks[i] = count_at(step, "rank");
    }
  }
  for (const Json& each : part_of(part("stability"), "features")) {
    if (!is_full(each)) entry(count_at(each, "index")).frequency = number_at(each, "frequency");
  }
  for (const Json& each : part_of(part_of(explanation(), "similarity"), "features")) {
    if (!is_full(each)) entry(count_at(each, "index"));
  }
  for (const Json& each : part_of(explanation(), "steps")) {
    const Json& rival = part_of(each, "runner_up");
    if (rival.is_object() && !is_full(rival)) entry(count_at(rival, "index"));
  }
  for (const Json& each : part_of(explanation(), "substitutes")) {
    for (const Json& candidate : part_of(each, "candidates")) {
      if (!is_full(candidate)) entry(count_at(candidate, "index"));
    }
  }
}

std::string PageData::link(const Json& feature, std::size_t letters) const {
  const std::size_t index = count_at(feature, "index");
  const auto known = names_.find(index);
  const std::string name =
      name_html(known == names_.end() ? text_at(feature, "name") : known->second, letters);
  if (!positions_.contains(index)) return name;
  // The style isolates the text of such links, as <bdi> would.
  const std::string_view text = std::string_view(name).substr(5, name.size() - 11);
  return fmt::format("<a href=\"#feature-{}\">{}</a>", index, text);
}

void PageData::add_place(std::size_t feature, const std::string& word, const std::string& id) {
  const auto place = positions_.find(feature);
  if (place == positions_.end()) return;
  auto& places = features_[place->second].places;
  const std::pair<std::string, std::string> added(word, id);
  if (std::find(places.begin(), places.end(), added) == places.end()) places.push_back(added);
}

std::string PageData::label(const Json& method) const {
  std::set<std::string> same;
  const auto look = [&](const Json& other) {
    if (part_of(other, "id") == part_of(method, "id")) same.insert(method_label(other));
  };
  for (const Json& selection : part("selections"))
    look(part_of(selection, "method"));
  for (const Json& variant : part_of(part("evaluation"), "methods"))
    look(variant);
  return same.size() > 1 ? method_label(method) : shortened(text_at(method, "id"), max_name);
}

bool PageData::is_date(std::size_t feature) const {
  for (const Json& column : part_of(part("inspection"), "columns")) {
    if (column.contains("feature") && column["feature"] == feature)
      return text_at(column, "kind") == "date";
  }
  return false;
}

std::string day_text(double days) {
  constexpr double max_days = 2'900'000;  // the years -5970 to 9909
  return std::abs(days) < max_days ? date_text(std::floor(days)) : rough_number(days);
}

std::string name_html(std::string_view name, std::size_t letters) {
  // A long name may be broken after these, and elsewhere only where there is no room.
  std::string text;
  std::size_t since = 0;
  for (const char letter : html_text(shortened(name, letters))) {
    text += letter;
    const bool is_joint = std::string_view("_/.-:").find(letter) != std::string_view::npos;
    if (is_joint && since >= 6) text += "<wbr>";
    since = is_joint && since >= 6 ? 0 : since + 1;
  }
  return fmt::format("<bdi>{}</bdi>", text);
}

std::string method_title(const Json& method) {
  const Method* known = known_method(text_at(method, "id"));
  const std::string id = shortened(text_at(method, "id"), max_name);
  return known == nullptr ? id : fmt::format("{} ({})", known->title, id);
}

std::string method_label(const Json& method) {
  const std::string id = text_at(method, "id");
  const Method* known = known_method(id);
  std::string settings;
  for (const auto& [name, value] : part_of(method, "parameters").items()) {
    bool is_default = false;
    if (known != nullptr) {
      for (const Parameter& parameter : known->parameters)
        is_default =
            is_default || (parameter.name == name && value_json(parameter.initial) == value);
    }
    if (!is_default) settings += fmt::format(":{}={}", name, scalar_text(value));
  }
  return shortened(id + settings, max_name);
}

bool is_minimised(const Json& method) {
  const Method* const known = known_method(text_at(method, "id"));
  return known != nullptr && known->traits.output.smaller_is_better;
}

namespace {

/// The page sets all colours, so fallbacks would only take room.
std::string without_fallbacks(std::string_view svg) {
  constexpr std::string_view mark =
      "var(-"
      "-pith-";
  std::string out;
  while (true) {
    const std::size_t place = svg.find(mark);
    if (place == std::string_view::npos) return out.append(svg);
    const std::size_t end = svg.find(')', place);
    const std::size_t comma = std::min(svg.find(',', place), end);
    if (end == std::string_view::npos) return out.append(svg);
    out.append(svg.substr(0, comma));
    svg.remove_prefix(end);
  }
}

}  // namespace

std::string figure(const Chart& chart, const std::string& caption) {
  return fmt::format(
      "<figure class=\"chart\" id=\"figure-{}\">\n<div class=\"plot\">{}</div>\n{}</figure>\n",
      chart.id, without_fallbacks(chart.svg),
      caption.empty() ? "" : fmt::format("<figcaption>{}</figcaption>\n", caption));
}

std::string twin(const std::string& summary, const std::string& table) {
  return fmt::format("<details class=\"twin\"><summary>{}</summary>\n{}</details>\n",
                     html_text(summary), table);
}

std::string section(const std::string& id, const std::string& title, const std::string& body) {
  if (body.empty()) return "";
  return fmt::format(
      "<section id=\"{0}\" aria-labelledby=\"{0}-title\">\n<h2 id=\"{0}-title\">{1}</h2>\n{2}</section>\n",
      id, html_text(title), body);
}

std::string lead(const std::string& html) {
  return fmt::format("<p class=\"lead\">{}</p>\n", html);
}

}  // namespace pith
