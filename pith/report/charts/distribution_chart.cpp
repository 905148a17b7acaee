// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <set>
#include <string_view>

#include "pith/base/text.h"
#include "pith/report/charts/canvas.h"
#include "pith/report/charts/charts.h"
#include "pith/report/charts/label.h"
#include "pith/report/charts/scale.h"

namespace pith {
namespace {

using namespace drawing;

// These are small: the report shows several beside each other.
constexpr double chart_width = 240;
constexpr double text_size = 11;
constexpr std::size_t max_groups = 12;
constexpr std::string_view ellipsis = "\xE2\x80\xA6";

/// The bins or levels from left to right.
struct ShownBins {
  std::vector<double> places;  ///< in coordinates: one more than bins
  std::vector<std::string> names;
  std::vector<double> widths;  ///< by which counts are divided, relative to their mean

  std::size_t size() const { return names.size(); }
};

/// Finite edges: infinite ones are put as far out as their neighbours are apart.
std::vector<double> finite_edges(const std::vector<double>& edges) {
  Range range;
  for (const double edge : edges)
    range.add(edge);
  const double width = range.upper() - range.lower();
  const double step = width > 0 ? width / static_cast<double>(edges.size()) : 1;
  std::vector<double> finite;
  for (const double edge : edges) {
    finite.push_back(std::isfinite(edge) ? edge
                     : edge > 0          ? range.upper() + step
                                         : range.lower() - step);
  }
  return finite;
}

ShownBins numeric_bins(const std::vector<double>& edges, const Scale::Ends& place) {
  const std::vector<double> finite = finite_edges(edges);
  ShownBins bins;
  const bool has_width = finite.back() > finite.front();
  const double mean = (finite.back() - finite.front()) / static_cast<double>(finite.size() - 1);
  for (std::size_t i = 0; i < finite.size(); ++i) {
    const double share = has_width
                             ? (finite[i] - finite.front()) / (finite.back() - finite.front())
                             : static_cast<double>(i) / static_cast<double>(finite.size() - 1);
    bins.places.push_back(place.start + share * (place.end - place.start));
    if (i == 0) continue;
    bins.names.push_back(fmt::format("{} to {}", exact(edges[i - 1]), exact(edges[i])));
    bins.widths.push_back(has_width ? (finite[i] - finite[i - 1]) / mean : 1);
  }
  return bins;
}

ShownBins level_bins(const std::vector<std::string>& levels, const Scale::Ends& place) {
  ShownBins bins;
  const double step = (place.end - place.start) / static_cast<double>(levels.size());
  bins.places.push_back(place.start);
  for (std::size_t i = 0; i < levels.size(); ++i) {
    bins.places.push_back(place.start + static_cast<double>(i + 1) * step);
    bins.names.push_back(tip_name(levels[i]));
    bins.widths.push_back(1);
  }
  return bins;
}

double total(const std::vector<double>& counts) {
  return std::accumulate(counts.begin(), counts.end(), 0.0, [](double sum, double count) {
    return std::isfinite(count) ? sum + count : sum;
  });
}

/// The height of a bar: the share of the group, for each unit of width.
double density(const ShownBins& bins, const DistributionData::Group& group, std::size_t bin) {
  const double all = total(group.counts);
  if (bin >= group.counts.size() || !std::isfinite(group.counts[bin])) return 0;
  if (!(all > 0) || !(bins.widths[bin] > 0)) return 0;
  return group.counts[bin] / all / bins.widths[bin];
}

struct Strip {
  double top = 0;
  double height = 0;
  double tallest = 1;  ///< density of a bar that fills it
};

std::string group_name(const DistributionData::Group& group) {
  return group.name.empty() ? "all rows" : clean(group.name);
}

/// Where and how the bars of one group are drawn.
struct GroupStyle {
  Strip strip;
  Ink ink;
};

void draw_bars(Canvas& canvas, const ShownBins& bins, const DistributionData::Group& group,
               const GroupStyle& style) {
  const auto& [strip, ink] = style;
  const double base = strip.top + strip.height;
  for (std::size_t i = 0; i < bins.size() && i < group.counts.size(); ++i) {
    if (!(group.counts[i] > 0) || !std::isfinite(group.counts[i])) continue;
    const double height =
        std::max(1.0, density(bins, group, i) / strip.tallest * (strip.height - 3));
    const double width = bins.places[i + 1] - bins.places[i];
    const double space = width > 6 ? 1 : 0;
    canvas.small_mark({.x = bins.places[i],
                       .y = base - height,
                       .width = std::max(1.0, width - space),
                       .height = height},
                      {.fill = ink},
                      {.tip = fmt::format("{}: {} ({})", bins.names[i], exact(group.counts[i]),
                                          tip_name(group_name(group)))});
  }
  canvas.line({bins.places.front(), base}, {bins.places.back(), base},
              {.stroke = Ink::grey, .width = 0.75});
}

/// The mean of a numeric target in each bin, as points.
void draw_means(Canvas& canvas, const ShownBins& bins, const DistributionData& data,
                const Strip& strip) {
  Range range;
  for (const double mean : data.mean_target)
    range.add(mean);
  constexpr std::size_t tick_count = 5;
  const Scale y(nice_ticks(range, tick_count).ends, {strip.top + strip.height - 6, strip.top + 8});
  std::vector<Point> line;
  for (std::size_t i = 0; i < bins.size() && i < data.mean_target.size(); ++i) {
    if (!std::isfinite(data.mean_target[i])) continue;
    line.push_back({(bins.places[i] + bins.places[i + 1]) / 2, y(data.mean_target[i])});
  }
  if (data.levels.empty()) canvas.path(line, {.stroke = Ink::vermilion, .width = 1.25});
  const double base = strip.top + strip.height;
  canvas.line({bins.places.front(), base}, {bins.places.back(), base},
              {.stroke = Ink::grey, .width = 0.75});
  std::size_t at = 0;
  for (std::size_t i = 0; i < bins.size() && i < data.mean_target.size(); ++i) {
    if (!std::isfinite(data.mean_target[i])) continue;
    canvas.begin({.tip = fmt::format("{}: mean of {} {}", bins.names[i], tip_name(data.target),
                                     exact(data.mean_target[i]))});
    canvas.shape(Shape::circle, line[at++], 2.5, {.fill = Ink::vermilion});
    canvas.end();
  }
}

void draw_number_ticks(Canvas& canvas, const DistributionData& data, const ShownBins& bins,
                       double y) {
  const std::vector<double> edges = finite_edges(data.edges);
  Range range;
  range.add(edges.front());
  range.add(edges.back());
  const double width = edges.back() - edges.front();
  double free_from = -1;
  constexpr std::size_t tick_count = 5;
  for (const Tick& tick : nice_ticks(range, tick_count).ticks) {
    if (!(width > 0) || tick.value < edges.front() || tick.value > edges.back()) continue;
    const double x = bins.places.front() + (tick.value - edges.front()) / width *
                                               (bins.places.back() - bins.places.front());
    const double half = text_width(tick.text, text_size) / 2;
    canvas.line({x, y}, {x, y + 3}, {.stroke = Ink::grey});
    if (x - half < free_from || x + half > chart_width) continue;
    canvas.text({x, y + 14}, tick.text,
                {.size = text_size, .anchor = Anchor::middle, .is_muted = true});
    free_from = x + half + 5;
  }
  if (width > 0) return;
  canvas.text({(bins.places.front() + bins.places.back()) / 2, y + 14}, short_number(edges.front()),
              {.size = text_size, .anchor = Anchor::middle, .is_muted = true});
}

void draw_level_names(Canvas& canvas, const DistributionData& data, const ShownBins& bins,
                      double y) {
  const double room = bins.places[1] - bins.places[0];
  constexpr double narrowest = 34;
  const auto step = static_cast<std::size_t>(std::ceil(narrowest / std::max(0.01, room)));
  for (std::size_t i = 0; i < data.levels.size(); i += step) {
    const double width = room * static_cast<double>(step) - 3;
    const double x = (bins.places[i] + bins.places[i + 1]) / 2;
    const std::string text = shortened(data.levels[i], width, text_size);
    // Names of levels at the edges must not leave the chart.
    const double half = text_width(text, text_size) / 2;
    canvas.text({std::min(x, chart_width - half), y + 14}, text,
                {.size = text_size, .anchor = Anchor::middle, .is_muted = true});
  }
}

double group_height(std::size_t groups) {
  return groups <= 1 ? 72 : groups <= 3 ? 36 : groups <= 6 ? 26 : 20;
}

/// How many bytes all names have in common, from the start or from the end, in whole letters.
/// Digits in common are not counted where others follow.
std::size_t common_bytes(const std::vector<std::string>& names, bool is_at_end) {
  const auto at = [&](const std::string& name, std::size_t i) {
    return name[is_at_end ? name.size() - 1 - i : i];
  };
  std::size_t shortest = SIZE_MAX;
  for (const std::string& name : names)
    shortest = std::min(shortest, name.size());
  std::size_t count = 0;
  while (count < shortest && std::all_of(names.begin(), names.end(), [&](const auto& name) {
           return at(name, count) == at(names.front(), count);
         }))
    ++count;
  const auto is_inside = [&](char letter) {
    return (letter >= '0' && letter <= '9') || static_cast<unsigned char>(letter) >= 0x80U;
  };
  while (count > 0 && is_inside(at(names.front(), count - 1)))
    --count;
  return count;
}

/// The names of the groups in this width. Where they would look the same, what they have in common
/// is left out.
std::vector<std::string> short_names(const std::vector<std::string>& names, double width) {
  std::vector<std::string> texts;
  std::set<std::string> different;
  for (const std::string& name : names) {
    texts.push_back(shortened(name, width, text_size));
    different.insert(texts.back());
  }
  const std::size_t head = common_bytes(names, false);
  const std::size_t tail = common_bytes(names, true);
  if (different.size() == names.size() || head + tail == 0) return texts;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].size() <= head + tail) continue;
    const std::string own = names[i].substr(head, names[i].size() - head - tail);
    texts[i] =
        shortened(fmt::format("{}{}{}", head > 0 ? ellipsis : "", own, tail > 0 ? ellipsis : ""),
                  width, text_size);
  }
  return texts;
}

