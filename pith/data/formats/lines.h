// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/error.h"
#include "pith/data/input.h"

namespace pith {

/// The lines of a text file, one after the other, without their ends (LF or CRLF). A UTF-8
/// byte-order mark is skipped. Memory: twice the longest line, which may have up to 256 MiB. Throws
/// Error(bad_data) for a longer line, for a NUL and for UTF-16.
class Lines {
 public:
  /// Rewinds `input` to the first line.
  Lines(Input& input, const Context& context);

  /// Goes to the next line; false when there is none. Invalidates views of the previous line.
  bool next();
  std::string_view text() const { return text_; }
  std::size_t number() const { return number_; }  ///< of the line, from 1

  /// How much of the file this line and those before it are, from 0 to 1.
  double share() const;

  /// Throws Error(bad_data) with file:line:column; `place` points into the line or to its end.
  [[noreturn]] void fail(const char* place, const std::string& what,
                         Cause cause = Cause::other) const;

 private:
  bool fill();

  Input* input_;
  const Context* context_;
  Reservation held_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  ///< of the bytes not yet returned
  std::size_t end_ = 0;
  bool is_at_end_ = false;
  std::string_view text_;
  std::size_t number_ = 0;
};

}  // namespace pith
