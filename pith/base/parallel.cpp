// SPDX-License-Identifier: Apache-2.0
#include "pith/base/parallel.h"

#include <atomic>
#include <exception>
#include <limits>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>

#include "pith/base/assert.h"

namespace pith {
namespace {

/// Hands out blocks in order and remembers the failure of the lowest block.
class BlockQueue {
 public:
  BlockQueue(const Context& context, std::size_t n, std::size_t block)
      : context_(context), n_(n), block_(block), count_((n + block - 1) / block) {}

  std::size_t count() const { return count_; }

  void work(const std::function<void(std::size_t, std::size_t)>& body) {
    for (;;) {
      const std::size_t index = next_.fetch_add(1, std::memory_order_relaxed);
      if (index >= count_) return;
      try {
        context_.check_cancelled();
        body(index * block_, std::min(n_, (index + 1) * block_));
      } catch (...) {
        fail(index, std::current_exception());
        return;
      }
    }
  }

  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void fail(std::size_t index, const std::exception_ptr& failure) {
    const std::scoped_lock lock(mutex_);
    next_.store(count_, std::memory_order_relaxed);  // no new blocks
    if (index < failed_) {
      failed_ = index;
      failure_ = failure;
    }
  }

  const Context& context_;
  std::size_t n_;
  std::size_t block_;
  std::size_t count_;
  std::atomic<std::size_t> next_{0};
  std::mutex mutex_;
  std::size_t failed_ = std::numeric_limits<std::size_t>::max();
  std::exception_ptr failure_;
};

/// Threads that help another one: `wanted` with it. Fewer where the system has no more threads or
/// no memory for them: the work gets done anyway, with the same result.
std::vector<std::jthread> start(std::size_t wanted, const std::function<void()>& work) {
  std::vector<std::jthread> helpers;
  try {
    if (wanted > 1) helpers.reserve(wanted - 1);
    for (std::size_t i = 1; i < wanted; ++i)
      helpers.emplace_back(work);
  } catch (const std::system_error&) {
  } catch (const std::bad_alloc&) {
  }
  return helpers;
}

}  // namespace

void parallel_blocks(const Context& context, std::size_t n, std::size_t block,
                     const std::function<void(std::size_t, std::size_t)>& body) {
  PITH_ASSERT(block > 0);
  BlockQueue queue(context, n, block);
  {
    const std::size_t wanted = std::min<std::size_t>(context.thread_count(), queue.count());
    const std::vector<std::jthread> helpers = start(wanted, [&] { queue.work(body); });
    queue.work(body);
  }
  queue.rethrow();
}

}  // namespace pith
