// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/mat_sizes.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "pith/base/error.h"
#include "pith/data/dense.h"

namespace pith {
namespace {

constexpr std::uint64_t bytes_per_variable = 640;  // what libmatio and the reader keep of each
constexpr std::uint64_t tag_size = 8;
constexpr std::size_t header_size = 128;

/// Types of data.
constexpr std::uint32_t matrix_type = 14;
constexpr std::uint32_t compressed_type = 15;

[[noreturn]] void fail(const std::string& name) {
  throw Error(
      ErrorKind::bad_data,
      name + ": the MATLAB file is damaged: a part is larger than the bytes that are there");
}

/// The size of an element of a type of data; 0: not known.
std::uint64_t element_size(std::uint32_t type) {
  constexpr std::array<std::uint64_t, 19> sizes = {0, 1, 1, 2, 2, 4, 4, 4, 0, 8,
                                                   0, 0, 8, 8, 0, 0, 1, 2, 4};
  return type < sizes.size() ? sizes[type] : 0;
}

/// Bytes that come one after the other; both functions throw where there are too few.
struct Bytes {
  std::function<void(std::span<char>)> read;
  std::function<void(std::uint64_t)> skip;
};

/// The file on the disk.
class File {
 public:
  File(const std::string& path, std::uint64_t size) : name_(path), left_(size) {
    stream_.open(path, std::ios::binary);
  }

  std::uint64_t left() const { return left_; }
  std::size_t read_some(std::span<char> buffer) {
    const std::size_t wanted = std::min<std::uint64_t>(buffer.size(), left_);
    stream_.read(buffer.data(), static_cast<std::streamsize>(wanted));
    if (static_cast<std::size_t>(stream_.gcount()) != wanted) fail(name_);
    left_ -= wanted;
    return wanted;
  }
  void read(std::span<char> buffer) {
    if (buffer.size() > left_) fail(name_);
    (void)read_some(buffer);
  }
  void skip(std::uint64_t bytes) {
    if (bytes > left_) fail(name_);
    stream_.seekg(static_cast<std::streamoff>(bytes), std::ios::cur);
    left_ -= bytes;
  }
  Bytes bytes() {
    return {.read = [this](std::span<char> buffer) { read(buffer); },
            .skip = [this](std::uint64_t count) { skip(count); }};
  }

 private:
  std::string name_;
  std::ifstream stream_;
  std::uint64_t left_;
};

/// A compressed part of a file. What is left of it is skipped in the end.
class Inflated {
 public:
  Inflated(File& file, std::uint64_t packed, const std::string& name)
      : file_(file), name_(name), packed_(packed) {
    if (inflateInit(&zlib_) != Z_OK)
      throw Error(ErrorKind::resources, name + ": not enough memory to decompress it");
  }
  Inflated(const Inflated&) = delete;
  Inflated& operator=(const Inflated&) = delete;
  ~Inflated() { inflateEnd(&zlib_); }

  void finish() { file_.skip(packed_); }
  Bytes bytes() {
    return {.read = [this](std::span<char> buffer) { read(buffer); },
            .skip = [this](std::uint64_t count) { skip(count); }};
  }

 private:
  void read(std::span<char> buffer) {
    zlib_.next_out = reinterpret_cast<Bytef*>(buffer.data());
    zlib_.avail_out = static_cast<uInt>(buffer.size());
    while (zlib_.avail_out > 0) {
      if (zlib_.avail_in == 0) {
        const std::span<char> part(chunk_.data(), std::min<std::uint64_t>(chunk_.size(), packed_));
        zlib_.avail_in = static_cast<uInt>(file_.read_some(part));
        zlib_.next_in = reinterpret_cast<Bytef*>(chunk_.data());
        packed_ -= zlib_.avail_in;
      }
      const bool is_empty = zlib_.avail_in == 0;
      const uInt before = zlib_.avail_out;
      const int status = inflate(&zlib_, Z_NO_FLUSH);
      const bool is_stuck = is_empty && zlib_.avail_out == before;
      if (is_stuck || (status != Z_OK && status != Z_BUF_ERROR && status != Z_STREAM_END))
        fail(name_);
      if (status == Z_STREAM_END && zlib_.avail_out > 0) fail(name_);
    }
  }
  void skip(std::uint64_t count) {
    std::vector<char> waste(std::min<std::uint64_t>(count, std::uint64_t{1} << 16U));
    for (; count > 0; count -= std::min<std::uint64_t>(count, waste.size()))
      read(std::span(waste).first(std::min<std::uint64_t>(count, waste.size())));
  }

