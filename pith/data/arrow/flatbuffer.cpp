// SPDX-License-Identifier: Apache-2.0
#include "pith/data/arrow/flatbuffer.h"

#include "pith/base/error.h"

namespace pith {

void FlatBytes::fail() const {
  throw Error(ErrorKind::bad_data,
              *source + ": the metadata of the Arrow file are damaged; copy or write it again");
}

FlatTable::FlatTable(const FlatBytes& bytes, std::uint64_t place) : bytes_(bytes), place_(place) {
  const auto back = std::int64_t{bytes.at<std::int32_t>(place)};
  const auto slots = static_cast<std::int64_t>(place) - back;
  if (slots < 0) bytes.fail();
  slots_ = static_cast<std::uint64_t>(slots);
  slots_size_ = bytes.at<std::uint16_t>(slots_);
  size_ = bytes.at<std::uint16_t>(slots_ + sizeof(std::uint16_t));
  bytes.require(slots_, slots_size_);
  bytes.require(place_, size_);
}

FlatTable FlatTable::root(const FlatBytes& bytes) {
  return {bytes, bytes.at<std::uint32_t>(0)};
}

std::uint64_t FlatTable::place_of(unsigned slot, std::size_t size) const {
  const std::uint32_t entry = (2 + slot) * sizeof(std::uint16_t);  // after the two sizes
  if (entry + sizeof(std::uint16_t) > slots_size_) return 0;
  const auto offset = bytes_.at<std::uint16_t>(slots_ + entry);
  if (offset == 0) return 0;
  if (offset + size > size_) bytes_.fail();
  return place_ + offset;
}

std::uint64_t FlatTable::target_of(unsigned slot) const {
  const std::uint64_t place = place_of(slot, sizeof(std::uint32_t));
  return place == 0 ? 0 : place + bytes_.at<std::uint32_t>(place);
}

std::optional<FlatTable> FlatTable::table(unsigned slot) const {
  const std::uint64_t place = target_of(slot);
  if (place == 0) return std::nullopt;
  return FlatTable(bytes_, place);
}

std::string_view FlatTable::text(unsigned slot) const {
  const std::span<const std::byte> letters = structs(slot, 1);
  return {reinterpret_cast<const char*>(letters.data()), letters.size()};
}

std::span<const std::byte> FlatTable::structs(unsigned slot, std::size_t size) const {
  const std::uint64_t place = target_of(slot);
  if (place == 0) return {};
  const std::uint64_t count = bytes_.at<std::uint32_t>(place);
  const std::uint64_t first = place + sizeof(std::uint32_t);
  bytes_.require(first, count * size);
  return bytes_.bytes.subspan(first, count * size);
}

FlatTables FlatTable::tables(unsigned slot) const {
  const std::uint64_t place = target_of(slot);
  if (place == 0) return {bytes_, 0, 0};
  const std::uint64_t count = bytes_.at<std::uint32_t>(place);
  const std::uint64_t first = place + sizeof(std::uint32_t);
  bytes_.require(first, count * sizeof(std::uint32_t));
  return {bytes_, first, count};
}

FlatTable FlatTables::operator[](std::size_t i) const {
  const std::uint64_t place = first_ + i * sizeof(std::uint32_t);
  return {bytes_, place + bytes_.at<std::uint32_t>(place)};
}

}  // namespace pith
