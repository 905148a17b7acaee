// SPDX-License-Identifier: Apache-2.0
#include "cli/result_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <string_view>

#include "pith/data/input.h"

namespace pith::cli {
namespace {

/// The bytes of standard input that are there, at most the size of the buffer, without taking them
/// from it; none where it is neither a file nor a pipe.
std::string_view peek_stdin(std::array<char, 64>& buffer) {
  const off_t place = ::lseek(STDIN_FILENO, 0, SEEK_CUR);
  ssize_t got = -1;
  if (place >= 0) {
    got = ::pread(STDIN_FILENO, buffer.data(), buffer.size(), place);
  } else {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return {};
    do {
      got = ::tee(STDIN_FILENO, ends[1], buffer.size(), 0);  // copies what stays in the pipe
    } while (got < 0 && errno == EINTR);
    if (got > 0) got = ::read(ends[0], buffer.data(), static_cast<std::size_t>(got));
    ::close(ends[0]);
    ::close(ends[1]);
  }
  return {buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(0, got))};
}

}  // namespace

bool has_result_name(const std::string& path) {
  return path.ends_with(".json") || path.ends_with(".json.gz");
}

bool is_result_on_stdin() {
  constexpr std::string_view spaces = " \t\r\n";
  std::array<char, 64> buffer{};
  std::string_view text = peek_stdin(buffer);
  text.remove_prefix(std::min(text.size(), text.find_first_not_of(spaces)));
  if (!text.starts_with('{')) return false;
  text.remove_prefix(1);  // a name, which a header of a table could have in braces, is in quotes
  text.remove_prefix(std::min(text.size(), text.find_first_not_of(spaces)));
  return text.empty() || text.starts_with('"') || text.starts_with('}');
}

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
