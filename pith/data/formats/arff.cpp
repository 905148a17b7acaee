// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/arff.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pith/base/error.h"
#include "pith/base/text_index.h"
#include "pith/data/column_memory.h"
#include "pith/data/date.h"
#include "pith/data/dense.h"
#include "pith/data/formats/lines.h"
#include "pith/data/growing_memory.h"
#include "pith/data/number.h"
#include "pith/data/text_column.h"

namespace pith {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + ('a' - 'A')) : letter;
}

bool is_keyword(std::string_view text, std::string_view keyword) {
  return std::equal(text.begin(), text.end(), keyword.begin(), keyword.end(),
                    [](char a, char b) { return lower(a) == b; });
}

bool is_blank(char letter) {
  return letter == ' ' || letter == '\t';
}

bool ends_word(char letter) {
  return is_blank(letter) || letter == ',' || letter == '{' || letter == '}' || letter == '%';
}

struct Token {
  std::string_view text;
  bool is_quoted = false;
  const char* place = nullptr;  ///< where it begins in the line

  bool is_missing() const { return !is_quoted && text == "?"; }
};

/// Parses one line. A token is a view of the line, or of a buffer when it has escapes; it is valid
/// until the next token is read.
class Cursor {
 public:
  explicit Cursor(const Lines& lines)
      : lines_(&lines),
        place_(lines.text().data()),
        end_(lines.text().data() + lines.text().size()) {}

  const char* place() const { return place_; }
  /// Skips blanks; true at the end of the line or at a comment.
  bool is_at_end() {
    while (place_ != end_ && is_blank(*place_))
      ++place_;
    return place_ == end_ || *place_ == '%';
  }
  bool accept(char letter) {
    if (is_at_end() || *place_ != letter) return false;
    ++place_;
    return true;
  }
  /// A quoted text, or everything up to a blank, comma, brace or comment.
  Token token() {
    (void)is_at_end();
    const char* const begin = place_;
    if (place_ != end_ && (*place_ == '\'' || *place_ == '"')) return {quoted_text(), true, begin};
    while (place_ != end_ && !ends_word(*place_))
      ++place_;
    return {{begin, static_cast<std::size_t>(place_ - begin)}, false, begin};
  }
  /// Reads a number that ends as a token must, if there is one here.
  bool accept_number(double& value) {
    if (is_at_end()) return false;
    const ParsedNumber parsed = parse_number(place_, end_);
    if (parsed.end == nullptr || (parsed.end != end_ && !ends_word(*parsed.end))) return false;
    value = parsed.value;
    place_ = parsed.end;
    return true;
  }
  [[noreturn]] void fail(const std::string& what) const { lines_->fail(place_, what); }
  [[noreturn]] void fail(const Token& token, const std::string& what,
                         Cause cause = Cause::other) const {
    lines_->fail(token.place, what, cause);
  }

 private:
  std::string_view quoted_text();

  const Lines* lines_;
  const char* place_;
  const char* end_;
  std::string unescaped_;
};

std::string_view Cursor::quoted_text() {
  const char* const open = place_;
  const char* const begin = ++place_;
  bool has_escapes = false;
  for (; place_ != end_ && *place_ != *open; ++place_) {
    if (*place_ != '\\') continue;
    has_escapes = true;
    if (++place_ == end_) break;
  }
  if (place_ == end_) lines_->fail(open, "the quote is not closed on this line");
  const std::string_view raw(begin, static_cast<std::size_t>(place_ - begin));
  ++place_;
  if (place_ != end_ && !ends_word(*place_)) fail("a comma was expected after the closing quote");
  if (!has_escapes) return raw;
  unescaped_.clear();
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] != '\\') {
      unescaped_ += raw[i];
      continue;
    }
    const char letter = raw[++i];
    unescaped_ += letter == 'n' ? '\n' : letter == 't' ? '\t' : letter == 'r' ? '\r' : letter;
  }
  return unescaped_;
}

struct Attribute {
  enum class Type { number, date, nominal, text };

  std::string name;
  Type type = Type::number;
  std::unique_ptr<TextIndex> levels;  ///< of a nominal attribute
};

/// How many values a list has at most: texts between blanks and commas.
std::size_t most_values(std::string_view list) {
  std::size_t values = 1;
  bool is_inside = false;
  for (const char letter : list) {
    const bool is_letter = !is_blank(letter) && letter != ',';
    values += is_letter && !is_inside ? 1 : 0;
    is_inside = is_letter;
  }
  return values;
}

void parse_levels(Cursor& cursor, Attribute& attribute) {
  attribute.type = Attribute::Type::nominal;
  attribute.levels = std::make_unique<TextIndex>();
  while (!cursor.accept('}')) {
    const Token token = cursor.token();
    if (token.text.empty() && !token.is_quoted) {
      cursor.fail(token, "a value or } was expected in the list of values");
    }
    if (!attribute.levels->insert(token.text)) {
      cursor.fail(token, fmt::format("value {} is declared twice", quoted(token.text)));
    }
    (void)cursor.accept(',');
  }
  if (attribute.levels->size() == 0) cursor.fail("the list of values is empty");
}

