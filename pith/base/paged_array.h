// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

namespace pith {

/// Memory without initial values that is going to be filled as a whole, in stretches that are paged
/// in just before. A page that the system clears on first use costs more than what is written to
/// it, unless pages come in large numbers.
///
/// Huge pages are used as long as the system has them at hand. In a virtual machine that must get
/// them from its host they take ten times as long as ordinary pages, which programs free all the
/// time: from the first slow one on, ordinary pages are used.
class PagedArray {
 public:
  /// Throws std::bad_alloc.
  explicit PagedArray(std::size_t bytes) : PagedArray(bytes, std::make_shared<Slowness>(false)) {}
  /// For memory beside that of `other`: slow huge pages are found out only once.
  PagedArray(std::size_t bytes, const PagedArray& other) : PagedArray(bytes, other.is_slow_) {}

  /// Aligned to 64 bytes.
  std::byte* get() const { return memory_.get(); }
  /// Call it before this stretch is filled; on any number of threads. Without it, the memory is as
  /// good, but slower.
  void page_in(const std::byte* begin, std::size_t bytes);

 private:
  struct Free {
    void operator()(std::byte* memory) const { std::free(memory); }
  };
  /// Whether a huge page was slow.
  using Slowness = std::atomic<bool>;

  PagedArray(std::size_t bytes, std::shared_ptr<Slowness> is_slow);
  void page_in_part(std::size_t part);

  std::size_t bytes_;
  std::unique_ptr<std::byte[], Free> memory_;
  /// Of each huge page: which of its parts are there.
  std::vector<std::atomic<std::uint32_t>> parts_;
  std::shared_ptr<Slowness> is_slow_;
};

}  // namespace pith
