// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace pith {

/// Objects that threads take while they work on a block and give back: there are as many as
/// threads, not as many as blocks.
template <class T>
class Reused {
 public:
  /// What makes a new one.
  explicit Reused(std::function<std::unique_ptr<T>()> make) : make_(std::move(make)) {}

  std::unique_ptr<T> take() {
    {
      const std::scoped_lock lock(mutex_);
      if (!free_.empty()) {
        std::unique_ptr<T> taken = std::move(free_.back());
        free_.pop_back();
        return taken;
      }
    }
    return make_();
  }
  void give(std::unique_ptr<T> one) {
    const std::scoped_lock lock(mutex_);
    free_.push_back(std::move(one));
  }

 private:
  std::function<std::unique_ptr<T>()> make_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<T>> free_;
};

}  // namespace pith
