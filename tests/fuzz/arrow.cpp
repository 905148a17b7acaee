// SPDX-License-Identifier: Apache-2.0
// Arrays of the Arrow C stream interface. The interface does not tell the size of buffers, so these
// are as large as lengths and offsets say; everything else may be wrong.
#include <array>

#include "tests/fuzz/target.h"
#include "tests/support/arrow_tables.h"

namespace pith::fuzz {
namespace {

using arrow_tables::Plain;

constexpr std::array formats = {
    "c",    "C",       "s",   "S",     "i",       "I",        "l",         "L",   "f",
    "g",    "e",       "b",   "n",     "u",       "U",        "vu",        "tdD", "tdm",
    "tss:", "tsn:UTC", "tDu", "d:9,2", "d:38,-3", "d:9,2,32", "d:18,4,64", "z",   "+l"};

arrow_tables::Bytes buffer(Bytes& from, std::size_t size) {
  arrow_tables::Bytes made(size);
  for (std::byte& byte : made)
    byte = std::byte{from.take<std::uint8_t>()};
  return made;
}

/// Offsets into `size` bytes, which need not be in order.
template <class Offset>
arrow_tables::Bytes offsets(Bytes& from, std::size_t count, std::size_t size) {
  std::vector<Offset> made(count);
  Offset last = 0;
  for (Offset& each : made) {
    const std::uint8_t step = from.take<std::uint8_t>();
    if (step < 250) {
      last = static_cast<Offset>(
          std::min<std::size_t>(size, static_cast<std::size_t>(last) + step % 8));
      each = last;
    } else {
      each = static_cast<Offset>(step == 255 ? -1 : static_cast<Offset>(step % (size + 1)));
    }
  }
  return arrow_tables::bytes_of(made);
}

/// An array whose buffers hold `places` values of its type.
void fill(Plain& plain, Bytes& from, std::size_t places) {
  constexpr std::size_t widest = 16;
  constexpr std::size_t text_size = 64;
  plain.buffers = {std::nullopt};
  if (from.flag()) plain.buffers[0] = buffer(from, (places + 7) / 8 + 8);
  if (plain.format == "u" || plain.format == "U") {
    plain.buffers.emplace_back(plain.format == "u"
                                   ? offsets<std::int32_t>(from, places + 1, text_size)
                                   : offsets<std::int64_t>(from, places + 1, text_size));
    plain.buffers.emplace_back(buffer(from, text_size));
  } else if (plain.format == "vu") {
    plain.buffers.emplace_back(buffer(from, places * 16));
    plain.buffers.emplace_back(buffer(from, text_size));
    plain.buffers.emplace_back(
        arrow_tables::bytes_of(std::vector<std::int64_t>{static_cast<std::int64_t>(text_size)}));
  } else if (plain.format != "n") {
    plain.buffers.emplace_back(buffer(from, places * widest));
  }
  // A buffer too few, or one that is not there.
  const std::size_t fault = from.below(32);
  if (fault == 1) plain.buffers.pop_back();
  if (fault == 2 && plain.buffers.size() > 1) plain.buffers[1] = std::nullopt;
}

Plain array_from(Bytes& from, std::size_t rows, bool may_have_dictionary) {
  Plain plain{.format = formats[from.below(formats.size())]};
  if (from.below(16) == 1) plain.format = from.text(from.below(8));
  if (from.flag()) plain.name = from.text(from.below(4));
  // The length may be wrong; the buffers are as long as the longest of these.
  const std::size_t fault = from.below(32);
  plain.length = static_cast<std::int64_t>(rows + (fault == 1 ? 1 : 0)) - (fault == 2 ? 1 : 0);
  plain.offset = static_cast<std::int64_t>(from.below(4));
  plain.null_count = fault == 3 ? from.take<std::int64_t>() : -1;
  const std::size_t places = rows + 1 + static_cast<std::size_t>(plain.offset) + 4;
  fill(plain, from, places);
  if (may_have_dictionary && from.below(4) == 1)
    plain.dictionary = std::make_shared<Plain>(array_from(from, from.below(5), false));
  if (fault == 4) plain.length = from.take<std::int64_t>() | std::int64_t{1} << 62;
  if (fault == 5) plain.offset = -1;
  return plain;
}

Plain chunk_from(Bytes& from, std::size_t columns) {
  const std::size_t rows = from.below(20);
  std::vector<Plain> arrays;
  for (std::size_t i = 0; i < columns; ++i)
    arrays.push_back(array_from(from, rows, true));
  Plain chunk = arrow_tables::rows_of(std::move(arrays));
  if (from.flag()) chunk.buffers[0] = buffer(from, 16);
  chunk.length = static_cast<std::int64_t>(rows);
  return chunk;
}

}  // namespace

PITH_FUZZ_TARGET(arrow) {
  Bytes from(bytes);
  const std::size_t columns = from.below(4);
  arrow_tables::Source source;
  const std::size_t chunks = 1 + from.below(3);
  for (std::size_t i = 0; i < chunks; ++i) {
    Plain chunk = chunk_from(from, columns);
    // Chunks have the types of the first; what their buffers hold was made for other ones, and is
    // large enough for any.
    if (i > 0) {
      for (std::size_t j = 0; j < columns; ++j) {
        Plain& child = chunk.children[j];
        const Plain& first = source.chunks.front().children[j];
        if (child.format == first.format && !child.dictionary == !first.dictionary &&
            (!child.dictionary || child.dictionary->format == first.dictionary->format))
          continue;
        const std::int64_t length = child.length;
        child = first;
        if (length < child.length) child.length = length;
      }
    }
    source.chunks.push_back(std::move(chunk));
  }
  source.next_code = from.below(16) == 1 ? 5 : 0;
  {
    ArrowArrayStream stream = source.stream();
    (void)outcome_of([&] { return read_stream(&stream, fuzz::context()); });
  }
  require(source.is_released(), "an array was not released");
}

}  // namespace pith::fuzz
