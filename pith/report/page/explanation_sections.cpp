// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>

#include "pith/base/text.h"
#include "pith/data/cuts.h"
#include "pith/report/page/html_table.h"
#include "pith/report/page/sections.h"
#include "pith/report/page/shown_text.h"

namespace pith {
namespace {

constexpr std::size_t max_map_bytes = 75'000;
constexpr std::size_t map_name = 20;  // letters: a map repeats each name in every row
constexpr std::size_t max_pairs = 40;
constexpr std::size_t max_groups = 8;  // of a histogram

/// The strongest pairs of the map.
std::string pairs_table(PageData& page, const HeatMapData& map) {
  std::vector<std::tuple<double, std::size_t, std::size_t>> pairs;
  for (std::size_t i = 0; i < map.features.size(); ++i) {
    for (std::size_t j = i + 1; j < map.features.size(); ++j) {
      if (!std::isnan(map.values[i][j])) pairs.emplace_back(-map.values[i][j], i, j);
    }
  }
  std::sort(pairs.begin(), pairs.end());
  const std::size_t shown = std::min(max_pairs, pairs.size());
  HtmlTable table("redundancy-table",
                  shown < pairs.size() ? fmt::format("The {} most similar pairs", shown)
                                       : "The similarity of each pair",
                  {{"feature"}, {"and"}, {"similarity", true}});
  for (std::size_t p = 0; p < shown; ++p) {
    const auto& [minus, i, j] = pairs[p];
    const auto named = [&](std::size_t place) {
      const auto& feature = map.features[place];
      return page.link({{"index", feature.feature}, {"name", feature.name}});
    };
    table.row(map.features[i].feature).head(named(i)).cell(named(j));
    table.number(-minus);
  }
  return table.html();
}

/// How many features a map shows: fewer where their names are long.
std::size_t map_size(const Json& features, std::size_t max_map) {
  constexpr std::size_t bytes_per_cell = 125;
  std::size_t bytes = 0;
  std::size_t letters = 0;
  for (std::size_t i = 0; i < std::min(max_map, features.size()); ++i) {
    const std::size_t name = shortened(text_at(features[i], "name"), map_name).size();
    letters += name;
    bytes += (i + 1) * (bytes_per_cell + name) + letters;
    if (bytes > max_map_bytes) return i;
  }
  return std::min(max_map, features.size());
}

/// A map of 40 features has 820 cells: their common attributes are written once.
Chart with_shared_cells(Chart chart) {
  constexpr std::string_view begin = "<rect x=\"";
  const std::size_t first = chart.svg.find(begin);
  const std::size_t width = chart.svg.find(" width=\"", first);
  const std::size_t fill = chart.svg.find(" fill=\"", first);
  const std::size_t heading = chart.svg.find("</desc>");
  if (std::max({first, width, fill, heading}) == std::string::npos || width > fill) return chart;
  const std::size_t end = chart.svg.find('"', fill + 7) + 1;
  const std::string common = chart.svg.substr(width, end - width);
  std::string out = chart.svg.substr(0, heading) +
                    fmt::format("</desc>\n<defs><rect id=\"cell\"{}/></defs>", common);
  std::string_view rest = std::string_view(chart.svg).substr(heading + 7);
  while (!rest.empty()) {
    const std::size_t place = std::min(rest.find(begin), rest.size());
    out += rest.substr(0, place);
    rest.remove_prefix(place);
    if (rest.empty()) break;
    const std::size_t close = rest.find('>');
    std::string cell(rest.substr(0, close));
    if (const std::size_t found = cell.find(common); found != std::string::npos) {
      cell.erase(found, common.size());
      cell.replace(0, 5, "<use href=\"#cell\"");
    }
    out += cell;
    rest.remove_prefix(std::min(close, rest.size()));
  }
  chart.svg = std::move(out);
  return chart;
}

std::string groups_html(const PageData& page) {
  std::string items;
  for (const Json& group : part_of(page.explanation(), "groups")) {
    const Json& members = part_of(group, "members");
    if (members.empty()) continue;
    constexpr std::size_t max_members = 12;
    std::string names;
    for (std::size_t i = 0; i < std::min(max_members, members.size()); ++i) {
      names += fmt::format("{}{} <small>{}</small>", i == 0 ? "" : ", ", page.link(members[i]),
                           rough_number(number_at(members[i], "similarity")));
    }
    const std::size_t total = std::max(members.size(), count_at(group, "count"));
    if (total > max_members) names += fmt::format(" and {} more", total - max_members);
    items += fmt::format("<dt>{}</dt><dd>{}</dd>\n", page.link(group), names);
  }
  if (items.empty()) return "";
  return "<h3>Redundancy groups</h3>\n" +
         lead("Features that tell much the same as a selected one, with their similarity.") +
         fmt::format("<dl class=\"groups\">\n{}</dl>\n", items);
}

/// The classes or targets to show, in their order: of more than max_groups those that the features
/// tell most about, together. Empty where the explanation does not say.
std::vector<std::size_t> most_served(const Json& serves, const char* list) {
  std::vector<double> sums;
  for (const Json& entry : serves) {
    const Json& parts = part_of(entry, list);
    sums.resize(std::max(sums.size(), parts.size()));
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const double value =
          number_at(parts[i], list == std::string_view("targets") ? "relevance" : "information");
      sums[i] += std::isfinite(value) ? value : 0;
    }
  }
  std::vector<std::size_t> order(sums.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return sums[a] > sums[b]; });
  order.resize(std::min(order.size(), max_groups));
  std::sort(order.begin(), order.end());
  return order;
}

