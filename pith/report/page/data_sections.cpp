// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <optional>

#include "pith/base/text.h"
#include "pith/report/page/html_table.h"
#include "pith/report/page/report_document.h"
#include "pith/report/page/sections.h"
#include "pith/report/page/shown_text.h"

namespace pith {
namespace {

std::string remarks_html(const Json& inspection, const Json& column) {
  std::vector<std::string> all;
  const Json& target = part_of(inspection, "target");
  if (target.is_object() && part_of(target, "index") == part_of(column, "index"))
    all.emplace_back("target");
  if (part_of(column, "constant") == true) all.emplace_back("constant (no information)");
  if (part_of(column, "identifier") == true) {
    all.emplace_back("identifier, not selected");
  } else if (part_of(column, "unique") == true) {
    all.emplace_back("one value per row");
  }
  for (const Json& each : part_of(column, "stray")) {
    all.push_back(fmt::format("{} times {} read as missing", grouped(count_at(each, "count")),
                              name_html(text_at(each, "token"))));
  }
  if (column.contains("same_as")) {
    const std::size_t first = count_at(column, "same_as");
    std::string name = fmt::format("column {}", first);
    for (const Json& other : part_of(inspection, "columns")) {
      if (count_at(other, "index") == first) name = name_html(text_at(other, "name"));
    }
    all.push_back(fmt::format("same as {}", name));
  }
  return fmt::format("{}", fmt::join(all, "; "));
}

/// The word for a kind of column.
std::string kind_html(const std::string& kind) {
  return kind == "number" ? "numeric" : kind == "category" ? "categorical" : html_text(kind);
}

std::string quality_list(const PageData& page) {
  const Json& quality = page.part("quality");
  std::vector<std::string> kinds;
  for (const auto& [kind, count] : part_of(quality, "kinds").items())
    kinds.push_back(fmt::format("{} {}", grouped(count.get<std::size_t>()), kind_html(kind)));
  std::string items = fmt::format("<dt>columns by type</dt><dd>{}</dd>\n", fmt::join(kinds, ", "));
  const auto add = [&](const char* term, const std::string& text) {
    items += fmt::format("<dt>{}</dt><dd>{}</dd>\n", term, text);
  };
  const std::size_t missing = count_at(quality, "missing_values");
  add("missing values", missing == 0
                            ? "none"
                            : fmt::format("{} in {}", grouped(missing),
                                          counted(count_at(quality, "with_missing"), "column")));
  const auto number = [&](const char* key) {
    const std::size_t count = count_at(quality, key);
    return count == 0 ? "none" : grouped(count);
  };
  add("constant columns", number("constant"));
  add("identifiers", number("identifiers"));
  add("duplicate columns", number("duplicates"));
  add("columns with stray tokens", number("with_stray_tokens"));
  const Json& target = part_of(page.part("inspection"), "target");
  const Json& classes = part_of(target, "classes");
  if (!classes.empty()) {
    constexpr std::size_t max_classes = 20;
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < std::min(max_classes, classes.size()); ++i) {
      parts.push_back(fmt::format("{} ({})", name_html(text_at(classes[i], "name")),
                                  grouped(count_at(classes[i], "rows"))));
    }
    if (classes.size() > max_classes)
      parts.push_back(fmt::format("{} more", classes.size() - max_classes));
    add("rows by class", fmt::format("{}", fmt::join(parts, ", ")));
  }
  return fmt::format("<dl class=\"facts\">\n{}</dl>\n", items);
}

std::string columns_table(PageData& page) {
  const Json& inspection = page.part("inspection");
  const Json& columns = part_of(inspection, "columns");
  const std::size_t total = count_at(page.part("totals"), "columns");
  HtmlTable table("columns-table",
                  columns.size() < total
                      ? fmt::format("{} of {} columns: selected ones, those with remarks, then the "
                                    "first",
                                    columns.size(), grouped(total))
                      : "The columns of the table",
                  {{"column"},
                   {"type"},
                   {"levels", true},
                   {"min", true},
                   {"mean", true},
                   {"max", true},
                   {"missing", true},
                   {"remarks"}});
  for (const Json& column : columns) {
    const auto feature =
        column.contains("feature") ? std::optional(count_at(column, "feature")) : std::nullopt;
    const std::string id = fmt::format("column-{}", count_at(column, "index"));
    table.row(feature, id);
    table.head(feature ? page.link({{"index", *feature}})
                       : name_html(text_at(column, "name"), short_name));
    table.cell(kind_html(text_at(column, "kind")));
    table.number(column.contains("levels") ? number_at(column, "levels") : NAN);
    for (const char* key : {"min", "mean", "max"}) {
      const double value = number_at(column, key);
      if (text_at(column, "kind") == "date" && std::isfinite(value)) {
        table.marked(value, day_text(value), day_text(value));
      } else {
        table.number(value);
      }
    }
    table.count(count_at(column, "missing")).cell(remarks_html(inspection, column));
    if (feature) page.add_place(*feature, "column", id);
  }
  return table.html();
}

std::string notes_html(const Json& notes) {
  std::string items;
  for (const Json& note : notes)
    items += fmt::format("<li>{}</li>\n", html_text(note.get<std::string>()));
  return items;
}

/// The notes of all documents, each once.
std::string all_notes(const PageData& page) {
  std::vector<std::string> seen;
  Json notes = Json::array();
  const auto add = [&](const Json& document) {
    for (const Json& note : part_of(document, "notes")) {
      const auto text = note.get<std::string>();
      if (std::find(seen.begin(), seen.end(), text) != seen.end() || seen.size() >= 50) continue;
      seen.push_back(text);
      notes.push_back(text);
    }
  };
  add(page.main());
  for (const char* list : {"selections", "explanations"}) {
    for (const Json& document : page.part(list))
      add(document);
  }
  for (const char* part : {"evaluation", "stability", "inspection"})
    add(page.part(part));
  const std::string items = notes_html(notes);
  return items.empty() ? "" : fmt::format("<h3>Notes</h3>\n<ul class=\"notes\">\n{}</ul>\n", items);
}

std::string parameters_text(const Json& method) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : part_of(method, "parameters").items())
    parts.push_back(
        fmt::format("{}={}", name, value.is_string() ? value.get<std::string>() : dump(value)));
  return parts.empty() ? "" : fmt::format(" ({})", fmt::join(parts, ", "));
}

