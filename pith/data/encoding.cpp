// SPDX-License-Identifier: Apache-2.0
#include "pith/data/encoding.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/text_index.h"
#include "pith/base/utf8.h"
#include "pith/data/input.h"
#include "pith/data/text_column.h"

namespace pith {
namespace {

constexpr std::array<std::pair<std::string_view, Encoding>, 4> words = {
    {{"utf-8", Encoding::utf8},
     {"latin-1", Encoding::latin1},
     {"windows-1252", Encoding::windows1252},
     {"utf-16", Encoding::utf16}}};

constexpr unsigned replacement = 0xFFFD;

/// Windows-1252 from 0x80 to 0x9F.
constexpr std::array<unsigned, 32> windows = {
    0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};

unsigned byte_of(char letter) {
  return static_cast<unsigned char>(letter);
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char letter) { return byte_of(letter) < 0x80; });
}

void append_utf8(unsigned point, std::string& out) {
  const auto add = [&out](unsigned byte) { out += static_cast<char>(byte); };
  if (point < 0x80) return add(point);
  if (point < 0x800) {
    add(0xC0U | point >> 6U);
  } else if (point < 0x10000) {
    add(0xE0U | point >> 12U);
    add(0x80U | (point >> 6U & 0x3FU));
  } else {
    add(0xF0U | point >> 18U);
    add(0x80U | (point >> 12U & 0x3FU));
    add(0x80U | (point >> 6U & 0x3FU));
  }
  add(0x80U | (point & 0x3FU));
}

/// Bytes that Windows-1252 does not define.
bool is_windows1252(std::string_view text) {
  return text.find_first_of("\x81\x8D\x8F\x90\x9D") == std::string_view::npos;
}

/// The first line with a byte that is not UTF-8 and for which `is_wrong` holds, counted from 1; 0:
/// there is none.
template <class IsWrong>
std::uint64_t first_line_not_utf8(Input& input, IsWrong is_wrong) {
  constexpr std::size_t piece = std::size_t{1} << 16U;
  constexpr std::size_t longest_letter = 4;
  std::uint64_t line = 1;
  std::string text;
  input.rewind();
  for (bool is_at_end = false; !is_at_end;) {
    const std::size_t before = text.size();
    text.resize(before + piece);
    const std::size_t got = input.read({text.data() + before, piece});
    text.resize(before + got);
    is_at_end = got < piece;
    std::string_view rest = text;
    while (!rest.empty()) {
      const std::size_t size = utf8_size(rest);
      if (size == 0 && !is_at_end && rest.size() < longest_letter) break;
      if (size == 0 && is_wrong(rest.substr(0, 1))) return line;
      line += rest.front() == '\n' ? 1 : 0;
      rest.remove_prefix(std::max<std::size_t>(size, 1));
    }
    text.erase(0, text.size() - rest.size());
  }
  return 0;
}

/// The same values with decoded levels, in their order; equal ones are merged.
Column renamed(const Column& column, const std::vector<std::string>& levels) {
  TextIndex index;
  std::vector<std::uint32_t> places(levels.size());
  std::transform(levels.begin(), levels.end(), places.begin(),
                 [&](const std::string& level) { return index.code_of(level); });
  std::vector<std::string> names(index.size());
  for (std::uint32_t code = 0; code < names.size(); ++code)
    names[code] = index.text(code);
  std::vector<std::uint32_t> codes(column.rows());
  for (std::size_t row = 0; row < codes.size(); ++row)
    codes[row] = column.missing().test(row) ? 0 : places[column.code(row)];
  return Column::from_codes(codes, std::move(names), column.missing());
}

}  // namespace

std::vector<std::string> encoding_words() {
  std::vector<std::string> all(words.size());
  std::transform(words.begin(), words.end(), all.begin(),
                 [](const auto& each) { return std::string(each.first); });
  return all;
}

Encoding parse_encoding(std::string_view word) {
  if (word.empty()) return Encoding::detected;
  for (const auto& [known, encoding] : words) {
    if (known == word) return encoding;
  }
  throw Error(ErrorKind::bad_argument, fmt::format("the encoding must be {} (got {})",
                                                   alternatives(encoding_words()), quoted(word)));
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t size = utf8_size(text);
    if (size == 0) return false;
    text.remove_prefix(size);
  }
  return true;
}

void require_utf8(const Columns& columns) {
  const auto is_bad = [](const std::string& text) { return !is_utf8(text); };
  for (std::size_t i = 0; i < columns.columns.size(); ++i) {
    const std::vector<std::string>& levels = columns.columns[i].level_names();
    const auto level = std::find_if(levels.begin(), levels.end(), is_bad);
    const bool is_bad_name = is_bad(columns.names[i]);
    if (level == levels.end() && !is_bad_name) continue;
    throw Error(
        ErrorKind::bad_data,
        fmt::format("{}column {}: {} is not UTF-8; convert the texts",
                    columns.source.empty() ? "" : columns.source + ": ",
                    quoted(is_bad_name ? utf8_of_latin1(columns.names[i]) : columns.names[i]),
                    quoted(utf8_of_latin1(is_bad_name ? columns.names[i] : *level))));
  }
}

