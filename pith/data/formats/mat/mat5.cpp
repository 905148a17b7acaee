// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <utility>

#include "pith/base/error.h"
#include "pith/data/formats/mat/bytes.h"
#include "pith/data/formats/mat/variables.h"

namespace pith {
namespace {

constexpr std::uint64_t header_size = 128;
constexpr std::uint64_t tag_size = 8;
/// zlib compresses by a factor of at most this.
constexpr std::uint64_t max_compression = 1032;
constexpr std::size_t block_numbers = std::size_t{1} << 13U;

/// Types of data.
enum DataType : std::uint32_t {
  miUINT8 = 2,
  miINT32 = 5,
  miUINT32 = 6,
  miDOUBLE = 9,
  miMATRIX = 14,
  miCOMPRESSED = 15,
};

/// Classes of arrays.
enum ArrayClass : std::uint32_t {
  cell = 1,
  structure = 2,
  text = 4,
  sparse = 5,
  first_number = 6,
  last_number = 15,
  opaque = 17,
};

std::optional<NumberType> number_type(std::uint32_t type) {
  switch (type) {
    case 1:
      return NumberType::int8;
    case 2:
    case 16:  // UTF-8
      return NumberType::uint8;
    case 3:
      return NumberType::int16;
    case 4:
    case 17:  // UTF-16
      return NumberType::uint16;
    case 5:
      return NumberType::int32;
    case 6:
    case 18:  // UTF-32
      return NumberType::uint32;
    case 7:
      return NumberType::float32;
    case 9:
      return NumberType::float64;
    case 12:
      return NumberType::int64;
    case 13:
      return NumberType::uint64;
    default:
      return std::nullopt;
  }
}

std::string why_skipped(std::uint32_t kind) {
  switch (kind) {
    case cell:
      return "is a cell array";
    case structure:
      return "is a structure";
    case text:
      return "is text";
    default:
      return "is not an array of numbers";
  }
}

struct Tag {
  std::uint32_t type = 0;
  std::uint64_t size = 0;
  bool is_small = false;  ///< the data are in the tag
  std::array<std::byte, 4> data{};
};

/// The parts of an array, one after the other.
class Parts {
 public:
  Parts(MatBytes bytes, bool is_swapped, const std::string& file)
      : bytes_(std::move(bytes)), is_swapped_(is_swapped), file_(file) {}

  std::uint32_t number(const std::byte* bytes) const {
    std::uint32_t value = 0;
    std::memcpy(&value, bytes, sizeof(value));
    return is_swapped_ ? __builtin_bswap32(value) : value;
  }

  Tag tag() {
    std::array<std::byte, tag_size> raw{};
    bytes_.read(raw);
    const std::uint32_t first = number(raw.data());
    if (first >> 16U == 0) return {.type = first, .size = number(raw.data() + 4)};
    Tag tag{.type = first & 0xFFFFU, .size = first >> 16U, .is_small = true};
    std::copy_n(raw.begin() + 4, 4, tag.data.begin());
    return tag;
  }

  /// What follows is an array of `size` bytes.
  void begin(std::uint64_t size) { left_ = size; }
  std::uint64_t left() const { return left_; }
  MatBytes& bytes() { return bytes_; }

  /// The tag of the next part of the array, whose data are within it.
  Tag next() {
    if (left_ < tag_size) damaged_mat(file_);
    const Tag next = tag();
    left_ -= tag_size;
    if (next.is_small ? next.size > 4 : next.size > left_) damaged_mat(file_);
    return next;
  }

  /// Reads the next bytes of the data of a part, `at` bytes after their beginning.
  void read(const Tag& tag, std::uint64_t at, std::span<std::byte> buffer) {
    if (buffer.size() > tag.size || at > tag.size - buffer.size()) damaged_mat(file_);
    if (tag.is_small) {
      std::copy_n(tag.data.begin() + static_cast<std::ptrdiff_t>(at), buffer.size(),
                  buffer.begin());
      return;
    }
    bytes_.read(buffer);
    left_ -= buffer.size();
  }
  /// Goes to the next part, after `at` bytes of this one were read.
  void end(const Tag& tag, std::uint64_t at) {
    if (tag.is_small) return;
    const std::uint64_t padding = (8 - tag.size % 8) % 8;
    const std::uint64_t rest = std::min(left_, tag.size - at + padding);
    bytes_.skip(rest);
    left_ -= rest;
  }
  std::vector<std::byte> all(const Tag& tag, std::uint64_t most) {
    if (tag.size > most) damaged_mat(file_);
    std::vector<std::byte> data(static_cast<std::size_t>(tag.size));
    read(tag, 0, data);
    end(tag, tag.size);
    return data;
  }