/// Leaves the groups of the classes that are served most; where that is not known, those with the
/// most rows.
void cut_groups(std::vector<DistributionData::Group>& groups, const Json& serves) {
  if (groups.size() <= max_groups) return;
  std::vector<DistributionData::Group> kept;
  for (const std::size_t i : most_served(serves, "classes")) {
    const Json& classes = part_of(serves[0], "classes");
    const std::string name = i < classes.size() ? text_at(classes[i], "class") : "";
    for (const DistributionData::Group& group : groups) {
      if (group.name == name) kept.push_back(group);
    }
  }
  if (kept.size() == max_groups) {
    groups = std::move(kept);
    return;
  }
  const auto rows = [](const DistributionData::Group& group) {
    return std::accumulate(group.counts.begin(), group.counts.end(), 0.0);
  };
  std::stable_sort(groups.begin(), groups.end(),
                   [&](const auto& a, const auto& b) { return rows(a) > rows(b); });
  groups.resize(max_groups);
}

/// Says how many of the classes or targets are shown; empty where all are.
std::string cut_note(std::size_t total, const char* list) {
  if (total <= max_groups) return "";
  return fmt::format(
      "<p class=\"note\">{} of {} {}: those that the features tell most about.</p>\n", max_groups,
      grouped(total), list);
}

/// The target that histograms are about: of several the first.
std::string shown_target(const PageData& page) {
  const Json& targets = part_of(page.data(), "targets");
  return targets.empty() ? text_at(page.data(), "target") : text_at(targets[0], "name");
}

/// Says which of several targets the histograms are about; empty for one.
std::string shown_target_note(const PageData& page) {
  const std::size_t count = part_of(page.data(), "targets").size();
  if (count < 2) return "";
  return fmt::format(
      "<p class=\"note\">The histograms are about {}, the first of the {} targets.</p>\n",
      name_html(shown_target(page)), count);
}

/// Histograms of at most max_groups classes.
DistributionData histogram(const PageData& page, const Json& entry, std::size_t number,
                           const Json& serves) {
  DistributionData data{.id = fmt::format("chart-distribution-{}", number)};
  data.target = shown_target(page);
  data.feature = count_at(entry, "index");
  data.name = text_at(entry, "name");
  for (const Json& edge : part_of(entry, "edges"))
    data.edges.push_back(number_of_json(edge));
  for (const Json& level : part_of(entry, "levels"))
    data.levels.push_back(level.get<std::string>());
  for (const Json& rows : part_of(entry, "counts")) {
    DistributionData::Group& group = data.groups.emplace_back();
    group.name = text_at(rows, "class");
    for (const Json& count : part_of(rows, "counts"))
      group.counts.push_back(number_of_json(count));
  }
  cut_groups(data.groups, serves);
  for (const Json& mean : part_of(entry, "mean_target"))
    data.mean_target.push_back(number_of_json(mean));
  const double missing = number_at(entry, "missing");
  data.missing = std::isnan(missing) ? 0 : missing;
  return data;
}

/// Days since 1970 become dates: each bin is then named by its own.
void name_bins_by_date(DistributionData& data) {
  for (std::size_t i = 0; i + 1 < data.edges.size(); ++i) {
    data.levels.push_back(
        fmt::format("{} to {}", day_text(data.edges[i]), day_text(data.edges[i + 1])));
  }
  data.edges.clear();
}

