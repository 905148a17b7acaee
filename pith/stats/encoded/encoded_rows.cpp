// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/encoded/encoded_rows.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "pith/base/assert.h"
#include "pith/base/parallel.h"
#include "pith/data/widened.h"
#include "pith/stats/encoded/feature_encoder.h"
#include "pith/stats/encoded/row_classes.h"
#include "pith/stats/encoded/wire.h"

namespace pith {
inline namespace stats {
namespace {

constexpr std::size_t word = sizeof(std::uint64_t);
constexpr std::int64_t max_integer = std::int64_t{1} << 39U;

std::size_t words_of(std::size_t rows, std::uint32_t codes) {
  return (rows * EncodedRows::width_of(codes) + word - 1) / word;
}

std::uint32_t codes_of(const FeatureEncoding& feature) {
  return feature.is_numeric()
             ? 0
             : static_cast<std::uint32_t>(std::max<std::size_t>(feature.codes(), 1));
}

/// Encodes some rows as codes of a width. Whether all values are known; others are 0.
template <class Code>
bool encode_some(const FeatureEncoder& encoder, std::size_t first, std::span<Code> out) {
  constexpr std::size_t some = 2048;  // in the first cache
  std::array<std::uint32_t, some> room{};
  bool are_known = true;
  for (std::size_t done = 0; done < out.size(); done += some) {
    const std::size_t count = std::min(some, out.size() - done);
    encoder.codes(first + done, {room.data(), count});
    std::uint32_t unknown = 0;
    for (std::size_t i = 0; i < count; ++i) {
      unknown |= room[i] == FeatureEncoder::no_code ? 1U : 0U;
      out[done + i] = static_cast<Code>(room[i]);
    }
    are_known = are_known && unknown == 0;
  }
  return are_known;
}

bool encode_some(const FeatureEncoder& encoder, std::size_t first, std::span<std::int64_t> out) {
  encoder.integers(first, out);
  return std::find(out.begin(), out.end(), FeatureEncoder::no_integer) == out.end();
}

bool is_unknown(const FeatureEncoder& encoder, std::size_t row, bool is_numeric) {
  if (is_numeric) {
    std::int64_t integer = 0;
    encoder.integers(row, {&integer, 1});
    return integer == FeatureEncoder::no_integer;
  }
  std::uint32_t code = 0;
  encoder.codes(row, {&code, 1});
  return code == FeatureEncoder::no_code;
}

/// Encodes a feature in the order of the classes.
template <class Value>
void encode_feature(const FeatureEncoder& encoder, const ClassOrder& order, std::size_t rows,
                    std::span<Value> out) {
  bool are_known = true;
  if (order.is_identity) {
    are_known = encode_some(encoder, 0, out);
  } else {
    std::vector<Value> room(rows);
    are_known = encode_some(encoder, 0, std::span<Value>(room));
    std::transform(order.rows.begin(), order.rows.end(), out.begin(),
                   [&](std::uint32_t row) { return room[row]; });
  }
  if (are_known) return;
  constexpr bool is_numeric = sizeof(Value) == word;
  for (const std::uint32_t row : order.rows) {
    if (is_unknown(encoder, row, is_numeric)) encoder.reject(row);
  }
}

template <class Code>
bool are_below(std::span<const Code> codes, std::uint32_t bound) {
  Code highest = 0;
  for (const Code code : codes)
    highest = std::max(highest, code);
  return codes.empty() || highest < bound;
}

bool are_on_grid(std::span<const std::int64_t> integers) {
  std::int64_t lowest = 0;
  std::int64_t highest = 0;
  for (const std::int64_t integer : integers) {
    lowest = std::min(lowest, integer);
    highest = std::max(highest, integer);
  }
  return -max_integer <= lowest && highest <= max_integer;
}

}  // namespace

template <class T>
std::span<T> EncodedRows::span_of(std::size_t feature) {
  return {reinterpret_cast<T*>(data_.data() + starts_[feature]), rows_};
}

template <class T>
std::span<const T> EncodedRows::span_of(std::size_t feature) const {
  PITH_ASSERT(width(feature) == sizeof(T));
  return {reinterpret_cast<const T*>(data_.data() + starts_[feature]), rows_};
}

void EncodedRows::lay_out() {
  starts_.resize(codes_.size() + 1);
  for (std::size_t feature = 0; feature < codes_.size(); ++feature)
    starts_[feature + 1] = starts_[feature] + words_of(rows_, codes_[feature]);
}

EncodedRows::EncodedRows(const RowBlock& block, const Encoding& encoding, const Context& context) {
  const FieldPlaces places(encoding.fields());
  const ClassOrder order =
      class_order(row_classes(block, places, encoding.target, encoding.required_fields),
                  encoding.target.classes());
  rows_ = order.rows.size();
  class_ends_ = order.ends;
  codes_.resize(encoding.features.size());
  std::transform(encoding.features.begin(), encoding.features.end(), codes_.begin(), codes_of);
  lay_out();
  data_.resize(starts_.back());
  const ColumnUsers features(places, feature_fields(encoding.features));
  const auto encode = [&](std::size_t feature, const Column& column) {
    const FeatureEncoder encoder(encoding.features[feature], column);
    switch (width(feature)) {
      case 1:
        return encode_feature(encoder, order, block.rows, span_of<std::uint8_t>(feature));
      case 2:
        return encode_feature(encoder, order, block.rows, span_of<std::uint16_t>(feature));
      case 4:
        return encode_feature(encoder, order, block.rows, span_of<std::uint32_t>(feature));
      default:
        return encode_feature(encoder, order, block.rows, span_of<std::int64_t>(feature));
    }
  };
  for_each_widened(block.columns, word * block.rows, context,
                   [&](std::size_t first, const std::vector<Column>& columns) {
                     for (std::size_t i = 0; i < columns.size(); ++i) {
                       for (const std::size_t feature : features.of(first + i))
                         encode(feature, columns[i]);
                     }
                   });
}

std::span<const std::uint8_t> EncodedRows::bytes(std::size_t feature) const {
  return span_of<std::uint8_t>(feature);
}
std::span<const std::uint16_t> EncodedRows::shorts(std::size_t feature) const {
  return span_of<std::uint16_t>(feature);
}
std::span<const std::uint32_t> EncodedRows::longs(std::size_t feature) const {
  return span_of<std::uint32_t>(feature);
}
std::span<const std::int64_t> EncodedRows::integers(std::size_t feature) const {
  return span_of<std::int64_t>(feature);
}

std::string EncodedRows::pack() const {
  WireWriter writer(WireKind::encoded_rows);
  writer.reserve(word * (data_.size() + 4) + sizeof(std::uint32_t) * (codes_.size() + classes()));
  writer.size(rows_);
  writer.array(class_ends_);
  writer.array(codes_);
  writer.array(data_);
  return writer.finish();
}

EncodedRows EncodedRows::unpack(std::string_view bytes) {
  WireReader reader(bytes, WireKind::encoded_rows);
  EncodedRows rows;
  rows.rows_ = reader.at_most(std::numeric_limits<std::uint32_t>::max());
  rows.class_ends_ = reader.array<std::uint32_t>();
  reader.require(rows.class_ends_.empty() ? rows.rows_ == 0
                                          : rows.class_ends_.back() == rows.rows_);
  reader.require(std::is_sorted(rows.class_ends_.begin(), rows.class_ends_.end()));
  rows.codes_ = reader.array<std::uint32_t>();
  rows.lay_out();  // at most 2^32 rows of 8 bytes, and as many features as bytes: no overflow
  rows.data_ = reader.array<std::uint64_t>();
  reader.require(rows.data_.size() == rows.starts_.back());
  reader.end();
  for (std::size_t feature = 0; feature < rows.features(); ++feature) {
    const std::uint32_t codes = rows.codes_[feature];
    switch (rows.width(feature)) {
      case 1:
        reader.require(are_below(rows.bytes(feature), codes));
        break;
      case 2:
        reader.require(are_below(rows.shorts(feature), codes));
        break;
      case 4:
        reader.require(are_below(rows.longs(feature), codes));
        break;
      default:
        reader.require(are_on_grid(rows.integers(feature)));
    }
  }
  return rows;
}

std::uint64_t EncodedRows::bytes_of(std::size_t rows, const Encoding& encoding) {
  std::uint64_t bytes = sizeof(std::uint32_t) * encoding.target.classes();
  for (const FeatureEncoding& feature : encoding.features)
    bytes += word * words_of(rows, codes_of(feature)) + sizeof(std::uint32_t) + sizeof(std::size_t);
  return bytes;
}

}  // namespace stats
}  // namespace pith
