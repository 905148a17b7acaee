// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pith/data/table.h"

namespace pith {

class Input;

/// How the bytes of a text file encode letters. All but UTF-16 have ASCII in common, so that a file
/// can be parsed before its texts are decoded.
enum class Encoding {
  detected,  ///< UTF-8; texts that are not are taken for Windows-1252
  utf8,
  latin1,
  windows1252,
  utf16,  ///< with a byte-order mark, or little-endian
};

/// The words for encodings.
std::vector<std::string> encoding_words();
/// The encoding that a word stands for; empty: detected. Throws Error(bad_argument).
Encoding parse_encoding(std::string_view word);

/// True for well-formed UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF.
bool is_utf8(std::string_view text);

/// Throws Error(bad_data), which names the column, unless all names and levels are UTF-8.
void require_utf8(const Columns& columns);

/// The text in UTF-8; a byte that Windows-1252 does not define is the control character of Latin-1.
std::string utf8_of_latin1(std::string_view text);
std::string utf8_of_windows1252(std::string_view text);

/// Decodes UTF-16 piece by piece.
class Utf16Decoder {
 public:
  explicit Utf16Decoder(bool is_big_endian) : is_big_endian_(is_big_endian) {}

  /// Appends the letters of these bytes to `out`; a letter may be cut at the end of a piece.
  /// Surrogates without a partner become U+FFFD, see faulty_line().
  void decode(std::string_view bytes, std::string& out);
  /// Appends what is left of a cut letter.
  void finish(std::string& out);
  /// The line of the first letter that was malformed, counted from 1; 0: none was.
  std::uint64_t faulty_line() const { return faulty_line_; }

 private:
  void add_fault(std::string& out);
  void add(unsigned unit, std::string& out);

  bool is_big_endian_;
  bool has_byte_ = false;
  unsigned char byte_ = 0;
  std::uint64_t line_ = 1;
  std::uint64_t faulty_line_ = 0;
  unsigned high_ = 0;  ///< a high surrogate that waits for its partner; 0: none
};

/// Decodes texts as `encoding` says.
class TextDecoder {
 public:
  /// `source` is for messages. Lines are counted in the input, if there is one, which must
  /// outlive this object.
  TextDecoder(Encoding encoding, std::string source, Input* input = nullptr)
      : encoding_(encoding), source_(std::move(source)), input_(input) {}

  /// Throws Error(bad_data) for a text that is not UTF-8 where only that is allowed, and for one
  /// that is neither UTF-8 nor Windows-1252 where the encoding is detected.
  void decode(std::vector<std::string>& names);
  /// Decodes the levels. If they were in byte order, they are again, else they keep their order.
  /// Equal ones are merged.
  Column decode(const Column& column, std::string_view name);
  /// A note when texts were not UTF-8 and their encoding was detected.
  void note(std::vector<std::string>& notes) const;

 private:
  bool needs_decoding(std::string_view text, std::string_view name) const;
  [[noreturn]] void reject(std::string_view text, std::string_view name,
                           std::string_view what) const;
  std::string decoded(std::string_view text);

  Encoding encoding_;
  std::string source_;
  Input* input_;
  bool was_detected_ = false;
};

}  // namespace pith
