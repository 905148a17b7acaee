// SPDX-License-Identifier: Apache-2.0
#include "pith/data/csv/delimiter.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "pith/data/files/written_number.h"

namespace pith {
namespace {

constexpr std::string_view candidates = ",;\t|";
constexpr std::size_t comma = 0;
constexpr std::size_t semicolon = 1;
constexpr std::size_t enough_lines = 20;

bool is_blank(char letter) {
  return letter == ' ' || letter == '\t';
}

/// What one line has outside quotes.
struct Line {
  std::array<std::size_t, candidates.size()> uses{};  ///< of each candidate
  std::size_t words = 0;                              ///< separated by blanks
};

/// The first complete lines that are not blank.
std::vector<Line> first_lines(std::string_view text) {
  std::vector<Line> lines;
  Line line;
  bool is_quoted = false;
  bool is_word = false;
  for (const char letter : text) {
    if (letter == '"') is_quoted = !is_quoted;
    if (letter == '\n' && !is_quoted) {
      if (line.words > 0) lines.push_back(line);
      if (lines.size() == enough_lines) return lines;
      line = {};
      is_word = false;
      continue;
    }
    const bool is_space = !is_quoted && (is_blank(letter) || letter == '\r');
    if (!is_space && !is_word) ++line.words;
    is_word = !is_space;
    const std::size_t which = candidates.find(letter);
    if (!is_quoted && which != std::string_view::npos) ++line.uses[which];
  }
  // The end of the text may cut a line, unless it is the only one.
  if (lines.empty()) lines.push_back(line);
  return lines;
}

/// True when all lines have the same count, of which the header may have one less (R).
template <class Count>
bool is_regular(const std::vector<Line>& lines, Count count) {
  const std::size_t rows = count(lines.back());
  return std::all_of(lines.begin() + 1, lines.end(),
                     [&](const Line& line) { return count(line) == rows; }) &&
         (count(lines.front()) == rows || count(lines.front()) + 1 == rows);
}

/// True when semicolons separate a line into fields of which those with a comma are numbers with a
/// decimal comma.
bool has_decimal_commas(std::string_view line) {
  while (!line.empty()) {
    const std::size_t end = std::min(line.size(), line.find(';'));
    const std::string_view field = line.substr(0, end);
    if (field.find(',') != std::string_view::npos) {
      const auto number = split_written_number(field);
      if (!number || !styled_number(number->digits, {.group = 0, .decimal = ','})) return false;
    }
    line.remove_prefix(std::min(line.size(), end + 1));
  }
  return true;
}

/// True when commas occur only in numbers, in all of the first lines but perhaps the header.
bool is_decimal_comma(std::string_view text) {
  std::size_t lines = 0;
  bool is_first = true;
  while (!text.empty() && lines < enough_lines) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos && lines > 0) break;  // it may be cut
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!line.empty() && !has_decimal_commas(line) && !is_first) return false;
    lines += line.empty() || is_first ? 0 : 1;
    is_first = is_first && line.empty();
    text.remove_prefix(std::min(text.size(), end == std::string_view::npos ? end : end + 1));
  }
  return lines > 0;
}

/// The position after the quote that closes the one at `open`, or the end.
char* behind_quotes(char* open, char* end) {
  char* p = open + 1;
  for (;;) {
    p = std::find(p, end, '"');
    if (p == end) return end;
    if (p + 1 == end || p[1] != '"') return p + 1;
    p += 2;
  }
}

}  // namespace

char find_delimiter(std::string_view text, char decimal) {
  const std::vector<Line> lines = first_lines(text);
  auto uses = lines.front().uses;
  const auto has_other = std::any_of(uses.begin() + 1, uses.end(), [](auto n) { return n > 0; });
  if (decimal == ',' && has_other) uses[comma] = 0;
  const auto most = std::max_element(uses.begin(), uses.end());
  if (*most == 0) {
    const auto words = [](const Line& line) { return line.words; };
    return lines.back().words > 1 && is_regular(lines, words) ? ' ' : ',';
  }
  auto regular = uses;
  for (std::size_t i = 0; i < uses.size(); ++i) {
    if (!is_regular(lines, [i](const Line& line) { return line.uses[i]; })) regular[i] = 0;
  }
  if (uses[comma] > 0 && regular[semicolon] > 0 && is_decimal_comma(text)) return ';';
  const auto best = std::max_element(regular.begin(), regular.end());
  return *best > 0 ? candidates[static_cast<std::size_t>(best - regular.begin())]
                   : candidates[static_cast<std::size_t>(most - uses.begin())];
}

void split_blanks(char* begin, char* end) {
  char* p = begin;
  bool is_line_start = true;
  while (p < end) {
    char* const run = p;
    while (p < end && is_blank(*p))
      ++p;
    const bool is_line_end =
        p == end || *p == '\n' || (*p == '\r' && (p + 1 == end || p[1] == '\n'));
    std::fill(run, p, ' ');
    if (p > run && !is_line_start && !is_line_end) *run = '\t';
    is_line_start = p < end && *p == '\n';
    if (is_line_start) {
      ++p;
      continue;
    }
    if (p < end && *p == '"') p = behind_quotes(p, end);
    while (p < end && !is_blank(*p) && *p != '\n')
      ++p;
  }
}

}  // namespace pith
