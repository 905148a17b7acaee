// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/mat/bytes.h"

#include <zlib.h>

#include <algorithm>
#include <utility>

#include "pith/base/error.h"

namespace pith {
namespace {

constexpr std::size_t first_buffer = std::size_t{1} << 7U;
constexpr std::size_t largest_buffer = std::size_t{1} << 16U;

}  // namespace

void damaged_mat(const std::string& file) {
  throw Error(
      ErrorKind::bad_data,
      file + ": the MATLAB file is damaged: a part is larger than the bytes that are there");
}

struct MatBytes::Inflation {
  explicit Inflation(const std::string& file) {
    if (inflateInit(&zlib) != Z_OK)
      throw Error(ErrorKind::resources, file + ": not enough memory to decompress it");
  }
  Inflation(const Inflation&) = delete;
  Inflation& operator=(const Inflation&) = delete;
  Inflation(Inflation&&) = delete;
  Inflation& operator=(Inflation&&) = delete;
  ~Inflation() { inflateEnd(&zlib); }

  z_stream zlib{};
  bool is_at_end = false;
};

MatBytes::MatBytes(const Input& input, std::uint64_t first)
    : input_(&input),
      place_(std::min(first, input.size())),
      end_(input.size()),
      buffer_(first_buffer) {}
MatBytes::MatBytes(MatBytes&&) noexcept = default;
MatBytes::~MatBytes() = default;

void MatBytes::inflate(std::uint64_t size) {
  if (size > left()) damaged_mat(input_->name());
  const std::uint64_t first = place_ - (size_ - begin_);
  end_ = first + size;
  if (place_ > end_) {
    size_ -= static_cast<std::size_t>(place_ - end_);
    place_ = end_;
  }
  inflation_ = std::make_unique<Inflation>(input_->name());
}

std::uint64_t MatBytes::left() const {
  return end_ - place_ + (size_ - begin_);
}

std::span<const std::byte> MatBytes::buffered() {
  if (begin_ == size_) {
    // Small at first: most parts are only looked at.
    buffer_.resize(std::min(2 * buffer_.size(), largest_buffer));
    begin_ = 0;
    size_ = static_cast<std::size_t>(std::min<std::uint64_t>(buffer_.size(), end_ - place_));
    input_->read_at(place_, std::span(buffer_).first(size_));
    place_ += size_;
  }
  return std::span<const std::byte>(buffer_).subspan(begin_, size_ - begin_);
}

std::size_t MatBytes::inflate_some(std::span<std::byte> buffer) {
  constexpr std::size_t longest = std::size_t{1} << 30U;
  const std::span<const std::byte> ready = buffered();
  z_stream& zlib = inflation_->zlib;
  zlib.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(ready.data()));
  zlib.avail_in = static_cast<uInt>(ready.size());
  zlib.next_out = reinterpret_cast<Bytef*>(buffer.data());
  const std::size_t room = std::min(buffer.size(), longest);
  zlib.avail_out = static_cast<uInt>(room);
  const int status = ::inflate(&zlib, Z_NO_FLUSH);
  inflation_->is_at_end = status == Z_STREAM_END;
  const std::size_t taken = ready.size() - zlib.avail_in;
  const std::size_t made = room - zlib.avail_out;
  const bool is_stuck = taken == 0 && made == 0 && !inflation_->is_at_end;
  if ((status != Z_OK && status != Z_STREAM_END) || is_stuck) damaged_mat(input_->name());
  begin_ += taken;
  return made;
}

void MatBytes::read(std::span<std::byte> buffer) {
  if (!inflation_ && buffer.size() > left()) damaged_mat(input_->name());
  while (!buffer.empty()) {
    std::size_t count = 0;
    if (inflation_) {
      if (inflation_->is_at_end) damaged_mat(input_->name());
      count = inflate_some(buffer);
    } else {
      const std::span<const std::byte> ready = buffered();
      count = std::min(ready.size(), buffer.size());
      std::copy_n(ready.begin(), count, buffer.begin());
      begin_ += count;
    }
    buffer = buffer.subspan(count);
  }
}

void MatBytes::skip(std::uint64_t count) {
  if (!inflation_) {
    if (count > left()) damaged_mat(input_->name());
    const std::uint64_t ready = std::min<std::uint64_t>(count, size_ - begin_);
    begin_ += static_cast<std::size_t>(ready);
    place_ += count - ready;
    return;
  }
  std::vector<std::byte> waste(std::min<std::uint64_t>(count, largest_buffer));
  while (count > 0) {
    const std::uint64_t part = std::min<std::uint64_t>(count, waste.size());
    read(std::span(waste).first(static_cast<std::size_t>(part)));
    count -= part;
  }
}

void MatBytes::finish(std::uint64_t most) {
  if (!inflation_) return;
  std::vector<std::byte> waste(std::min<std::uint64_t>(most + 1, largest_buffer));
  for (std::uint64_t made = 0; !inflation_->is_at_end;) {
    made += inflate_some(waste);
    if (made > most) damaged_mat(input_->name());
  }
}

}  // namespace pith
