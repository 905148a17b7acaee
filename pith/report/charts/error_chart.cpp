// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pith/base/text.h"
#include "pith/report/charts/charts.h"
#include "pith/report/charts/label.h"
#include "pith/report/charts/scale.h"
#include "pith/report/charts/series_labels.h"

namespace pith {
namespace {

using namespace drawing;

constexpr double plot_top = 24;
constexpr double plot_bottom = 300;
constexpr std::size_t max_bands = 3;  // more intervals would cover each other: they become lines

double limit(const std::vector<Limits>& limits, std::size_t at, double Limits::*which) {
  return at < limits.size() ? limits[at].*which : std::numeric_limits<double>::quiet_NaN();
}

/// Student's interval is symmetric and may exceed the range of a fraction.
double shown_limit(const ErrorData& data, double limit) {
  return data.is_percent && !std::isnan(limit) ? std::clamp(limit, 0.0, 1.0) : limit;
}

/// The range of the curves, and of the baselines that do not press the curves together.
Range range_of(const ErrorData& data) {
  Range range;
  for (const ErrorData::Series& series : data.series) {
    for (std::size_t i = 0; i < series.values.size(); ++i) {
      range.add(series.values[i]);
      range.add(shown_limit(data, limit(series.limits, i, &Limits::lower)));
      range.add(shown_limit(data, limit(series.limits, i, &Limits::upper)));
    }
  }
  const double height = range.upper() - range.lower();
  constexpr double near = 0.15;
  const Range curves = range;
  for (const ErrorData::Baseline& baseline : data.baselines) {
    const bool is_far = baseline.value > curves.upper() + near * height ||
                        baseline.value < curves.lower() - near * height;
    if (curves.is_empty() || data.counts.size() < 2 || height == 0 || !is_far)
      range.add(baseline.value);
  }
  // An error of 0 is a place that readers look for; it costs little where the curves are near it.
  if (!range.is_empty() && range.lower() > 0 && range.lower() < 0.6 * range.upper()) range.add(0);
  return range;
}

std::string number_of(const ErrorData& data, double value) {
  return data.is_percent ? percent(value) : short_number(value);
}

/// What the parts of the drawing need to know.
struct Plot {
  const ErrorData& data;
  Scale x;
  Scale y;