std::string provenance_list(const PageData& page) {
  std::string items;
  const auto add = [&](const char* term, const std::string& html) {
    if (!html.empty()) items += fmt::format("<dt>{}</dt><dd>{}</dd>\n", term, html);
  };
  const Json& document = page.document();
  const Json& data = page.data();
  add("made by", "pith " + html_text(text_at(document, "version")));
  add("time",
      fmt::format("<time datetime=\"{0}\">{0}</time>", html_text(text_at(document, "generated"))));
  add("table", name_html(text_at(data, "source")));
  add("SHA-256", text_at(data, "sha256").empty()
                     ? ""
                     : fmt::format("<code>{}</code>", html_text(text_at(data, "sha256"))));
  for (const Json& selection : page.part("selections")) {
    const Json& method = part_of(selection, "method");
    add("method",
        html_text(text_at(method, "id") + parameters_text(method)) +
            fmt::format(", {}, missing values: {}", counted(count_at(selection, "k"), "feature"),
                        html_text(text_at(selection, "missing"))));
  }
  for (const Json& learner : part_of(page.part("evaluation"), "learners"))
    add("learner", html_text(text_at(learner, "id") + parameters_text(learner)));
  for (const char* part : {"evaluation", "stability"}) {
    if (page.part(part).contains("seed"))
      add(part == std::string_view("evaluation") ? "seed of the evaluation"
                                                 : "seed of the resamples",
          std::to_string(count_at(page.part(part), "seed")));
  }
  return fmt::format("<dl class=\"facts\">\n{}</dl>\n", items);
}

}  // namespace

std::string quality_section(PageData& page) {
  const Json& inspection = page.part("inspection");
  if (inspection.is_null()) return "";
  std::string body = lead(
      "What pith read. A constant column tells nothing; an <dfn>identifier</dfn> looks predictive "
      "but does not generalise, so it is set aside; a duplicate adds nothing to its twin.");
  if (const std::string warnings = notes_html(part_of(inspection, "warnings")); !warnings.empty())
    body += fmt::format("<ul class=\"warnings\">\n{}</ul>\n", warnings);
  body += quality_list(page) + twin("Table of the columns", columns_table(page));
  return section("quality", "Data quality", body);
}

std::string features_section(const PageData& page) {
  if (page.features().empty()) return "";
  const Json& selections = page.part("selections");
  std::vector<HtmlTable::Column> columns = {{"feature"},
                                            {"index", true, "position in the table, from 0"}};
  for (const Json& each : selections)
    columns.push_back({page.label(part_of(each, "method")), true, "rank by this method"});
  const bool has_frequency = page.part("stability").is_object();
  if (has_frequency) columns.push_back({"resamples", true, "share of resamples that select it"});
  columns.push_back({"where"});
  HtmlTable table("features-table", "Ranks by method, and where each feature appears", columns);
  for (const PageFeature& feature : page.features()) {
    const bool is_long = shortened(feature.name, 60) != feature.name;
    table.row(feature.index, fmt::format("feature-{}", feature.index));
    table.head(is_long ? fmt::format("<details><summary>{}</summary><bdi>{}</bdi></details>",
                                     name_html(feature.name), html_text(feature.name))
                       : name_html(feature.name));
    table.count(feature.index);
    for (const auto& rank : feature.ranks)
      table.number(rank ? static_cast<double>(*rank) : NAN);
    if (has_frequency) table.percent(feature.frequency.value_or(0));
    std::vector<std::string> links;
    for (const auto& [word, id] : feature.places)
      links.push_back(fmt::format("<a href=\"#{}\">{}</a>", id, word));
    table.cell(fmt::format("{}", fmt::join(links, " ")));
  }
  return section("features", "Features in this report",
                 lead("Every feature that the report mentions, with links to all places where it "
                      "appears.") +
                     table.html());
}

std::string provenance_section(const PageData& page) {
  return section("provenance", "How this report was made",
                 lead("With the same version, table, parameters and seed, pith computes the same "
                      "numbers, bit for bit.") +
                     provenance_list(page) + all_notes(page));
}

}  // namespace pith
