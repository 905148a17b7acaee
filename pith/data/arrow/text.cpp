// SPDX-License-Identifier: Apache-2.0
#include "pith/base/text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "pith/base/assert.h"
#include "pith/data/arrow/text.h"
#include "pith/data/dense.h"
#include "pith/data/text_column.h"

namespace pith {
namespace {

const std::byte* bytes_of(const ArrowArray& array, std::int64_t buffer) {
  return static_cast<const std::byte*>(array.buffers[buffer]);
}

std::string_view text_at(const std::byte* bytes, std::size_t size) {
  return {reinterpret_cast<const char*>(bytes), size};
}

/// Contiguous texts; the offsets at i and i + 1 bound text i.
template <class Offset>
class TextsByOffsets {
 public:
  TextsByOffsets(const ArrowArray& array, const std::string& column)
      : offsets_(bytes_of(array, 1)),
        bytes_(bytes_of(array, 2)),
        last_(array.length == 0 ? Offset{0}
                                : value_at<Offset>(offsets_, static_cast<std::size_t>(
                                                                 array.offset + array.length))),
        column_(column) {}

  std::string_view at(std::size_t place) const {
    const auto begin = value_at<Offset>(offsets_, place);
    const auto end = value_at<Offset>(offsets_, place + 1);
    if (begin < 0 || begin > end || end > last_) damaged_array(column_, "offsets out of order");
    if (begin == end) return {};
    if (bytes_ == nullptr) damaged_array(column_, "texts without bytes");
    return text_at(bytes_ + begin, static_cast<std::size_t>(end - begin));
  }
  /// Of a text that at() gave.
  std::size_t readable_bytes(std::string_view text) const {
    if (text.empty()) return 0;
    const auto* const begin = reinterpret_cast<const std::byte*>(text.data());
    return static_cast<std::size_t>(last_) - static_cast<std::size_t>(begin - bytes_);
  }

 private:
  const std::byte* offsets_;
  const std::byte* bytes_;
  Offset last_;
  const std::string& column_;
};

/// A text of up to 12 bytes is stored in its view of 16 bytes, after its length; for a longer one
/// the view has the buffer and the offset. The last buffer has the sizes of these buffers.
class TextsByViews {
 public:
  TextsByViews(const ArrowArray& array, const std::string& column)
      : array_(array),
        views_(bytes_of(array, 1)),
        sizes_(bytes_of(array, array.n_buffers - 1)),
        column_(column) {}

  std::string_view at(std::size_t place) const {
    const std::byte* const view = views_ + place * view_bytes;
    const auto size = value_at<std::int32_t>(view, 0);
    if (size < 0) damaged_array(column_, "a text of negative length");
    if (static_cast<std::size_t>(size) <= max_inline)
      return text_at(view + sizeof size, static_cast<std::size_t>(size));
    const auto buffer = value_at<std::int32_t>(view, 2);
    const auto begin = value_at<std::int32_t>(view, 3);
    constexpr std::int64_t other_buffers = 3;  // validity, views and sizes
    if (buffer < 0 || buffer >= array_.n_buffers - other_buffers || sizes_ == nullptr)
      damaged_array(column_, "a text in a buffer that it does not have");
    const std::byte* const bytes = bytes_of(array_, 2 + buffer);
    const auto held = value_at<std::int64_t>(sizes_, static_cast<std::size_t>(buffer));
    if (bytes == nullptr || begin < 0 || std::int64_t{begin} + size > held)
      damaged_array(column_, "a text beyond the end of its buffer");
    return text_at(bytes + begin, static_cast<std::size_t>(size));
  }
  /// Of a text that at() gave.
  std::size_t readable_bytes(std::string_view text) const {
    if (text.size() > max_inline) return text.size();
    const auto* const begin = reinterpret_cast<const std::byte*>(text.data());
    return rows_end() * view_bytes - static_cast<std::size_t>(begin - views_);
  }

 private:
  static constexpr std::size_t view_bytes = 16;
  static constexpr std::size_t max_inline = 12;

  std::size_t rows_end() const { return static_cast<std::size_t>(array_.offset + array_.length); }

