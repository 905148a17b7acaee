// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/parquet/page.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "pith/data/formats/parquet/thrift.h"

namespace pith::parquet {
namespace {

/// What is read at least, if the chunk has it.
constexpr std::size_t window_bytes = std::size_t{1} << 18U;

std::size_t size_in(Thrift& in, ThriftType type) {
  const std::int32_t size = in.small(type);
  if (size < 0) damaged("a page of negative size");
  return static_cast<std::size_t>(size);
}

Encoding encoding_in(Thrift& in, ThriftType type) {
  const std::int32_t encoding = in.small(type);
  constexpr auto last = static_cast<std::int32_t>(Encoding::byte_stream_split);
  return encoding < 0 || encoding > last ? Encoding::other : static_cast<Encoding>(encoding);
}

/// Of data pages of the first version and of dictionaries.
void read_first_version(Thrift& in, ThriftType whole, PageHeader& header) {
  const bool is_data = header.kind != PageKind::dictionary;
  in.structure(whole, [&](int id, ThriftType type) {
    if (id == 1) {
      header.values = size_in(in, type);
    } else if (id == 2) {
      header.encoding = encoding_in(in, type);
    } else if (id == 3 && is_data) {
      header.levels = encoding_in(in, type);
    } else {
      in.skip(type);
    }
  });
}

void read_second_version(Thrift& in, ThriftType whole, PageHeader& header) {
  in.structure(whole, [&](int id, ThriftType type) {
    switch (id) {
      case 1:
        header.values = size_in(in, type);
        return;
      case 4:
        header.encoding = encoding_in(in, type);
        return;
      case 5:
        header.level_bytes = size_in(in, type);
        return;
      case 6:
        header.other_level_bytes = size_in(in, type);
        return;
      case 7:
        header.is_compressed = in.truth(type);
        return;
      default:
        return in.skip(type);
    }
  });
}

/// The codec of a chunk; the numbers are those of the format.
Codec codec_of(std::uint8_t number) {
  constexpr const char* again = "; write the file again with zstd or snappy";
  const auto reject = [](const std::string& name) {
    throw Fault("is compressed with " + name + ", which cannot be read" + again,
                Fault::Kind::unsupported);
  };
  switch (number) {
    case 0:
      return Codec::none;
    case 1:
      return Codec::snappy;
    case 2:
      return Codec::gzip;
    case 3:
      reject("LZO");
      break;
    case 4:
      reject("brotli");
      break;
    case 5:
      reject("the LZ4 of Hadoop, an obsolete form");
      break;
    case 6:
      return Codec::zstd;
    case 7:
      return Codec::lz4_raw;
    default:
      break;
  }
  reject("codec " + std::to_string(number));
  return Codec::none;
}

}  // namespace

PageHeader read_page_header(std::span<const std::byte> bytes, std::size_t& size) {
  PageHeader header;
  Thrift in(bytes);
  in.fields([&](int id, ThriftType type) {
    switch (id) {
      case 1: {
        const std::int32_t kind = in.small(type);
        constexpr auto last = static_cast<std::int32_t>(PageKind::data_v2);
        header.kind = kind < 0 || kind > last ? PageKind::other : static_cast<PageKind>(kind);
        return;
      }
      case 2:
        header.size = size_in(in, type);
        return;
      case 3:
        header.stored_size = size_in(in, type);
        return;
      case 5:
      case 7:
        return read_first_version(in, type, header);
      case 8:
        return read_second_version(in, type, header);
      default:
        return in.skip(type);
    }
  });
  if (header.level_bytes > header.size ||
      header.other_level_bytes > header.size - header.level_bytes ||
      header.level_bytes + header.other_level_bytes > header.stored_size)
    damaged("levels that are larger than their page");
  size = bytes.size() - in.rest().size();
  return header;
}

std::span<std::byte> Buffer::room(std::size_t bytes, const Context& context, std::size_t kept) {
  if (bytes > capacity_) {
    constexpr std::size_t step = std::size_t{1} << 16U;
    const std::size_t capacity = (bytes + step - 1) / step * step;
    context.grow(held_, capacity, "reading a column");
    if (kept == 0) memory_.reset();
    auto larger = std::make_unique_for_overwrite<std::byte[]>(capacity);
    if (kept > 0) std::memcpy(larger.get(), memory_.get(), kept);
    memory_ = std::move(larger);
    capacity_ = capacity;
  }
  return {memory_.get(), bytes};
}

PageReader::PageReader(const Input& input, const Chunk& chunk, Workspace& workspace,
                       const Context& context)
    : input_(input),
      workspace_(workspace),
      context_(context),
      codec_(codec_of(chunk.codec)),
      offset_(chunk.offset),
      left_(chunk.size) {
  if (codec_ != Codec::none && workspace.input != &input) {
    workspace.decompressor.emplace(input.name());
    workspace.input = &input;
  }
  const Window& window = workspace.window;
  if (window.input != &input || offset_ < window.offset) return;
  const std::uint64_t begin = offset_ - window.offset;
  if (begin >= window.size) return;
  begin_ = static_cast<std::size_t>(begin);
  const std::uint64_t here = std::min<std::uint64_t>(left_, window.size - begin);
  end_ = begin_ + static_cast<std::size_t>(here);
  offset_ += here;
  left_ -= here;
}

/// The next bytes of the chunk: this many, if it has them, else all that are left.
std::span<const std::byte> PageReader::fetch(std::size_t bytes) {
  const std::size_t here = end_ - begin_;
  Window& window = workspace_.window;
  if (bytes > here && left_ > 0) {
    // All of the window that belongs to the chunk was in use, so that it ends at offset_.
    const std::uint64_t ahead = window.ahead > offset_ ? window.ahead - offset_ : 0;
    const auto wanted = static_cast<std::size_t>(
        std::min<std::uint64_t>(std::max(left_, ahead), std::max(bytes, window_bytes) - here));
    std::byte* const held = window.buffer.bytes().data();
    if (here > 0 && begin_ > 0) std::memmove(held, held + begin_, here);
    const std::span<std::byte> room = window.buffer.room(here + wanted, context_, here);
    window.input = nullptr;
    input_.read_at(offset_, room.subspan(here, wanted));
    window.input = &input_;
    window.offset = offset_ - here;
    window.size = here + wanted;
    const auto own = static_cast<std::size_t>(std::min<std::uint64_t>(wanted, left_));
    begin_ = 0;
    end_ = here + own;
    offset_ += own;
    left_ -= own;
  }
  return window.buffer.bytes().subspan(begin_, end_ - begin_);
}

/// A header has no length; statistics in it may make it long.
void PageReader::read_header() {
  constexpr std::size_t usual = 1024;
  constexpr std::size_t longest = std::size_t{1} << 24U;
  std::size_t size = 0;
  for (std::size_t wanted = usual;; wanted *= 4) {
    const std::span<const std::byte> bytes = fetch(wanted);
    try {
      header_ = read_page_header(bytes, size);
      break;
    } catch (const Fault&) {
      if (left_ == 0 || wanted >= longest) throw;
    }
  }
  begin_ += size;
}

bool PageReader::next() {
  context_.check_cancelled();
  if (begin_ == end_ && left_ == 0) return false;
  read_header();
  const std::span<const std::byte> bytes = fetch(header_.stored_size);
  if (bytes.size() < header_.stored_size) damaged("a page ends behind its column");
  stored_ = bytes.first(header_.stored_size);
  begin_ += header_.stored_size;
  front_ = header_.kind == PageKind::data_v2 ? header_.level_bytes + header_.other_level_bytes : 0;
  is_compressed_ = codec_ != Codec::none && header_.is_compressed;
  if (!is_compressed_ && header_.size != header_.stored_size)
    damaged("a page has another size than in the file");
  return true;
}

std::span<const std::byte> PageReader::levels() const {
  return stored_.subspan(front_ - header_.level_bytes, header_.level_bytes);
}

void PageReader::decompress(std::span<std::byte> to) {
  // Some programs write nothing at all where there are no values.
  if (to.empty() && stored_.size() == front_) return;
  workspace_.decompressor->decompress(codec_, stored_.subspan(front_), to);
}

std::span<const std::byte> PageReader::data() {
  if (!is_compressed_) return stored_.subspan(front_);
  const std::span<std::byte> room = workspace_.page.room(data_size(), context_);
  decompress(room);
  return room;
}

void PageReader::data_into(std::span<std::byte> to) {
  if (is_compressed_) return decompress(to);
  std::copy_n(stored_.begin() + static_cast<std::ptrdiff_t>(front_), to.size(), to.begin());
}

}  // namespace pith::parquet
