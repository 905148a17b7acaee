// SPDX-License-Identifier: Apache-2.0
#include "pith/data/arrow/ipc_write.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pith/data/arrow/flatbuffer_write.h"
#include "pith/data/files/stored_dates.h"
#include "pith/data/formats/codec.h"

namespace pith {
namespace {

constexpr std::string_view magic = "ARROW1";
constexpr std::size_t alignment = 8;

// Numbers of the format's own enumerations.
enum Header : std::uint8_t { schema_header = 1, dictionary_header = 2, batch_header = 3 };
enum TypeId : std::uint8_t {
  integer_type = 2,
  float_type = 3,
  utf8_type = 5,
  boolean_type = 6,
  date_type = 8,
  timestamp_type = 10,
  large_utf8_type = 20
};
constexpr std::int16_t metadata_version = 4;  // which is called 5
constexpr std::int16_t microseconds = 2;

/// How a column is stored.
enum class StoredAs { numbers, truths, codes, days, timestamps };

StoredAs storage_of(const Column& column) {
  if (column.is_codes()) return has_arrow_truths(column) ? StoredAs::truths : StoredAs::codes;
  if (column.is_date() && are_whole_days(column)) return StoredAs::days;
  if (column.is_date() && fit_microseconds(column)) return StoredAs::timestamps;
  return StoredAs::numbers;
}

/// Whether the letters of all levels need offsets of 64 bits.
bool has_many_letters(const Column& column) {
  std::uint64_t letters = 0;
  for (const std::string& level : column.level_names())
    letters += level.size();
  return letters > static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max());
}

/// The type in the file: that in memory where the numbers lie side by side.
NumberType number_type_of(const Column& column) {
  const NumberLayout* const layout = column.layout();
  const bool is_contiguous =
      layout != nullptr && !layout->stored &&
      (layout->step == 0 || layout->step == static_cast<std::ptrdiff_t>(size_of(layout->type)));
  return is_contiguous ? layout->type : NumberType::float64;
}

FlatNode integer_node(int bits, bool is_signed) {
  return FlatNode()
      .set_number(0, std::int32_t{bits})
      .set_number(1, static_cast<std::uint8_t>(is_signed ? 1 : 0));
}

struct TypeNode {
  std::uint8_t id = 0;
  FlatNode table;
};

TypeNode number_node(NumberType type) {
  const int bits = static_cast<int>(size_of(type)) * 8;
  switch (type) {
    case NumberType::float64:
      return {float_type, FlatNode().set_number(0, std::int16_t{2})};
    case NumberType::float32:
      return {float_type, FlatNode().set_number(0, std::int16_t{1})};
    case NumberType::int8:
    case NumberType::int16:
    case NumberType::int32:
    case NumberType::int64:
      return {integer_type, integer_node(bits, true)};
    case NumberType::uint8:
    case NumberType::uint16:
    case NumberType::uint32:
    case NumberType::uint64:
      break;
  }
  return {integer_type, integer_node(bits, false)};
}

TypeNode type_node(const Column& column, StoredAs storage) {
  switch (storage) {
    case StoredAs::truths:
      return {boolean_type, {}};
    case StoredAs::codes:
      return {has_many_letters(column) ? large_utf8_type : utf8_type, {}};
    case StoredAs::days:
      return {date_type, FlatNode().set_number(0, std::int16_t{0})};
    case StoredAs::timestamps:
      return {timestamp_type, FlatNode().set_number(0, microseconds).set_text(1, "UTC")};
    case StoredAs::numbers:
      break;
  }
  return number_node(number_type_of(column));
}

/// The buffers of a batch, one after the other, and where each of them is.
class Body {
 public:
  explicit Body(ZstdCompressor& compressor) : compressor_(compressor) {}

  void add_node(std::size_t rows, std::size_t nulls) {
    nodes_.words.push_back(static_cast<std::int64_t>(rows));
    nodes_.words.push_back(static_cast<std::int64_t>(nulls));
  }

  /// Compressed, if that is shorter: its length, or -1, comes first.
  void add_buffer(std::span<const std::byte> plain) {
    const std::size_t begin = bytes_.size();
    buffers_.words.push_back(static_cast<std::int64_t>(begin));
    if (plain.empty()) {
      buffers_.words.push_back(0);
      return;
    }
    append_length(static_cast<std::int64_t>(plain.size()));
    const std::size_t first = bytes_.size();
    compressor_.compress(plain, bytes_);
    if (bytes_.size() - first >= plain.size()) {
      bytes_.resize(begin);
      append_length(-1);
      bytes_.insert(bytes_.end(), plain.begin(), plain.end());
    }
    buffers_.words.push_back(static_cast<std::int64_t>(bytes_.size() - begin));
    bytes_.resize((bytes_.size() + alignment - 1) / alignment * alignment);
  }