  const ArrowArray& array_;
  const std::byte* views_;
  const std::byte* sizes_;
  const std::string& column_;
};

/// Calls `use` with the texts of an array of this kind.
template <class Use>
auto with_texts(const ArrowArray& array, ArrowKind kind, const std::string& column, Use use) {
  if (kind == ArrowKind::text) return use(TextsByOffsets<std::int32_t>(array, column));
  if (kind == ArrowKind::large_text) return use(TextsByOffsets<std::int64_t>(array, column));
  return use(TextsByViews(array, column));
}

std::size_t rows_of(std::span<const ArrowPiece> pieces) {
  std::size_t rows = 0;
  for (const ArrowPiece& piece : pieces)
    rows += piece.rows;
  return rows;
}

/// number_text(), unless it would make two integers equal.
template <class T>
std::string integer_text(T integer) {
  const std::optional<double> number = exact_double(integer);
  return number ? number_text(*number) : std::to_string(integer);
}

/// Collects codes from dictionaries; the text of each value is looked up once.
class DictionaryColumn final : public ArrowColumn {
 public:
  DictionaryColumn(const ArrowField& field, Mask absent, const Context& context)
      : name_(field.name),
        texts_(context, "the levels of column " + quoted(field.name)),
        missing_(std::move(absent)) {}

  void reserve(std::size_t rows) { texts_.reserve(rows); }

  void add(const ArrowPiece& piece, const ArrowField& field) override {
    PITH_ASSERT(field.type.is_integer());
    add_nulls(piece, row_, missing_);
    if (piece.dictionary.empty()) {
      open({&piece.array->dictionary, 1}, field.dictionary);
    } else {
      open(piece.dictionary, field.dictionary);
    }
    add_codes(piece, field.type.number);
    row_ += piece.rows;
  }

  /// Another dictionary may come to lie where this one was.
  void forget_arrays() override { parts_.clear(); }

  Column finish() override { return texts_.finish(); }

 private:
  static constexpr std::uint32_t unseen = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::uint32_t nothing = unseen - 1;

  /// Pieces usually share one dictionary: it is the same if its buffers are.
  static bool is_same(const ArrowArray& one, const ArrowArray& other) {
    return one.length == other.length && one.offset == other.offset &&
           one.n_buffers == other.n_buffers &&
           std::equal(one.buffers, one.buffers + one.n_buffers, other.buffers);
  }

  void open(std::span<const ArrowArray* const> parts, const ArrowType& type) {
    const bool is_open = type_.kind == type.kind && type.kind != ArrowKind::null &&
                         std::equal(parts.begin(), parts.end(), parts_.begin(), parts_.end(),
                                    [](const ArrowArray* one, const ArrowArray* other) {
                                      return is_same(*one, *other);
                                    });
    if (is_open && !parts_.empty()) return;
    type_ = type;
    parts_.assign(parts.begin(), parts.end());
    ends_.clear();
    codes_.clear();
    for (const ArrowArray* const values : parts) {
      const std::size_t first = codes_.size();
      const auto count = static_cast<std::size_t>(values->length);
      codes_.resize(first + count, type.kind == ArrowKind::null ? nothing : unseen);
      ends_.push_back(codes_.size());
      if (type.kind == ArrowKind::null) continue;
      Mask nulls;
      add_nulls({values, static_cast<std::size_t>(values->offset), count}, 0, nulls);
      for (std::size_t i = 0; nulls.any() && i < count; ++i) {
        if (nulls.test(i)) codes_[first + i] = nothing;
      }
    }
  }

  void add_codes(const ArrowPiece& piece, NumberType type) {
    switch (type) {
      case NumberType::int8:
        return add_indices<std::int8_t>(piece);
      case NumberType::uint8:
        return add_indices<std::uint8_t>(piece);
      case NumberType::int16:
        return add_indices<std::int16_t>(piece);
      case NumberType::uint16:
        return add_indices<std::uint16_t>(piece);
      case NumberType::int32:
        return add_indices<std::int32_t>(piece);
      case NumberType::uint32:
        return add_indices<std::uint32_t>(piece);
      case NumberType::int64:
        return add_indices<std::int64_t>(piece);
      case NumberType::uint64:
        return add_indices<std::uint64_t>(piece);
      case NumberType::float32:
      case NumberType::float64:
        break;
    }
  }