Attribute parse_attribute(Cursor& cursor) {
  Attribute attribute;
  const Token name = cursor.token();
  if (name.text.empty() && !name.is_quoted) cursor.fail(name, "the attribute has no name");
  attribute.name = name.text;
  if (cursor.accept('{')) {
    parse_levels(cursor, attribute);
  } else {
    const Token type = cursor.token();
    if (is_keyword(type.text, "string")) {
      attribute.type = Attribute::Type::text;
    } else if (is_keyword(type.text, "date")) {
      attribute.type = Attribute::Type::date;
      if (!cursor.is_at_end()) (void)cursor.token();  // the format, which the values tell as well
    } else if (!is_keyword(type.text, "numeric") && !is_keyword(type.text, "real") &&
               !is_keyword(type.text, "integer")) {
      cursor.fail(type,
                  fmt::format("the type of attribute {} must be numeric, real, integer, string, "
                              "date or {{a, b, ...}} (got {})",
                              quoted(attribute.name), quoted(type.text)));
    }
  }
  if (!cursor.is_at_end()) cursor.fail("unexpected text after the type of the attribute");
  return attribute;
}

/// The attributes and the memory that they and their columns take beside values.
struct Header {
  Reservation held;
  std::vector<Attribute> attributes;
};

/// What the rest of the file will take if it is like what has been read, which takes `more` bytes
/// beside what is in use.
std::uint64_t following_bytes(const Lines& lines, std::uint64_t more, const Context& context) {
  constexpr double min_share = 1.0 / 64;
  const std::uint64_t in_use = context.memory_limit() - context.memory_available();
  const double share = std::max(min_share, lines.share());
  return static_cast<std::uint64_t>(static_cast<double>(in_use + more) * (1 / share - 1));
}

/// Reads up to and including the line `@data`.
Header parse_header(Lines& lines, const std::string& source, const Context& context) {
  Header header;
  std::vector<Attribute>& attributes = header.attributes;
  std::uint64_t bytes = 0;  // of what was parsed
  while (lines.next()) {
    Cursor cursor(lines);
    if (cursor.is_at_end()) continue;
    const Token keyword = cursor.token();
    if (is_keyword(keyword.text, "@data")) {
      if (attributes.empty()) cursor.fail(keyword, "there is no @attribute before @data");
      header.held.shrink(bytes);
      return header;
    }
    if (is_keyword(keyword.text, "@attribute")) {
      const std::string_view text = lines.text();
      const std::uint64_t more =
          bytes_per_column + text.size() + TextIndex().bytes_to_add(most_values(text), text.size());
      grow_by_plan(context, header.held, bytes + more,
                   {.what = fmt::format("{}:{}: reading the attributes", source, lines.number()),
                    .later = following_bytes(lines, more, context)});
      attributes.push_back(parse_attribute(cursor));
      const Attribute& last = attributes.back();
      bytes += bytes_per_column + last.name.size() + (last.levels ? last.levels->bytes() : 0);
    } else if (!is_keyword(keyword.text, "@relation")) {
      cursor.fail(keyword, fmt::format("@relation, @attribute or @data was expected (got {})",
                                       quoted(keyword.text)));
    }
  }
  lines.fail(lines.text().data() + lines.text().size(), "the file ends before @data");
}

/// Goes to the line `@data`, which is there.
void skip_header(Lines& lines) {
  while (lines.next()) {
    Cursor cursor(lines);
    if (!cursor.is_at_end() && is_keyword(cursor.token().text, "@data")) return;
  }
}

/// Collects the rows.
class Rows {
 public:
  Rows(const std::vector<Attribute>& attributes, std::uint64_t rows, const Input& input,
       const Context& context);

  /// More texts that are missing values; they must outlive this object.
  void set_missing(const MissingTokens& missing) { missing_ = &missing; }
  void add(const Lines& lines);
  std::vector<Column> finish();

 private:
  /// Where the values of one attribute go.
  struct Sink {
    const Attribute* attribute = nullptr;
    std::size_t number = 0;  ///< of the column in `numbers_`
    std::vector<std::uint32_t> codes;
    Mask missing;
    std::unique_ptr<TextColumn> text;
  };

  void add_dense(Cursor& cursor);
  void add_sparse(Cursor& cursor);
  void add_defaults(Cursor& cursor, std::size_t first, std::size_t last);
  void add_value(Cursor& cursor, Sink& sink);
  void add_number(Cursor& cursor, Sink& sink);
  void add_date(Cursor& cursor, Sink& sink);
  bool is_missing(const Token& token) const {
    const bool is_listed =
        missing_ != nullptr && !token.text.empty() && missing_->contains(token.text);
    return token.is_missing() || is_listed;
  }
  std::uint64_t nominal_bytes(const Attribute& attribute) const;
  Column finish_nominal(Sink& sink);