/// Whether the lengths of its parts fit together.
bool is_drawable(const DistributionData& data) {
  const std::size_t bins = data.levels.empty() ? data.edges.size() - 1 : data.levels.size();
  if (data.levels.empty() && data.edges.size() < 2) return false;
  return std::all_of(data.groups.begin(), data.groups.end(),
                     [&](const auto& group) { return group.counts.size() == bins; }) &&
         (data.mean_target.empty() || data.mean_target.size() == bins);
}

std::string bin_text(const DistributionData& data, std::size_t bin) {
  if (!data.levels.empty()) return name_html(data.levels[bin]);
  return fmt::format("{} to {}", rough_number(data.edges[bin]), rough_number(data.edges[bin + 1]));
}

std::string histogram_table(const DistributionData& data, std::size_t number) {
  std::vector<HtmlTable::Column> columns = {{data.levels.empty() ? "values" : "level"}};
  for (const auto& group : data.groups)
    columns.push_back({group.name.empty() ? "rows" : shortened(group.name, 30), true});
  if (!data.mean_target.empty()) columns.push_back({"mean target", true});
  HtmlTable table(fmt::format("distribution-table-{}", number),
                  fmt::format("Rows by value of {}", shortened(data.name, 60)), columns);
  const std::size_t bins = data.levels.empty() ? data.edges.size() - 1 : data.levels.size();
  for (std::size_t bin = 0; bin < bins; ++bin) {
    table.row().head(bin_text(data, bin));
    for (const auto& group : data.groups)
      table.number(group.counts[bin]);
    if (!data.mean_target.empty()) table.number(data.mean_target[bin]);
  }
  return table.html();
}

}  // namespace

std::string redundancy_section(PageData& page) {
  const Json& similarity = part_of(page.explanation(), "similarity");
  const Json& features = part_of(similarity, "features");
  const Json& values = part_of(similarity, "values");
  const std::size_t size = std::min(map_size(features, page.detail().map), values.size());
  if (size < 2) return "";
  HeatMapData map{.id = "chart-redundancy"};
  for (std::size_t i = 0; i < size; ++i) {
    const Json& feature = features[i];
    const bool is_selected = !feature.contains("selected") || feature["selected"] == true;
    map.features.push_back(
        {count_at(feature, "index"), shortened(text_at(feature, "name"), map_name), is_selected});
    std::vector<double>& row = map.values.emplace_back();
    for (std::size_t j = 0; j < size; ++j) {
      const Json& longer = values[std::max(i, j)];  // the report holds one half
      const std::size_t place = std::min(i, j);
      row.push_back(place < longer.size() ? number_of_json(longer[place])
                                          : std::numeric_limits<double>::quiet_NaN());
    }
    page.add_place(count_at(feature, "index"), "redundancy", "redundancy");
  }
  return section(
      "redundancy", "Redundancy between features",
      lead("How much two features tell the same: 0 is nothing in common, 1 is a copy of each "
           "other. The selected features come first, then the best of the rest.") +
          figure(with_shared_cells(heat_map(map))) +
          twin("Table of the pairs", pairs_table(page, map)) + groups_html(page));
}

std::string substitutes_section(PageData& page) {
  HtmlTable table("substitutes-table", "The best substitutes of each selected feature",
                  {{"feature"}, {"best substitute"}, {"second"}, {"third"}});
  for (const Json& entry : part_of(page.explanation(), "substitutes")) {
    const Json& candidates = part_of(entry, "candidates");
    if (candidates.empty()) continue;
    const std::size_t index = count_at(entry, "index");
    const std::string id = fmt::format("substitute-{}", index);
    table.row(index, id).head(page.link(entry));
    for (std::size_t i = 0; i < 3; ++i) {
      if (i >= candidates.size()) {
        table.cell("\xE2\x80\x93");
        continue;
      }
      page.add_place(count_at(candidates[i], "index"), "substitute", id);
      const double loss = number_at(candidates[i], "loss");
      table.marked(
          loss,
          fmt::format("loss {}, similarity {}", exact_number_text(loss),
                      exact_number_text(number_at(candidates[i], "similarity"))),
          fmt::format("{} <small>loss {}</small>", page.link(candidates[i]), rough_number(loss)));
    }
    page.add_place(index, "substitutes", id);
  }
  if (table.is_empty()) return "";
  const std::string basis = text_at(part_of(page.explanation(), "basis"), "substitutes");
  return section(
      "substitutes", "Substitutes",
      lead(fmt::format("Which other feature could take the place of a selected one, for example "
                       "because it is cheaper to measure. A <dfn>loss</dfn> of 0 means that "
                       "nothing is lost, and a negative one that the set would do better; {}.",
                       basis == "information" ? "it is information about the target, in nats"
                                              : "it is in the unit of the method's score")) +
          table.html());
}