 private:
  MatBytes bytes_;
  bool is_swapped_;
  const std::string& file_;
  std::uint64_t left_ = 0;
};

/// What comes before the values of an array.
struct Header {
  std::uint32_t kind = 0;
  bool is_complex = false;
  bool is_logical = false;
  std::vector<std::uint32_t> extents = {};
  std::uint64_t count = 1;  ///< the product of the extents
  std::string name = {};

  bool is_numeric() const {
    return kind == sparse || (kind >= first_number && kind <= last_number);
  }
};

class Mat5 final : public MatReader {
 public:
  Mat5(const Input& input, bool is_swapped, const Context& context)
      : input_(input), is_swapped_(is_swapped), context_(context) {}

  void list(MatList& found) override {
    const std::string& file = input_.name();
    std::uint64_t place = header_size;
    while (place + tag_size <= input_.size()) {
      context_.check_cancelled();
      Parts parts(MatBytes(input_, place), is_swapped_, file);
      const Tag tag = parts.tag();
      const std::uint64_t size = tag.is_small ? 0 : tag.size;
      if (size > input_.size() - place - tag_size) damaged_mat(file);
      if (tag.type == miMATRIX || tag.type == miCOMPRESSED) list_array(parts, tag, place, found);
      place += tag_size + size;
    }
  }

  void read(const MatVariable& variable, const MatrixView<double>& matrix) override {
    Parts parts(MatBytes(input_, variable.place), is_swapped_, input_.name());
    const std::optional<Header> header = open(parts, parts.tag());
    if (!header) damaged_mat(input_.name());
    if (header->kind == sparse) {
      read_sparse(parts, variable, header->is_logical, matrix);
    } else {
      read_full(parts, variable, matrix);
    }
    parts.bytes().finish(parts.left() + tag_size);
  }

 private:
  /// Goes to the values of an array; nothing: this is something else.
  std::optional<Header> open(Parts& parts, Tag tag) const {
    if (tag.type == miCOMPRESSED) {
      const std::uint64_t packed = tag.size;
      parts.bytes().inflate(packed);
      tag = parts.tag();
      if (tag.size / max_compression > packed) damaged_mat(input_.name());
    }
    if (tag.type != miMATRIX || tag.is_small || tag.size == 0) return std::nullopt;
    parts.begin(tag.size);
    return read_header(parts);
  }

  Header read_header(Parts& parts) const {
    constexpr std::uint64_t most_dimensions = 32;
    constexpr std::uint64_t longest_name = std::uint64_t{1} << 16U;
    const std::string& file = input_.name();
    const std::vector<std::byte> flags = parts.all(parts.next(), 8);
    if (flags.size() < 4) damaged_mat(file);
    const std::uint32_t word = parts.number(flags.data());
    Header header{.kind = word & 0xFFU,
                  .is_complex = (word & 0x800U) != 0,
                  .is_logical = (word & 0x200U) != 0};
    Tag tag = parts.next();
    if (header.kind != opaque || tag.type == miINT32) {
      const std::vector<std::byte> extents = parts.all(tag, 4 * most_dimensions);
      for (std::size_t i = 0; i + 4 <= extents.size(); i += 4) {
        const std::uint32_t extent = parts.number(extents.data() + i);
        const auto product = checked_product(header.count, extent);
        if (extent > static_cast<std::uint32_t>(std::numeric_limits<std::int32_t>::max()) ||
            !product)
          damaged_mat(file);
        header.extents.push_back(extent);
        header.count = *product;
      }
      tag = parts.next();
    }
    const std::vector<std::byte> name = parts.all(tag, longest_name);
    header.name.assign(reinterpret_cast<const char*>(name.data()), name.size());
    header.name.erase(std::min(header.name.find('\0'), header.name.size()));
    return header;
  }

  void list_array(Parts& parts, const Tag& tag, std::uint64_t place, MatList& found) const {
    const std::optional<Header> header = open(parts, tag);
    if (!header || header->name.empty()) return;  // workspaces of functions have no name
    if (header->kind == cell && header->count > parts.left() / tag_size) damaged_mat(input_.name());
    if (!header->is_numeric()) return found.skip(header->name, why_skipped(header->kind));
    if (header->kind != sparse && header->count > 0) (void)values_tag(parts, header->count);
    if (header->extents.size() != 2) {
      return found.skip(header->name, fmt::format("has {} dimensions", header->extents.size()));
    }
    found.add({.name = header->name,
               .rows = header->extents[0],
               .cols = header->extents[1],
               .is_complex = header->is_complex,
               .place = place});
  }

