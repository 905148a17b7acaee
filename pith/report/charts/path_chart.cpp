// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pith/base/text.h"
#include "pith/report/charts/charts.h"
#include "pith/report/charts/label.h"
#include "pith/report/charts/rows.h"

namespace pith {
namespace {

using namespace drawing;

constexpr std::size_t max_steps = 200;

/// Whether bars can show what each step adds: the score before a step is known.
bool is_waterfall(const std::vector<PathData::Step>& steps) {
  return std::all_of(steps.begin(), steps.end(), [](const PathData::Step& step) {
    return step.gain && std::isfinite(*step.gain) && std::isfinite(step.score);
  });
}

/// Where the bar of a step begins.
double start_of(const PathData& data, const PathData::Step& step, bool shows_gains) {
  if (!shows_gains) return 0;
  return data.is_lowered ? step.score + *step.gain : step.score - *step.gain;
}

Meaning meaning_of(const PathData::Step& step, std::size_t rank) {
  std::string tip = fmt::format("{}. {}: score {}", rank, tip_name(step.name), exact(step.score));
  if (step.gain) tip += fmt::format(", gain {}", exact(*step.gain));
  return {.feature = step.feature, .tip = std::move(tip)};
}

/// Where a bar begins and ends.
struct Extent {
  double from = 0;
  double to = 0;
  bool is_worse = false;
};

/// A full bar where the score gets better, an outlined one where it gets worse.
void draw_bar(Canvas& canvas, const Extent& bar, double y, double thick) {
  const Ink ink = bar.is_worse ? Ink::vermilion : Ink::blue;
  constexpr double thinnest = 1.5;  // also a gain of 0 is seen
  const Box box{.x = std::min(bar.from, bar.to),
                .y = y - thick / 2,
                .width = std::max(thinnest, std::abs(bar.to - bar.from)),
                .height = thick};
  canvas.box(box,
             bar.is_worse ? Pen{.fill = ink, .stroke = ink, .opacity = 0.25} : Pen{.fill = ink});
}

std::string description(const PathData& data, bool shows_gains) {
  if (data.steps.empty()) return "No feature was selected.";
  const PathData::Step& last = data.steps.back();
  return fmt::format("{} in order of selection, {}. The last score is {}{}{}.",
                     counted(data.steps.size(), "feature"),
                     shows_gains ? "with what each adds to the score" : "with the score of each",
                     exact(last.score), data.unit.empty() ? "" : " ", tip_name(data.unit));
}

void draw_stop(Canvas& canvas, const Rows& rows, const PathData& data, std::size_t shown) {
  const double y = rows.bottom() + 4;
  const bool is_cut = shown < data.steps.size();
  if (is_cut) {
    canvas.text({0, y + 16}, fmt::format("and {} more steps", grouped(data.steps.size() - shown)),
                {.is_muted = true});
    return;
  }
  if (data.stopped.empty() || shown == 0) return;
  canvas.line({0, y}, {page_width, y}, {.stroke = Ink::grey, .dashes = "4 3"});
  const std::string stop =
      fmt::format("Stopped after {}: {}", counted(shown, "feature"), tip_name(data.stopped));
  canvas.text({0, y + 17}, shortened(stop, page_width, small_size), {.is_muted = true});
}

/// One row for each step, and lines from bar to bar of a waterfall.
void draw_steps(Canvas& canvas, const Rows& rows, const Scale& scale, const PathData& data) {
  const std::vector<PathData::Step>& steps = data.steps;
  const bool shows_gains = is_waterfall(steps);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    canvas.begin(meaning_of(steps[i], i + 1));
    const double to = scale(steps[i].score);
    if (!std::isnan(steps[i].score)) {
      const double from = scale(start_of(data, steps[i], shows_gains));
      const bool is_worse = shows_gains && data.is_lowered ? to > from : to < from;
      draw_bar(canvas, {from, to, is_worse}, rows.middle(i), rows.bar_height());
    }
    if (std::isinf(steps[i].score)) {
      const bool grows = steps[i].score > 0;
      draw_arrow(canvas, {to, rows.middle(i)}, grows, grows ? Ink::blue : Ink::vermilion);
    }
    rows.draw_texts(canvas, i);
    canvas.end();
    if (!shows_gains || i + 1 == steps.size()) continue;
    canvas.line({to, rows.middle(i) + rows.bar_height() / 2},
                {to, rows.middle(i + 1) - rows.bar_height() / 2},
                {.stroke = Ink::grey, .width = 0.75});
  }
}

}  // namespace

Chart path_chart(const PathData& data) {
  const std::size_t shown = std::min(max_steps, data.steps.size());
  PathData first = data;
  first.steps.resize(shown);
  const std::vector<PathData::Step>& steps = first.steps;
  const bool shows_gains = is_waterfall(steps);
  Range range;
  if (!shows_gains) range.add(0);
  std::vector<double> numbers;
  for (const PathData::Step& step : steps) {
    range.add(step.score);
    range.add(start_of(data, step, shows_gains));
    numbers.push_back(shows_gains ? *step.gain : step.score);
  }
  const std::vector<std::string> texts = aligned_numbers(numbers, shows_gains);
  std::vector<Rows::Row> labels;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    labels.push_back({.rank = std::to_string(i + 1), .name = steps[i].name, .value = texts[i]});
  }
  const std::string unit = data.unit.empty() ? "" : fmt::format(" ({})", tip_name(data.unit));
  const Rows rows(std::move(labels),
                  {.axis = (shows_gains ? "score after each step" : "score of each step") + unit,
                   .values = shows_gains ? "gain" : ""},
                  0);
  Canvas canvas;
  constexpr std::size_t tick_count = 4;
  const Scale scale = rows.draw_axis(canvas, nice_ticks(range, tick_count));
  draw_steps(canvas, rows, scale, first);
  if (steps.empty()) canvas.text({0, rows.bottom() + 16}, "no features", {.is_muted = true});
  draw_stop(canvas, rows, data, shown);
  return canvas.chart({.id = data.id,
                       .title = data.title,
                       .description = description(data, shows_gains),
                       .height = rows.bottom() + 28});
}

}  // namespace pith
