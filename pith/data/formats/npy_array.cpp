// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/npy_array.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <type_traits>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/work.h"
#include "pith/data/boolean.h"
#include "pith/data/column_memory.h"
#include "pith/data/text_column.h"

namespace pith {
namespace {

constexpr std::size_t longest_header = 1U << 16U;
constexpr std::size_t block_elements = 1U << 16U;

[[noreturn]] void fail(const std::string& source, const std::string& what) {
  throw Error(ErrorKind::bad_data, source + ": " + what);
}

/// A cursor over the Python dictionary of the header.
class HeaderParser {
 public:
  HeaderParser(std::string_view text, const std::string& source) : text_(text), source_(source) {}

  NpyHeader parse() {
    expect('{');
    while (!accept('}')) {
      parse_entry();
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    skip_space();
    if (place_ != text_.size()) reject();
    if (seen_ != all_keys) fail(source_, "the NPY header lacks descr, fortran_order or shape");
    return header_;
  }

 private:
  static constexpr unsigned all_keys = 7;

  [[noreturn]] void reject() const {
    std::string_view rest = text_.substr(std::min(place_, text_.size()), 20);
    rest = rest.substr(0, rest.find_last_not_of(" \n") + 1);
    fail(source_, fmt::format("the NPY header is damaged at {}", quoted(rest)));
  }
  void skip_space() {
    while (place_ < text_.size() && (text_[place_] == ' ' || text_[place_] == '\n'))
      ++place_;
  }
  bool accept(char letter) {
    skip_space();
    if (place_ == text_.size() || text_[place_] != letter) return false;
    ++place_;
    return true;
  }
  void expect(char letter) {
    if (!accept(letter)) reject();
  }
  bool accept_word(std::string_view word) {
    skip_space();
    if (text_.substr(place_, word.size()) != word) return false;
    place_ += word.size();
    return true;
  }
  std::string_view parse_string() {
    skip_space();
    if (place_ == text_.size() || (text_[place_] != '\'' && text_[place_] != '"')) reject();
    const std::size_t end = text_.find(text_[place_], place_ + 1);
    if (end == std::string_view::npos) reject();
    const std::string_view content = text_.substr(place_ + 1, end - place_ - 1);
    place_ = end + 1;
    return content;
  }
  std::uint64_t parse_extent() {
    skip_space();
    std::uint64_t value = 0;
    const std::size_t first = place_;
    while (place_ < text_.size() && text_[place_] >= '0' && text_[place_] <= '9') {
      const auto digit = static_cast<std::uint64_t>(text_[place_] - '0');
      if (__builtin_mul_overflow(value, 10U, &value) ||
          __builtin_add_overflow(value, digit, &value)) {
        fail(source_, "the shape in the NPY header is too large");
      }
      ++place_;
    }
    if (place_ == first) reject();
    if (place_ < text_.size() && text_[place_] == 'L') ++place_;  // written by Python 2
    return value;
  }

  void mark(unsigned key) {
    if ((seen_ & key) != 0) fail(source_, "the NPY header has the same key twice");
    seen_ |= key;
  }
  void parse_entry() {
    const std::string_view key = parse_string();
    expect(':');
    if (key == "descr") {
      mark(1);
      parse_type();
    } else if (key == "fortran_order") {
      mark(2);
      header_.is_fortran_order = accept_word("True");
      if (!header_.is_fortran_order && !accept_word("False")) reject();
    } else if (key == "shape") {
      mark(4);
      expect('(');
      while (!accept(')')) {
        header_.extents.push_back(parse_extent());
        if (!accept(',')) {
          expect(')');
          break;
        }
      }
    } else {
      fail(source_, fmt::format("the NPY header has an unknown key {}", quoted(key)));
    }
  }
  void parse_type();

  std::string_view text_;
  const std::string& source_;
  std::size_t place_ = 0;
  unsigned seen_ = 0;
  NpyHeader header_;
};

bool is_known_type(char kind, std::uint64_t size) {
  switch (kind) {
    case 'b':
      return size == 1;
    case 'i':
    case 'u':
      return size == 1 || size == 2 || size == 4 || size == 8;
    case 'f':
      return size == 2 || size == 4 || size == 8;
    case 'S':
      return size > 0;
    case 'U':
      return size > 0 && size % 4 == 0;
    default:
      return false;
  }
}

void HeaderParser::parse_type() {
  skip_space();
  if (place_ < text_.size() && text_[place_] == '[') {
    fail(source_, "structured types are not supported; save a plain array of numbers");
  }
  const std::string_view type = parse_string();
  constexpr std::string_view orders = "<>|=";
  bool is_known =
      type.size() >= 3 && type.size() <= 10 && orders.find(type[0]) != std::string_view::npos;
  if (is_known) {
    header_.kind = type[1];
    header_.is_big_endian = type[0] == '>';
    for (const char digit : type.substr(2)) {
      is_known = is_known && digit >= '0' && digit <= '9';
      header_.item_size = header_.item_size * 10 + static_cast<std::uint64_t>(digit - '0');
    }
    if (header_.kind == 'U') header_.item_size *= 4;
  }
  if (!is_known || !is_known_type(header_.kind, header_.item_size)) {
    const bool is_object = type.find('O') != std::string_view::npos;
    fail(source_, fmt::format("elements of type {} cannot be read{}; save numbers, such as float64",
                              quoted(type), is_object ? " (they are Python objects)" : ""));
  }
}

template <class T>
T element(const char* bytes, bool is_swapped) {
  std::array<char, sizeof(T)> copy{};
  std::memcpy(copy.data(), bytes, sizeof(T));
  if (is_swapped) std::reverse(copy.begin(), copy.end());
  return std::bit_cast<T>(copy);
}

double half_to_double(std::uint16_t bits) {
  const double sign = (bits & 0x8000U) != 0 ? -1.0 : 1.0;
  const int exponent = (bits >> 10U) & 0x1FU;
  const double fraction = bits & 0x3FFU;
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  if (exponent == 31) return fraction == 0 ? sign * HUGE_VAL : std::nan("");
  return sign * std::ldexp(fraction + 1024.0, exponent - 25);
}

/// Elements of one type as doubles.
class Decoder {
 public:
  Decoder(const NpyHeader& header, const std::string& source) : header_(header), source_(source) {}

