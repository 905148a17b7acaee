// SPDX-License-Identifier: Apache-2.0
#include "pith/report/page/page_html.h"

#include <fmt/format.h>

#include <array>
#include <map>
#include <string_view>

#include "page_files.h"
#include "pith/base/assert.h"
#include "pith/base/sha256.h"
#include "pith/report/page/page_data.h"
#include "pith/report/page/sections.h"
#include "pith/report/page/shown_text.h"

namespace pith {
namespace {

unsigned hex_digit(char letter) {
  return static_cast<unsigned>(letter >= 'a' ? letter - 'a' + 10 : letter - '0');
}

/// The hash of a style or script for a content security policy: `sha256-...` in base64.
std::string source_hash(std::string_view text) {
  constexpr std::string_view letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  Sha256 hash;
  hash.update(text);
  const std::string hex = hash.finish();
  std::string out = "sha256-";
  // Three bytes are four letters; the last two bytes of 32 are three and a filler.
  for (std::size_t i = 0; i < hex.size(); i += 6) {
    unsigned bits = 0;
    for (std::size_t j = i; j < i + 6; ++j)
      bits = bits << 4U | (j < hex.size() ? hex_digit(hex[j]) : 0);
    const bool is_last = i + 6 > hex.size();
    for (unsigned j = 0; j < (is_last ? 3U : 4U); ++j)
      out += letters[bits >> (18U - 6U * j) & 0x3FU];
    if (is_last) out += '=';
  }
  return out;
}

/// The document for a <script> element, which no text in it can end: `<` is \u003c.
std::string json_block(const Json& document) {
  const std::string text = dump(document);
  std::string out;
  out.reserve(text.size());
  for (const char letter : text) {
    if (letter == '<') {
      out += "\\u003c";
    } else {
      out += letter;
    }
  }
  return out;
}

/// The template with each `{{name}}` replaced. What is put in is not looked at again.
std::string filled(std::string_view page, const std::map<std::string, std::string>& values) {
  std::string out;
  while (true) {
    const std::size_t open = page.find("{{");
    out += page.substr(0, open);
    if (open == std::string_view::npos) return out;
    const std::size_t close = page.find("}}", open);
    PITH_ASSERT(close != std::string_view::npos);
    const auto value = values.find(std::string(page.substr(open + 2, close - open - 2)));
    PITH_ASSERT(value != values.end());
    out += value->second;
    page.remove_prefix(close + 2);
  }
}

/// The titles of the sections that are there, as links.
std::string contents(std::string_view sections) {
  std::string items;
  constexpr std::string_view mark = "<section id=\"";
  for (std::size_t place = sections.find(mark); place != std::string_view::npos;
       place = sections.find(mark, place + 1)) {
    const std::size_t id = place + mark.size();
    const std::string_view name = sections.substr(id, sections.find('"', id) - id);
    const std::size_t title = sections.find('>', sections.find("<h2", place)) + 1;
    items += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", name,
                         sections.substr(title, sections.find("</h2>", title) - title));
  }
  return items;
}

std::string sections_of(PageData& page) {
  std::string all = summary_section(page);
  for (const auto part : {path_section, relevance_section, redundancy_section, substitutes_section,
                          serves_section, distributions_section})
    all += part(page);
  all += error_section(page) + stability_section(page) + agreement_section(page) +
         quality_section(page);
  return all + features_section(page) + provenance_section(page);
}

std::string page_with(const Json& document, const PageDetail& detail) {
  PageData page(document, detail);
  const std::string sections = sections_of(page);
  const std::string title = html_text(text_at(document, "title"));
  return filled(page_files::template_html,
                {{"title", title},
                 {"policy", fmt::format("default-src 'none'; style-src '{}'; script-src '{}'; "
                                        "img-src data:; base-uri 'none'; form-action 'none'",
                                        source_hash(page_files::style_css),
                                        source_hash(page_files::script_js))},
                 {"style", std::string(page_files::style_css)},
                 {"script", std::string(page_files::script_js)},
                 {"version", html_text(text_at(document, "version"))},
                 {"generated", html_text(text_at(document, "generated"))},
                 {"contents", contents(sections)},
                 {"sections", sections},
                 {"json", json_block(document)}});
}

}  // namespace

std::string page_html(const Json& document) {
  // Many classes and long names make large charts: these have fewer features then.
  constexpr std::size_t max_bytes = 500'000;
  constexpr std::array<PageDetail, 4> details = {{{.map = 40, .histograms = 12},
                                                  {.map = 40, .histograms = 8},
                                                  {.map = 30, .histograms = 6},
                                                  {.map = 20, .histograms = 4}}};
  std::string page;
  for (const PageDetail& detail : details) {
    page = page_with(document, detail);
    if (page.size() <= max_bytes) break;
  }
  return page;
}

}  // namespace pith
