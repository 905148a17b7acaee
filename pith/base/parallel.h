// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "pith/base/context.h"

namespace pith {

/// Calls `body(begin, end)` for the blocks [0, block), [block, 2 block), ... of [0, n), on up to
/// `context.thread_count()` threads; the caller's thread is one of them.
///
/// Blocks depend on `n` and `block` alone, never on the number of threads, so that results that are
/// kept per block and merged in block order are the same bits on any number of threads. The first
/// exception (of the lowest block that threw) is rethrown. Checks for cancellation before each
/// block. Inside a body, pass on `context.serial()`. The library creates no other threads; the
/// command-line program and the Python module each create one more to handle interrupts.
void parallel_blocks(const Context& context, std::size_t n, std::size_t block,
                     const std::function<void(std::size_t begin, std::size_t end)>& body);

/// Computes one partial result per block in parallel and merges them in block order:
/// `merge(merge(p0, p1), p2)`... Returns nullopt if n is 0.
template <class Make, class Merge>
auto merge_blocks(const Context& context, std::size_t n, std::size_t block, Make make, Merge merge)
    -> std::optional<decltype(make(std::size_t{}, std::size_t{}))> {
  using Partial = decltype(make(std::size_t{}, std::size_t{}));
  if (n == 0) return std::nullopt;
  std::vector<std::optional<Partial>> partials((n + block - 1) / block);
  parallel_blocks(context, n, block, [&](std::size_t begin, std::size_t end) {
    partials[begin / block].emplace(make(begin, end));
  });
  std::optional<Partial> total = std::move(partials.front());
  std::for_each(partials.begin() + 1, partials.end(),
                [&](std::optional<Partial>& part) { merge(*total, std::move(*part)); });
  return total;
}

}  // namespace pith