std::string utf8_of_latin1(std::string_view text) {
  std::string result;
  for (const char letter : text)
    append_utf8(byte_of(letter), result);
  return result;
}

std::string utf8_of_windows1252(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    const unsigned byte = byte_of(letter);
    append_utf8(byte >= 0x80 && byte < 0xA0 ? windows[byte - 0x80] : byte, result);
  }
  return result;
}

void Utf16Decoder::decode(std::string_view bytes, std::string& out) {
  for (const char letter : bytes) {
    const auto byte = static_cast<unsigned char>(letter);
    if (!has_byte_) {
      byte_ = byte;
      has_byte_ = true;
      continue;
    }
    has_byte_ = false;
    add(is_big_endian_ ? unsigned{byte_} << 8U | byte : unsigned{byte} << 8U | byte_, out);
  }
}

void Utf16Decoder::add(unsigned unit, std::string& out) {
  const bool is_high = unit >= 0xD800 && unit < 0xDC00;
  const bool is_low = unit >= 0xDC00 && unit < 0xE000;
  if (high_ != 0 && is_low) {
    append_utf8(0x10000 + ((high_ - 0xD800) << 10U) + (unit - 0xDC00), out);
    high_ = 0;
    return;
  }
  if (high_ != 0) add_fault(out);
  high_ = is_high ? unit : 0;
  if (is_low) return add_fault(out);
  if (!is_high) append_utf8(unit, out);
  line_ += unit == '\n' ? 1 : 0;
}

void Utf16Decoder::add_fault(std::string& out) {
  append_utf8(replacement, out);
  if (faulty_line_ == 0) faulty_line_ = line_;
}

void Utf16Decoder::finish(std::string& out) {
  if (high_ != 0 || has_byte_) add_fault(out);
  high_ = 0;
  has_byte_ = false;
}

bool TextDecoder::needs_decoding(std::string_view text, std::string_view name) const {
  if (is_ascii(text)) return false;
  if (encoding_ == Encoding::latin1 || encoding_ == Encoding::windows1252) return true;
  if (is_utf8(text)) return false;
  if (encoding_ != Encoding::detected) reject(text, name, "is not UTF-8");
  if (!is_windows1252(text)) reject(text, name, "is neither UTF-8 nor windows-1252");
  return true;
}

void TextDecoder::reject(std::string_view text, std::string_view name,
                         std::string_view what) const {
  const bool may_be_windows = encoding_ == Encoding::detected;
  const auto is_wrong = [&](std::string_view byte) {
    return !may_be_windows || !is_windows1252(byte);
  };
  const std::uint64_t line = input_ == nullptr ? 0 : first_line_not_utf8(*input_, is_wrong);
  const std::string place = line == 0 ? source_ : fmt::format("{}:{}", source_, line);
  const auto shown = [](std::string_view raw) {
    return quoted(is_utf8(raw) ? std::string(raw) : utf8_of_latin1(raw));
  };
  throw Error(ErrorKind::bad_data,
              fmt::format("{}: column {}: {} {}; pass another encoding, such as {}, or convert the "
                          "file",
                          place, shown(name), shown(text), what, option("encoding", "latin-1")));
}

std::string TextDecoder::decoded(std::string_view text) {
  if (encoding_ == Encoding::latin1) return utf8_of_latin1(text);
  was_detected_ = was_detected_ || encoding_ == Encoding::detected;
  return utf8_of_windows1252(text);
}

void TextDecoder::decode(std::vector<std::string>& names) {
  for (std::string& name : names) {
    if (needs_decoding(name, name)) name = decoded(name);
  }
}

Column TextDecoder::decode(const Column& column, std::string_view name) {
  const std::vector<std::string>& raw = column.level_names();
  const bool is_changed = std::any_of(raw.begin(), raw.end(), [&](const std::string& level) {
    return needs_decoding(level, name);
  });
  if (!is_changed) return column;
  std::vector<std::string> levels = raw;
  for (std::string& level : levels) {
    if (needs_decoding(level, name)) level = decoded(level);
  }
  if (!std::is_sorted(raw.begin(), raw.end())) return renamed(column, levels);
  TextColumn texts;
  std::vector<std::uint32_t> codes(levels.size());
  std::transform(levels.begin(), levels.end(), codes.begin(),
                 [&](const std::string& level) { return texts.code_of(level); });
  for (std::size_t row = 0; row < column.rows(); ++row) {
    if (column.missing().test(row)) {
      texts.add_missing();
    } else {
      texts.add_code(codes[column.code(row)]);
    }
  }
  return texts.finish();
}

void TextDecoder::note(std::vector<std::string>& notes) const {
  if (!was_detected_) return;
  notes.push_back(
      fmt::format("the file is not UTF-8; read as windows-1252 ({})", option("encoding")));
}

}  // namespace pith
