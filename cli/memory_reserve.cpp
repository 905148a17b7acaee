// SPDX-License-Identifier: Apache-2.0
#include "cli/memory_reserve.h"

#include <array>
#include <atomic>
#include <cstdlib>
#include <exception>
#include <new>

namespace pith::cli {
namespace {

constexpr std::size_t piece_size = std::size_t{16} << 10U;  // part of the heap, not a mapping
constexpr std::size_t kept_pieces = 4;                      // until an exception is on its way
std::array<std::atomic<void*>, 8> pieces{};

/// Called where there is no memory; returns after some was given back, and is called again if that
/// was not enough.
void give_back() {
  const std::size_t kept = std::uncaught_exceptions() > 0 ? 0 : kept_pieces;
  for (std::size_t i = pieces.size(); i > kept; --i) {
    void* const piece = pieces[i - 1].exchange(nullptr);
    if (piece == nullptr) continue;
    std::free(piece);
    return;
  }
  throw std::bad_alloc();
}

}  // namespace

void reserve_memory() {
  for (std::atomic<void*>& piece : pieces)
    piece = std::malloc(piece_size);
  std::set_new_handler(give_back);
}

}  // namespace pith::cli
