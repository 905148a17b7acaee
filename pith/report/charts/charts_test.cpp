// SPDX-License-Identifier: Apache-2.0
// What every chart promises.
#include "pith/report/charts/charts.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <regex>
#include <string>
#include <vector>

#include "pith/report/charts/label.h"
#include "pith/report/charts/png.h"
#include "tests/support/xml.h"

namespace pith {
namespace {

/// What a chart is drawn from: `count` numbers from `number`, with names from `name`.
struct Input {
  std::size_t count = 5;
  std::function<std::string(std::size_t)> name = [](std::size_t i) {
    return fmt::format("feature_{}", i);
  };
  std::function<double(std::size_t)> number = [](std::size_t i) {
    return 0.25 + 0.5 / static_cast<double>(i + 1);
  };
};

Chart path_of(const Input& in) {
  PathData data{.unit = in.name(0), .stopped = in.name(1)};
  for (std::size_t i = 0; i < in.count; ++i)
    data.steps.push_back({.feature = i, .name = in.name(i), .score = in.number(i)});
  return path_chart(data);
}

Chart waterfall_of(const Input& in) {
  PathData data;
  double score = 0;
  for (std::size_t i = 0; i < in.count; ++i) {
    score += in.number(i);
    data.steps.push_back({.feature = i, .name = in.name(i), .score = score, .gain = in.number(i)});
  }
  return path_chart(data);
}

Chart ranking_of(const Input& in) {
  RankingData data{.unit = in.name(0)};
  for (std::size_t i = 0; i < in.count; ++i)
    data.features.push_back(
        {.feature = i, .name = in.name(i), .score = in.number(i), .is_selected = i < 2});
  return ranking_chart(data);
}

Chart relevance_of(const Input& in) {
  RelevanceData data{.unit = in.name(0)};
  for (std::size_t i = 0; i < in.count; ++i) {
    data.points.push_back({.feature = i,
                           .name = in.name(i),
                           .rank = i % 3 == 2 ? std::nullopt : std::optional(i + 1),
                           .relevance = in.number(i),
                           .redundancy = in.number(in.count - 1 - i)});
  }
  return relevance_chart(data);
}

std::vector<std::vector<double>> matrix_of(const Input& in) {
  std::vector<std::vector<double>> values(in.count, std::vector<double>(in.count));
  for (std::size_t i = 0; i < in.count; ++i) {
    for (std::size_t j = 0; j < in.count; ++j)
      values[i][j] = in.number(i + j);
  }
  return values;
}

Chart heat_map_of(const Input& in) {
  HeatMapData data{.measure = in.name(0), .values = matrix_of(in)};
  for (std::size_t i = 0; i < in.count; ++i)
    data.features.push_back({.feature = i, .name = in.name(i), .is_selected = i < 2});
  return heat_map(data);
}

Chart agreement_of(const Input& in) {
  AgreementData data{.measure = in.name(0), .values = matrix_of(in)};
  for (std::size_t i = 0; i < in.count; ++i)
    data.names.push_back(in.name(i));
  return agreement_chart(data);
}

Chart error_of(const Input& in) {
  ErrorData data{.metric = in.name(0),
                 .baselines = {{.name = in.name(1), .value = 0.9},
                               {.name = in.name(2), .value = 0.5, .limits = {0.4, 0.6}}}};
  for (const std::size_t s : {0U, 1U}) {
    ErrorData::Series series{.name = in.name(s), .values = {}};
    for (std::size_t i = 0; i < in.count; ++i) {
      series.values.push_back(in.number(i));
      series.limits.push_back({in.number(i) - 0.125, in.number(i) + 0.125});
    }
    data.series.push_back(series);
  }
  for (std::size_t i = 0; i < in.count; ++i)
    data.counts.push_back(i + 1);
  return error_chart(data);
}

Chart frequency_of(const Input& in) {
  FrequencyData data{.verdict = in.name(0), .resamples = 50};
  for (std::size_t i = 0; i < in.count; ++i) {
    data.features.push_back({.feature = i,
                             .name = in.name(i),
                             .share = in.number(i),
                             .rank = i < 2 ? std::optional(i + 1) : std::nullopt});
  }
  return frequency_chart(data);
}

Chart distribution_of(const Input& in) {
  DistributionData data{.name = in.name(0), .target = in.name(1), .missing = 3};
  for (const std::size_t g : {0U, 1U}) {
    DistributionData::Group group{.name = in.name(g), .counts = {}};
    for (std::size_t i = 0; i < in.count; ++i)
      group.counts.push_back(std::abs(in.number(i)));
    data.groups.push_back(group);
  }
  for (std::size_t i = 0; i <= in.count && in.count > 0; ++i)
    data.edges.push_back(in.number(i) + static_cast<double>(i));
  for (std::size_t i = 0; i < in.count; ++i)
    data.mean_target.push_back(in.number(i));
  return distribution_chart(data);
}

Chart levels_of(const Input& in) {
  DistributionData data{.name = in.name(0)};
  DistributionData::Group group{.name = in.name(0), .counts = {}};
  for (std::size_t i = 0; i < in.count; ++i) {
    data.levels.push_back(in.name(i));
    group.counts.push_back(in.number(i));
  }
  data.groups = {group};
  return distribution_chart(data);
}

/// Numbers under an axis, which have their middles at points, are not cut at the edges.
void expect_texts_on_page(const Chart& chart) {
  static const std::regex centred(
      "<text x=\"([-0-9.]+)\" y=\"[-0-9.]+\" font-size=\"([0-9.]+)\" text-anchor=\"middle\"[^>]*>"
      "([-0-9.,]*)</text>");
  const auto begin = std::sregex_iterator(chart.svg.begin(), chart.svg.end(), centred);
  for (auto each = begin; each != std::sregex_iterator(); ++each) {
    const double middle = std::stod((*each)[1]);
    const double half = drawing::text_width((*each)[3].str(), std::stod((*each)[2])) / 2;
    EXPECT_GE(middle - half, -0.01) << each->str();
    EXPECT_LE(middle + half, chart.width + 0.01) << each->str();
  }
}

struct Case {
  std::string name;
  Chart (*draw)(const Input& in);
};

class EveryChart : public testing::TestWithParam<Case> {
 protected:
  /// Draws, and checks what holds for any input.
  static Chart checked(const Input& in) {
    const Chart chart = GetParam().draw(in);
    const std::string& svg = chart.svg;
    EXPECT_EQ(xml_fault(svg), "");
    EXPECT_EQ(svg, GetParam().draw(in).svg);  // equal bytes
    for (const char* part :
         {"role=\"img\"", "aria-labelledby=\"", "<title id=\"", "<desc id=\"", "viewBox=\"0 0 "})
      EXPECT_EQ(occurrences(svg, part), 1U) << part;
    // Every coordinate is a number that a browser reads.
    for (const char* part : {"=\"nan", "=\"-nan", "=\"inf", "=\"-inf", ",nan\"", ",nan ", ",inf"})
      EXPECT_EQ(svg.find(part), std::string::npos) << part;
    EXPECT_GT(chart.width, 0);
    EXPECT_GT(chart.height, 0);
    EXPECT_LT(chart.height, 3000);
    EXPECT_EQ(xml_fault(standalone_svg({chart})), "");
    EXPECT_EQ(standalone_svg({chart}).find("=\"var("), std::string::npos);
    return chart;
  }
};

TEST_P(EveryChart, draws_nothing_one_and_many) {
  for (const std::size_t count : {0U, 1U, 2U, 9U, 29U, 41U, 200U})
    expect_texts_on_page(checked({.count = count}));
  EXPECT_NE(checked({}).svg.find("data-tip="), std::string::npos);
}

TEST_P(EveryChart, draws_any_numbers) {
  for (const double number :
       std::vector<double>{0, 1, -0.5, 1e-300, 1e300, -1e300, INFINITY, -INFINITY}) {
    checked({.number = [number](std::size_t) { return number; }});
    checked({.number = [number](std::size_t i) { return i == 1 ? number : 0.5; }});
  }
  checked({.number = [](std::size_t) { return NAN; }});
  checked({.number = [](std::size_t i) { return i == 1 ? NAN : 0.5; }});
}

TEST_P(EveryChart, is_not_harmed_by_hostile_names) {
  const Chart chart = checked({.name = [](std::size_t) { return hostile_name(); }});
  for (const char* part : {"<script", "</script", "\" onload=\"", "\xE2\x80\xAE", "\x1B"})
    EXPECT_EQ(chart.svg.find(part), std::string::npos) << part;
  EXPECT_EQ(occurrences(chart.svg, "</svg>"), 1U);
}

TEST_P(EveryChart, shortens_endless_names) {
  const Input in{
      .name = [](std::size_t i) { return fmt::format("{}{}", std::string(10'000, 'x'), i); }};
  EXPECT_LT(checked(in).svg.size(), 40'000U);
}

TEST_P(EveryChart, can_be_rendered) {
  try {
    load_png_renderer();
  } catch (const std::exception& error) {
    GTEST_SKIP() << error.what();
  }
  const std::string png = png_of(standalone_svg({GetParam().draw({})}));
  EXPECT_TRUE(png.starts_with("\x89PNG"));
  EXPECT_GT(png.size(), 1000U);
}

INSTANTIATE_TEST_SUITE_P(
    Charts, EveryChart,
    testing::Values(Case{"path", path_of}, Case{"waterfall", waterfall_of},
                    Case{"ranking", ranking_of}, Case{"relevance", relevance_of},
                    Case{"heat_map", heat_map_of}, Case{"agreement", agreement_of},
                    Case{"error", error_of}, Case{"frequency", frequency_of},
                    Case{"distribution", distribution_of}, Case{"levels", levels_of}),
    [](const auto& test) { return test.param.name; });

TEST(Png, a_picture_beyond_the_limits_of_the_format_is_refused) {
  try {
    load_png_renderer();
  } catch (const std::exception& error) {
    GTEST_SKIP() << error.what();
  }
  const Chart tall{.id = "x", .title = "x", .svg = "<g/>", .width = 100, .height = 1e5};
  EXPECT_THROW(png_of(standalone_svg({tall})), std::exception);
}

TEST(Standalone, has_titles_colours_and_all_charts) {
  const Chart chart = path_of({});
  const std::string svg = standalone_svg({chart, chart});
  EXPECT_EQ(occurrences(svg, "<svg"), 3U);
  EXPECT_NE(svg.find("fill=\"#0072B2\""), std::string::npos);
  EXPECT_NE(svg.find("font-family: system-ui, sans-serif"), std::string::npos);
  EXPECT_EQ(occurrences(svg, ">Score after each step</text>"), 2U);
}

}  // namespace
}  // namespace pith
