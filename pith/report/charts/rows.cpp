// SPDX-License-Identifier: Apache-2.0
#include "pith/report/charts/rows.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "pith/report/charts/label.h"

namespace pith::drawing {
namespace {

constexpr double gap = 8;
constexpr double beside_width = 215;  // of names beside their bars
constexpr double head_height = 40;    // title and labels of the axis
constexpr std::size_t max_roomy = 60;

}  // namespace

Rows::Rows(std::vector<Row> rows, Heads heads, double top)
    : rows_(std::move(rows)), heads_(std::move(heads)), top_(top) {
  double longest = 0;
  double value_width = text_width(heads_.values, small_size);
  for (const Row& row : rows_) {
    if (!row.rank.empty())
      rank_width_ = std::max(rank_width_, text_width(row.rank, small_size) + gap);
    longest = std::max(longest, text_width(clean(row.name), font_size));
    value_width = std::max(value_width, text_width(row.value, small_size));
  }
  const bool is_roomy = rows_.size() <= max_roomy;
  is_stacked_ = is_roomy && longest > beside_width;
  constexpr double dense_height = 1320;
  constexpr double min_pitch = 6;
  constexpr double line_height = 16;
  pitch_ = is_stacked_ ? 38
           : is_roomy  ? 22
                       : std::max(min_pitch, dense_height / static_cast<double>(rows_.size()));
  if (!is_roomy) label_step_ = static_cast<std::size_t>(std::ceil(line_height / pitch_));
  right_ = page_width - value_width - gap;
  name_width_ = is_stacked_ ? page_width - rank_width_ : std::min(longest, beside_width);
  // Half of the first tick's label stands left of the bars.
  left_ =
      is_stacked_ ? std::max(rank_width_, 12.0) : std::max(12.0, rank_width_ + name_width_ + gap);
}

Scale Rows::draw_axis(Canvas& canvas, const NiceTicks& ticks) const {
  const Scale scale(ticks.ends, {left_, right_});
  const double labels = top_ + head_height - 10;
  canvas.text({left_, top_ + small_size}, shortened(heads_.axis, page_width - left_, small_size),
              {.is_muted = true});
  canvas.text({page_width, labels}, heads_.values, {.anchor = Anchor::end, .is_muted = true});
  double free_from = -1;
  for (const Tick& tick : ticks.ticks) {
    const double x = scale(tick.value);
    draw_grid(canvas, x);
    const double half = text_width(tick.text, small_size) / 2;
    const bool hits_values =
        !heads_.values.empty() && x + half + 4 > page_width - text_width(heads_.values, small_size);
    if (x - half < free_from || hits_values) continue;
    canvas.text_on_page({x, labels}, tick.text, {.is_muted = true});
    free_from = x + half + gap;
  }
  return scale;
}

void Rows::draw_grid(Canvas& canvas, double x) const {
  const double start = top_ + head_height - 5;
  if (!is_stacked_) {
    canvas.grid_line({x, start}, {x, bottom()});
    return;
  }
  // Not through the names.
  canvas.grid_line({x, start}, {x, start + 4});
  for (std::size_t row = 0; row < rows_.size(); ++row)
    canvas.grid_line({x, middle(row) - 7}, {x, middle(row) + 8});
}

void Rows::draw_texts(Canvas& canvas, std::size_t row) const {
  if (!has_texts(row)) return;
  const Row& texts = rows_[row];
  const double bar = middle(row) + 4.5;
  const double name = is_stacked_ ? middle(row) - 11 : bar;
  const double size = is_stacked_ ? small_size : font_size;
  canvas.text({rank_width_ - gap, name}, texts.rank, {.anchor = Anchor::end, .is_muted = true});
  canvas.text({rank_width_, name}, shortened(texts.name, name_width_, size), {.size = size});
  canvas.text({page_width, bar}, texts.value, {.anchor = Anchor::end});
}

double Rows::middle(std::size_t row) const {
  const double shift = is_stacked_ ? 26 : pitch_ / 2;
  return top_ + head_height + static_cast<double>(row) * pitch_ + shift;
}

double Rows::bar_height() const {
  constexpr double thickest = 11;
  return std::min(thickest, pitch_ * 0.6);
}

double Rows::bottom() const {
  return top_ + head_height + static_cast<double>(rows_.size()) * pitch_;
}

void draw_arrow(Canvas& canvas, Point tip, bool points_right, Ink ink) {
  const double forward = points_right ? 1 : -1;
  canvas.path({{tip.x + 6 * forward, tip.y},
               {tip.x - 4 * forward, tip.y - 8},
               {tip.x - 4 * forward, tip.y + 8}},
              {.fill = ink}, true);
}

}  // namespace pith::drawing
