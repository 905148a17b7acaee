// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/passes/summary.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pith/base/assert.h"
#include "pith/base/error.h"
#include "pith/data/widened.h"
#include "pith/stats/encoded/number_kernels.h"
#include "pith/stats/encoded/row_classes.h"
#include "pith/stats/passes/feature_blocks.h"
#include "pith/stats/passes/summary_column.h"

namespace pith {
inline namespace stats {
namespace {

/// Levels that a categorical column has as a rule, for plans; it may have many more.
constexpr std::uint64_t usual_level_bytes = std::uint64_t{64} << 10U;
constexpr std::uint64_t sketch_bytes = DistinctSketch::max_hashes * sizeof(std::uint64_t);

std::uint64_t bytes_of(const SummaryPass::Options& options, std::size_t position,
                       std::uint64_t bytes_per_value) {
  const std::uint64_t values =
      options.are_codes[position] != 0
          ? usual_level_bytes
          : bytes_per_value * std::min<std::uint64_t>(options.max_values[position], 1U << 24U);
  return sizeof(SummaryColumn) + values +
         (options.counts_distinct[position] != 0 ? sketch_bytes : 0);
}

std::vector<std::size_t> fields_read(const SummaryPass::Options& options) {
  std::vector<std::size_t> fields = options.fields;
  fields.insert(fields.end(), options.required.begin(), options.required.end());
  if (options.target) fields.push_back(*options.target);
  std::sort(fields.begin(), fields.end());
  fields.erase(std::unique(fields.begin(), fields.end()), fields.end());
  return fields;
}

FeatureBlocks blocks_of(const SummaryPass::Options& options) {
  constexpr std::uint64_t bytes_per_value = 16;  // as they are sent
  return {options.fields.size(),
          [&](std::size_t i) { return bytes_of(options, i, bytes_per_value); }};
}

bool is_even_sequence(const std::map<double, std::uint64_t>& values, double step) {
  double expected = values.begin()->first;
  for (const auto& [value, count] : values) {
    if (count != 1 || value != expected) return false;
    expected += step;
  }
  return true;
}

class State final : public SummaryState {
 public:
  State(const SummaryPass::Options& options, std::uint64_t pass)
      : options_(options),
        pass_(pass),
        blocks_(blocks_of(options)),
        places_(fields_read(options)),
        users_(places_, options.fields) {
    columns_.reserve(options.fields.size());
    for (std::size_t i = 0; i < options.fields.size(); ++i) {
      columns_.emplace_back(
          SummaryColumn::Options{.are_codes = options.are_codes[i] != 0,
                                 .counts_distinct = options.counts_distinct[i] != 0,
                                 .max_values = options.max_values[i],
                                 .max_levels = options.max_levels});
    }
  }

  void update(const RowBlock& block, const Context& context) override {
    const LeftOut out = left_out(block, places_, options_.target, options_.required);
    for_each_widened(block.columns, sizeof(double) * block.rows, context,
                     [&](std::size_t first, const std::vector<Column>& columns) {
                       for (std::size_t i = 0; i < columns.size(); ++i) {
                         for (const std::size_t position : users_.of(first + i))
                           add(position, columns[i], out.rows);
                       }
                     });
    rows_ += block.rows - out.count();
    without_target_ += out.without_target;
    incomplete_ += out.incomplete;
  }

  std::uint64_t bytes() const override {
    std::uint64_t sum = 0;
    for (const SummaryColumn& column : columns_)
      sum += column.bytes();
    return sum;
  }

  std::string partial(std::size_t block) const override {
    WireWriter writer = partial_writer(header(block));
    if (block == 0) {
      writer.value(rows_);
      writer.value(without_target_);
      writer.value(incomplete_);
    }
    for (std::size_t i = blocks_.begin(block); i < blocks_.end(block); ++i)
      columns_[i].write(writer);
    return writer.finish();
  }

  void merge(std::size_t block, std::string_view bytes) override {
    WireReader reader = partial_reader(bytes, header(block));
    if (block == 0) {
      rows_ += reader.value<std::uint64_t>();
      without_target_ += reader.value<std::uint64_t>();
      incomplete_ += reader.value<std::uint64_t>();
    }
    for (std::size_t i = blocks_.begin(block); i < blocks_.end(block); ++i)
      columns_[i].merge(reader);
    reader.end();
  }

  std::uint64_t rows() const override { return rows_; }
  std::uint64_t without_target() const override { return without_target_; }
  std::uint64_t incomplete() const override { return incomplete_; }
  const ColumnSummary& column(std::size_t position) const override {
    return columns_[position].summary();
  }

 private:
  PartialHeader header(std::size_t block) const { return {WireKind::summary, pass_, block}; }

  void add(std::size_t position, const Column& column, std::span<const std::uint8_t> left_out) {
    SummaryColumn& summary = columns_[position];
    const bool are_codes = options_.are_codes[position] != 0;
    if (are_codes != column.is_codes()) {
      throw Error(ErrorKind::bad_data,
                  "column " + std::to_string(options_.fields[position]) +
                      " (counted from 0) is categorical in some rows and numeric in others; "
                      "it must have the same type in all rows");
    }
    if (are_codes) return summary.add_codes(column, left_out);
    const Numbers numbers = column.numbers();
    if (left_out.empty()) return summary.add_numbers({numbers.data(), numbers.size()});
    std::vector<double> kept;
    kept.reserve(numbers.size());
    for (std::size_t row = 0; row < numbers.size(); ++row) {
      if (left_out[row] == 0) kept.push_back(numbers[row]);
    }
    summary.add_numbers(kept);
  }

  SummaryPass::Options options_;
  std::uint64_t pass_;
  FeatureBlocks blocks_;
  FieldPlaces places_;
  ColumnUsers users_;
  std::vector<SummaryColumn> columns_;
  std::uint64_t rows_ = 0;
  std::uint64_t without_target_ = 0;
  std::uint64_t incomplete_ = 0;
};

void write_flags(WireWriter& writer, const std::vector<char>& flags) {
  for (const char flag : flags)
    writer.flag(flag != 0);
}

std::vector<char> read_flags(WireReader& reader, std::size_t count) {
  const std::string_view bytes = reader.take(count);
  reader.require(std::all_of(bytes.begin(), bytes.end(), [](char c) { return c == 0 || c == 1; }));
  return {bytes.begin(), bytes.end()};
}

}  // namespace

bool ColumnSummary::is_constant() const {
  if (missing > 0 && present > 0) return false;
  if (present == 0) return true;
  return levels.empty() && !has_more_levels ? min == max : levels.size() == 1;
}

bool ColumnSummary::is_permutation() const {
  if (!are_integers || present < 2 || !(min < max)) return false;
  if (!has_more_values) {
    const double even = (max - min) / static_cast<double>(present - 1);
    return even == std::trunc(even) && is_even_sequence(values, even);
  }
  const auto lowest = static_cast<std::int64_t>(min);
  const auto range = static_cast<std::uint64_t>(static_cast<std::int64_t>(max) - lowest);
  if (step == 0 || range % step != 0 || range / step != present - 1) return false;
  std::uint64_t expected = 0;
  for (std::uint64_t i = 0; i < present; ++i)
    expected += number_hash(static_cast<double>(lowest + static_cast<std::int64_t>(i * step)));
  return fingerprint == expected;
}

std::string SummaryPass::title() const {
  return "summary of the columns";
}

std::string SummaryPass::describe() const {
  PITH_ASSERT(options_.are_codes.size() == options_.fields.size());
  PITH_ASSERT(options_.counts_distinct.size() == options_.fields.size());
  PITH_ASSERT(options_.max_values.size() == options_.fields.size());
  WireWriter writer(WireKind::summary);
  write_fields(writer, options_.fields);
  writer.flag(options_.target.has_value());
  if (options_.target) writer.size(*options_.target);
  write_fields(writer, options_.required);
  write_flags(writer, options_.are_codes);
  write_flags(writer, options_.counts_distinct);
  for (const std::size_t max : options_.max_values)
    writer.size(max);
  writer.size(options_.max_levels);
  return writer.finish();
}

std::unique_ptr<const Pass> SummaryPass::parse(WireReader& reader) {
  Options options;
  options.fields = read_fields(reader);
  if (reader.flag()) options.target = reader.value<std::uint64_t>();
  options.required = read_fields(reader);
  options.are_codes = read_flags(reader, options.fields.size());
  options.counts_distinct = read_flags(reader, options.fields.size());
  for (std::size_t i = 0; i < options.fields.size(); ++i)
    options.max_values.push_back(reader.value<std::uint64_t>());
  options.max_levels = reader.value<std::uint64_t>();
  return std::make_unique<SummaryPass>(std::move(options));
}

std::vector<std::size_t> SummaryPass::fields() const {
  return fields_read(options_);
}

std::size_t SummaryPass::blocks() const {
  return blocks_of(options_).count();
}

std::uint64_t SummaryPass::state_bytes() const {
  constexpr std::uint64_t bytes_per_value = 64;  // of a node of a map
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < options_.fields.size(); ++i)
    bytes += bytes_of(options_, i, bytes_per_value);
  return bytes;
}

std::uint64_t SummaryPass::reserved_bytes() const {
  return options_.fields.size() * sizeof(SummaryColumn);
}

std::unique_ptr<PassState> SummaryPass::start() const {
  return std::make_unique<State>(options_, wire_checksum(describe()));
}

}  // namespace stats
}  // namespace pith
