// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pith/base/text.h"
#include "pith/evaluate/stability.h"
#include "pith/report/charts/documents.h"
#include "pith/report/page/html_table.h"
#include "pith/report/page/sections.h"
#include "pith/report/page/shown_text.h"

namespace pith {
namespace {

struct IndexText {
  const char* key;
  const char* name;
  const char* about;
};

constexpr IndexText indices[] = {{"kuncheva", "Kuncheva", "sets of one size"},
                                 {"jaccard", "Jaccard", "sets; not corrected for chance"},
                                 {"spearman", "Spearman", "ranks of all features"},
                                 {"kendall", "Kendall", "order of all pairs of features"}};

std::string indices_table(const Json& stability) {
  HtmlTable table("stability-indices", "How similar the selections are",
                  {{"index"}, {"value", true}, {"compares"}});
  const Json& all = part_of(stability, "indices");
  const Json& first = part_of(all, "nogueira");
  table.row()
      .head("Nogueira")
      .interval({.mean = number_at(first, "value"),
                 .lower = number_at(first, "lower"),
                 .upper = std::min(number_at(first, "upper"), 1.0)});
  table.cell("sets");
  for (const IndexText& each : indices) {
    const double value = number_at(all, each.key);
    if (!std::isnan(value)) table.row().head(each.name).number(value).cell(each.about);
  }
  return table.html();
}

}  // namespace

std::string stability_verdict(const PageData& page) {
  const double index =
      number_at(part_of(part_of(page.main_stability(), "indices"), "nogueira"), "value");
  return std::isnan(index) ? "" : std::string(stability_level_text(stability_level(index)));
}

std::string stability_section(PageData& page) {
  const Json& stability = page.part("stability");
  if (stability.is_null()) return "";
  const Json& how = part_of(stability, "resamples");
  FrequencyData data = frequency_data(stability);
  data.id = "chart-stability";
  for (auto& feature : data.features)
    feature.name = shortened(feature.name, short_name);
  HtmlTable table("stability-table", "How often each feature is selected",
                  {{"feature"},
                   {"selected", true, "share of the resamples that it is selected from"},
                   {"mean rank", true},
                   {"rank on all rows", true}});
  for (const Json& each : part_of(stability, "features")) {
    const std::size_t index = count_at(each, "index");
    const std::string id = fmt::format("stability-{}", index);
    table.row(index, id).head(page.link(each)).percent(number_at(each, "frequency"));
    table.number(number_at(each, "mean_rank"));
    table.number(each.contains("rank") ? number_at(each, "rank") : NAN);
    page.add_place(index, "stability", id);
  }
  const std::size_t total = count_at(page.part("totals"), "frequencies");
  const Json& own = part_of(stability, "method");
  const std::string method = page.main_stability().is_null() ? method_label(own) : page.label(own);
  std::string body = lead(fmt::format(
      "{} selected {} from each of {} random {} of {} rows{}. A feature that is selected from "
      "nearly all of them does not depend on a few rows. The <dfn>Nogueira index</dfn> is 1 where "
      "all selections are equal and 0 where they agree by chance only.",
      html_text(method), counted(count_at(stability, "k"), "feature"), count_at(how, "count"),
      part_of(how, "bootstrap") == true ? "draws" : "subsets", grouped(count_at(how, "rows")),
      part_of(how, "bootstrap") == true ? " with replacement" : ""));
  if (page.main_stability().is_null()) {
    body += fmt::format(
        "<p class=\"warning\">This is not the stability of the selection of this report: that is "
        "{} with {}.</p>\n",
        html_text(method_label(part_of(page.main(), "method"))),
        counted(count_at(page.main(), "k"), "feature"));
  }
  body += figure(frequency_chart(data)) + indices_table(stability) +
          twin("Table of the features", table.html());
  if (total > 0) {
    body += fmt::format(
        "<p class=\"note\">{} features were selected at least once; the report "
        "lists those that were selected most often.</p>\n",
        grouped(total));
  }
  return section("stability", "Stability", body);
}

}  // namespace pith
