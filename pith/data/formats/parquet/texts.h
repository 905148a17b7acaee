// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "pith/data/formats/parquet/cursor.h"
#include "pith/data/formats/parquet/delta.h"
#include "pith/data/formats/parquet/sink.h"

namespace pith::parquet {

inline std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Calls `use(text, is_again)` for each of `count` texts, which are one after the other, each
/// behind its length. `is_again`: it is known to equal the one before. Throws Fault.
template <class Use>
void for_each_plain(std::span<const std::byte> bytes, std::size_t count, Use use) {
  Cursor in(bytes);
  for (std::size_t i = 0; i < count; ++i)
    use(text_of(in.take(in.word())), false);
}

/// The lengths of texts, which are never negative.
class Lengths {
 public:
  Lengths(std::span<const std::byte> bytes, std::size_t count) : in_(bytes, count), left_(count) {}

  std::uint64_t next() {
    if (place_ == filled_) {
      filled_ = std::min(buffer_.size(), left_);
      in_.read(std::span(buffer_).first(filled_));
      left_ -= filled_;
      place_ = 0;
    }
    const std::int64_t length = buffer_[place_++];
    if (length < 0) damaged("a text of negative length");
    return static_cast<std::uint64_t>(length);
  }

 private:
  DeltaReader in_;
  std::size_t left_;
  std::array<std::int64_t, 128> buffer_{};
  std::size_t place_ = 0;
  std::size_t filled_ = 0;
};

/// The same for all lengths as differences, then all texts (DELTA_LENGTH_BYTE_ARRAY).
template <class Use>
void for_each_by_length(std::span<const std::byte> bytes, std::size_t count, Use use) {
  Lengths lengths(bytes, count);
  Cursor in(DeltaReader(bytes, count).finish());
  for (std::size_t i = 0; i < count; ++i)
    use(text_of(in.take(lengths.next())), false);
}

/// The same for texts whose beginning is that of the text before (DELTA_BYTE_ARRAY).
template <class Use>
void for_each_by_prefix(std::span<const std::byte> bytes, std::size_t count, Use use) {
  // A prefix may be taken over for nothing: without a limit a small page could make endless work.
  constexpr std::uint64_t most_per_byte = 4096;
  const std::uint64_t most_letters = most_per_byte * (bytes.size() + most_per_byte);
  std::uint64_t letters = 0;
  Lengths prefixes(bytes, count);
  const std::span<const std::byte> rest = DeltaReader(bytes, count).finish();
  std::string text;
  bool is_first = true;
  for_each_by_length(rest, count, [&](std::string_view suffix, bool /*is_again*/) {
    const std::uint64_t prefix = prefixes.next();
    if (prefix > text.size()) damaged("a prefix longer than the text before");
    const bool is_again = prefix == text.size() && suffix.empty() && !is_first;
    is_first = false;
    if (is_again) return use(std::string_view(text), true);
    text.resize(static_cast<std::size_t>(prefix));
    text += suffix;
    letters += text.size();
    if (letters > most_letters) damaged("texts that are far larger than their page");
    use(std::string_view(text), false);
  });
}

/// The same for the texts of a page that has no dictionary.
template <class Use>
void for_each_text(const PageValues& page, Use use) {
  if (page.present() == 0) return;
  if (page.encoding == Encoding::plain) return for_each_plain(page.bytes, page.present(), use);
  if (page.encoding == Encoding::delta_length)
    return for_each_by_length(page.bytes, page.present(), use);
  if (page.encoding == Encoding::delta_prefix)
    return for_each_by_prefix(page.bytes, page.present(), use);
  reject_encoding(page.encoding);
}

}  // namespace pith::parquet