  File& file_;
  const std::string& name_;
  std::uint64_t packed_;
  z_stream zlib_{};
  std::array<char, 1U << 14U> chunk_{};
};

/// Goes through the parts of a file of version 5.
class Walk {
 public:
  Walk(const std::string& name, bool is_swapped, const Context& context)
      : name_(name), is_swapped_(is_swapped), context_(context) {}

  Reservation held() { return std::move(held_); }

  void elements(File& file) {
    while (file.left() >= tag_size) {
      const Tag tag = next_tag(file.bytes());
      if (tag.size > file.left()) fail(name_);
      reserve(1);
      if (tag.type == compressed_type) {
        // zlib compresses by a factor of at most 1032.
        constexpr std::uint64_t most = 1032;
        Inflated inflated(file, tag.size, name_);
        const Bytes bytes = inflated.bytes();
        const Tag inner = next_tag(bytes);
        if (inner.size / most > tag.size) fail(name_);
        if (inner.type == matrix_type) matrix(bytes, inner.size, {});
        inflated.finish();
      } else if (tag.type == matrix_type) {
        matrix(file.bytes(), tag.size, {.is_skipped = true});
      } else {
        file.skip(tag.size);
      }
    }
  }

 private:
  struct Tag {
    std::uint32_t type = 0;
    std::uint64_t size = 0;
    bool is_small = false;  ///< the data are in the tag
    std::array<char, 4> data{};
  };
  struct How {
    std::size_t depth = 0;
    bool is_skipped = false;  ///< the rest is skipped, so that what follows can be read
  };
  /// What is left of a matrix.
  struct Part {
    const Bytes& bytes;
    std::uint64_t left;
  };
  enum ArrayClass : std::uint32_t { cell = 1, structure = 2, object = 3, text = 4, sparse = 5 };

  std::uint32_t number(const char* bytes) const {
    std::array<char, 4> copy{};
    std::memcpy(copy.data(), bytes, copy.size());
    if (is_swapped_) std::reverse(copy.begin(), copy.end());
    std::uint32_t value = 0;
    std::memcpy(&value, copy.data(), copy.size());
    return value;
  }

  Tag next_tag(const Bytes& bytes) const {
    std::array<char, tag_size> raw{};
    bytes.read(raw);
    const std::uint32_t first = number(raw.data());
    if (first >> 16U != 0) {
      Tag tag{.type = first & 0xFFFFU, .size = first >> 16U, .is_small = true};
      std::copy_n(raw.begin() + 4, 4, tag.data.begin());
      return tag;
    }
    return {.type = first, .size = number(raw.data() + 4)};
  }

  /// The tag of the next part of a matrix, whose data are there.
  Tag next_part(Part& part) const {
    if (part.left < tag_size) fail(name_);
    const Tag tag = next_tag(part.bytes);
    part.left -= tag_size;
    if (tag.is_small ? tag.size > 4 : tag.size > part.left) fail(name_);
    return tag;
  }
  void skip_data(Part& part, const Tag& tag) const {
    if (tag.is_small) return;
    const std::uint64_t padded = std::min(part.left, (tag.size + 7) / 8 * 8);
    part.bytes.skip(padded);
    part.left -= padded;
  }
  std::vector<char> data_of(Part& part, const Tag& tag, std::uint64_t most) const {
    if (tag.size > most) fail(name_);
    std::vector<char> data(tag.size);
    if (tag.is_small) {
      std::copy_n(tag.data.begin(), data.size(), data.begin());
      return data;
    }
    part.bytes.read(data);
    part.left -= tag.size;
    const std::uint64_t padding = std::min(part.left, (8 - tag.size % 8) % 8);
    part.bytes.skip(padding);
    part.left -= padding;
    return data;
  }

  void reserve(std::uint64_t variables) {
    const auto more = checked_product(variables, bytes_per_variable);
    if (!more) fail(name_);
    variable_bytes_ += *more;
    context_.grow(held_, variable_bytes_, name_ + ": reading the list of variables");
  }

