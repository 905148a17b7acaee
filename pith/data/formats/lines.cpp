// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "pith/data/growing_memory.h"
namespace pith {
namespace {

constexpr std::size_t first_size = 1U << 16U;
constexpr std::size_t longest_line = 256U << 20U;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

}  // namespace

Lines::Lines(Input& input, const Context& context)
    : input_(&input), context_(&context), buffer_(first_size) {
  input.rewind();
  fill();
  const std::string_view start(buffer_.data(), end_);
  if (start.starts_with(byte_order_mark)) begin_ = byte_order_mark.size();
  if (start.starts_with("\xFF\xFE") || start.starts_with("\xFE\xFF")) {
    throw Error(ErrorKind::bad_data, input.name() + ": the file is UTF-16; convert it to UTF-8");
  }
}

/// Moves the rest to the front and reads more after it; false when there is nothing to read.
bool Lines::fill() {
  if (is_at_end_) return false;
  context_->check_cancelled();
  std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_),
            buffer_.begin() + static_cast<std::ptrdiff_t>(end_), buffer_.begin());
  end_ -= begin_;
  begin_ = 0;
  if (end_ == buffer_.size()) {
    if (end_ > longest_line) {
      throw Error(ErrorKind::bad_data,
                  fmt::format("{}:{}: the line is longer than {} bytes; is this a text file?",
                              input_->name(), number_ + 1, longest_line));
    }
    // While it grows, it is in memory twice.
    const std::size_t size = std::min(2 * buffer_.size(), longest_line + 1);
    grow_further(*context_, held_, buffer_.size() + size,
                 fmt::format("{}:{}: reading a line", input_->name(), number_ + 1));
    buffer_.resize(size);
  }
  const std::size_t room = buffer_.size() - end_;
  const std::size_t got = input_->read({buffer_.data() + end_, room});
  end_ += got;
  is_at_end_ = got < room;
  context_->report({.phase = "read", .done = input_->position(), .total = input_->size()});
  return got > 0;
}

double Lines::share() const {
  const std::uint64_t size = input_->size();
  const std::uint64_t position = input_->position();
  const std::uint64_t ahead = input_->is_compressed() ? 0 : end_ - begin_;
  if (size == 0 || position >= size + ahead || position <= ahead) return 1;
  return static_cast<double>(position - ahead) / static_cast<double>(size);
}

bool Lines::next() {
  std::size_t searched = 0;
  for (;;) {
    char* const from = buffer_.data() + begin_;
    const void* const found = std::memchr(from + searched, '\n', end_ - begin_ - searched);
    if (found != nullptr || (is_at_end_ && begin_ < end_)) {
      const std::size_t length =
          found != nullptr ? static_cast<std::size_t>(static_cast<const char*>(found) - from)
                           : end_ - begin_;
      text_ = {from, length};
      begin_ = std::min(end_, begin_ + length + 1);
      break;
    }
    searched = end_ - begin_;
    if (!fill() && begin_ == end_) return false;
  }
  ++number_;
  if (text_.ends_with('\r')) text_.remove_suffix(1);
  if (const std::size_t nul = text_.find('\0'); nul != std::string_view::npos) {
    fail(text_.data() + nul, "there is a NUL byte; is this a text file?");
  }
  return true;
}

void Lines::fail(const char* place, const std::string& what, Cause cause) const {
  // Columns count characters: bytes that do not continue a UTF-8 sequence.
  const auto column = std::count_if(text_.data(), place, [](char letter) {
    return (static_cast<unsigned char>(letter) & 0xC0U) != 0x80U;
  });
  throw Error(ErrorKind::bad_data,
              fmt::format("{}:{}:{}: {}", input_->name(), number_, column + 1, what), cause);
}

}  // namespace pith