/// The name of the group left of its bars.
void draw_name(Canvas& canvas, const std::string& text, const Strip& strip) {
  canvas.text({0, strip.top + strip.height - 2}, text, {.size = text_size});
}

std::string mean_name(const DistributionData& data) {
  return "mean of " + clean(data.target);
}

/// The space for the names of the groups; 0: they have none.
double name_width(const DistributionData& data, std::size_t shown) {
  if (data.groups.size() <= 1 && data.mean_target.empty()) return 0;
  constexpr double widest = 78;
  double width = 20;
  for (std::size_t g = 0; g < shown; ++g)
    width = std::max(width, text_width(group_name(data.groups[g]), text_size));
  if (!data.mean_target.empty()) width = std::max(width, text_width(mean_name(data), text_size));
  return std::min(widest, width);
}

/// The groups below each other, then the means; returns where they end.
double draw_strips(Canvas& canvas, const DistributionData& data, const ShownBins& bins,
                   std::size_t shown) {
  const double names = name_width(data, shown);
  double tallest = 0;
  for (std::size_t g = 0; g < shown; ++g) {
    for (std::size_t i = 0; i < bins.size(); ++i)
      tallest = std::max(tallest, density(bins, data.groups[g], i));
  }
  std::vector<std::string> texts;
  for (std::size_t g = 0; g < shown; ++g)
    texts.push_back(group_name(data.groups[g]));
  texts = short_names(texts, names);
  Strip strip{.top = 2, .height = group_height(shown), .tallest = tallest > 0 ? tallest : 1};
  for (std::size_t g = 0; g < shown; ++g) {
    draw_bars(canvas, bins, data.groups[g], {strip, series_ink(g)});
    if (names > 0) draw_name(canvas, texts[g], strip);
    strip.top += strip.height;
  }
  if (data.mean_target.empty()) return strip.top;
  strip.height = 44;
  draw_means(canvas, bins, data, strip);
  draw_name(canvas, shortened(mean_name(data), names, text_size), strip);
  return strip.top + strip.height;
}