  void matrix(const Bytes& bytes, std::uint64_t size, const How& how) {
    constexpr std::size_t deepest = 64;
    constexpr std::uint64_t most_dimensions = 32;
    constexpr std::uint64_t longest_name = std::uint64_t{1} << 16U;
    Part part{bytes, size};
    if (size == 0) return;  // an empty cell
    if (how.depth > deepest) fail(name_);
    const std::vector<char> flags = data_of(part, next_part(part), 8);
    if (flags.size() < 4) fail(name_);
    const std::uint32_t kind = number(flags.data()) & 0xFFU;
    const std::vector<char> extents = data_of(part, next_part(part), 4 * most_dimensions);
    std::uint64_t count = 1;
    for (std::size_t i = 0; i + 4 <= extents.size(); i += 4) {
      const std::uint32_t extent = number(extents.data() + i);
      const auto product = checked_product(count, extent);
      if (extent > static_cast<std::uint32_t>(std::numeric_limits<std::int32_t>::max()) || !product)
        fail(name_);
      count = *product;
    }
    (void)data_of(part, next_part(part), longest_name);
    if (kind == cell) {
      members(part, count, how);
    } else if (kind == structure || kind == object) {
      fields(part, kind, count, how);
    } else if (kind == sparse) {
      while (part.left >= tag_size)
        skip_data(part, next_part(part));
    } else if (kind > sparse || kind == text) {
      numbers(part, kind == text ? 0 : count);
    }
    if (how.is_skipped) bytes.skip(part.left);
  }

  /// Only the tag is looked at: what follows may have to be decompressed.
  void numbers(Part& part, std::uint64_t count) const {
    if (count == 0) return;
    const Tag tag = next_part(part);
    const std::uint64_t size = element_size(tag.type);
    if (size == 0 || tag.size / size < count) fail(name_);
  }

  void members(Part& part, std::uint64_t count, const How& how) {
    if (count > part.left / tag_size) fail(name_);
    reserve(count);
    for (std::uint64_t i = 0; i < count; ++i) {
      const Tag tag = next_part(part);
      if (tag.type != matrix_type || tag.is_small) fail(name_);
      part.left -= tag.size;
      matrix(part.bytes, tag.size, {.depth = how.depth + 1, .is_skipped = true});
    }
  }

  void fields(Part& part, std::uint32_t kind, std::uint64_t count, const How& how) {
    constexpr std::uint64_t longest_list = std::uint64_t{1} << 22U;
    if (kind == object) skip_data(part, next_part(part));
    const std::vector<char> length = data_of(part, next_part(part), 4);
    if (length.size() < 4) fail(name_);
    const std::uint32_t letters = number(length.data());
    const std::vector<char> names = data_of(part, next_part(part), longest_list);
    if (letters == 0 && !names.empty()) fail(name_);
    const std::uint64_t list = letters == 0 ? 0 : names.size() / letters;
    const auto all = checked_product(list, count);
    if (!all) fail(name_);
    reserve(list);
    members(part, *all, how);
  }

  const std::string& name_;
  bool is_swapped_;
  const Context& context_;
  Reservation held_;
  std::uint64_t variable_bytes_ = 0;
};

/// Goes through the variables of a file of version 4.
Reservation walk_version_4(File& file, const std::string& name, const Context& context) {
  constexpr std::uint32_t largest_code = 4052;
  constexpr std::uint64_t longest_name = std::uint64_t{1} << 16U;
  constexpr std::array<std::uint64_t, 6> sizes = {8, 4, 4, 2, 2, 1};
  Reservation held;
  std::uint64_t bytes = 0;
  while (file.left() >= 20) {
    std::array<char, 20> raw{};
    file.read(raw);
    std::array<std::uint32_t, 5> fields{};
    std::memcpy(fields.data(), raw.data(), raw.size());
    if (fields[0] > largest_code) {
      for (std::uint32_t& field : fields)
        field = __builtin_bswap32(field);
    }
    const auto [code, rows, cols, has_imaginary, letters] = fields;
    const std::uint32_t precision = code / 10 % 10;
    if (code > largest_code && bytes == 0) return held;  // another format, which libmatio rejects
    if (code > largest_code || precision >= sizes.size() || letters > longest_name) fail(name);
    const auto count = checked_product(rows, cols);
    const auto size = count ? checked_product(*count, sizes[precision]) : std::nullopt;
    if (!size || *size > file.left()) fail(name);
    bytes += bytes_per_variable;
    context.grow(held, bytes, name + ": reading the list of variables");
    file.skip(letters);
    file.skip(*size);
    if (has_imaginary != 0) file.skip(*size);
  }
  return held;
}

}  // namespace

Reservation check_mat_sizes(const Input& input, const Context& context) {
  File file(input.name(), input.size());
  std::array<char, header_size> header{};
  if (input.size() >= header_size) {
    file.read(header);
    const std::string_view order(header.data() + 126, 2);
    if (order == "IM" || order == "MI") {
      const bool is_swapped = order == "MI";
      const auto version = static_cast<unsigned char>(header[is_swapped ? 124 : 125]);
      if (version != 1) return {};  // HDF5
      Walk walk(input.name(), is_swapped, context);
      walk.elements(file);
      return walk.held();
    }
  }
  File again(input.name(), input.size());
  return walk_version_4(again, input.name(), context);
}

}  // namespace pith