  /// The tag of so many values.
  Tag values_tag(Parts& parts, std::uint64_t count) const {
    const Tag tag = parts.next();
    check_values(tag, count);
    return tag;
  }
  void check_values(const Tag& tag, std::uint64_t count) const {
    const std::optional<NumberType> type = number_type(tag.type);
    if (!type || tag.size / size_of(*type) < count) damaged_mat(input_.name());
  }

  /// Calls `place(first, numbers)` for the values of a part, block by block.
  template <class Place>
  void read_values(Parts& parts, const MatVariable& variable, const Tag& tag, std::uint64_t count,
                   Place place) {
    const NumberType type = *number_type(tag.type);
    std::vector<std::byte> bytes(block_numbers * size_of(type));
    std::vector<double> numbers(block_numbers);
    for (std::uint64_t first = 0; first < count; first += block_numbers) {
      context_.check_cancelled();
      const auto size =
          static_cast<std::size_t>(std::min<std::uint64_t>(block_numbers, count - first));
      const std::span<std::byte> part(bytes.data(), size * size_of(type));
      parts.read(tag, first * size_of(type), part);
      if (!to_doubles(part, type, is_swapped_, std::span(numbers).first(size)))
        fail_inexact(input_, variable);
      place(first, std::span<const double>(numbers).first(size));
    }
  }

  void read_full(Parts& parts, const MatVariable& variable, const MatrixView<double>& matrix) {
    double* const out = matrix.data_handle();
    const std::uint64_t count = std::uint64_t{matrix.extent(0)} * matrix.extent(1);
    read_values(parts, variable, values_tag(parts, count), count,
                [&](std::uint64_t first, std::span<const double> numbers) {
                  std::copy(numbers.begin(), numbers.end(), out + first);
                });
  }

  /// Positions of a sparse array.
  struct Positions {
    Reservation held;
    std::vector<std::uint32_t> values;
  };
  Positions read_positions(Parts& parts, const MatVariable& variable) const {
    const Tag tag = parts.next();
    if (tag.type != miINT32 && tag.type != miUINT32)
      fail_mat(input_, variable, "the array is damaged: its positions are not integers");
    Positions positions{
        .held = context_.reserve(tag.size + sizeof(std::uint32_t),
                                 source_of(input_, variable) + ": the positions of a sparse array"),
        .values = {}};
    positions.values.resize(static_cast<std::size_t>(tag.size / sizeof(std::uint32_t)));
    const std::span<std::byte> bytes = std::as_writable_bytes(std::span(positions.values));
    parts.read(tag, 0, bytes);
    parts.end(tag, bytes.size());
    if (is_swapped_) {
      for (std::uint32_t& value : positions.values)
        value = __builtin_bswap32(value);
    }
    return positions;
  }

  void read_sparse(Parts& parts, const MatVariable& variable, bool is_logical,
                   const MatrixView<double>& matrix) {
    const Positions rows = read_positions(parts, variable);
    const Positions starts = read_positions(parts, variable);
    const std::size_t cols = matrix.extent(1);
    if (starts.values.size() <= cols) fail_mat(input_, variable, "the array is damaged");
    for (std::size_t col = 0; col < cols; ++col) {
      if (starts.values[col] > starts.values[col + 1] ||
          starts.values[col + 1] > rows.values.size())
        fail_mat(input_, variable, "the array is damaged: a position is outside the matrix");
    }
    const std::uint32_t count = starts.values[cols];
    if (count == 0) return;
    std::size_t col = 0;
    Tag tag = parts.next();
    // MATLAB writes sparse logicals as bytes, and calls them doubles.
    if (is_logical && tag.type == miDOUBLE && tag.size / sizeof(double) < count) tag.type = miUINT8;
    check_values(tag, count);
    read_values(
        parts, variable, tag, count, [&](std::uint64_t first, std::span<const double> numbers) {
          for (std::size_t i = 0; i < numbers.size(); ++i) {
            const std::uint64_t at = first + i;
            while (at >= starts.values[col + 1])
              ++col;
            const std::uint32_t row = rows.values[static_cast<std::size_t>(at)];
            if (at < starts.values[0]) continue;
            if (row >= matrix.extent(0))
              fail_mat(input_, variable, "the array is damaged: a position is outside the matrix");
            matrix(row, col) += numbers[i];
          }
        });
  }

  const Input& input_;
  bool is_swapped_;
  const Context& context_;
};

}  // namespace

std::unique_ptr<MatReader> open_mat5(const Input& input, bool is_swapped, const Context& context) {
  return std::make_unique<Mat5>(input, is_swapped, context);
}

}  // namespace pith