std::string serves_section(PageData& page) {
  const Json& serves = part_of(page.explanation(), "serves");
  if (serves.empty()) return "";
  const bool has_targets = serves[0].contains("targets");
  const bool has_ranges = !has_targets && page.is_numeric();
  const char* const list = has_targets ? "targets" : "classes";
  std::vector<HtmlTable::Column> columns = {{"feature"}};
  const Json& first = part_of(serves[0], list);
  const std::vector<std::size_t> shown = most_served(serves, list);
  std::vector<std::string> names;
  for (const Json& each : first)
    names.push_back(text_at(each, has_targets ? "target" : "class"));
  if (has_ranges) names = rough_bin_names(names);
  for (const std::size_t i : shown) {
    if (i >= names.size()) return "";
    columns.push_back({shortened(names[i], 30), true});
  }
  if (columns.size() < 2) return "";
  HtmlTable table("serves-table",
                  has_targets  ? "Relevance of each feature to each target"
                  : has_ranges ? "Information of each feature about each range of the target"
                               : "Information of each feature about each class",
                  columns);
  for (const Json& entry : serves) {
    const std::size_t index = count_at(entry, "index");
    const std::string id = fmt::format("serves-{}", index);
    const Json& parts = part_of(entry, list);
    if (parts.size() != first.size()) continue;
    table.row(index, id).head(page.link(entry));
    for (const std::size_t i : shown)
      table.number(number_at(parts[i], has_targets ? "relevance" : "information"));
    page.add_place(index, has_targets ? "targets" : has_ranges ? "ranges" : "classes", id);
  }
  if (table.is_empty()) return "";
  return section(
      "serves",
      has_targets  ? "Which target each feature serves"
      : has_ranges ? "Which range of the target each feature serves"
                   : "Which class each feature serves",
      lead(has_targets ? "How much each selected feature tells about each target."
           : has_ranges
               ? "How much each selected feature tells about whether the target of a row lies in a "
                 "range, in nats: 0 is nothing."
               : "How much each selected feature tells about whether a row belongs to a "
                 "class, in nats: 0 is nothing.") +
          cut_note(first.size(), list) + table.html());
}

std::string distributions_section(PageData& page) {
  std::string charts;
  std::string tables;
  std::size_t number = 0;
  std::size_t classes = 0;
  bool has_classes = false;
  const Json& serves = part_of(page.explanation(), "serves");
  for (const Json& entry : part_of(page.explanation(), "distributions")) {
    DistributionData data = histogram(page, entry, number, serves);
    if (data.levels.empty() && page.is_date(data.feature)) name_bins_by_date(data);
    classes = std::max(classes, part_of(entry, "counts").size());
    for (const Json& rows : part_of(entry, "counts"))
      has_classes = has_classes || rows.contains("class");
    if (!is_drawable(data) || number >= page.detail().histograms) continue;
    const std::string id = fmt::format("distribution-{}", data.feature);
    const Chart chart = distribution_chart(data);
    charts += fmt::format("<div id=\"{}\" data-feature=\"{}\">\n<h3>{}</h3>\n{}</div>\n", id,
                          data.feature, page.link(entry), figure(chart));
    tables += histogram_table(data, number);
    page.add_place(data.feature, "distribution", id);
    ++number;
  }
  if (charts.empty()) return "";
  return section(
      "distributions", "Distributions of the top features",
      lead(!has_classes
               ? "How many rows have which values. The report holds counts only, never rows of "
                 "the table."
               : "How many rows of each class have which values: the less the classes overlap, "
                 "the more the feature alone tells. The report holds counts only, never rows of "
                 "the table.") +
          shown_target_note(page) + cut_note(classes, "classes") +
          fmt::format("<div class=\"multiples\">\n{}</div>\n", charts) +
          twin("Tables of the distributions", tables));
}

}  // namespace pith
