// SPDX-License-Identifier: Apache-2.0
// Plots of lines and points as SVG: axes with ticks, labels, a legend beside the plot.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace pith::papers {

struct Series {
  std::string name;
  std::string color;
  std::vector<double> x;
  std::vector<double> y;
  bool is_line = true;     ///< else points
  bool is_dashed = false;  ///< a line only
  double width = 1.8;      ///< of a line
};

struct Plot {
  std::string title;
  std::string x_label;
  std::string y_label;
  bool has_log_y = false;  ///< then values that are not positive are left out
  std::vector<Series> series;
  bool has_log_x = false;  ///< then all x must be positive
};

/// One dimension of the plot: from numbers to pixels, and where the ticks are.
class Axis {
 public:
  Axis(double low, double high, bool is_log) : is_log_(is_log) {
    if (is_log) {
      low_ = std::floor(std::log10(low));
      high_ = std::max(low_ + 1, std::ceil(std::log10(high)));
      const double step = std::ceil((high_ - low_) / 8);
      for (double tick = low_; tick <= high_; tick += step)
        ticks_.push_back(tick);
    } else {
      const double step = tick_step(low, high);
      low_ = step * std::floor(low / step + 1e-9);
      high_ = step * std::max(std::ceil(high / step - 1e-9), low_ / step + 1);
      for (int i = 0; low_ + i * step <= high_ + step / 2; ++i)
        ticks_.push_back(low_ + i * step);
    }
  }

  /// From 0 at the low end to 1 at the high end.
  double place(double value) const { return tick_place(is_log_ ? std::log10(value) : value); }
  double tick_place(double tick) const { return (tick - low_) / (high_ - low_); }
  const std::vector<double>& ticks() const { return ticks_; }
  std::string tick_label(double tick) const {
    char text[32];
    if (is_log_) {
      std::snprintf(text, sizeof text, "1e%d", static_cast<int>(std::lround(tick)));
    } else {
      std::snprintf(text, sizeof text, "%g", std::abs(tick) < 1e-9 * (high_ - low_) ? 0 : tick);
    }
    return text;
  }

 private:
  /// 1, 2 or 5 times a power of ten, four to eight steps in all.
  static double tick_step(double low, double high) {
    const double rough = (high > low ? high - low : 1) / 6;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    const double digit = rough / power;
    return power * (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10);
  }

  bool is_log_;
  double low_ = 0;
  double high_ = 1;
  std::vector<double> ticks_;
};

/// Text of an SVG file, element by element.
class SvgText {
 public:
  SvgText(double width, double height) {
    add("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + number(width) + " " +
        number(height) + "\" width=\"" + number(width) + "\" height=\"" + number(height) +
        "\" font-family=\"sans-serif\" font-size=\"13\" fill=\"#222\">");
    add("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>");
  }

  static std::string number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", value);
    std::string result = text;
    return result.ends_with(".0") ? result.substr(0, result.size() - 2) : result;
  }

  void add(const std::string& element) { text_ += element + "\n"; }
  void line(std::pair<double, double> from, std::pair<double, double> to,
            const std::string& style) {
    add("<line x1=\"" + number(from.first) + "\" y1=\"" + number(from.second) + "\" x2=\"" +
        number(to.first) + "\" y2=\"" + number(to.second) + "\" " + style + "/>");
  }
  void label(std::pair<double, double> at, const std::string& words, const std::string& style) {
    add("<text x=\"" + number(at.first) + "\" y=\"" + number(at.second) + "\" " + style + ">" +
        escaped(words) + "</text>");
  }
  std::string text() const { return text_ + "</svg>\n"; }

 private:
  static std::string escaped(const std::string& words) {
    std::string result;
    for (const char c : words) {
      if (c == '&') {
        result += "&amp;";
      } else if (c == '<') {
        result += "&lt;";
      } else {
        result += c;
      }
    }
    return result;
  }

  std::string text_;
};

/// Draws one plot.
class PlotDrawing {
 public:
  explicit PlotDrawing(const Plot& plot)
      : plot_(plot),
        x_(axis_of(plot, &Series::x, plot.has_log_x)),
        y_(axis_of(plot, &Series::y, plot.has_log_y)) {}

