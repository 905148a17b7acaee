// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "pith/base/error.h"
#include "pith/data/formats/mat/bytes.h"
#include "pith/data/formats/mat/variables.h"

namespace pith {
namespace {

constexpr std::uint64_t header_size = 20;
constexpr std::size_t block_numbers = std::size_t{1} << 13U;

/// What comes before the values of a variable.
struct Header {
  bool is_swapped = false;
  NumberType type = NumberType::float64;
  std::uint32_t kind = 0;  ///< 0: numbers, 1: text, 2: sparse
  std::uint64_t rows = 0;
  std::uint64_t cols = 0;
  bool is_complex = false;
  std::uint64_t letters = 0;     ///< of the name
  std::uint64_t part_bytes = 0;  ///< of the real part, and of the imaginary part if there is one

  std::uint64_t parts() const { return is_complex ? 2 : 1; }
};

/// Nothing: these are no numbers as a header has them.
std::optional<Header> parse_header(std::span<const std::byte> raw) {
  constexpr std::uint32_t largest_code = 4052;
  constexpr std::array types = {NumberType::float64, NumberType::float32, NumberType::int32,
                                NumberType::int16,   NumberType::uint16,  NumberType::uint8};
  constexpr std::uint32_t longest_name = std::uint32_t{1} << 16U;
  std::array<std::uint32_t, 5> fields{};
  std::memcpy(fields.data(), raw.data(), sizeof(fields));
  Header header;
  header.is_swapped = fields[0] > largest_code;
  if (header.is_swapped) {
    for (std::uint32_t& field : fields)
      field = __builtin_bswap32(field);
  }
  const auto [code, rows, cols, has_imaginary, letters] = fields;
  const std::uint32_t precision = code / 10 % 10;
  // The thousands are the machine: 0 and 1 have IEEE numbers.
  if (code > largest_code || code / 1000 > 1 || code / 100 % 10 != 0 || code % 10 > 2) return {};
  if (precision >= types.size() || letters > longest_name || has_imaginary > 1) return {};
  header.type = types[precision];
  header.kind = code % 10;
  header.rows = rows;
  header.cols = cols;
  header.is_complex = has_imaginary != 0;
  header.letters = letters;
  const auto count = checked_product(rows, cols);
  const auto bytes = count ? checked_product(*count, size_of(header.type)) : std::nullopt;
  if (!bytes || !checked_product(*bytes, 2)) return {};
  header.part_bytes = *bytes;
  return header;
}

class Mat4 final : public MatReader {
 public:
  Mat4(const Input& input, const Context& context) : input_(input), context_(context) {}

  void list(MatList& found) override {
    std::uint64_t place = 0;
    MatBytes bytes(input_, 0);
    while (bytes.left() >= header_size) {
      context_.check_cancelled();
      const Header header = read_header(bytes);
      std::string name(static_cast<std::size_t>(header.letters), '\0');
      bytes.read(std::as_writable_bytes(std::span(name)));
      name.erase(std::min(name.find('\0'), name.size()));
      const std::uint64_t values = place + header_size + header.letters;
      bytes.skip(header.parts() * header.part_bytes);
      list_variable(header, values, {.name = std::move(name), .place = place}, found);
      place = values + header.parts() * header.part_bytes;
    }
  }

  void read(const MatVariable& variable, const MatrixView<double>& matrix) override {
    MatBytes bytes(input_, variable.place);
    const Header header = read_header(bytes);
    const std::uint64_t values = variable.place + header_size + header.letters;
    if (header.kind == 2) return read_sparse(header, values, variable, matrix);
    const std::uint64_t count = std::uint64_t{matrix.extent(0)} * matrix.extent(1);
    if (count > header.rows * header.cols) damaged_mat(input_.name());
    for (std::uint64_t first = 0; first < count; first += block_numbers) {
      context_.check_cancelled();
      const auto size =
          static_cast<std::size_t>(std::min<std::uint64_t>(block_numbers, count - first));
      numbers(header, values, first, {matrix.data_handle() + first, size});
    }
  }