  void decode(std::span<const char> bytes, std::span<double> values) const {
    switch (header_.kind) {
      case 'b':
        return convert<std::uint8_t>(bytes, values,
                                     [](std::uint8_t x) { return x == 0 ? 0. : 1.; });
      case 'i':
        return decode_integers<std::int8_t, std::int16_t, std::int32_t, std::int64_t>(bytes,
                                                                                      values);
      case 'u':
        return decode_integers<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>(bytes,
                                                                                          values);
      default:
        break;
    }
    if (header_.item_size == 2) return convert<std::uint16_t>(bytes, values, half_to_double);
    if (header_.item_size == 4) {
      return convert<float>(bytes, values, [](float x) { return static_cast<double>(x); });
    }
    if (header_.is_big_endian == (std::endian::native == std::endian::big)) {
      std::memcpy(values.data(), bytes.data(), values.size_bytes());
      return;
    }
    convert<double>(bytes, values, [](double x) { return x; });
  }

 private:
  template <class T, class Convert>
  void convert(std::span<const char> bytes, std::span<double> values, Convert to_double) const {
    const bool is_swapped = header_.is_big_endian == (std::endian::native == std::endian::little);
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = to_double(element<T>(bytes.data() + i * sizeof(T), is_swapped));
    }
  }
  template <class I1, class I2, class I4, class I8>
  void decode_integers(std::span<const char> bytes, std::span<double> values) const {
    const auto plain = [](auto x) { return static_cast<double>(x); };
    if (header_.item_size == 1) return convert<I1>(bytes, values, plain);
    if (header_.item_size == 2) return convert<I2>(bytes, values, plain);
    if (header_.item_size == 4) return convert<I4>(bytes, values, plain);
    convert<I8>(bytes, values, [this](I8 x) { return exact(x); });
  }
  template <class T>
  double exact(T integer) const {
    const std::optional<double> value = exact_double(integer);
    if (value) return *value;
    fail(source_, fmt::format("integer {} does not fit exactly in a double; save the array as "
                              "float64 or, for classes, as text",
                              integer));
  }