std::string description(const DistributionData& data) {
  std::string text = fmt::format("Histogram of {}", tip_name(data.name));
  if (data.groups.size() > 1)
    text += fmt::format(" for each of {}", counted(data.groups.size(), "class", "classes"));
  for (const DistributionData::Group& group : data.groups) {
    if (data.groups.size() > max_groups) break;
    text += fmt::format("{}{}: {} values", &group == &data.groups.front() ? ": " : ", ",
                        tip_name(group_name(group)), exact(total(group.counts)));
  }
  text += ".";
  if (data.missing > 0) text += fmt::format(" {} missing.", exact(data.missing));
  return text;
}

}  // namespace

Chart distribution_chart(const DistributionData& data) {
  Canvas canvas;
  Canvas::Frame frame{.id = data.id,
                      .title = clean(data.name),
                      .description = description(data),
                      .width = chart_width,
                      .height = 24};
  if (data.edges.size() < 2 && data.levels.empty()) {
    canvas.text({0, 14}, "no values", {.size = text_size, .is_muted = true});
    return canvas.chart(frame);
  }
  const std::size_t shown = std::min(max_groups, data.groups.size());
  const double names = name_width(data, shown);
  const Scale::Ends place{names > 0 ? names + 8 : 8, chart_width - 8};
  const ShownBins bins =
      data.levels.empty() ? numeric_bins(data.edges, place) : level_bins(data.levels, place);
  double bottom = draw_strips(canvas, data, bins, shown);
  if (data.levels.empty()) {
    draw_number_ticks(canvas, data, bins, bottom);
  } else {
    draw_level_names(canvas, data, bins, bottom);
  }
  bottom += 20;
  std::string rest;
  if (shown < data.groups.size())
    rest = fmt::format("and {} more classes", grouped(data.groups.size() - shown));
  if (data.missing > 0)
    rest += fmt::format("{}{} missing", rest.empty() ? "" : ", ", short_number(data.missing));
  if (!rest.empty()) {
    canvas.text({0, bottom + 9}, rest, {.size = text_size, .is_muted = true});
    bottom += 14;
  }
  frame.height = bottom;
  return canvas.chart(frame);
}

}  // namespace pith
