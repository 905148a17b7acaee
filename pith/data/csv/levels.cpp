// SPDX-License-Identifier: Apache-2.0
#include "pith/data/csv/levels.h"

#include <algorithm>
#include <functional>
#include <limits>

#include "pith/base/error.h"

namespace pith {

std::uint32_t CsvLevels::code_of(std::string_view wanted) {
  if (2 * (ends_.size() + 1) > slots_.size()) grow();
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = std::hash<std::string_view>{}(wanted)&mask;
  for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
    if (text(slots_[slot] - 1) == wanted) return slots_[slot] - 1;
  }
  if (ends_.size() >= std::numeric_limits<std::uint32_t>::max() - 1) {
    throw Error(ErrorKind::resources, "a column has more than 4294967294 distinct values");
  }
  text_ += wanted;
  ends_.push_back(text_.size());
  slots_[slot] = static_cast<std::uint32_t>(ends_.size());
  return slots_[slot] - 1;
}

void CsvLevels::grow() {
  constexpr std::size_t smallest = 16;
  slots_.assign(std::max(smallest, 2 * slots_.size()), 0);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t code = 0; code < ends_.size(); ++code) {
    std::size_t slot = std::hash<std::string_view>{}(text(static_cast<std::uint32_t>(code))) & mask;
    while (slots_[slot] != 0)
      slot = (slot + 1) & mask;
    slots_[slot] = static_cast<std::uint32_t>(code + 1);
  }
}

std::size_t CsvLevels::bytes() const {
  return text_.capacity() + ends_.capacity() * sizeof(ends_[0]) +
         slots_.capacity() * sizeof(slots_[0]);
}

void CsvLevels::clear() {
  text_.clear();
  ends_.clear();
  std::fill(slots_.begin(), slots_.end(), 0);
}

}  // namespace pith