  template <class Index>
  void add_indices(const ArrowPiece& piece) {
    const std::byte* const indices = piece.bytes(1);
    for (std::size_t i = 0; i < piece.rows; ++i) {
      if (missing_.test(row_ + i)) {
        texts_.add_missing();
        continue;
      }
      // A negative index becomes very large.
      const auto index =
          static_cast<std::size_t>(std::int64_t{0} + value_at<Index>(indices, piece.first + i));
      if (index >= codes_.size())
        damaged_array(name_, "an index that its dictionary does not have");
      std::uint32_t& code = codes_[index];
      if (code == unseen) code = new_code(index, row_ + i);
      if (code == nothing) {
        texts_.add_missing();
      } else {
        texts_.add_code(code);
      }
    }
  }

  std::uint32_t new_code(std::size_t index, std::size_t row) {
    const auto part = static_cast<std::size_t>(std::upper_bound(ends_.begin(), ends_.end(), index) -
                                               ends_.begin());
    const ArrowArray& values = *parts_[part];
    const std::size_t first = part == 0 ? 0 : ends_[part - 1];
    const std::size_t place = static_cast<std::size_t>(values.offset) + (index - first);
    if (!type_.is_text()) {
      const std::optional<std::string> text = number_at(values, place, row);
      return text ? texts_.code_of(*text) : nothing;
    }
    return with_texts(values, type_.kind, name_,
                      [&](const auto& texts) { return texts_.code_of(texts.at(place)); });
  }

  /// The text of a number or boolean; nothing for NaN.
  std::optional<std::string> number_at(const ArrowArray& array, std::size_t place,
                                       std::size_t row) const {
    const std::byte* const values = bytes_of(array, 1);
    const ArrowType& type = type_;
    double number = 0;
    if (type.kind == ArrowKind::boolean) return bit_at(values, place) ? "True" : "False";
    if (type.kind == ArrowKind::half) {
      number = widened_half(value_at<std::uint16_t>(values, place));
    } else if (type.number == NumberType::int64) {
      return integer_text(value_at<std::int64_t>(values, place));
    } else if (type.number == NumberType::uint64) {
      return integer_text(value_at<std::uint64_t>(values, place));
    } else {
      widen({.type = type.number, .values = values, .rows = place + 1}, place, {&number, 1});
    }
    if (std::isinf(number)) reject_invalid_values(name_, {.infinite = row});
    if (std::isnan(number)) return std::nullopt;
    return number_text(number);
  }

  const std::string& name_;
  TextColumn texts_;
  Mask missing_;
  std::size_t row_ = 0;
  ArrowType type_ = {};  ///< of the values of the dictionary that is open
  std::vector<const ArrowArray*> parts_;
  std::vector<std::size_t> ends_;     ///< of the parts
  std::vector<std::uint32_t> codes_;  ///< of the values
};

/// A text, and the bytes from its beginning on that may be read.
struct Readable {
  std::string_view text;
  std::size_t bytes;
};

/// The codes of short texts that were seen lately: most columns repeat a few of them.
class RecentTexts {
 public:
  static constexpr std::size_t longest = 2 * sizeof(std::uint64_t);

  /// A text of at most `longest` bytes with zeros behind it, and its code, or a place for it.
  struct Entry {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    std::uint32_t size = no_text;
    std::uint32_t code = 0;
  };

  /// As many entries as suit a column of so many rows. They are forgotten when there are more.
  void fit(std::size_t rows) {
    const auto wanted = static_cast<unsigned>(std::bit_width(rows / 8));
    if (wanted <= bits_ || bits_ == max_bits) return;
    bits_ = std::min(wanted, max_bits);
    entries_.assign(std::size_t{1} << bits_, {});
  }

  /// The entry of a short text. `is_known`: whether it has its code, else it is for a new one.
  Entry& find(const Readable& readable, bool& is_known) {
    const Entry key = key_of(readable);
    const std::uint64_t mixed =
        (key.first ^ (key.last * 0x9E3779B97F4A7C15U) ^ key.size) * 0xD6E8FEB86659FD93U;
    Entry& entry = entries_[mixed >> (64 - bits_)];
    is_known = entry.first == key.first && entry.last == key.last && entry.size == key.size;
    if (!is_known) entry = key;
    return entry;
  }

 private:
  static constexpr unsigned max_bits = 12;  // 96 KB
  static constexpr std::uint32_t no_text = std::numeric_limits<std::uint32_t>::max();

