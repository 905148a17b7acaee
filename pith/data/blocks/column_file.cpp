// SPDX-License-Identifier: Apache-2.0
#include "pith/data/blocks/column_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/option.h"
#include "pith/data/column_memory.h"

namespace pith {
namespace {

/// What is collected before it is written.
std::size_t buffer_within(const Context& context) {
  constexpr std::uint64_t smallest = std::uint64_t{1} << 16U;
  constexpr std::uint64_t largest = std::uint64_t{1} << 22U;
  return std::clamp(context.memory_available() / 32, smallest, largest);
}

/// Four independent sums, so that the processor works on several words at a time.
std::uint64_t checksum_of(std::span<const std::byte> bytes) {
  constexpr std::uint64_t prime = 0x9E3779B97F4A7C15U;
  std::array<std::uint64_t, 4> lanes{1, 2, 3, 4};
  std::size_t at = 0;
  for (; at + sizeof lanes <= bytes.size(); at += sizeof lanes) {
    std::array<std::uint64_t, 4> words{};
    std::memcpy(words.data(), bytes.data() + at, sizeof words);
    for (std::size_t i = 0; i < lanes.size(); ++i)
      lanes[i] = std::rotl((lanes[i] ^ words[i]) * prime, 29);
  }
  std::uint64_t sum = bytes.size();
  for (const std::uint64_t lane : lanes)
    sum = std::rotl((sum ^ lane) * prime, 29);
  for (; at < bytes.size(); ++at)
    sum = std::rotl((sum ^ std::to_integer<std::uint64_t>(bytes[at])) * prime, 29);
  return sum;
}

}  // namespace

ColumnFile::ColumnFile(std::string what, std::size_t columns, const Context& context)
    : what_(std::move(what)),
      context_(context),
      file_(what_),
      segments_(columns),
      buffer_bytes_(buffer_within(context)),
      most_bytes_(TemporaryFile::free_bytes() / 10 * 9) {
  held_ = context.reserve(columns * (sizeof(std::vector<Segment>) + 32) + buffer_bytes_,
                          what_ + ": the column cache");
  buffer_.reserve(buffer_bytes_);
}

void ColumnFile::write(std::span<const std::byte> bytes) {
  if (file_.size() + bytes.size() > most_bytes_) {
    throw Error(ErrorKind::resources,
                fmt::format("{}: the column cache would take nearly all of what is free in {}; set "
                            "TMPDIR to another folder, or read the table into memory ({})",
                            what_, TemporaryFile::folder(), option("memory")));
  }
  file_.append(bytes);
}

void ColumnFile::add(std::size_t column, std::span<const std::byte> bytes, Segment segment) {
  constexpr std::size_t at_once = 4096;
  if (segment_count_++ % at_once == 0)
    context_.grow(held_, held_.bytes() + 2 * at_once * sizeof(Segment), what_ + ": its blocks");
  segment.checksum = checksum_of(bytes);
  segment.offset = file_.size() + buffer_.size();
  segments_[column].push_back(segment);
  if (buffer_.size() + bytes.size() > buffer_bytes_) {
    write(buffer_);
    buffer_.clear();
  }
  if (bytes.size() > buffer_bytes_) return write(bytes);
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
}

void ColumnFile::finish() {
  write(buffer_);
  buffer_ = {};
  held_.shrink(held_.bytes() - std::min<std::uint64_t>(held_.bytes(), buffer_bytes_));
}

void ColumnFile::append(std::size_t column, std::span<const double> values) {
  const bool has_missing =
      std::any_of(values.begin(), values.end(), [](double value) { return std::isnan(value); });
  add(column, std::as_bytes(values),
      {.rows = static_cast<std::uint32_t>(values.size()),
       .width = sizeof(double),
       .has_missing = has_missing});
}

template <class Code>
void ColumnFile::append_as(std::size_t column, std::span<const std::uint32_t> codes,
                           bool has_missing) {
  std::vector<Code> narrow(codes.size());
  // Missing is 0, and every code one more.
  std::transform(codes.begin(), codes.end(), narrow.begin(),
                 [](std::uint32_t code) { return static_cast<Code>(code + 1); });
  add(column, std::as_bytes(std::span<const Code>(narrow)),
      {.rows = static_cast<std::uint32_t>(codes.size()),
       .width = sizeof(Code),
       .has_missing = has_missing});
}

void ColumnFile::append(std::size_t column, std::span<const std::uint32_t> codes) {
  std::uint32_t most = 0;
  bool has_missing = false;
  for (const std::uint32_t code : codes) {
    most = std::max(most, code + 1);  // missing is 0
    has_missing = has_missing || code == missing_code;
  }
  if (most <= std::numeric_limits<std::uint8_t>::max())
    return append_as<std::uint8_t>(column, codes, has_missing);
  if (most <= std::numeric_limits<std::uint16_t>::max())
    return append_as<std::uint16_t>(column, codes, has_missing);
  append_as<std::uint32_t>(column, codes, has_missing);
}

void ColumnFile::read_checked(const Segment& segment, std::span<std::byte> out) const {
  file_.read_at(segment.offset, out);
  if (checksum_of(out) == segment.checksum) return;
  throw Error(ErrorKind::io,
              fmt::format("{}: the temporary file does not hold what was written to it; check the "
                          "disk of {}",
                          what_, TemporaryFile::folder()));
}

void ColumnFile::read(std::size_t column, std::size_t block, std::span<double> out) const {
  read_checked(segments_[column][block], std::as_writable_bytes(out));
}

template <class Code>
void ColumnFile::read_as(const Segment& segment, std::span<std::uint32_t> out) const {
  std::vector<Code> narrow(out.size());
  read_checked(segment, std::as_writable_bytes(std::span(narrow)));
  std::transform(narrow.begin(), narrow.end(), out.begin(),
                 [](Code code) { return std::uint32_t{code} - 1; });
}

void ColumnFile::read(std::size_t column, std::size_t block, std::span<std::uint32_t> out) const {
  const Segment& segment = segments_[column][block];
  if (segment.width == 1) return read_as<std::uint8_t>(segment, out);
  if (segment.width == 2) return read_as<std::uint16_t>(segment, out);
  read_as<std::uint32_t>(segment, out);
}

void ColumnFile::prefetch(std::size_t column, std::size_t block) const {
  const Segment& segment = segments_[column][block];
  file_.prefetch(segment.offset, segment.bytes());
}

std::uint64_t ColumnFile::column_bytes(std::size_t column) const {
  std::uint64_t bytes = 0;
  for (const Segment& segment : segments_[column])
    bytes += segment.bytes();
  return bytes;
}

}  // namespace pith
