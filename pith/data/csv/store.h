// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/column.h"

namespace pith {

/// Columns of numbers that grow together, without needing much more memory than they hold.
///
/// Columns are stored in groups of a few MiB, each in its own memory mapping: reserved memory that
/// is not yet written costs nothing, and growing moves one group at a time. A std::vector per
/// column would need twice the memory while it grows.
class NumberStore {
 public:
  explicit NumberStore(std::size_t columns);

  std::size_t capacity() const { return capacity_; }
  /// The memory that reserve(rows) takes, with masks; while it grows, a group is there twice.
  std::uint64_t bytes_for(std::size_t rows) const;

  /// Allocates memory for `rows` and keeps the first `used`. `is_tight` tells that most of it will
  /// be written, so that large pages waste nothing. Throws Error(resources) when the allocation
  /// fails.
  void reserve(std::size_t rows, std::size_t used, bool is_tight);

  /// Gives back what is above `rows`, of which all are in use, and lets each group hold its memory
  /// and that of its masks, and `also`; `held` is of all memory of this store.
  void settle(std::size_t rows, Reservation held, const std::shared_ptr<const Reservation>& also,
              const Context& context);

  double* column(std::size_t index) {
    return groups_[index / columns_per_group_]->data + (index % columns_per_group_) * stride_;
  }

  /// The first `rows` of a column, which keeps its group alive.
  Column take(std::size_t index, std::size_t rows, Mask missing);

 private:
  /// A mapping from the operating system.
  struct Group {
    Group(std::size_t wanted, bool is_tight);
    Group(const Group&) = delete;
    Group& operator=(const Group&) = delete;
    ~Group();
    /// Grows or shrinks.
    void resize(std::size_t wanted);
    Reservation held;
    std::shared_ptr<const Reservation> also;
    double* data = nullptr;
    std::size_t bytes = 0;
  };

  std::size_t members(std::size_t group) const;

  std::size_t columns_;
  std::size_t columns_per_group_ = 1;
  std::size_t capacity_ = 0;
  std::size_t stride_ = 0;
  std::vector<std::shared_ptr<Group>> groups_;
};

}  // namespace pith