  FlatNode batch_node(std::size_t rows) {
    nodes_.words_per_struct = 2;
    buffers_.words_per_struct = 2;
    constexpr std::uint8_t zstd = 1;
    return FlatNode()
        .set_number(0, static_cast<std::int64_t>(rows))
        .set_structs(1, std::move(nodes_))
        .set_structs(2, std::move(buffers_))
        .set_table(3, FlatNode().set_number(0, zstd));
  }
  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  void append_length(std::int64_t length) {
    const std::size_t place = bytes_.size();
    bytes_.resize(place + sizeof length);
    std::memcpy(bytes_.data() + place, &length, sizeof length);
  }

  ZstdCompressor& compressor_;
  std::vector<std::byte> bytes_;
  FlatStructs nodes_;
  FlatStructs buffers_;
};

/// The values of some rows of a column as bytes.
class Encoder {
 public:
  Encoder(const Column& column, StoredAs storage) : column_(&column), storage_(storage) {}

  StoredAs storage() const { return storage_; }

  std::size_t bytes_per_row() const {
    constexpr std::size_t widest = 8;
    return storage_ == StoredAs::numbers ? size_of(number_type_of(*column_)) : widest;
  }

  void add_to(Body& body, std::size_t first, std::size_t rows) {
    std::size_t nulls = 0;
    validity_.assign((rows + 7) / 8, std::byte{0});
    for (std::size_t i = 0; i < rows && column_->has_missing(); ++i) {
      if (column_->missing().test(first + i)) {
        ++nulls;
      } else {
        validity_[i / 8] |= std::byte{1} << (i % 8);
      }
    }
    body.add_node(rows, nulls);
    body.add_buffer(nulls == 0 ? std::span<const std::byte>() : validity_);
    values_.clear();
    encode(first, rows);
    body.add_buffer(values_);
  }

 private:
  bool is_missing(std::size_t row) const { return column_->missing().test(row); }

  template <class T>
  T* room(std::size_t rows) {
    values_.assign(rows * sizeof(T), std::byte{0});
    return reinterpret_cast<T*>(values_.data());
  }

  void encode(std::size_t first, std::size_t rows) {
    switch (storage_) {
      case StoredAs::truths:
        values_.assign((rows + 7) / 8, std::byte{0});
        for (std::size_t i = 0; i < rows; ++i) {
          if (!is_missing(first + i) && column_->code(first + i) == 1)
            values_[i / 8] |= std::byte{1} << (i % 8);
        }
        return;
      case StoredAs::codes: {
        auto* const to = room<std::int32_t>(rows);
        for (std::size_t i = 0; i < rows; ++i)
          to[i] = static_cast<std::int32_t>(column_->code(first + i));
        return;
      }
      case StoredAs::days: {
        auto* const to = room<std::int32_t>(rows);
        for_each_number(first, rows, [to](std::size_t i, double day) {
          to[i] = static_cast<std::int32_t>(day);
        });
        return;
      }
      case StoredAs::timestamps: {
        auto* const to = room<std::int64_t>(rows);
        for_each_number(first, rows,
                        [to](std::size_t i, double day) { to[i] = microseconds_of(day); });
        return;
      }
      case StoredAs::numbers:
        return encode_numbers(first, rows);
    }
  }

  /// Of those that are not missing.
  template <class Use>
  void for_each_number(std::size_t first, std::size_t rows, Use use) {
    numbers_.resize(rows);
    column_->copy_numbers(first, numbers_);
    for (std::size_t i = 0; i < rows; ++i) {
      if (!is_missing(first + i)) use(i, numbers_[i]);
    }
  }

  void encode_numbers(std::size_t first, std::size_t rows) {
    const NumberType type = number_type_of(*column_);
    const std::size_t size = size_of(type);
    if (type == NumberType::float64) {
      auto* const to = room<double>(rows);
      for_each_number(first, rows, [to](std::size_t i, double value) { to[i] = value; });
      return;
    }
    const auto* const from = static_cast<const std::byte*>(column_->layout()->values);
    values_.assign(from + first * size, from + (first + rows) * size);
    for (std::size_t i = 0; i < rows && column_->has_missing(); ++i) {
      if (is_missing(first + i)) std::memset(values_.data() + i * size, 0, size);
    }
  }

  const Column* column_;
  StoredAs storage_;
  std::vector<std::byte> validity_;
  std::vector<std::byte> values_;
  std::vector<double> numbers_;
};

class FileWriter {
 public:
  FileWriter(const Columns& columns, const TextSink& sink)
      : columns_(columns), sink_(sink), compressor_(zstd_level) {
    for (const Column& column : columns.columns)
      encoders_.emplace_back(column, storage_of(column));
  }

  void run() {
    put(magic);
    pad();
    put_message(schema_header, schema_node(), {});
    std::int64_t id = 0;
    for (std::size_t i = 0; i < encoders_.size(); ++i) {
      if (encoders_[i].storage() == StoredAs::codes) put_dictionary(id++, columns_.columns[i]);
    }
    put_batches();
    constexpr std::string_view end_of_stream("\xff\xff\xff\xff\0\0\0\0", 8);
    put(end_of_stream);
    put_footer();
  }

 private:
  static constexpr int zstd_level = 1;