  const Context* context_;
  const MissingTokens* missing_ = nullptr;
  std::string source_;
  std::size_t rows_;
  std::size_t row_ = 0;
  Reservation codes_held_;
  std::vector<Sink> sinks_;
  std::vector<std::string> number_names_;
  std::optional<Dense> numbers_;
};

Rows::Rows(const std::vector<Attribute>& attributes, std::uint64_t rows, const Input& input,
           const Context& context)
    : context_(&context), source_(input.name()), rows_(rows), sinks_(attributes.size()) {
  check_shape(source_, rows, attributes.size());
  const std::string what = source_ + ": reading the texts";
  std::uint64_t bytes = 0;
  for (const Attribute& attribute : attributes)
    bytes += attribute.levels ? nominal_bytes(attribute) : 0;
  codes_held_ = context.reserve(bytes, source_ + ": reading the categories", "use a smaller table");
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    sinks_[i].attribute = &attributes[i];
    if (attributes[i].type == Attribute::Type::number ||
        attributes[i].type == Attribute::Type::date) {
      sinks_[i].number = number_names_.size();
      number_names_.push_back(attributes[i].name);
    } else if (attributes[i].type == Attribute::Type::nominal) {
      sinks_[i].codes.resize(rows);
    } else {
      sinks_[i].text = std::make_unique<TextColumn>(context, what);
      sinks_[i].text->reserve(rows);
    }
  }
  if (!number_names_.empty()) numbers_.emplace(source_, rows, number_names_.size(), context);
}

void Rows::add(const Lines& lines) {
  Cursor cursor(lines);
  if (cursor.accept('{')) {
    add_sparse(cursor);
  } else {
    add_dense(cursor);
  }
  (void)cursor.accept(',');
  if (cursor.accept('{')) {
    cursor.fail(fmt::format(
        "row weights in braces are not supported; make them an attribute, and name it in {}",
        option("weights")));
  }
  if (!cursor.is_at_end()) {
    cursor.fail(
        fmt::format("the row has more values than the {} declared attributes", sinks_.size()));
  }
  ++row_;
}

void Rows::add_dense(Cursor& cursor) {
  for (std::size_t i = 0; i < sinks_.size(); ++i) {
    if (i > 0) (void)cursor.accept(',');
    if (cursor.is_at_end()) {
      cursor.fail(fmt::format("the row has {}, but {} are declared", counted(i, "value"),
                              counted(sinks_.size(), "attribute")));
    }
    add_value(cursor, sinks_[i]);
  }
}

void Rows::add_sparse(Cursor& cursor) {
  std::size_t next = 0;
  while (!cursor.accept('}')) {
    const Token token = cursor.token();
    std::size_t position = 0;
    const char* const last = token.text.data() + token.text.size();
    const auto [end, error] = std::from_chars(token.text.data(), last, position);
    if (error != std::errc() || end != last || position >= sinks_.size()) {
      cursor.fail(token, fmt::format("position {} must be an integer from 0 to {}",
                                     quoted(token.text), sinks_.size() - 1));
    }
    if (position < next) {
      cursor.fail(token, fmt::format("position {} follows {}; positions must be ascending",
                                     position, next - 1));
    }
    add_defaults(cursor, next, position);
    add_value(cursor, sinks_[position]);
    next = position + 1;
    (void)cursor.accept(',');
  }
  add_defaults(cursor, next, sinks_.size());
}

void Rows::add_defaults(Cursor& cursor, std::size_t first, std::size_t last) {
  for (std::size_t i = first; i < last; ++i) {
    // Numbers and codes are zero from the start.
    if (sinks_[i].attribute->type == Attribute::Type::text) {
      cursor.fail(fmt::format("the sparse row omits string attribute {}, which must be given",
                              quoted(sinks_[i].attribute->name)));
    }
  }
}

void Rows::add_number(Cursor& cursor, Sink& sink) {
  double value = 0;
  const char* const place = cursor.place();
  if (!cursor.accept_number(value)) {
    const Token token = cursor.token();
    const auto inner = token.is_quoted ? number_of(token.text) : std::nullopt;
    if (!is_missing(token) && !inner) {
      cursor.fail(
          token,
          fmt::format("{} is not a number, as attribute {} requires; write ? if it is missing",
                      quoted(token.text), quoted(sink.attribute->name)));
    }
    value = inner.value_or(not_a_number);
  }
  if (std::isinf(value)) {
    cursor.fail({{}, false, place},
                fmt::format("the value of attribute {} is infinite; replace it "
                            "with a number, or with ? if it is missing",
                            quoted(sink.attribute->name)),
                Cause::infinite_value);
  }
  if (missing_ != nullptr && missing_->contains(value)) value = not_a_number;
  numbers_->view()(row_, sink.number) = value;
}

