// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "pith/base/context.h"
#include "pith/data/formats/codec.h"
#include "pith/data/formats/parquet/metadata.h"
#include "pith/data/formats/parquet/validity.h"
#include "pith/data/input.h"

namespace pith::parquet {

/// How the values of a page are written; the numbers are those of the format.
enum class Encoding : std::uint8_t {
  plain = 0,
  plain_dictionary = 2,
  hybrid = 3,
  bit_packed = 4,
  delta = 5,
  delta_length = 6,
  delta_prefix = 7,
  dictionary = 8,
  byte_stream_split = 9,
  other = 255,
};

enum class PageKind : std::uint8_t {
  data = 0,
  index = 1,
  dictionary = 2,
  data_v2 = 3,
  other = 255
};

struct PageHeader {
  PageKind kind = PageKind::other;
  std::size_t size = 0;         ///< of the page
  std::size_t stored_size = 0;  ///< in the file
  std::size_t values = 0;       ///< nulls included
  Encoding encoding = Encoding::other;
  Encoding levels = Encoding::hybrid;  ///< of data: how the levels of definition are written
  std::size_t level_bytes = 0;         ///< of data_v2: of the levels of definition
  std::size_t other_level_bytes = 0;   ///< and of those of repetition, which come first
  bool is_compressed = true;
};

/// The header at the front of the bytes, and its own size in `size`. Throws Fault.
PageHeader read_page_header(std::span<const std::byte> bytes, std::size_t& size);

/// Memory that is used again and again; it is held in the ledger.
class Buffer {
 public:
  /// Room for so many bytes. What was in it is lost unless it is to be kept.
  std::span<std::byte> room(std::size_t bytes, const Context& context, std::size_t kept = 0);
  std::span<std::byte> bytes() { return {memory_.get(), capacity_}; }

 private:
  std::unique_ptr<std::byte[]> memory_;
  std::size_t capacity_ = 0;
  Reservation held_;
};

/// Bytes of a file that are in memory. They may reach into the columns that follow, which are read
/// next.
struct Window {
  Buffer buffer;
  const Input* input = nullptr;  ///< none: it is empty
  std::uint64_t offset = 0;      ///< of its first byte
  std::size_t size = 0;
  std::uint64_t ahead = 0;  ///< up to this offset, what follows a column is read with it
};

/// What one thread needs to read columns, reused from column to column.
struct Workspace {
  Window window;
  Buffer page;        ///< a page after decompression
  Buffer dictionary;  ///< the dictionary of a chunk
  Buffer converted;   ///< the same as numbers of the column
  Buffer stored;      ///< values that are to be converted
  Validity validity;  ///< of a page
  Reservation validity_held;
  std::optional<Decompressor> decompressor;
  const Input* input = nullptr;  ///< that the decompressor belongs to
};

/// The pages of a column in a row group, read one after the other.
class PageReader {
 public:
  /// Throws Fault for codecs that cannot be read. Everything must outlive it.
  PageReader(const Input& input, const Chunk& chunk, Workspace& workspace, const Context& context);

  /// The next page; false at the end of the chunk. Throws Fault.
  bool next();
  const PageHeader& header() const { return header_; }

  /// The levels of the page, where they are before what is compressed.
  std::span<const std::byte> levels() const;
  /// How large the rest of the page is.
  std::size_t data_size() const { return header_.size - front_; }
  /// The rest of the page, until next() is called.
  std::span<const std::byte> data();
  /// The same in other memory, of this size.
  void data_into(std::span<std::byte> to);

 private:
  void read_header();
  std::span<const std::byte> fetch(std::size_t bytes);
  void decompress(std::span<std::byte> to);

  const Input& input_;
  Workspace& workspace_;
  const Context& context_;
  Codec codec_ = Codec::none;
  std::uint64_t offset_;   ///< of what is not in the window
  std::uint64_t left_;     ///< bytes of the chunk that are not in the window
  std::size_t begin_ = 0;  ///< of what was not used yet, in the window
  std::size_t end_ = 0;
  PageHeader header_;
  std::span<const std::byte> stored_;
  std::size_t front_ = 0;  ///< bytes of levels that are not compressed
  bool is_compressed_ = false;
};

}  // namespace pith::parquet
