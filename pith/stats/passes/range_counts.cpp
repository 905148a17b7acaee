// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/passes/range_counts.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "pith/data/widened.h"
#include "pith/stats/encoded/feature_encoder.h"
#include "pith/stats/encoded/number_kernels.h"
#include "pith/stats/encoded/row_classes.h"
#include "pith/stats/encoded/wire_counts.h"
#include "pith/stats/passes/counted_values.h"
#include "pith/stats/passes/feature_blocks.h"

namespace pith {
inline namespace stats {
namespace {

constexpr std::uint32_t max_cells = 1U << 20U;

/// An integer for each double that is not NaN, in the same order; -0 must not occur.
std::uint64_t key_of(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  constexpr std::uint64_t sign = std::uint64_t{1} << 63U;
  return (bits & sign) != 0 ? ~bits : bits | sign;
}

/// Finds the cell of a value: never a lower one for a larger value.
class CellOf {
 public:
  explicit CellOf(const ValueRange& range)
      : min_(range.min),
        half_min_(range.min / 2),
        scale_(range.cells / (range.max / 2 - range.min / 2)),
        last_(range.cells == 0 ? 0 : range.cells - 1),
        is_linear_(range.is_linear && std::isfinite(scale_)) {
    const std::uint64_t keys = key_of(range.max) - key_of(min_);
    while (shift_ < 63 && keys >> shift_ > last_)
      ++shift_;
  }

  std::size_t operator()(double value) const {
    const auto place = is_linear_
                           ? static_cast<std::size_t>((value / 2 - half_min_) * scale_)
                           : static_cast<std::size_t>((key_of(value) - key_of(min_)) >> shift_);
    return std::min(place, last_);
  }

 private:
  double min_;
  double half_min_;  // halves, since a difference may overflow
  double scale_;
  std::size_t last_;
  bool is_linear_;
  unsigned shift_ = 0;
};

/// What was found in one range.
class RangeCells {
 public:
  explicit RangeCells(const ValueRange& range)
      : range_(range),
        cell_of_(range),
        cells_(range.cells),
        listed_(1, std::numeric_limits<std::size_t>::max()) {}

  /// A value of the range.
  void add(double value) {
    if (cells_.empty()) {
      pending_.push_back({value, 0});
    } else {
      add({.count = 1, .min = value, .max = value}, cell_of_(value));
    }
  }
  /// Must be called after the last add().
  void flush() {
    listed_.add(pending_);
    listed_.finish();
    pending_ = {};
  }

  void write(WireWriter& writer) const {
    if (cells_.empty()) return listed_.write(writer);
    std::vector<std::uint64_t> counts(cells_.size());
    std::transform(cells_.begin(), cells_.end(), counts.begin(),
                   [](const RangeCell& cell) { return cell.count; });
    write_counts(writer, counts);
    for (const RangeCell& cell : cells_) {
      if (cell.count == 0) continue;
      writer.value(cell.min);
      writer.value(cell.max);
    }
  }

  void merge(WireReader& reader) {
    if (cells_.empty()) return listed_.merge(reader);
    reader.require(cells_.size() <= reader.remaining());
    std::vector<std::uint64_t> counts(cells_.size());
    add_counts(reader, counts);
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      if (counts[i] == 0) continue;
      const auto min = reader.value<double>();
      const auto max = reader.value<double>();
      reader.require(range_.min <= min && min <= max && max <= range_.max);
      add({.count = counts[i], .min = min, .max = max}, i);
    }
  }

  std::vector<RangeCell> cells() const {
    if (!cells_.empty()) return cells_;
    std::vector<RangeCell> all;
    for (std::size_t i = 0; i < listed_.values().size(); ++i) {
      const double value = listed_.values()[i];
      all.push_back({.count = listed_.counts()[i], .min = value, .max = value});
    }
    return all;
  }

 private:
  void add(const RangeCell& more, std::size_t place) {
    RangeCell& cell = cells_[place];
    cell.min = cell.count == 0 ? more.min : std::min(cell.min, more.min);
    cell.max = cell.count == 0 ? more.max : std::max(cell.max, more.max);
    cell.count += more.count;
  }

  ValueRange range_;
  CellOf cell_of_;
  std::vector<RangeCell> cells_;  // none: the values are listed
  CountedValues listed_;
  std::vector<CountedValues::Row> pending_;
};

FeatureBlocks blocks_of(const RangeCountsPass::Options& options) {
  return {options.features.size(), [&](std::size_t feature) {
            std::uint64_t bytes = 0;
            for (const ValueRange& range : options.ranges[feature])
              bytes += RangeCountsPass::bytes_of(range);
            return bytes;
          }};
}

class State final : public RangeCountsState {
 public:
  State(const RangeCountsPass::Options& options, std::uint64_t pass)
      : options_(options),
        pass_(pass),
        blocks_(blocks_of(options)),
        places_(fields_of(options.features, options.target, options.required)),
        users_(places_, feature_fields(options.features)),
        found_(options.features.size()) {
    for (std::size_t feature = 0; feature < found_.size(); ++feature) {
      for (const ValueRange& range : options.ranges[feature])
        found_[feature].emplace_back(range);
    }
  }

  void update(const RowBlock& block, const Context& context) override {
    const LeftOut out = left_out(block, places_, options_.target.field, options_.required);
    const std::uint64_t bytes = block.rows * (sizeof(double) + sizeof(CountedValues::Row));
    for_each_widened(block.columns, bytes, context,
                     [&](std::size_t first, const std::vector<Column>& columns) {
                       for (std::size_t i = 0; i < columns.size(); ++i) {
                         for (const std::size_t feature : users_.of(first + i))
                           add(feature, columns[i], out);
                       }
                     });
  }

  std::string partial(std::size_t block) const override {
    WireWriter writer = partial_writer({WireKind::ranges, pass_, block});
    for (std::size_t i = blocks_.begin(block); i < blocks_.end(block); ++i) {
      for (const RangeCells& range : found_[i])
        range.write(writer);
    }
    return writer.finish();
  }
  void merge(std::size_t block, std::string_view bytes) override {
    WireReader reader = partial_reader(bytes, {WireKind::ranges, pass_, block});
    for (std::size_t i = blocks_.begin(block); i < blocks_.end(block); ++i) {
      for (RangeCells& range : found_[i])
        range.merge(reader);
    }
    reader.end();
  }

  std::vector<RangeCell> cells(std::size_t feature, std::size_t range) const override {
    return found_[feature][range].cells();
  }

 private:
  void add(std::size_t feature, const Column& column, const LeftOut& out) {
    const std::vector<ValueRange>& ranges = options_.ranges[feature];
    std::vector<double> ends(ranges.size());
    std::transform(ranges.begin(), ranges.end(), ends.begin(),
                   [](const ValueRange& range) { return range.max; });
    const std::vector<double> numbers = feature_numbers(options_.features[feature], column);
    for (std::size_t row = 0; row < numbers.size(); ++row) {
      if (std::isnan(numbers[row]) || (!out.rows.empty() && out.rows[row] != 0)) continue;
      const double value = numbers[row] + 0.0;  // never -0
      const std::size_t place = count_below(ends, value);
      if (place < ranges.size() && ranges[place].min <= value) found_[feature][place].add(value);
    }
    for (RangeCells& range : found_[feature])
      range.flush();
  }

  RangeCountsPass::Options options_;
  std::uint64_t pass_;
  FeatureBlocks blocks_;
  FieldPlaces places_;
  ColumnUsers users_;
  std::vector<std::vector<RangeCells>> found_;
};

/// Whether ranges are ascending and disjoint.
bool are_valid(const std::vector<ValueRange>& ranges) {
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const ValueRange& range = ranges[i];
    if (!std::isfinite(range.min) || !std::isfinite(range.max) || !(range.min < range.max) ||
        range.cells > max_cells || (i > 0 && !(ranges[i - 1].max < range.min))) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::uint64_t RangeCountsPass::bytes_of(const ValueRange& range) {
  constexpr std::uint64_t limit = std::uint64_t{1} << 40U;
  return sizeof(RangeCells) +
         (range.cells == 0 ? std::min(range.rows, limit) * 16 : range.cells * sizeof(RangeCell));
}

std::string RangeCountsPass::title() const {
  return "quantiles";
}

std::string RangeCountsPass::describe() const {
  WireWriter writer(WireKind::ranges);
  write(writer, options_.features);
  for (const std::vector<ValueRange>& ranges : options_.ranges) {
    writer.size(ranges.size());
    for (const ValueRange& range : ranges) {
      writer.value(range.min);
      writer.value(range.max);
      writer.value(range.rows);
      writer.value(range.cells);
      writer.flag(range.is_linear);
    }
  }
  write(writer, options_.target);
  write_fields(writer, options_.required);
  return writer.finish();
}

std::unique_ptr<const Pass> RangeCountsPass::parse(WireReader& reader) {
  constexpr std::size_t range_bytes = 29;
  Options options;
  options.features = read_features(reader);
  for (std::size_t feature = 0; feature < options.features.size(); ++feature) {
    std::vector<ValueRange> ranges(reader.size(range_bytes));
    for (ValueRange& range : ranges) {
      range.min = reader.value<double>();
      range.max = reader.value<double>();
      range.rows = reader.value<std::uint64_t>();
      range.cells = reader.value<std::uint32_t>();
      range.is_linear = reader.flag();
    }
    reader.require(are_valid(ranges));
    options.ranges.push_back(std::move(ranges));
  }
  options.target = read_target(reader);
  options.required = read_fields(reader);
  return std::make_unique<RangeCountsPass>(std::move(options));
}

std::vector<std::size_t> RangeCountsPass::fields() const {
  return fields_of(options_.features, options_.target, options_.required);
}

std::size_t RangeCountsPass::blocks() const {
  return blocks_of(options_).count();
}

std::uint64_t RangeCountsPass::state_bytes() const {
  std::uint64_t bytes = 0;
  for (const std::vector<ValueRange>& ranges : options_.ranges) {
    for (const ValueRange& range : ranges)
      bytes += bytes_of(range);
  }
  return bytes;
}

std::unique_ptr<PassState> RangeCountsPass::start() const {
  return std::make_unique<State>(options_, wire_checksum(describe()));
}

}  // namespace stats
}  // namespace pith