void Rows::add_date(Cursor& cursor, Sink& sink) {
  const Token token = cursor.token();
  double value = not_a_number;
  if (!is_missing(token)) {
    const auto date = parse_iso_date(token.text);
    if (!date) {
      cursor.fail(token, fmt::format("{} is not a date as in ISO 8601 (2024-03-31 or "
                                     "2024-03-31T12:30:00), as attribute {} requires",
                                     quoted(token.text), quoted(sink.attribute->name)));
    }
    value = date->days;
  }
  numbers_->view()(row_, sink.number) = value;
}

void Rows::add_value(Cursor& cursor, Sink& sink) {
  if (sink.attribute->type == Attribute::Type::number) return add_number(cursor, sink);
  if (sink.attribute->type == Attribute::Type::date) return add_date(cursor, sink);
  const Token token = cursor.token();
  if (token.text.empty() && !token.is_quoted) {
    cursor.fail(token, fmt::format("the value of attribute {} is empty; write ? if it is missing",
                                   quoted(sink.attribute->name)));
  }
  if (sink.attribute->type == Attribute::Type::text) {
    if (is_missing(token)) return sink.text->add_missing();
    return sink.text->add(token.text);
  }
  if (is_missing(token)) return sink.missing.set(row_);
  const auto code = sink.attribute->levels->find(token.text);
  if (!code) {
    cursor.fail(token, fmt::format("{} is not among the {} declared values of attribute {}",
                                   quoted(token.text), sink.attribute->levels->size(),
                                   quoted(sink.attribute->name)));
  }
  sink.codes[row_] = *code;
}

/// Of the codes as they are read and of the column that they become.
std::uint64_t Rows::nominal_bytes(const Attribute& attribute) const {
  constexpr std::uint64_t heap = 32;  // of the name of a level
  const std::size_t levels = attribute.levels->size();
  return rows_ * sizeof(std::uint32_t) + code_bytes(rows_, levels) + rows_ / 4 +
         2 * (levels * (bytes_per_level + heap) + attribute.levels->letters());
}

Column Rows::finish_nominal(Sink& sink) {
  const TextIndex& texts = *sink.attribute->levels;
  std::vector<std::string> levels;
  levels.reserve(texts.size());
  for (std::uint32_t code = 0; code < texts.size(); ++code)
    levels.emplace_back(texts.text(code));
  const Column column = Column::from_codes(sink.codes, std::move(levels), std::move(sink.missing));
  sink.codes = {};
  const std::uint64_t share = nominal_bytes(*sink.attribute);
  codes_held_.shrink(codes_held_.bytes() - std::min(share, codes_held_.bytes()));
  return reserved(column, source_ + ": a column of categories", *context_);
}

std::vector<Column> Rows::finish() {
  std::vector<Column> numbers;
  if (numbers_) numbers = numbers_->columns(number_names_);
  std::vector<Column> columns;
  columns.reserve(sinks_.size());
  for (Sink& sink : sinks_) {
    switch (sink.attribute->type) {
      case Attribute::Type::number:
        // What is declared numeric is not taken for categories.
        columns.push_back(is_integer_coded(numbers[sink.number])
                              ? numbers[sink.number].declared_numeric()
                              : numbers[sink.number]);
        break;
      case Attribute::Type::date:
        columns.push_back(numbers[sink.number].as_date());
        break;
      case Attribute::Type::nominal:
        columns.push_back(finish_nominal(sink));
        break;
      case Attribute::Type::text:
        columns.push_back(sink.text->finish());
        sink.text.reset();
        break;
    }
  }
  return columns;
}

bool has_row(const Lines& lines) {
  return !Cursor(lines).is_at_end();
}

}  // namespace

Columns read_arff(Input& input, const Context& context, const MissingTokens& missing) {
  std::uint64_t count = 0;
  Lines first(input, context);
  const Header header = parse_header(first, input.name(), context);
  const std::vector<Attribute>& attributes = header.attributes;
  while (first.next())
    count += has_row(first) ? 1 : 0;

  Rows rows(attributes, count, input, context);
  rows.set_missing(missing);
  Lines second(input, context);
  skip_header(second);
  for (std::uint64_t row = 0; row < count && second.next();) {
    if (!has_row(second)) continue;
    rows.add(second);
    ++row;
  }
  Columns columns;
  columns.columns = rows.finish();
  for (const Attribute& attribute : attributes)
    columns.names.push_back(attribute.name);
  columns.source = input.name();
  unique_names(columns.names, columns.notes);
  return columns;
}

}  // namespace pith
