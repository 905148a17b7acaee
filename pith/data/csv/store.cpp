// SPDX-License-Identifier: Apache-2.0
#include "pith/data/csv/store.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "pith/base/error.h"

namespace pith {
namespace {

constexpr std::size_t group_bytes = std::size_t{1} << 24U;

/// Rows from one column to the next: whole cache lines, and an odd number of them, so that the same
/// row of many columns does not fall into the same few sets of the cache.
std::size_t stride_for(std::size_t rows) {
  constexpr std::size_t line = 64 / sizeof(double);
  return ((rows + line - 1) / line | 1U) * line;
}

[[noreturn]] void reject(std::size_t bytes) {
  throw Error(ErrorKind::resources, fmt::format("cannot allocate {} bytes for numbers: {}", bytes,
                                                std::generic_category().message(errno)));
}

}  // namespace

NumberStore::Group::Group(std::size_t wanted, bool is_tight) : bytes(wanted) {
  void* memory = ::mmap(nullptr, wanted, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) reject(wanted);
  data = static_cast<double*>(memory);
  // Only a hint, which the system may ignore.
  ::madvise(memory, wanted, is_tight ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
}

NumberStore::Group::~Group() {
  ::munmap(data, bytes);
}

void NumberStore::Group::resize(std::size_t wanted) {
  void* memory = ::mremap(data, bytes, wanted, MREMAP_MAYMOVE);
  if (memory == MAP_FAILED) reject(wanted);
  data = static_cast<double*>(memory);
  bytes = wanted;
}

NumberStore::NumberStore(std::size_t columns) : columns_(columns) {}

std::uint64_t NumberStore::bytes_for(std::size_t rows) const {
  const std::uint64_t masks = std::uint64_t{columns_} * (rows / 4);
  const bool is_copied = !groups_.empty() && columns_per_group_ > 1;
  return std::uint64_t{columns_} * stride_for(rows) * sizeof(double) + masks +
         (is_copied ? groups_.front()->bytes : 0);
}

std::size_t NumberStore::members(std::size_t group) const {
  return std::min(columns_per_group_, columns_ - group * columns_per_group_);
}

void NumberStore::settle(std::size_t rows, Reservation held,
                         const std::shared_ptr<const Reservation>& also, const Context& context) {
  const std::size_t stride = stride_for(rows);
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    Group& group = *groups_[g];
    if (stride < stride_) {
      for (std::size_t i = 1; i < members(g); ++i)
        std::copy_n(group.data + i * stride_, rows, group.data + i * stride);
      group.resize(members(g) * stride * sizeof(double));
    }
    const std::uint64_t bytes = group.bytes + members(g) * (rows / 8);
    held.shrink(held.bytes() - std::min(held.bytes(), bytes));
    group.held = context.reserve(bytes, "the numbers of a table");
    group.also = also;
  }
  stride_ = std::min(stride, stride_);
  capacity_ = std::min(rows, capacity_);
}

void NumberStore::reserve(std::size_t rows, std::size_t used, bool is_tight) {
  if (rows <= capacity_) return;
  const std::size_t stride = stride_for(rows);
  if (groups_.empty()) {
    columns_per_group_ = std::max<std::size_t>(1, group_bytes / (stride * sizeof(double)));
    groups_.resize((columns_ + columns_per_group_ - 1) / columns_per_group_);
  }
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const std::size_t bytes = members(g) * stride * sizeof(double);
    if (groups_[g] && members(g) == 1) {
      groups_[g]->resize(bytes);  // moves pages, not bytes
      continue;
    }
    auto larger = std::make_shared<Group>(bytes, is_tight);
    for (std::size_t i = 0; i < members(g) && groups_[g]; ++i) {
      std::copy_n(groups_[g]->data + i * stride_, used, larger->data + i * stride);
    }
    groups_[g] = std::move(larger);
  }
  stride_ = stride;
  capacity_ = rows;
}

Column NumberStore::take(std::size_t index, std::size_t rows, Mask missing) {
  return Column::borrow_numbers({column(index), rows}, groups_[index / columns_per_group_],
                                std::move(missing));
}

}  // namespace pith
