// SPDX-License-Identifier: Apache-2.0
#include "pith/data/arrow/ipc_buffer.h"

#include <algorithm>
#include <array>

#include "pith/base/error.h"
#include "pith/data/arrow/piece.h"

namespace pith {
namespace {

/// What is read of a file at once.
constexpr std::uint64_t piece_bytes = std::uint64_t{1} << 18U;

}  // namespace

std::span<std::byte> Room::get(std::uint64_t bytes, const std::string& column,
                               const Context& context) {
  if (bytes > size_) {
    memory_.reset();
    size_ = 0;
    context.grow(held_, bytes, "reading column " + quoted(column), "use a smaller table");
    memory_.reset(new std::byte[bytes]);
    size_ = bytes;
  }
  return {memory_.get(), bytes};
}

BufferReader::BufferReader(const Input& input, const Context& context)
    : input_(input), context_(context), decompressor_(input.name()) {}

void BufferReader::open(const StoredBuffer& buffer, const std::string& column, bool is_whole) {
  column_ = &column;
  is_packed_ = buffer.is_packed();
  left_ = buffer.size;
  stored_ = buffer.stretch;
  fetched_ = {};
  is_whole_ = is_whole;
  whole_ = {};
  if (!is_packed_) return;
  std::uint64_t kept = 0;
  if (!is_whole) {
    fetch();
    kept = StreamDecompressor::kept_bytes(buffer.codec, fetched_);
    context_.grow(kept_, std::max(kept_.bytes(), kept), "reading column " + quoted(column),
                  "use a smaller table");
  }
  decompressor_.start(buffer.codec, kept);
}

void BufferReader::fetch() {
  if (!fetched_.empty() || stored_.size == 0) return;
  const std::uint64_t bytes = std::min(stored_.size, piece_bytes);
  const std::span<std::byte> room = room_.get(bytes, *column_, context_);
  input_.read_at(stored_.offset, room);
  stored_.offset += bytes;
  stored_.size -= bytes;
  fetched_ = room;
}

std::size_t BufferReader::read_some(std::span<std::byte> to, std::size_t made) {
  const std::size_t before = made;
  if (is_whole_) whole_ = to;
  if (to.size() - made > left_) damaged_array(*column_, "a buffer that is too short");
  if (!is_packed_) {
    const std::size_t bytes = std::min<std::size_t>(to.size() - made, piece_bytes);
    input_.read_at(stored_.offset, to.subspan(made, bytes));
    stored_.offset += bytes;
    made += bytes;
  } else {
    while (made == before && made < to.size()) {
      fetch();
      const std::size_t used = decompressor_.run(fetched_, to, made);
      if (used == 0 && made == before && stored_.size == 0) decompressor_.fail("they end early");
      fetched_ = fetched_.subspan(used);
    }
  }
  left_ -= made - before;
  return made;
}

void BufferReader::read(std::span<std::byte> to) {
  for (std::size_t made = 0; made < to.size();)
    made = read_some(to, made);
}

void BufferReader::skip(std::uint64_t bytes) {
  if (bytes > left_) damaged_array(*column_, "a buffer that is too short");
  if (!is_packed_) {
    stored_.offset += bytes;
    left_ -= bytes;
    return;
  }
  std::array<std::byte, 4096> ignored{};
  while (bytes > 0) {
    const std::size_t some = std::min<std::uint64_t>(bytes, ignored.size());
    read(std::span(ignored).first(some));
    bytes -= some;
  }
}

void BufferReader::finish() {
  skip(left_);
  if (!is_packed_) return;
  for (;;) {
    fetch();
    if (fetched_.empty()) break;
    std::size_t made = whole_.size();
    const std::size_t used = decompressor_.run(fetched_, whole_, made);
    if (used == 0) decompressor_.fail("more bytes than expected");
    fetched_ = fetched_.subspan(used);
  }
  if (!decompressor_.is_complete()) {  // the end may be in what it has read already
    std::size_t made = whole_.size();
    (void)decompressor_.run({}, whole_, made);
  }
  if (!decompressor_.is_complete()) decompressor_.fail("they end early");
}

}  // namespace pith
