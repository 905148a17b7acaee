// SPDX-License-Identifier: Apache-2.0
#include "pith/base/text_index.h"

#include <algorithm>
#include <functional>
#include <limits>

#include "pith/base/error.h"

namespace pith {
namespace {

constexpr std::size_t smallest = 16;  // number of slots

}  // namespace

std::size_t TextIndex::hash(std::string_view text) const {
  return key_ ? keyed_hash(text, *key_) : std::hash<std::string_view>{}(text);
}

/// The slot of this text, or the free one for it.
std::size_t TextIndex::slot_of(std::string_view wanted) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash(wanted) & mask;
  while (slots_[slot] != 0 && text(slots_[slot] - 1) != wanted)
    slot = (slot + 1) & mask;
  return slot;
}

std::uint32_t TextIndex::code_of(std::string_view wanted) {
  if (2 * (ends_.size() + 1) > slots_.size()) grow();
  const std::size_t mask = slots_.size() - 1;
  const std::size_t first = hash(wanted) & mask;
  std::size_t slot = first;
  for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
    if (text(slots_[slot] - 1) == wanted) break;
  }
  const std::size_t steps = (slot - first) & mask;
  if (steps >= FloodGuard::long_search && !key_ && guard_.is_flooded_by(steps, ends_.size())) {
    key_ = random_hash_key();
    fill(slots_.size());
    slot = slot_of(wanted);
  }
  if (slots_[slot] != 0) return slots_[slot] - 1;
  if (ends_.size() >= std::numeric_limits<std::uint32_t>::max() - 1) {
    throw Error(ErrorKind::resources, "there are more than 4294967294 distinct texts");
  }
  text_ += wanted;
  ends_.push_back(text_.size());
  slots_[slot] = static_cast<std::uint32_t>(ends_.size());
  return slots_[slot] - 1;
}

std::optional<std::uint32_t> TextIndex::find(std::string_view wanted) const {
  if (slots_.empty()) return std::nullopt;
  const std::uint32_t entry = slots_[slot_of(wanted)];
  return entry == 0 ? std::nullopt : std::optional(entry - 1);
}

void TextIndex::grow() {
  fill(std::max(smallest, 2 * slots_.size()));
}

void TextIndex::fill(std::size_t slots) {
  slots_.assign(slots, 0);
  const std::size_t mask = slots - 1;
  for (std::size_t code = 0; code < ends_.size(); ++code) {
    std::size_t slot = hash(text(static_cast<std::uint32_t>(code))) & mask;
    while (slots_[slot] != 0)
      slot = (slot + 1) & mask;
    slots_[slot] = static_cast<std::uint32_t>(code + 1);
  }
}

std::size_t TextIndex::bytes() const {
  return text_.capacity() + ends_.capacity() * sizeof(ends_[0]) +
         slots_.capacity() * sizeof(slots_[0]);
}

std::size_t TextIndex::bytes_to_add(std::size_t texts, std::size_t letters) const {
  // Parts grow by a factor of two, and are in memory twice meanwhile. The last time, half of what
  // they get is less than what they need.
  const auto growth = [](std::size_t capacity, std::size_t wanted) {
    if (wanted <= capacity) return std::size_t{0};
    return wanted <= 2 * capacity ? 2 * capacity : 3 * wanted;
  };
  return growth(text_.capacity(), text_.size() + letters) +
         growth(ends_.capacity(), ends_.size() + texts) * sizeof(ends_[0]) +
         growth(slots_.size(), std::max(smallest, 2 * (ends_.size() + texts + 1))) *
             sizeof(slots_[0]);
}

void TextIndex::clear() {
  text_.clear();
  ends_.clear();
  std::fill(slots_.begin(), slots_.end(), 0);
}

}  // namespace pith
