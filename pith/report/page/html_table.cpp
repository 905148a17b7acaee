// SPDX-License-Identifier: Apache-2.0
#include "pith/report/page/html_table.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "pith/report/page/shown_text.h"

namespace pith {

HtmlTable::HtmlTable(std::string id, std::string caption, std::vector<Column> columns)
    : id_(std::move(id)), caption_(std::move(caption)), columns_(std::move(columns)) {}

HtmlTable& HtmlTable::row(std::optional<std::size_t> feature, const std::string& row_id) {
  body_ += rows_++ == 0 ? "<tr" : "</tr>\n<tr";
  if (!row_id.empty()) body_ += fmt::format(" id=\"{}\"", row_id);
  if (feature) body_ += fmt::format(" data-feature=\"{}\"", *feature);
  body_ += ">";
  return *this;
}

HtmlTable& HtmlTable::head(const std::string& html) {
  body_ += fmt::format("<th scope=\"row\">{}</th>", html);
  return *this;
}

HtmlTable& HtmlTable::cell(const std::string& html, const std::string& value) {
  body_ += value.empty() ? fmt::format("<td>{}</td>", html)
                         : fmt::format("<td data-s=\"{}\">{}</td>", html_text(value), html);
  return *this;
}

HtmlTable& HtmlTable::marked(double value, const std::string& tip, const std::string& html) {
  body_ += fmt::format("<td class=\"l\" data-v=\"{}\" data-tip=\"{}\">{}</td>",
                       exact_number_text(value), html_text(tip), html);
  return *this;
}

HtmlTable& HtmlTable::number(double value) {
  if (std::isnan(value)) {
    body_ += fmt::format("<td class=\"n\">{}</td>", rough_number(value));
  } else {
    body_ +=
        fmt::format("<td data-v=\"{}\">{}</td>", exact_number_text(value), rough_number(value));
  }
  return *this;
}

HtmlTable& HtmlTable::count(std::size_t value) {
  body_ += fmt::format("<td data-v=\"{}\">{}</td>", value, grouped(value));
  return *this;
}

HtmlTable& HtmlTable::percent(double value) {
  if (std::isnan(value)) return number(value);
  body_ += fmt::format("<td data-v=\"{}\">{}</td>", exact_number_text(value), percent_text(value));
  return *this;
}

HtmlTable& HtmlTable::interval(const Interval& interval) {
  const auto shown = [&](double value) {
    return interval.is_percent ? percent_text(value) : rough_number(value);
  };
  if (std::isnan(interval.mean)) return number(interval.mean);
  body_ += fmt::format("<td data-v=\"{}\"", exact_number_text(interval.mean));
  if (!std::isnan(interval.lower)) {
    body_ +=
        fmt::format(" data-tip=\"{} (95 % interval {} to {})\"", exact_number_text(interval.mean),
                    exact_number_text(interval.lower), exact_number_text(interval.upper));
  }
  body_ += fmt::format(">{}", shown(interval.mean));
  if (!std::isnan(interval.lower)) {
    body_ += fmt::format(" <small>{} to {}</small>", shown(interval.lower), shown(interval.upper));
  }
  body_ += "</td>";
  return *this;
}

std::string HtmlTable::html() const {
  std::string head;
  for (const Column& column : columns_) {
    head += fmt::format(
        "<th scope=\"col\"{}{}>{}</th>", column.is_number ? " class=\"n\"" : "",
        column.about.empty() ? "" : fmt::format(" title=\"{}\"", html_text(column.about)),
        html_text(column.heading));
  }
  return fmt::format(
      "<div class=\"scroll\" role=\"group\" tabindex=\"0\" aria-labelledby=\"{0}-caption\">\n"
      "<table id=\"{0}\"><caption id=\"{0}-caption\">{1}</caption>\n"
      "<thead><tr>{2}</tr></thead>\n<tbody>\n{3}{4}</tbody></table>\n</div>\n",
      id_, html_text(caption_), head, body_, rows_ == 0 ? "" : "</tr>\n");
}

}  // namespace pith