  std::string draw() {
    frame();
    for (std::size_t i = 0; i < plot_.series.size(); ++i) {
      const Series& series = plot_.series[i];
      series.is_line ? draw_line(series) : draw_points(series);
      legend(series, top + 14 + 22 * static_cast<double>(i));
    }
    return svg_.text();
  }

 private:
  static constexpr double left = 78;
  static constexpr double top = 40;
  static constexpr double width = 480;
  static constexpr double height = 320;
  static constexpr double legend_width = 230;

  static Axis axis_of(const Plot& plot, std::vector<double> Series::*values, bool is_log) {
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const Series& series : plot.series) {
      for (const double value : series.*values) {
        if (is_log && !(value > 0)) continue;
        low = std::min(low, value);
        high = std::max(high, value);
      }
    }
    return low <= high ? Axis(low, high, is_log) : Axis(1, 10, is_log);
  }

  bool is_drawn(double y) const { return !plot_.has_log_y || y > 0; }
  double x_pixel(double x) const { return left + width * x_.place(x); }
  double y_pixel(double y) const { return top + height * (1 - y_.place(y)); }

  void frame() {
    for (const double tick : x_.ticks()) {
      const double x = left + width * x_.tick_place(tick);
      svg_.line({x, top}, {x, top + height}, "stroke=\"#e4e4e4\"");
      svg_.label({x, top + height + 18}, x_.tick_label(tick), "text-anchor=\"middle\"");
    }
    for (const double tick : y_.ticks()) {
      const double y = top + height * (1 - y_.tick_place(tick));
      svg_.line({left, y}, {left + width, y}, "stroke=\"#e4e4e4\"");
      svg_.label({left - 8, y + 4.5}, y_.tick_label(tick), "text-anchor=\"end\"");
    }
    svg_.add("<rect x=\"" + SvgText::number(left) + "\" y=\"" + SvgText::number(top) +
             "\" width=\"" + SvgText::number(width) + "\" height=\"" + SvgText::number(height) +
             "\" fill=\"none\" stroke=\"#555\"/>");
    svg_.label({left + width / 2, 24}, plot_.title, "text-anchor=\"middle\" font-size=\"15\"");
    svg_.label({left + width / 2, top + height + 42}, plot_.x_label, "text-anchor=\"middle\"");
    const std::string middle = SvgText::number(top + height / 2);
    svg_.label({18, top + height / 2}, plot_.y_label,
               "text-anchor=\"middle\" transform=\"rotate(-90 18 " + middle + ")\"");
  }

  static std::string stroke(const Series& series) {
    return "fill=\"none\" stroke=\"" + series.color + "\" stroke-width=\"" +
           SvgText::number(series.width) + "\"" +
           (series.is_dashed ? " stroke-dasharray=\"6 4\"" : "");
  }

  void draw_line(const Series& series) {
    std::string points;
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      if (!is_drawn(series.y[i])) continue;
      points += (points.empty() ? "" : " ") + SvgText::number(x_pixel(series.x[i])) + "," +
                SvgText::number(y_pixel(series.y[i]));
    }
    svg_.add("<polyline points=\"" + points + "\" " + stroke(series) + "/>");
  }

  void draw_points(const Series& series) {
    svg_.add("<g fill=\"" + series.color + "\" fill-opacity=\"0.6\">");
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      if (!is_drawn(series.y[i])) continue;
      svg_.add("<circle cx=\"" + SvgText::number(x_pixel(series.x[i])) + "\" cy=\"" +
               SvgText::number(y_pixel(series.y[i])) + "\" r=\"2\"/>");
    }
    svg_.add("</g>");
  }

  void legend(const Series& series, double y) {
    const double x = left + width + 14;
    if (series.is_line) {
      svg_.line({x, y}, {x + 24, y}, stroke(series));
    } else {
      svg_.add("<circle cx=\"" + SvgText::number(x + 12) + "\" cy=\"" + SvgText::number(y) +
               "\" r=\"4\" fill=\"" + series.color + "\"/>");
    }
    svg_.label({x + 32, y + 4.5}, series.name, "text-anchor=\"start\"");
  }

  const Plot& plot_;
  Axis x_;
  Axis y_;
  SvgText svg_{left + width + legend_width, top + height + 58};
};

inline void write_svg(const Plot& plot, const std::string& path) {
  std::ofstream file(path);
  file << PlotDrawing(plot).draw();
  if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

}  // namespace pith::papers
