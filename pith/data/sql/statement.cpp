// SPDX-License-Identifier: Apache-2.0
#include "pith/data/sql/statement.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "pith/base/error.h"

namespace pith {
namespace {

bool is_word_letter(char letter) {
  const auto byte = static_cast<unsigned char>(letter);
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
         (letter >= '0' && letter <= '9') || letter == '_' || byte >= 0x80U;
}

/// Divides a text of SQL into what is between blanks and comments. Only as exact as it takes to
/// find semicolons that are in no quotes.
class SqlText {
 public:
  SqlText(std::string_view text, DatabaseSystem system)
      : text_(text), is_sqlite_(system == DatabaseSystem::sqlite) {}

  /// The next word, quoted text or sign; empty at the end.
  std::string_view next() {
    skip_blanks();
    const std::size_t begin = at_;
    if (at_ == text_.size()) return {};
    if (is_word_letter(text_[at_])) {
      skip_word();
    } else if (text_[at_] == '\'' || text_[at_] == '"' || (is_sqlite_ && text_[at_] == '`')) {
      skip_quotes(text_[at_], false);
    } else if (is_sqlite_ && text_[at_] == '[') {
      at_ = std::min(text_.find(']', at_), text_.size() - 1) + 1;
    } else if (!is_sqlite_ && text_[at_] == '$') {
      skip_dollars();
    } else {
      ++at_;
    }
    return text_.substr(begin, at_ - begin);
  }

 private:
  bool begins(std::string_view mark) const { return text_.substr(at_).starts_with(mark); }

  void skip_blanks() {
    while (at_ < text_.size()) {
      const char letter = text_[at_];
      if (letter == ' ' || (letter >= '\t' && letter <= '\r')) {
        ++at_;
      } else if (begins("--")) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (begins("/*")) {
        skip_comment();
      } else {
        return;
      }
    }
  }

  /// Comments are nested, but not in SQLite.
  void skip_comment() {
    std::size_t depth = 0;
    while (at_ < text_.size()) {
      if (begins("/*") && (depth == 0 || !is_sqlite_)) {
        ++depth;
        at_ += 2;
      } else if (begins("*/")) {
        at_ += 2;
        if (--depth == 0) return;
      } else {
        ++at_;
      }
    }
  }

  void skip_word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_word_letter(text_[at_]))
      ++at_;
    const std::string_view word = text_.substr(begin, at_ - begin);
    const bool has_escapes = !is_sqlite_ && (word == "e" || word == "E") && begins("'");
    if (has_escapes) skip_quotes('\'', true);
  }

  void skip_quotes(char mark, bool has_escapes) {
    for (++at_; at_ < text_.size(); ++at_) {
      if (has_escapes && text_[at_] == '\\') {
        ++at_;
      } else if (text_[at_] == mark) {
        break;
      }
    }
    at_ = std::min(at_ + 1, text_.size());  // a doubled mark begins the next quoted text
  }

  /// `$$ ... $$` or `$word$ ... $word$`; a dollar alone is a sign.
  void skip_dollars() {
    std::size_t end = at_ + 1;
    while (end < text_.size() && is_word_letter(text_[end]))
      ++end;
    if (end == text_.size() || text_[end] != '$') {
      ++at_;
      return;
    }
    const std::string_view tag = text_.substr(at_, end + 1 - at_);
    const std::size_t close = text_.find(tag, end + 1);
    at_ = close == std::string_view::npos ? text_.size() : close + tag.size();
  }

  std::string_view text_;
  bool is_sqlite_;
  std::size_t at_ = 0;
};

std::string upper(std::string_view word) {
  std::string copy(word);
  for (char& letter : copy) {
    if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - ('a' - 'A'));
  }
  return copy;
}

}  // namespace

void check_statement(const std::string& query, DatabaseSystem system) {
  constexpr std::array<std::string_view, 11> questions{"SELECT",   "WITH",      "VALUES", "TABLE",
                                                       "FROM",     "PIVOT",     "(",      "SHOW",
                                                       "DESCRIBE", "SUMMARIZE", "UNPIVOT"};
  constexpr std::size_t max_shown = 30;
  if (query.find('\0') != std::string::npos)
    throw Error(ErrorKind::bad_argument,
                fmt::format("{} holds a zero byte; pass it as text", option("query")));
  SqlText text(query, system);
  const std::string_view first = text.next();
  if (first.empty())
    throw Error(ErrorKind::bad_argument,
                fmt::format("{} is empty; pass a SELECT statement", option("query")));
  if (std::find(questions.begin(), questions.end(), upper(first)) == questions.end()) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("{} begins with {}, but databases are only read; pass a SELECT "
                            "statement",
                            option("query"), quoted(first.substr(0, max_shown))));
  }
  bool has_ended = false;
  for (std::string_view token = first; !token.empty(); token = text.next()) {
    if (token == ";") {
      has_ended = true;
    } else if (has_ended) {
      throw Error(ErrorKind::bad_argument,
                  fmt::format("{} has several statements (the second begins with {}); pass one",
                              option("query"), quoted(token.substr(0, max_shown))));
    }
  }
}

std::string without_semicolon(const std::string& query, DatabaseSystem system) {
  SqlText text(query, system);
  for (std::string_view token = text.next(); !token.empty(); token = text.next()) {
    if (token == ";") return query.substr(0, static_cast<std::size_t>(token.data() - query.data()));
  }
  return query;
}

}  // namespace pith
