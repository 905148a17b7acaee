// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/parquet/parquet_write.h"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "pith/base/error.h"
#include "pith/base/version.h"
#include "pith/data/files/stored_dates.h"
#include "pith/data/formats/parquet/hybrid_write.h"
#include "pith/data/formats/parquet/thrift_write.h"

namespace pith {
namespace {

constexpr std::size_t rows_per_group = std::size_t{1} << 20U;
constexpr std::size_t rows_per_page = std::size_t{1} << 17U;
/// A larger dictionary would be no gain; texts are then written one by one.
constexpr std::size_t max_dictionary_bytes = std::size_t{1} << 26U;
constexpr std::size_t max_text_page_bytes = std::size_t{1} << 22U;
constexpr std::string_view magic = "PAR1";

// Numbers of the format's own enumerations.
enum Physical : std::int32_t { boolean, int32, int64, float32 = 4, float64 = 5, texts = 6 };
enum Encoding : std::int32_t { plain = 0, rle = 3, rle_dictionary = 8 };
enum PageType : std::int32_t { data_page = 0, dictionary_page = 2 };
constexpr std::int32_t zstd_codec = 6;

enum class Meaning { itself, text, date, timestamp, narrow_integer };

/// How a column is stored.
struct ColumnStorage {
  Physical physical = float64;
  Meaning meaning = Meaning::itself;
  std::int8_t bits = 0;    ///< of a narrow integer
  bool is_signed = false;  ///< a narrow integer
};

ColumnStorage storage_of(NumberType type) {
  constexpr Meaning narrow = Meaning::narrow_integer;
  switch (type) {
    case NumberType::float32:
      return {float32};
    case NumberType::int8:
      return {int32, narrow, 8, true};
    case NumberType::int16:
      return {int32, narrow, 16, true};
    case NumberType::int32:
      return {int32};
    case NumberType::int64:
      return {int64};
    case NumberType::uint8:
      return {int32, narrow, 8, false};
    case NumberType::uint16:
      return {int32, narrow, 16, false};
    case NumberType::uint32:
      return {int32, narrow, 32, false};
    case NumberType::uint64:
      return {int64, narrow, 64, false};
    case NumberType::float64:
      break;
  }
  return {float64};
}

ColumnStorage storage_of(const Column& column) {
  if (column.is_codes())
    return has_parquet_truths(column) ? ColumnStorage{boolean}
                                      : ColumnStorage{texts, Meaning::text};
  if (column.is_date() && are_whole_days(column)) return {int32, Meaning::date};
  if (column.is_date() && fit_microseconds(column)) return {int64, Meaning::timestamp};
  return storage_of(column.layout() == nullptr ? NumberType::float64 : column.layout()->type);
}

std::int32_t converted_type(const ColumnStorage& storage) {
  switch (storage.meaning) {
    case Meaning::text:
      return 0;
    case Meaning::date:
      return 6;
    case Meaning::timestamp:
      return 10;
    default:
      break;
  }
  const int width = std::countr_zero(static_cast<unsigned>(storage.bits)) - 3;  // of 8, 16, 32, 64
  return (storage.is_signed ? 15 : 11) + width;
}

void put_logical_type(ThriftWriter& out, const ColumnStorage& storage) {
  out.field_struct(10);
  switch (storage.meaning) {
    case Meaning::text:
      out.field_struct(1);
      break;
    case Meaning::date:
      out.field_struct(6);
      break;
    case Meaning::timestamp:
      out.field_struct(8);
      out.field_bool(1, true);  // in UTC
      out.field_struct(2);
      out.field_struct(2);  // microseconds
      out.end_struct();
      out.end_struct();
      break;
    default:
      out.field_struct(10);
      out.field_byte(1, storage.bits);
      out.field_bool(2, storage.is_signed);
      break;
  }
  out.end_struct();
  out.end_struct();
}

void put_schema(ThriftWriter& out, const Columns& columns,
                std::span<const ColumnStorage> storages) {
  out.field_structs(2, columns.columns.size() + 1);
  out.begin_struct();
  out.field_text(4, "schema");
  out.field_i32(5, static_cast<std::int32_t>(columns.columns.size()));
  out.end_struct();
  for (std::size_t i = 0; i < storages.size(); ++i) {
    out.begin_struct();
    out.field_i32(1, storages[i].physical);
    out.field_i32(3, columns.columns[i].has_missing() ? 1 : 0);
    out.field_text(4, columns.names[i]);
    if (storages[i].meaning != Meaning::itself) {
      out.field_i32(6, converted_type(storages[i]));
      put_logical_type(out, storages[i]);
    }
    out.end_struct();
  }
}

template <class T>
void append_value(std::string& bytes, T value) {
  if constexpr (std::endian::native == std::endian::big) {
    std::byte raw[sizeof value];
    std::memcpy(raw, &value, sizeof value);
    std::reverse(raw, raw + sizeof value);
    std::memcpy(&value, raw, sizeof value);
  }
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void append_text(std::string& bytes, std::string_view text) {
  append_value(bytes, static_cast<std::uint32_t>(text.size()));
  bytes += text;
}

void append_number(std::string& bytes, double value, const ColumnStorage& storage) {
  switch (storage.physical) {
    case int32:
      // Unsigned integers of 32 bits keep their bits.
      return append_value(bytes, static_cast<std::int32_t>(static_cast<std::int64_t>(value)));
    case int64:
      if (storage.meaning == Meaning::timestamp) return append_value(bytes, microseconds_of(value));
      if (storage.bits == 64) return append_value(bytes, static_cast<std::uint64_t>(value));
      return append_value(bytes, static_cast<std::int64_t>(value));
    case float32:
      return append_value(bytes, static_cast<float>(value));
    default:
      return append_value(bytes, value);
  }
}

struct Range {
  std::size_t first = 0;
  std::size_t last = 0;

  std::size_t size() const { return last - first; }
};

class Compressor {
 public:
  Compressor() : context_(ZSTD_createCCtx(), &ZSTD_freeCCtx) {}

  std::string_view operator()(std::string_view bytes) {
    constexpr int level = 1;
    room_.resize(ZSTD_compressBound(bytes.size()));
    const std::size_t size = context_ == nullptr
                                 ? 0
                                 : ZSTD_compressCCtx(context_.get(), room_.data(), room_.size(),
                                                     bytes.data(), bytes.size(), level);
    if (context_ == nullptr || ZSTD_isError(size) != 0)
      throw Error(ErrorKind::resources, "not enough memory to compress the table");
    return {room_.data(), size};
  }

 private:
  std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context_;
  std::vector<char> room_;
};

/// The levels that rows have, each with its place among them.
struct Dictionary {
  std::vector<std::uint32_t> places;  ///< of each level of the column
  std::vector<std::uint32_t> levels;  ///< in use, ascending
  std::size_t bytes = 0;

  unsigned width() const {
    return levels.size() < 2 ? 1 : static_cast<unsigned>(std::bit_width(levels.size() - 1));
  }
};

Dictionary dictionary_of(const Column& column, Range rows) {
  Dictionary found{.places = std::vector<std::uint32_t>(column.levels())};
  for (std::size_t row = rows.first; row < rows.last; ++row) {
    if (!column.missing().test(row)) found.places[column.code(row)] = 1;
  }
  for (std::uint32_t level = 0; level < found.places.size(); ++level) {
    if (found.places[level] == 0) continue;
    found.places[level] = static_cast<std::uint32_t>(found.levels.size());
    found.levels.push_back(level);
    found.bytes += sizeof(std::uint32_t) + column.level(level).size();
  }
  return found;
}

/// Writes the pages of one column and describes them.
class Chunk {
 public:
  Chunk(const Column& column, const ColumnStorage& storage, Range rows)
      : column_(column), storage_(storage), rows_(rows) {
    if (storage.physical == texts) dictionary_ = dictionary_of(column, rows);
    is_coded_ = storage.physical == texts && dictionary_.bytes <= max_dictionary_bytes;
  }

  /// `offset` is where the chunk begins in the file.
  void write(std::uint64_t offset, Compressor& compress, const TextSink& sink) {
    offset_ = offset;
    if (is_coded_) write_dictionary(compress, sink);
    first_data_ = size_;
    for (std::size_t first = rows_.first; first < rows_.last;) {
      const std::size_t last = end_of_page(first);
      write_page({first, last}, compress, sink);
      first = last;
    }
  }
  std::uint64_t size() const { return size_; }
  std::uint64_t plain_size() const { return plain_size_; }

  /// The structure ColumnChunk.
  void describe(ThriftWriter& out, const std::string& name) const {
    out.begin_struct();
    out.field_i64(2, static_cast<std::int64_t>(offset_));
    out.field_struct(3);
    out.field_i32(1, storage_.physical);
    out.field_i32s(2, is_coded_ ? 3 : 2);
    out.put_i32(plain);
    out.put_i32(rle);
    if (is_coded_) out.put_i32(rle_dictionary);
    out.field_texts(3, 1);
    out.put_text(name);
    out.field_i32(4, zstd_codec);
    out.field_i64(5, static_cast<std::int64_t>(rows_.size()));
    out.field_i64(6, static_cast<std::int64_t>(plain_size_));
    out.field_i64(7, static_cast<std::int64_t>(size_));
    out.field_i64(9, static_cast<std::int64_t>(offset_ + first_data_));
    if (is_coded_) out.field_i64(11, static_cast<std::int64_t>(offset_));
    out.field_struct(12);  // statistics
    out.field_i64(3, static_cast<std::int64_t>(nulls_));
    out.end_struct();
    out.end_struct();
    out.end_struct();
  }

 private:
  /// Texts that are written one by one may make a page large.
  std::size_t end_of_page(std::size_t first) const {
    const std::size_t last = std::min(rows_.last, first + rows_per_page);
    if (storage_.physical != texts || is_coded_) return last;
    std::size_t bytes = 0;
    std::size_t row = first;
    for (; row < last && bytes < max_text_page_bytes; ++row)
      bytes += column_.missing().test(row) ? 0 : column_.level(column_.code(row)).size();
    return row;
  }

  void write_dictionary(Compressor& compress, const TextSink& sink) {
    std::string body;
    for (const std::uint32_t level : dictionary_.levels)
      append_text(body, column_.level(level));
    const std::string_view packed = compress(body);
    ThriftWriter header = page_header(dictionary_page, body.size(), packed.size());
    header.field_struct(7);
    header.field_i32(1, static_cast<std::int32_t>(dictionary_.levels.size()));
    header.field_i32(2, plain);
    header.end_struct();
    pass_on(header, body, packed, sink);
  }

  void write_page(Range rows, Compressor& compress, const TextSink& sink) {
    std::string body;
    if (column_.has_missing()) append_levels(body, rows);
    if (storage_.physical == texts) {
      append_texts(body, rows);
    } else if (storage_.physical == boolean) {
      append_packed(body, codes_in(rows), 1);
    } else {
      append_numbers(body, rows);
    }
    const std::string_view packed = compress(body);
    ThriftWriter header = page_header(data_page, body.size(), packed.size());
    header.field_struct(5);
    header.field_i32(1, static_cast<std::int32_t>(rows.size()));
    header.field_i32(2, is_coded_ ? rle_dictionary : plain);
    header.field_i32(3, rle);
    header.field_i32(4, rle);
    header.end_struct();
    pass_on(header, body, packed, sink);
  }

  static ThriftWriter page_header(PageType type, std::size_t plain_bytes, std::size_t bytes) {
    ThriftWriter header;
    header.begin_struct();
    header.field_i32(1, type);
    header.field_i32(2, static_cast<std::int32_t>(plain_bytes));
    header.field_i32(3, static_cast<std::int32_t>(bytes));
    return header;
  }

  void pass_on(ThriftWriter& header, std::string_view body, std::string_view packed,
               const TextSink& sink) {
    header.end_struct();
    sink(header.bytes());
    sink(packed);
    size_ += header.bytes().size() + packed.size();
    plain_size_ += header.bytes().size() + body.size();
  }

  /// 1 where there is a value, after the number of bytes.
  void append_levels(std::string& body, Range rows) {
    std::vector<std::uint32_t> levels(rows.size());
    for (std::size_t i = 0; i < levels.size(); ++i) {
      levels[i] = column_.missing().test(rows.first + i) ? 0 : 1;
      nulls_ += 1 - levels[i];
    }
    std::string encoded;
    append_hybrid(encoded, levels, 1);
    append_text(body, encoded);
  }

  std::vector<std::uint32_t> codes_in(Range rows) const {
    std::vector<std::uint32_t> codes;
    codes.reserve(rows.size());
    for (std::size_t row = rows.first; row < rows.last; ++row) {
      if (!column_.missing().test(row)) codes.push_back(column_.code(row));
    }
    return codes;
  }

  void append_texts(std::string& body, Range rows) const {
    std::vector<std::uint32_t> codes = codes_in(rows);
    if (!is_coded_) {
      for (const std::uint32_t code : codes)
        append_text(body, column_.level(code));
      return;
    }
    for (std::uint32_t& code : codes)
      code = dictionary_.places[code];
    const unsigned width = dictionary_.width();
    body += static_cast<char>(width);
    append_hybrid(body, codes, width);
  }

  void append_numbers(std::string& body, Range rows) const {
    std::vector<double> room(rows.size());
    const double* values = column_.doubles_or_copy(rows.first, room);
    body.reserve(body.size() + rows.size() * sizeof(double));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (!column_.missing().test(rows.first + i)) append_number(body, values[i], storage_);
    }
  }

  const Column& column_;
  const ColumnStorage& storage_;
  Range rows_;
  Dictionary dictionary_;
  bool is_coded_ = false;
  std::uint64_t offset_ = 0;
  std::uint64_t first_data_ = 0;  ///< page, from the offset
  std::uint64_t size_ = 0;
  std::uint64_t plain_size_ = 0;  ///< before compression
  std::size_t nulls_ = 0;
};

}  // namespace

bool has_parquet_truths(const Column& column) {
  const std::vector<std::string>& levels = column.level_names();
  return levels.size() == 2 && levels[0] == "False" && levels[1] == "True";
}

void write_parquet(const Columns& columns, const TextSink& sink) {
  const std::size_t count = columns.columns.size();
  const std::size_t rows = count == 0 ? 0 : columns.columns.front().rows();
  std::vector<ColumnStorage> storages;
  for (const Column& column : columns.columns)
    storages.push_back(storage_of(column));
  Compressor compress;
  sink(magic);
  std::uint64_t offset = magic.size();
  ThriftWriter groups;
  std::size_t group_count = 0;
  for (std::size_t first = 0; first < rows; first += rows_per_group, ++group_count) {
    const Range range{first, std::min(rows, first + rows_per_group)};
    const std::uint64_t begin = offset;
    std::uint64_t plain_size = 0;
    groups.begin_struct();
    groups.field_structs(1, count);
    for (std::size_t i = 0; i < count; ++i) {
      Chunk chunk(columns.columns[i], storages[i], range);
      chunk.write(offset, compress, sink);
      chunk.describe(groups, columns.names[i]);
      offset += chunk.size();
      plain_size += chunk.plain_size();
    }
    groups.field_i64(2, static_cast<std::int64_t>(plain_size));
    groups.field_i64(3, static_cast<std::int64_t>(range.size()));
    groups.field_i64(5, static_cast<std::int64_t>(begin));
    groups.field_i64(6, static_cast<std::int64_t>(offset - begin));
    groups.end_struct();
  }
  ThriftWriter footer;
  footer.begin_struct();
  footer.field_i32(1, 2);
  put_schema(footer, columns, storages);
  footer.field_i64(3, static_cast<std::int64_t>(rows));
  footer.field_structs(4, group_count);
  footer.put_written(groups.bytes());
  footer.field_text(6, fmt::format("{}{}", parquet_writer, version()));
  footer.end_struct();
  sink(footer.bytes());
  std::string end;
  append_value(end, static_cast<std::uint32_t>(footer.bytes().size()));
  sink(end + std::string(magic));
}

}  // namespace pith