  /// Without a branch for the size, which could not be predicted.
  static Entry key_of(const Readable& readable) {
    const std::size_t size = readable.text.size();
    std::array<std::uint64_t, 2> words{};
    if (readable.bytes >= longest) {
      std::memcpy(words.data(), readable.text.data(), longest);
    } else if (size > 0) {
      std::memcpy(words.data(), readable.text.data(), size);
    }
    return {words[0] & masks[size][0], words[1] & masks[size][1], static_cast<std::uint32_t>(size)};
  }

  /// Of each size, the bits of a text in two words.
  static constexpr auto masks = [] {
    std::array<std::array<std::uint64_t, 2>, longest + 1> table{};
    for (std::size_t size = 0; size <= longest; ++size) {
      std::array<std::uint8_t, longest> bytes{};
      std::fill_n(bytes.begin(), size, std::uint8_t{0xFF});
      table[size] = std::bit_cast<std::array<std::uint64_t, 2>>(bytes);
    }
    return table;
  }();

  unsigned bits_ = 1;
  std::vector<Entry> entries_ = std::vector<Entry>(2);
};

class Texts final : public ArrowColumn {
 public:
  Texts(const ArrowField& field, Mask absent, const Context& context)
      : name_(field.name),
        context_(context),
        texts_(context, "the texts of column " + quoted(field.name)),
        missing_(std::move(absent)) {}

  void reserve(std::size_t rows) { texts_.reserve(rows); }

  void add(const ArrowPiece& piece, const ArrowField& field) override {
    constexpr std::size_t rows_at_once = std::size_t{1} << 14U;
    add_nulls(piece, row_, missing_);
    recent_.fit(row_ + piece.rows);
    with_texts(*piece.array, field.type.kind, name_, [&](const auto& texts) {
      for (std::size_t i = 0; i < piece.rows; i += rows_at_once) {
        context_.check_cancelled();
        add_rows(texts, piece.first + i, std::min(rows_at_once, piece.rows - i));
      }
    });
  }

  Column finish() override {
    context_.check_cancelled();
    return texts_.finish();
  }

 private:
  template <class AnyTexts>
  void add_rows(const AnyTexts& texts, std::size_t first, std::size_t count) {
    const std::span<std::uint32_t> codes = texts_.add_codes(count);
    for (std::size_t i = 0; i < count; ++i) {
      if (missing_.test(row_ + i)) {
        texts_.missing().set(row_ + i);
      } else {
        const std::string_view text = texts.at(first + i);
        codes[i] = code_of({text, texts.readable_bytes(text)});
      }
    }
    row_ += count;
  }

  std::uint32_t code_of(const Readable& readable) {
    if (readable.text.size() > RecentTexts::longest) return texts_.code_of(readable.text);
    bool is_known = false;
    RecentTexts::Entry& entry = recent_.find(readable, is_known);
    if (!is_known) entry.code = texts_.code_of(readable.text);
    return entry.code;
  }

  const std::string& name_;
  const Context& context_;
  TextColumn texts_;
  Mask missing_;
  RecentTexts recent_;
  std::size_t row_ = 0;
};

Column filled(ArrowColumn& column, std::span<const ArrowPiece> pieces, const ArrowField& field) {
  for (const ArrowPiece& piece : pieces)
    column.add(piece, field);
  return column.finish();
}

}  // namespace

std::unique_ptr<ArrowColumn> make_text_column(const ArrowField& field, std::size_t rows,
                                              const Mask& absent, const Context& context) {
  auto column = std::make_unique<Texts>(field, absent, context);
  column->reserve(rows);
  return column;
}

std::unique_ptr<ArrowColumn> make_dictionary_column(const ArrowField& field, std::size_t rows,
                                                    const Mask& absent, const Context& context) {
  auto column = std::make_unique<DictionaryColumn>(field, absent, context);
  column->reserve(rows);
  return column;
}

Column read_texts(std::span<const ArrowPiece> pieces, const ArrowField& field, const Mask& absent,
                  const Context& context) {
  return filled(*make_text_column(field, rows_of(pieces), absent, context), pieces, field);
}

Column read_dictionary(std::span<const ArrowPiece> pieces, const ArrowField& field,
                       const Mask& absent, const Context& context) {
  return filled(*make_dictionary_column(field, rows_of(pieces), absent, context), pieces, field);
}

}  // namespace pith