  void put(std::string_view bytes) {
    sink_(bytes);
    offset_ += bytes.size();
  }
  template <class T>
  void put_number(T number) {
    put({reinterpret_cast<const char*>(&number), sizeof number});
  }
  void pad() {
    constexpr std::string_view zeros("\0\0\0\0\0\0\0", alignment - 1);
    put(zeros.substr(0, (alignment - offset_ % alignment) % alignment));
  }

  FlatNode schema_node() const {
    std::vector<FlatNode> fields;
    std::int64_t id = 0;
    for (std::size_t i = 0; i < encoders_.size(); ++i) {
      TypeNode type = type_node(columns_.columns[i], encoders_[i].storage());
      FlatNode field;
      field.set_text(0, columns_.names[i])
          .set_number(1, std::uint8_t{1})
          .set_number(2, type.id)
          .set_table(3, std::move(type.table))
          .set_tables(5, {});
      if (encoders_[i].storage() == StoredAs::codes)
        field.set_table(4, FlatNode().set_number(0, id++).set_table(1, integer_node(32, true)));
      fields.push_back(std::move(field));
    }
    return FlatNode().set_number(0, std::int16_t{0}).set_tables(1, std::move(fields));
  }

  /// Where the message is: its offset, the length of the metadata, and that of the body.
  std::vector<std::int64_t> put_message(Header header, FlatNode node,
                                        std::span<const std::byte> body) {
    const std::uint64_t begin = offset_;
    const std::string metadata =
        flat_bytes(FlatNode()
                       .set_number(0, metadata_version)
                       .set_number(1, static_cast<std::uint8_t>(header))
                       .set_table(2, std::move(node))
                       .set_number(3, static_cast<std::int64_t>(body.size())));
    put_number(std::uint32_t{0xFFFFFFFFU});
    put_number(static_cast<std::int32_t>(metadata.size()));
    put(metadata);
    const auto length = static_cast<std::int64_t>(offset_ - begin);
    put({reinterpret_cast<const char*>(body.data()), body.size()});
    return {static_cast<std::int64_t>(begin), length, static_cast<std::int64_t>(body.size())};
  }

  template <class Offset>
  static void add_levels(Body& body, const Column& column) {
    std::string letters;
    std::vector<Offset> offsets{0};
    for (const std::string& level : column.level_names()) {
      letters += level;
      offsets.push_back(static_cast<Offset>(letters.size()));
    }
    body.add_buffer(std::as_bytes(std::span(offsets)));
    body.add_buffer(std::as_bytes(std::span(letters)));
  }

  void put_dictionary(std::int64_t id, const Column& column) {
    Body body(compressor_);
    body.add_node(column.levels(), 0);
    body.add_buffer({});
    if (has_many_letters(column)) {
      add_levels<std::int64_t>(body, column);
    } else {
      add_levels<std::int32_t>(body, column);
    }
    FlatNode node;
    node.set_number(0, id).set_table(1, body.batch_node(column.levels()));
    add_block(dictionaries_, put_message(dictionary_header, std::move(node), body.bytes()));
  }

  void put_batches() {
    const std::size_t rows = columns_.columns.empty() ? 0 : columns_.columns.front().rows();
    const std::size_t step = rows_per_batch();
    for (std::size_t first = 0; first < rows; first += step) {
      const std::size_t count = std::min(step, rows - first);
      Body body(compressor_);
      for (Encoder& encoder : encoders_)
        encoder.add_to(body, first, count);
      add_block(batches_, put_message(batch_header, body.batch_node(count), body.bytes()));
    }
  }

  std::size_t rows_per_batch() const {
    constexpr std::size_t most_bytes = std::size_t{1} << 24U;
    constexpr std::size_t most = std::size_t{1} << 18U;
    constexpr std::size_t least = 64;
    std::size_t bytes = 0;
    for (const Encoder& encoder : encoders_)
      bytes += encoder.bytes_per_row();
    return std::clamp(most_bytes / std::max<std::size_t>(bytes, 1), least, most);
  }

  static void add_block(FlatStructs& blocks, const std::vector<std::int64_t>& block) {
    blocks.words_per_struct = block.size();
    blocks.words.insert(blocks.words.end(), block.begin(), block.end());
  }

  void put_footer() {
    const std::string footer = flat_bytes(FlatNode()
                                              .set_number(0, metadata_version)
                                              .set_table(1, schema_node())
                                              .set_structs(2, std::move(dictionaries_))
                                              .set_structs(3, std::move(batches_)));
    put(footer);
    put_number(static_cast<std::int32_t>(footer.size()));
    put(magic);
  }

  const Columns& columns_;
  const TextSink& sink_;
  ZstdCompressor compressor_;
  std::vector<Encoder> encoders_;
  std::uint64_t offset_ = 0;
  FlatStructs dictionaries_;
  FlatStructs batches_;
};

}  // namespace

bool has_arrow_truths(const Column& column) {
  return column.level_names() == std::vector<std::string>{"False", "True"} &&
         column.missing().count() < column.rows();
}

void write_ipc(const Columns& columns, const TextSink& sink) {
  FileWriter(columns, sink).run();
}

}  // namespace pith
