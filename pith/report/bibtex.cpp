// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <string>
#include <vector>

#include "pith/report/describe.h"

namespace pith {
namespace {

/// The letters U+00C0 to U+017F without their marks: keys are plain ASCII.
constexpr std::string_view plain_letters =
    "aaaaaaaceeeeiiiidnoooooxouuuuytsaaaaaaaceeeeiiiidnooooo-ouuuuytyaaaaaaccccccccddddeeeeeeeeee"
    "gggggggghhhhiiiiiiiiiiiijjkkkllllllllllnnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyz"
    "z"
    "zzzzs";

/// Lower-case ASCII letters and digits of `text`; everything else is left out.
std::string plain(std::string_view text) {
  std::string key;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x80U) {
      if (std::isalnum(byte) != 0) key += static_cast<char>(std::tolower(byte));
      continue;
    }
    if (byte < 0xC3U || byte > 0xC5U || i + 1 == text.size()) continue;
    const auto next = static_cast<unsigned char>(text[++i]);
    const char letter = plain_letters[(byte - 0xC3U) * 64U + (next & 0x3FU)];
    if (letter != '-') key += letter;
  }
  return key;
}

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> all;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end > 0) all.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return all;
}

std::string surname(const std::string& authors) {
  const auto names = words(std::string_view(authors).substr(0, authors.find(" and ")));
  return names.empty() ? "anonymous" : plain(names.back());
}

/// The first word of the title that carries meaning.
std::string keyword(std::string_view title) {
  constexpr std::array<std::string_view, 16> small = {"a",  "an", "and",  "are", "at", "by",
                                                      "in", "is", "for",  "of",  "on", "the",
                                                      "to", "up", "with", "from"};
  for (const std::string_view word : words(title)) {
    // A hyphen ends the word: max-relevance is known as max.
    std::string key = plain(word.substr(0, word.find('-')));
    if (!key.empty() && std::find(small.begin(), small.end(), key) == small.end()) return key;
  }
  return "";
}

bool mentions(const std::string& where, std::initializer_list<std::string_view> any) {
  return std::any_of(any.begin(), any.end(),
                     [&](std::string_view word) { return where.find(word) != std::string::npos; });
}

struct Kind {
  std::string_view entry;
  std::string_view field;  ///< what `where` is called in it
};

Kind kind_of(const std::string& where) {
  if (mentions(where, {"thesis", "Thesis"})) return {"phdthesis", "school"};
  if (mentions(where, {"Proceedings of the National", "Proceedings of the IEEE,"})) {
    return {"article", "journal"};
  }
  if (mentions(where, {"Proceedings", "Conference", "Workshop", "Symposium", "Advances in Neural",
                       "Lecture Notes", "Congress"})) {
    return {"inproceedings", "booktitle"};
  }
  if (mentions(where, {"arXiv", "Technical", "technical report"})) return {"misc", "howpublished"};
  if (mentions(where, {" Press", "Springer", "Wiley", "Publishers", "Kaufmann"})) {
    return {"book", "publisher"};
  }
  return {"article", "journal"};
}

/// Text for LaTeX. Capitals inside a title would be lost without braces.
std::string latex(std::string_view text, bool protects_capitals) {
  std::string out;
  for (const std::string_view word : words(text)) {
    if (!out.empty()) out += ' ';
    const bool has_capital = std::any_of(word.begin() + 1, word.end(), [](char letter) {
      return std::isupper(static_cast<unsigned char>(letter)) != 0;
    });
    const bool is_braced = protects_capitals && has_capital;
    if (is_braced) out += '{';
    for (const char letter : word) {
      if (std::string_view("&%$#_").find(letter) != std::string_view::npos) out += '\\';
      out += letter;
    }
    if (is_braced) out += '}';
  }
  return out;
}

std::string entry(const Reference& reference, const std::string& key) {
  const Kind kind = kind_of(reference.where);
  std::string text = fmt::format("@{}{{{},\n", kind.entry, key);
  const auto field = [&](std::string_view name, const std::string& value) {
    text += fmt::format("  {:<9} = {{{}}},\n", name, value);
  };
  field("author", latex(reference.authors, false));
  field("title", latex(reference.title, true));
  field(kind.field, latex(reference.where, false));
  field("year", std::to_string(reference.year));
  if (!reference.doi.empty()) field("doi", reference.doi);
  return text + "}\n";
}

}  // namespace

std::string bibtex(std::span<const Method> methods) {
  std::map<std::string, std::string> titles;  // by key
  std::string text;
  for (const Method& method : methods) {
    if (!text.empty()) text += '\n';
    text += fmt::format("% {}: {}{}\n", method.id, method.title,
                        method.references.empty() ? "; there is nothing to cite" : "");
    for (const Reference& reference : method.references) {
      const std::string stem = fmt::format("{}{}{}", surname(reference.authors), reference.year,
                                           keyword(reference.title));
      std::string key = stem;
      for (char letter = 'b'; titles.contains(key) && titles[key] != reference.title; ++letter)
        key = stem + letter;
      const bool is_new = titles.emplace(key, reference.title).second;
      text += is_new ? entry(reference, key) : fmt::format("% see {} above\n", key);
    }
  }
  return text;
}

std::string bibtex(const Method& method) {
  return bibtex(std::span(&method, 1));
}

}  // namespace pith
