// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/passes/moments_pass.h"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <optional>

#include "pith/base/error.h"
#include "pith/data/widened.h"
#include "pith/stats/encoded/feature_encoder.h"
#include "pith/stats/encoded/row_classes.h"
#include "pith/stats/encoded/wire.h"
#include "pith/stats/passes/feature_blocks.h"

namespace pith {
inline namespace stats {
namespace {

using Options = MomentsPass::Options;

std::vector<std::size_t> fields_of(const Options& options) {
  return fields_of(options.features, options.target, options.required);
}

FeatureBlocks blocks_of(const Options& options) {
  const std::uint64_t bytes =
      (sizeof(GridMoments) + sizeof(std::uint64_t)) * options.target.classes();
  return {options.features.size(), [bytes](std::size_t) { return bytes; }};
}

/// The share of a feature's integer in the hash of a row. Shares are added, so that features can be
/// hashed in any order.
std::uint64_t hash_of(std::int64_t integer, std::size_t feature) {
  std::uint64_t x = static_cast<std::uint64_t>(integer) + (feature + 1) * 0x9E37'79B9'7F4A'7C15U;
  x = (x ^ (x >> 30U)) * 0xBF58'476D'1CE4'E5B9U;
  x = (x ^ (x >> 27U)) * 0x94D0'49BB'1331'11EBU;
  return x ^ (x >> 31U);
}

/// The smallest of all hashes that were added: as many as were asked for, whatever the order.
class SmallestHashes {
 public:
  explicit SmallestHashes(std::size_t max_size) : max_size_(max_size) {}

  std::span<const std::uint64_t> all() const { return hashes_; }
  void add(std::vector<std::uint64_t> some) {
    if (hashes_.size() == max_size_)
      std::erase_if(some, [&](std::uint64_t hash) { return hash >= hashes_.back(); });
    std::sort(some.begin(), some.end());
    std::vector<std::uint64_t> both;
    std::merge(hashes_.begin(), hashes_.end(), some.begin(), some.end(), std::back_inserter(both));
    both.erase(std::unique(both.begin(), both.end()), both.end());
    both.resize(std::min(both.size(), max_size_));
    hashes_ = std::move(both);
  }

 private:
  std::size_t max_size_;
  std::vector<std::uint64_t> hashes_;  // ascending
};

/// The rows of a block: their order by class, and their hashes.
struct BlockRows {
  ClassOrder order;
  std::mutex mutex = {};
  std::vector<std::uint64_t> hashes = {};  ///< empty: not wanted
  std::vector<char> is_incomplete = {};
};

class State final : public MomentsState {
 public:
  State(const Options& options, std::uint64_t pass)
      : options_(options),
        pass_(pass),
        classes_(options.target.classes()),
        blocks_(blocks_of(options)),
        places_(fields_of(options)),
        moments_(options.features.size() * classes_),
        missing_(moments_.size()),
        distinct_(classes_, SmallestHashes(options.max_distinct_rows)) {
    columns_.resize(places_.size());
    for (std::size_t i = 0; i < options_.features.size(); ++i) {
      columns_[places_.of(options_.features[i].field)].push_back(i);
    }
  }

  void update(const RowBlock& block, const Context& context) override {
    BlockRows rows{.order = class_order(
                       row_classes(block, places_, options_.target, options_.required), classes_)};
    if (options_.max_distinct_rows > 0) {
      rows.hashes.assign(block.rows, 0);
      rows.is_incomplete.assign(block.rows, 0);
    }
    for_each_widened(block.columns, 2 * sizeof(std::int64_t) * block.rows, context,
                     [&](std::size_t first, const std::vector<Column>& columns) {
                       for (std::size_t i = 0; i < columns.size(); ++i) {
                         for (const std::size_t feature : columns_[first + i])
                           add(feature, columns[i], rows);
                       }
                     });
    if (options_.max_distinct_rows > 0) add_hashes(rows);
  }

  std::string partial(std::size_t block) const override {
    WireWriter writer = partial_writer({WireKind::moments, pass_, block});
    if (block >= blocks_.count()) {
      writer.array(distinct_[block - blocks_.count()].all());
      return writer.finish();
    }
    for (std::size_t i = blocks_.begin(block) * classes_; i < blocks_.end(block) * classes_; ++i) {
      writer.value(moments_[i].count);
      writer.value(missing_[i]);
      writer.value(moments_[i].sum);
      writer.value(moments_[i].squares);
    }
    return writer.finish();
  }
  void merge(std::size_t block, std::string_view bytes) override {
    WireReader reader = partial_reader(bytes, {WireKind::moments, pass_, block});
    if (block >= blocks_.count()) {
      distinct_[block - blocks_.count()].add(reader.array<std::uint64_t>());
      return reader.end();
    }
    for (std::size_t i = blocks_.begin(block) * classes_; i < blocks_.end(block) * classes_; ++i) {
      moments_[i].count += reader.value<std::uint64_t>();
      missing_[i] += reader.value<std::uint64_t>();
      moments_[i].sum += reader.value<ExactSum>();
      moments_[i].squares += reader.value<ExactSum>();
    }
    reader.end();
  }

  const GridMoments& moments(std::size_t feature, std::size_t c) const override {
    return moments_[feature * classes_ + c];
  }
  std::uint64_t missing(std::size_t feature, std::size_t c) const override {
    return missing_[feature * classes_ + c];
  }
  std::size_t distinct_rows(std::size_t c) const override { return distinct_[c].all().size(); }

 private:
  void add(std::size_t feature, const Column& column, BlockRows& rows) {
    const FeatureEncoder encoder(options_.features[feature], column);
    std::vector<std::int64_t> integers(column.rows());
    encoder.integers(0, integers);
    std::size_t begin = 0;
    for (std::size_t c = 0; c < classes_; ++c) {
      const std::size_t end = rows.order.ends[c];
      GridMoments sum;
      for (std::size_t i = begin; i < end; ++i) {
        const std::uint32_t row = rows.order.rows[i];
        const std::int64_t q = integers[row];
        if (q == FeatureEncoder::no_integer) {
          if (!column.missing().test(row)) encoder.reject(row);
          ++missing_[feature * classes_ + c];
          continue;
        }
        ++sum.count;
        sum.sum += q;
        sum.squares += ExactSum{q} * q;
      }
      moments_[feature * classes_ + c].add(sum);
      begin = end;
    }
    if (!rows.hashes.empty()) hash(feature, integers, rows);
  }

  static void hash(std::size_t feature, std::span<const std::int64_t> integers, BlockRows& rows) {
    std::vector<std::uint64_t> shares(integers.size());
    std::transform(integers.begin(), integers.end(), shares.begin(),
                   [feature](std::int64_t q) { return hash_of(q, feature); });
    const std::scoped_lock lock(rows.mutex);
    for (std::size_t row = 0; row < shares.size(); ++row) {
      rows.hashes[row] += shares[row];
      if (integers[row] == FeatureEncoder::no_integer) rows.is_incomplete[row] = 1;
    }
  }

  void add_hashes(const BlockRows& rows) {
    std::size_t begin = 0;
    for (std::size_t c = 0; c < classes_; ++c) {
      std::vector<std::uint64_t> complete;
      for (std::size_t i = begin; i < rows.order.ends[c]; ++i) {
        const std::uint32_t row = rows.order.rows[i];
        if (rows.is_incomplete[row] == 0) complete.push_back(rows.hashes[row]);
      }
      distinct_[c].add(std::move(complete));
      begin = rows.order.ends[c];
    }
  }

  Options options_;
  std::uint64_t pass_;
  std::size_t classes_;
  FeatureBlocks blocks_;
  FieldPlaces places_;
  std::vector<std::vector<std::size_t>> columns_;  // the features of each column of a block
  std::vector<GridMoments> moments_;
  std::vector<std::uint64_t> missing_;
  std::vector<SmallestHashes> distinct_;
};

}  // namespace

std::string MomentsPass::title() const {
  return "moments";
}

std::string MomentsPass::describe() const {
  WireWriter writer(WireKind::moments);
  write(writer, options_.features);
  write(writer, options_.target);
  write_fields(writer, options_.required);
  writer.size(options_.max_distinct_rows);
  return writer.finish();
}

std::unique_ptr<const Pass> MomentsPass::parse(WireReader& reader) {
  Options options;
  options.features = read_features(reader);
  options.target = read_target(reader);
  options.required = read_fields(reader);
  options.max_distinct_rows = reader.value<std::uint64_t>();
  reader.require(std::all_of(options.features.begin(), options.features.end(),
                             [](const FeatureEncoding& each) { return each.is_numeric(); }));
  reader.end();
  return std::make_unique<MomentsPass>(std::move(options));
}

std::vector<std::size_t> MomentsPass::fields() const {
  return fields_of(options_);
}

/// Those of the features, and one for the distinct rows of each class.
std::size_t MomentsPass::blocks() const {
  return blocks_of(options_).count() +
         (options_.max_distinct_rows > 0 ? options_.target.classes() : 0);
}

std::uint64_t MomentsPass::state_bytes() const {
  const std::uint64_t classes = options_.target.classes();
  return classes * ((sizeof(GridMoments) + sizeof(std::uint64_t)) * options_.features.size() +
                    sizeof(std::uint64_t) * std::uint64_t{options_.max_distinct_rows});
}

std::unique_ptr<PassState> MomentsPass::start() const {
  return std::make_unique<State>(options_, wire_checksum(describe()));
}

}  // namespace stats
}  // namespace pith