 private:
  Header read_header(MatBytes& bytes) const {
    std::array<std::byte, header_size> raw{};
    bytes.read(raw);
    const std::optional<Header> header = parse_header(raw);
    const bool fits = header && header->letters <= bytes.left() &&
                      header->parts() * header->part_bytes <= bytes.left() - header->letters;
    if (!fits) damaged_mat(input_.name());
    return *header;
  }

  /// Fills `out` with the numbers from `first` on, which are known to be in the file.
  void numbers(const Header& header, std::uint64_t values, std::uint64_t first,
               std::span<double> out) const {
    std::array<std::byte, block_numbers * sizeof(double)> raw;
    const std::size_t size = size_of(header.type);
    const std::span<std::byte> part(raw.data(), out.size() * size);
    input_.read_at(values + first * size, part);
    (void)to_doubles(part, header.type, header.is_swapped, out);  // no integer of 64 bits
  }

  void list_variable(const Header& header, std::uint64_t values, MatVariable variable,
                     MatList& found) const {
    if (variable.name.empty()) return;
    if (header.kind == 1) return found.skip(variable.name, "is text");
    variable.rows = header.rows;
    variable.cols = header.cols;
    variable.is_complex = header.is_complex;
    if (header.kind == 2) {
      // The last of its rows has the extents; a row is: row, column, value (and imaginary value).
      if (header.rows == 0 || header.cols < 3 || header.cols > 4) damaged_mat(input_.name());
      variable.is_complex = header.cols == 4 || header.is_complex;
      variable.rows = extent(header, values, header.rows - 1);
      variable.cols = extent(header, values, 2 * header.rows - 1);
    }
    found.add(std::move(variable));
  }

  std::uint64_t extent(const Header& header, std::uint64_t values, std::uint64_t at) const {
    double value = 0;
    numbers(header, values, at, {&value, 1});
    if (!(value >= 0 && value < 0x1p31)) damaged_mat(input_.name());
    return static_cast<std::uint64_t>(value);
  }

  void read_sparse(const Header& header, std::uint64_t values, const MatVariable& variable,
                   const MatrixView<double>& matrix) const {
    std::vector<double> rows(block_numbers);
    std::vector<double> cols(block_numbers);
    std::vector<double> stored(block_numbers);
    const std::uint64_t count = header.rows - 1;
    for (std::uint64_t first = 0; first < count; first += block_numbers) {
      context_.check_cancelled();
      const auto size =
          static_cast<std::size_t>(std::min<std::uint64_t>(block_numbers, count - first));
      numbers(header, values, first, std::span(rows).first(size));
      numbers(header, values, header.rows + first, std::span(cols).first(size));
      numbers(header, values, 2 * header.rows + first, std::span(stored).first(size));
      for (std::size_t i = 0; i < size; ++i) {
        // Positions count from 1.
        const bool is_inside = rows[i] >= 1 && rows[i] <= static_cast<double>(matrix.extent(0)) &&
                               cols[i] >= 1 && cols[i] <= static_cast<double>(matrix.extent(1));
        if (!is_inside)
          fail_mat(input_, variable, "the array is damaged: a position is outside the matrix");
        matrix(static_cast<std::size_t>(rows[i]) - 1, static_cast<std::size_t>(cols[i]) - 1) =
            stored[i];
      }
    }
  }

  const Input& input_;
  const Context& context_;
};

}  // namespace

std::unique_ptr<MatReader> open_mat4(const Input& input, const Context& context) {
  std::array<std::byte, header_size> raw{};
  if (input.size() < raw.size()) return nullptr;
  input.read_at(0, raw);
  // Not even the fields that do not depend on the size of the file are as they must be.
  std::uint32_t code = 0;
  std::memcpy(&code, raw.data(), sizeof(code));
  constexpr std::uint32_t largest_code = 4052;
  if (code > largest_code && __builtin_bswap32(code) > largest_code) return nullptr;
  return std::make_unique<Mat4>(input, context);
}

}  // namespace pith