  double place(std::size_t count) const {
    return data.counts.size() > 1 ? x(static_cast<double>(data.counts[count]))
                                  : (x.place().start + x.place().end) / 2;
  }
  bool is_inside(double value) const {
    return value >= y.numbers().start && value <= y.numbers().end;
  }
  /// Intervals that are lines stand beside each other.
  double shift(std::size_t series) const {
    if (has_bands()) return 0;
    const double room = (x.place().end - x.place().start) /
                        static_cast<double>(std::max<std::size_t>(1, data.counts.size()));
    const double step = std::min(7.0, 0.6 * room / static_cast<double>(data.series.size()));
    return (static_cast<double>(series) - (static_cast<double>(data.series.size()) - 1) / 2) * step;
  }
  bool has_bands() const { return data.series.size() <= max_bands && data.counts.size() > 2; }
};

Plot plot_of(const ErrorData& data, const NiceTicks& ticks, const Scale::Ends& place) {
  double least = 1;
  double most = 2;
  if (!data.counts.empty()) {
    const auto [low, high] = std::minmax_element(data.counts.begin(), data.counts.end());
    least = static_cast<double>(std::max<std::size_t>(1, *low));
    most = std::max(least + 1, static_cast<double>(*high));
  }
  constexpr double wide_ratio = 16;  // beyond, small counts would have no room
  const double margin = data.series.size() > max_bands ? 14 : 6;
  return {.data = data,
          .x = Scale({least, most}, {place.start + margin, place.end - margin},
                     most / least > wide_ratio && least > 1),
          .y = Scale(ticks.ends, {plot_bottom, plot_top})};
}

void draw_axes(Canvas& canvas, const Plot& plot, const NiceTicks& ticks, double left) {
  const ErrorData& data = plot.data;
  const double right = plot.x.place().end + 14;
  for (const Tick& tick : ticks.ticks) {
    const double y = plot.y(tick.value);
    canvas.grid_line({left, y}, {right, y});
    canvas.text({left - 6, y + 4.5}, tick.text, {.anchor = Anchor::end, .is_muted = true});
  }
  canvas.text(
      {0, 12},
      fmt::format("{}{}", shortened(data.metric, 200, small_size), data.is_percent ? " (%)" : ""),
      {.is_muted = true});
  std::vector<double> places;
  std::vector<std::string> counts;
  for (std::size_t i = 0; i < data.counts.size(); ++i) {
    const double x = plot.place(i);
    canvas.line({x, plot_bottom}, {x, plot_bottom + 4}, {.stroke = Ink::grey});
    places.push_back(x);
    counts.push_back(grouped(data.counts[i]));
  }
  for (const std::size_t i : labels_with_room(places, counts, 8))
    canvas.text_on_page({places[i], plot_bottom + 18}, counts[i], {.is_muted = true});
  canvas.text({(left + right) / 2, plot_bottom + 36}, "number of features",
              {.anchor = Anchor::middle, .is_muted = true});
}

std::string baseline_tip(const ErrorData& data, const ErrorData::Baseline& baseline) {
  std::string tip = fmt::format("{}: {} {}", tip_name(baseline.name), tip_name(data.metric),
                                exact(baseline.value));
  if (!std::isnan(baseline.limits.lower))
    tip += fmt::format(" ({} to {})", exact(baseline.limits.lower), exact(baseline.limits.upper));
  return tip;
}

/// The interval of a baseline as a pale band, and its value as a dashed or dotted line.
void draw_baseline(Canvas& canvas, const Plot& plot, std::size_t index, double left) {
  const ErrorData::Baseline& baseline = plot.data.baselines[index];
  if (std::isnan(baseline.value) || !plot.is_inside(baseline.value)) return;
  const double right = plot.x.place().end + 14;
  canvas.begin({.tip = baseline_tip(plot.data, baseline)});

  if (!std::isnan(baseline.limits.lower)) {
    const double top = plot.y(baseline.limits.upper);
    canvas.box(
        {.x = left, .y = top, .width = right - left, .height = plot.y(baseline.limits.lower) - top},
        {.fill = Ink::grey, .opacity = 0.1});
  }
  const double y = plot.y(baseline.value);
  canvas.line({left, y}, {right, y},
              {.stroke = Ink::grey, .width = 1.25, .dashes = index == 0 ? "6 4" : "2 3"});
  canvas.end();
}

/// Baselines that the scale leaves out, as texts above the plot.
void draw_far_baselines(Canvas& canvas, const Plot& plot) {
  double right = page_width;
  for (std::size_t b = plot.data.baselines.size(); b-- > 0;) {
    const ErrorData::Baseline& baseline = plot.data.baselines[b];
    if (std::isnan(baseline.value) || plot.is_inside(baseline.value)) continue;
    const bool is_above = baseline.value > plot.y.numbers().end;
    const std::string text = fmt::format("{} {} {}", is_above ? "\xE2\x86\x91" : "\xE2\x86\x93",
                                         shortened(baseline.name, 130, small_size),
                                         number_of(plot.data, baseline.value));
    canvas.begin({.tip = baseline_tip(plot.data, baseline)});
    canvas.text({right, 12}, text, {.anchor = Anchor::end, .is_muted = true});
    canvas.end();
    right -= text_width(text, small_size) + 10;
  }
}

/// Runs of values without a gap.
std::vector<std::vector<std::size_t>> runs_of(const ErrorData::Series& series, std::size_t counts) {
  std::vector<std::vector<std::size_t>> runs(1);
  for (std::size_t i = 0; i < std::min(counts, series.values.size()); ++i) {
    if (std::isfinite(series.values[i])) {
      runs.back().push_back(i);
    } else if (!runs.back().empty()) {
      runs.emplace_back();
    }
  }
  return runs;
}

void draw_band(Canvas& canvas, const Plot& plot, const ErrorData::Series& series, Ink ink) {
  for (const std::vector<std::size_t>& run : runs_of(series, plot.data.counts.size())) {
    std::vector<Point> outline;
    for (const std::size_t i : run) {
      const double upper = limit(series.limits, i, &Limits::upper);
      if (!std::isnan(upper)) outline.push_back({plot.place(i), plot.y(upper)});
    }
    for (std::size_t at = run.size(); at-- > 0;) {
      const double lower = limit(series.limits, run[at], &Limits::lower);
      if (!std::isnan(lower)) outline.push_back({plot.place(run[at]), plot.y(lower)});
    }
    if (outline.size() > 2) canvas.path(outline, {.fill = ink, .opacity = 0.14}, true);
  }
}

void draw_points(Canvas& canvas, const Plot& plot, std::size_t index) {
  const ErrorData::Series& series = plot.data.series[index];
  const Ink ink = series_ink(index);
  for (std::size_t i = 0; i < std::min(plot.data.counts.size(), series.values.size()); ++i) {
    const double value = series.values[i];
    if (std::isnan(value)) continue;
    const double x = plot.place(i) + plot.shift(index);
    const double lower = limit(series.limits, i, &Limits::lower);
    const double upper = limit(series.limits, i, &Limits::upper);
    std::string tip =
        fmt::format("{}, {}: {} {}", tip_name(series.name), counted(plot.data.counts[i], "feature"),
                    tip_name(plot.data.metric), exact(value));
    if (!std::isnan(lower)) tip += fmt::format(" ({} to {})", exact(lower), exact(upper));
    canvas.begin({.tip = std::move(tip)});
    if (!std::isnan(lower) && !plot.has_bands())
      canvas.line({x, plot.y(lower)}, {x, plot.y(upper)}, {.stroke = ink, .width = 1.25});
    const double radius = plot.data.counts.size() > 30 ? 2.5 : 3.6;
    canvas.shape(series_shape(index), {x, plot.y(value)}, radius, {.fill = ink});
    canvas.end();
  }
}

void draw_series(Canvas& canvas, const Plot& plot) {
  for (std::size_t s = 0; s < plot.data.series.size() && plot.has_bands(); ++s)
    draw_band(canvas, plot, plot.data.series[s], series_ink(s));
  for (std::size_t s = 0; s < plot.data.series.size(); ++s) {
    const ErrorData::Series& series = plot.data.series[s];
    for (const std::vector<std::size_t>& run : runs_of(series, plot.data.counts.size())) {
      std::vector<Point> points;
      for (const std::size_t i : run)
        points.push_back({plot.place(i) + plot.shift(s), plot.y(series.values[i])});
      if (points.size() > 1) canvas.path(points, {.stroke = series_ink(s), .width = 1.5});
    }
    draw_points(canvas, plot, s);
  }
}

/// The names of the curves and baselines, at the heights of their ends.
std::vector<SeriesLabel> labels_of(const Plot& plot) {
  std::vector<SeriesLabel> labels;
  for (std::size_t s = 0; s < plot.data.series.size(); ++s) {
    const ErrorData::Series& series = plot.data.series[s];
    SeriesLabel label{.name = series.name, .series = s};
    for (std::size_t i = 0; i < std::min(plot.data.counts.size(), series.values.size()); ++i) {
      if (!std::isnan(series.values[i])) label.y = plot.y(series.values[i]);
    }
    const bool is_drawn = std::any_of(series.values.begin(), series.values.end(),
                                      [](double value) { return !std::isnan(value); });
    if (is_drawn) labels.push_back(std::move(label));
  }
  for (std::size_t b = 0; b < plot.data.baselines.size(); ++b) {
    const ErrorData::Baseline& baseline = plot.data.baselines[b];
    if (std::isnan(baseline.value) || !plot.is_inside(baseline.value)) continue;
    labels.push_back(
        {.name = baseline.name, .y = plot.y(baseline.value), .dashes = b == 0 ? "6 4" : "2 3"});
  }
  return labels;
}

/// The best value is the smallest or the largest, which the data do not say: both are given.
std::string description(const ErrorData& data) {
  const Range range = range_of({.counts = data.counts, .series = data.series});
  std::string text =
      fmt::format("{} of {} for {}.", tip_name(data.metric), counted(data.series.size(), "method"),
                  counted(data.counts.size(), "number of features", "numbers of features"));
  if (!data.series.empty() && !range.is_empty()) {
    Range values;
    for (const ErrorData::Series& series : data.series) {
      for (const double value : series.values)
        values.add(value);
    }
    text += fmt::format(" Values from {} to {}.", exact(values.lower()), exact(values.upper()));
  }
  for (const ErrorData::Baseline& baseline : data.baselines) {
    if (!std::isnan(baseline.value))
      text += fmt::format(" {}: {}.", tip_name(baseline.name), exact(baseline.value));
  }
  return text;
}

}  // namespace

Chart error_chart(const ErrorData& data) {
  Canvas canvas;
  constexpr std::size_t tick_count = 5;
  const Range range = range_of(data);
  const NiceTicks ticks =
      data.is_percent ? nice_percent_ticks(range, tick_count) : nice_ticks(range, tick_count);
  double left = 0;
  for (const Tick& tick : ticks.ticks)
    left = std::max(left, text_width(tick.text, small_size) + 8);
  std::vector<std::string> names;
  for (const ErrorData::Series& series : data.series)
    names.push_back(series.name);
  for (const ErrorData::Baseline& baseline : data.baselines)
    names.push_back(baseline.name);
  const double label_width = direct_label_width(names);
  const Plot plot = plot_of(data, ticks, {left, page_width - label_width});
  draw_axes(canvas, plot, ticks, left);
  for (std::size_t b = 0; b < data.baselines.size(); ++b)
    draw_baseline(canvas, plot, b, left);
  draw_series(canvas, plot);
  draw_far_baselines(canvas, plot);
  if (labels_of(plot).empty())
    canvas.text({left + 8, plot_top + 20}, "no results", {.is_muted = true});

  double height = plot_bottom + 42;
  const std::vector<SeriesLabel> labels = labels_of(plot);
  if (label_width > 0) {
    draw_direct_labels(canvas, labels, plot.x.place().end + 18, {plot_top, plot_bottom});
  } else {
    height = draw_legend(canvas, labels, height);
  }
  return canvas.chart(
      {.id = data.id, .title = data.title, .description = description(data), .height = height});
}

}  // namespace pith
