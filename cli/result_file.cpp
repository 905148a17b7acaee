// SPDX-License-Identifier: Apache-2.0
#include "cli/result_file.h"

#include <algorithm>
#include <cstdint>

#include "pith/data/input.h"

namespace pith::cli {

Reservation ResultFile::reserve_copy(const Context& context) const {
  constexpr std::uint64_t bytes_per_value = 300;  // as taken over, and in the report
  return context.reserve(bytes_per_value * values + 4 * text.size(),
                         name + ": checking the result");
}

void ResultFile::free_text() {
  held.shrink(2 * text.size() + values * sizeof(std::string));
  text = std::string();
}

ResultFile read_result(const std::string& path, const Context& context) {
  constexpr std::size_t piece = std::size_t{1} << 20U;
  constexpr std::uint64_t bytes_per_value = 112;
  Input input = Input::open(path, context);
  const std::string what = input.name() + ": reading the result";
  ResultFile result{.name = input.name()};
  Reservation& held = result.held;
  if (!input.is_compressed()) held = context.reserve(4 * input.size(), what);
  std::string& text = result.text;
  std::uint64_t& values = result.values;
  for (bool is_at_end = false; !is_at_end;) {
    const std::size_t before = text.size();
    const std::size_t room = std::max(before + piece, text.capacity());
    // The text, also while it grows, its strings in the tree and in the selection, and the values.
    const auto bytes = [&] { return 4 * std::uint64_t{room} + values * bytes_per_value; };
    context.grow(held, bytes(), what);
    if (room > text.capacity()) text.reserve(std::max(room, before + before / 2));
    text.resize(before + piece);
    const std::size_t got = input.read({text.data() + before, piece});
    text.resize(before + got);
    is_at_end = got < piece;
    values += static_cast<std::uint64_t>(
        std::count_if(text.begin() + static_cast<std::ptrdiff_t>(before), text.end(),
                      [](char letter) { return letter == ',' || letter == '[' || letter == '{'; }));
    context.check_cancelled();
    context.grow(held, bytes(), what);
  }
  return result;
}

}  // namespace pith::cli
