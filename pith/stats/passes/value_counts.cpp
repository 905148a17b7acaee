// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/passes/value_counts.h"

#include <algorithm>

#include "pith/base/parallel.h"
#include "pith/data/widened.h"
#include "pith/stats/encoded/feature_encoder.h"
#include "pith/stats/encoded/row_classes.h"
#include "pith/stats/passes/feature_blocks.h"
#include "pith/stats/ranks.h"

namespace pith {
inline namespace stats {
namespace {

/// The memory of the values of one feature, at most; 2^40 stands for everything above it.
std::uint64_t feature_bytes(const ValueCountsPass::Options& options) {
  const std::uint64_t per_value = sizeof(double) + sizeof(std::uint64_t) * options.target.classes();
  constexpr std::uint64_t limit = std::uint64_t{1} << 40U;
  return options.max_distinct > limit / per_value ? limit : options.max_distinct * per_value;
}

FeatureBlocks blocks_of(const ValueCountsPass::Options& options) {
  return {options.features.size(), [&](std::size_t) { return feature_bytes(options); }};
}

class State final : public ValueCountsState {
 public:
  State(const ValueCountsPass::Options& options, std::uint64_t pass)
      : options_(options),
        pass_(pass),
        blocks_(blocks_of(options)),
        places_(fields_of(options.features, options.target, options.required)),
        users_(places_, feature_fields(options.features)),
        counted_(options.features.size(), {options.target.classes(), options.max_distinct}) {}

  void update(const RowBlock& block, const Context& context) override {
    const RowClasses classes = row_classes(block, places_, options_.target, options_.required);
    const std::uint64_t bytes =
        block.rows * (sizeof(double) + sizeof(CountedValues::Row) + ranker_bytes);
    for_each_widened(block.columns, bytes, context,
                     [&](std::size_t first, const std::vector<Column>& columns) {
                       for (std::size_t i = 0; i < columns.size(); ++i) {
                         for (const std::size_t feature : users_.of(first + i))
                           add(feature, columns[i], classes);
                       }
                     });
  }

  std::string partial(std::size_t block) const override {
    WireWriter writer = partial_writer({WireKind::value_counts, pass_, block});
    for (std::size_t i = blocks_.begin(block); i < blocks_.end(block); ++i)
      counted_[i].write(writer);
    return writer.finish();
  }
  void merge(std::size_t block, std::string_view bytes) override {
    WireReader reader = partial_reader(bytes, {WireKind::value_counts, pass_, block});
    for (std::size_t i = blocks_.begin(block); i < blocks_.end(block); ++i)
      counted_[i].merge(reader);
    reader.end();
  }

  void finish(const Context& context) override {
    constexpr std::size_t block = 8;
    parallel_blocks(context, counted_.size(), block, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        counted_[i].finish();
    });
  }

  std::span<const double> values(std::size_t feature) const override {
    return counted_[feature].values();
  }
  std::span<const std::uint64_t> counts(std::size_t feature) const override {
    return counted_[feature].counts();
  }
  bool has_more(std::size_t feature) const override { return counted_[feature].has_more(); }
  CountedValues::Counted take(std::size_t feature) override { return counted_[feature].take(); }

 private:
  void add(std::size_t feature, const Column& column, const RowClasses& classes) {
    if (counted_[feature].has_more()) return;
    const std::vector<double> numbers = feature_numbers(options_.features[feature], column);
    std::vector<CountedValues::Row> rows;
    rows.reserve(classes.kept);
    for (std::size_t row = 0; row < numbers.size(); ++row) {
      if (classes.codes[row] != RowClasses::none)
        rows.push_back({numbers[row], classes.codes[row]});
    }
    counted_[feature].add(rows);
  }

  ValueCountsPass::Options options_;
  std::uint64_t pass_;
  FeatureBlocks blocks_;
  FieldPlaces places_;
  ColumnUsers users_;
  std::vector<CountedValues> counted_;
};

}  // namespace

std::string ValueCountsPass::title() const {
  return "distinct values";
}

std::string ValueCountsPass::describe() const {
  WireWriter writer(WireKind::value_counts);
  write(writer, options_.features);
  write(writer, options_.target);
  write_fields(writer, options_.required);
  writer.size(options_.max_distinct);
  return writer.finish();
}

std::unique_ptr<const Pass> ValueCountsPass::parse(WireReader& reader) {
  Options options;
  options.features = read_features(reader);
  options.target = read_target(reader);
  options.required = read_fields(reader);
  options.max_distinct = reader.value<std::uint64_t>();
  return std::make_unique<ValueCountsPass>(std::move(options));
}

std::vector<std::size_t> ValueCountsPass::fields() const {
  return fields_of(options_.features, options_.target, options_.required);
}

std::size_t ValueCountsPass::blocks() const {
  return blocks_of(options_).count();
}

std::uint64_t ValueCountsPass::state_bytes() const {
  return options_.features.size() * (sizeof(CountedValues) + feature_bytes(options_));
}

std::unique_ptr<PassState> ValueCountsPass::start() const {
  return std::make_unique<State>(options_, wire_checksum(describe()));
}

}  // namespace stats
}  // namespace pith