  const NpyHeader& header_;
  const std::string& source_;
};

[[noreturn]] void fail_length(const std::string& source, const NpyHeader& header, bool is_short) {
  fail(source, fmt::format("the file has {} than the {} bytes that its NPY header declares",
                           is_short ? "fewer" : "more", header.data_bytes()));
}

void read_exactly(const ReadBytes& read, std::span<char> buffer, const NpyHeader& header,
                  const std::string& source) {
  if (read(buffer) != buffer.size()) fail_length(source, header, true);
}

void check_end(const ReadBytes& read, const NpyHeader& header, const std::string& source) {
  char extra = 0;
  if (read({&extra, 1}) != 0) fail_length(source, header, false);
}

/// Copies `values`, the elements from `first` on in the order of the file, into the matrix.
void place(std::span<const double> values, std::size_t first, bool is_fortran_order,
           const MatrixView<double>& matrix) {
  const std::size_t cols = matrix.extent(1);
  if (is_fortran_order || cols == 1) {
    std::copy(values.begin(), values.end(), matrix.data_handle() + first);
    return;
  }
  if (first % cols == 0 && values.size() % cols == 0) {
    // Complete rows are copied column by column, since the matrix is column-major.
    const std::size_t rows = values.size() / cols;
    for (std::size_t col = 0; col < cols; ++col) {
      for (std::size_t row = 0; row < rows; ++row) {
        matrix(first / cols + row, col) = values[row * cols + col];
      }
    }
    return;
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    matrix((first + i) / cols, (first + i) % cols) = values[i];
  }
}

std::vector<Column> read_numbers(const ReadBytes& read, const NpyHeader& header,
                                 const std::string& source, const Context& context) {
  Dense dense(source, header.rows(), header.cols(), context);
  const std::size_t cols = header.cols();
  const std::size_t total = header.rows() * cols;
  const std::size_t block = cols <= block_elements ? block_elements / cols * cols : block_elements;
  std::vector<char> bytes(std::min(block, total) * header.item_size);
  std::vector<double> values(std::min(block, total));
  const Decoder decoder(header, source);
  Work work(context, "read", total);
  for (std::size_t first = 0; first < total; first += block) {
    context.check_cancelled();
    const std::size_t count = std::min(block, total - first);
    const std::span<char> part(bytes.data(), count * header.item_size);
    read_exactly(read, part, header, source);
    decoder.decode(part, {values.data(), count});
    place({values.data(), count}, first, header.is_fortran_order, dense.view());
    work.add(count);
  }
  check_end(read, header, source);
  return dense.columns(feature_names(cols));
}

void append_utf8(std::string& text, std::uint32_t point, const std::string& source) {
  const auto add = [&text](std::uint32_t byte) { text += static_cast<char>(byte); };
  if (point > 0x10FFFF || (point >= 0xD800 && point < 0xE000)) {
    fail(source, fmt::format("U+{:X} is not a valid character", point));
  }
  if (point < 0x80) return add(point);
  if (point < 0x800) {
    add(0xC0U | (point >> 6U));
  } else {
    if (point < 0x10000) {
      add(0xE0U | (point >> 12U));
    } else {
      add(0xF0U | (point >> 18U));
      add(0x80U | ((point >> 12U) & 0x3FU));
    }
    add(0x80U | ((point >> 6U) & 0x3FU));
  }
  add(0x80U | (point & 0x3FU));
}

/// One element of type S or U, without the zeros that pad it.
void decode_text(std::span<const char> bytes, const NpyHeader& header, const std::string& source,
                 std::string& text) {
  text.clear();
  if (header.kind == 'S') {
    text.assign(bytes.begin(), bytes.end());
  } else {
    const bool is_swapped = header.is_big_endian == (std::endian::native == std::endian::little);
    for (std::size_t i = 0; i < bytes.size(); i += 4) {
      append_utf8(text, element<std::uint32_t>(bytes.data() + i, is_swapped), source);
    }
  }
  text.erase(text.find_last_not_of('\0') + 1);
}

Column read_text(const ReadBytes& read, const NpyHeader& header, const std::string& source,
                 const Context& context) {
  if (header.cols() != 1) {
    fail(source, fmt::format("an array of text with {} columns cannot be read; save numbers, or "
                             "one-dimensional text",
                             header.cols()));
  }
  if (header.rows() == 0) fail(source, "there are no rows");
  // A text is in memory as it was read, and decoded with some room to spare.
  const std::string what = source + ": reading the texts";
  const auto text_bytes = checked_product(header.item_size, 4);
  const Reservation buffers = reserve_table(text_bytes, what, context);
  TextColumn column(context, what);
  column.reserve(header.rows());
  std::vector<char> bytes(header.item_size);
  std::string text;
  for (std::uint64_t row = 0; row < header.rows(); ++row) {
    if (row % block_elements == 0) context.check_cancelled();
    read_exactly(read, bytes, header, source);
    decode_text(bytes, header, source, text);
    if (text.empty()) {
      column.add_missing();
    } else {
      column.add(text);
    }
  }
  check_end(read, header, source);
  return column.finish();
}

}  // namespace

std::uint64_t NpyHeader::data_bytes() const {
  std::uint64_t bytes = item_size;
  for (const std::uint64_t extent : extents)
    bytes *= extent;
  return bytes;
}

NpyHeader parse_npy_header(std::string_view text, const std::string& source) {
  NpyHeader header = HeaderParser(text, source).parse();
  std::uint64_t bytes = header.item_size;
  for (const std::uint64_t extent : header.extents) {
    const auto product = checked_product(bytes, extent);
    if (!product) fail(source, "the shape in the NPY header is too large");
    bytes = *product;
  }
  return header;
}

NpyHeader read_npy_header(const ReadBytes& read, const std::string& source) {
  constexpr std::string_view magic = "\x93NUMPY";
  std::array<char, 12> start{};
  const std::size_t got = read({start.data(), 10});
  if (std::string_view(start.data(), magic.size()) != magic || got < 10) {
    fail(source, "this is not an NPY array: the magic bytes are missing");
  }
  const auto byte = [&start](std::size_t i) {
    return static_cast<std::size_t>(static_cast<unsigned char>(start[i]));
  };
  const std::size_t version = byte(6);
  if (version < 1 || version > 3 || byte(7) != 0) {
    fail(source,
         fmt::format("NPY version {}.{} is not supported; 1.0, 2.0 and 3.0 are", version, byte(7)));
  }
  std::size_t length = byte(8) | byte(9) << 8U;
  if (version > 1) {
    if (read({start.data() + 10, 2}) != 2) fail(source, "the NPY header is truncated");
    length |= byte(10) << 16U | byte(11) << 24U;
  }
  if (length > longest_header) {
    fail(source, fmt::format("the NPY header has {} bytes; at most {} can be read", length,
                             longest_header));
  }
  std::string text(length, '\0');
  if (read(text) != length) fail(source, "the NPY header is truncated");
  NpyHeader header = parse_npy_header(text, source);
  header.header_bytes = length + (version > 1 ? 12 : 10);
  return header;
}

void decode_npy_numbers(const NpyHeader& header, const std::string& source,
                        std::span<const char> bytes, std::span<double> values) {
  Decoder(header, source).decode(bytes, values);
}

void check_npy_dimensions(const NpyHeader& header, const std::string& source) {
  if (!header.extents.empty() && header.extents.size() <= 2) return;
  fail(source,
       fmt::format("the array has {} dimensions; one or two can be read", header.extents.size()));
}

std::vector<Column> read_npy_columns(const ReadBytes& read, const NpyHeader& header,
                                     const std::string& source, const Context& context) {
  check_npy_dimensions(header, source);
  if (header.is_text()) return {read_text(read, header, source, context)};
  if (header.kind != 'b') return read_numbers(read, header, source, context);
  const auto held = std::make_shared<const Reservation>(
      reserve_table(checked_product(header.cols(), header.rows() + 2 * bytes_per_made_column),
                    source + ": the columns of truths", context));
  std::vector<Column> columns = read_numbers(read, header, source, context);
  for (Column& column : columns) {
    const Numbers numbers = column.numbers();
    std::vector<std::uint8_t> truths(numbers.size());
    std::transform(numbers.begin(), numbers.end(), truths.begin(),
                   [](double number) { return number != 0 ? std::uint8_t{1} : std::uint8_t{0}; });
    column = boolean_column(std::move(truths)).holding(held);
  }
  return columns;
}

}  // namespace pith
