// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "pith/base/parallel.h"
#include "pith/base/text.h"
#include "pith/stats/encoded/visit_codes.h"
#include "pith/stats/encoded/wire.h"
#include "pith/stats/encoded/wire_counts.h"
#include "pith/stats/passes/block_counter.h"
#include "pith/stats/passes/feature_blocks.h"
#include "pith/stats/passes/tables_pass.h"

namespace pith {
inline namespace stats {
namespace {

using Options = PairTablesPass::Options;

std::size_t segments_of(const Options& options) {
  return options.by_class ? options.classes : 1;
}

/// The codes of all pivots together.
std::uint64_t pivot_codes(const Options& options) {
  return std::accumulate(
      options.pivots.begin(), options.pivots.end(), std::uint64_t{0},
      [&](std::uint64_t sum, Feature pivot) { return sum + options.codes[pivot]; });
}

FeatureBlocks blocks_of(const Options& options) {
  const std::uint64_t column = sizeof(std::uint64_t) * segments_of(options) * pivot_codes(options);
  return {options.partners.size(),
          [&, column](std::size_t i) { return column * options.codes[options.partners[i]]; }};
}

class State final : public PairTablesState {
 public:
  State(const Options& options, std::uint64_t pass)
      : options_(options),
        pass_(pass),
        segments_(segments_of(options)),
        blocks_(blocks_of(options)),
        before_(options.partners.size() + 1),
        starts_(options.pivots.size() + 1) {
    for (std::size_t i = 0; i < options.partners.size(); ++i)
      before_[i + 1] = before_[i] + options.codes[options.partners[i]];
    for (std::size_t p = 0; p < options.pivots.size(); ++p)
      starts_[p + 1] = starts_[p] + before_.back() * row(p);
    counts_.resize(starts_.back());
  }

  void update(const EncodedRows& rows, const Context& context) override {
    check_codes(rows, options_.codes, options_.classes);
    if (rows.rows() == 0 || options_.pivots.empty()) return;
    const PivotBlock pivots(rows, options_.by_class, options_.pivots, context);
    constexpr std::size_t block = 8;
    parallel_blocks(context, options_.partners.size(), block,
                    [&](std::size_t begin, std::size_t end) {
                      BlockCounter counter(pivots);
                      for (std::size_t i = begin; i < end; ++i) {
                        counter.set_partner(options_.partners[i]);
                        for (std::size_t p = 0; p < options_.pivots.size(); ++p)
                          counter.count(p, &counts_[start(p, i)]);
                      }
                    });
  }

  std::string partial(std::size_t block) const override {
    WireWriter writer = partial_writer(header(block));
    for (std::size_t p = 0; p < options_.pivots.size(); ++p) {
      const std::size_t begin = start(p, blocks_.begin(block));
      write_counts(writer, std::span(counts_).subspan(begin, start(p, blocks_.end(block)) - begin));
    }
    return writer.finish();
  }
  void merge(std::size_t block, std::string_view bytes) override {
    WireReader reader = partial_reader(bytes, header(block));
    for (std::size_t p = 0; p < options_.pivots.size(); ++p) {
      const std::size_t begin = start(p, blocks_.begin(block));
      add_counts(reader, std::span(counts_).subspan(begin, start(p, blocks_.end(block)) - begin));
    }
    reader.end();
  }

  std::span<const std::uint64_t> table(std::size_t pivot, std::size_t partner) const override {
    const std::size_t begin = start(pivot, partner);
    return std::span(counts_).subspan(begin, start(pivot, partner + 1) - begin);
  }

 private:
  PartialHeader header(std::size_t block) const { return {WireKind::pair_tables, pass_, block}; }
  /// The cells of one code of a partner in all segments.
  std::size_t row(std::size_t pivot) const {
    return segments_ * options_.codes[options_.pivots[pivot]];
  }
  std::size_t start(std::size_t pivot, std::size_t partner) const {
    return starts_[pivot] + before_[partner] * row(pivot);
  }

  Options options_;
  std::uint64_t pass_;
  std::size_t segments_;
  FeatureBlocks blocks_;
  std::vector<std::size_t> before_;  // the codes of the partners before each
  std::vector<std::size_t> starts_;  // of the pivots in counts_
  std::vector<std::uint64_t> counts_;
};

}  // namespace

std::string PairTablesPass::title() const {
  return fmt::format("tables of {}", counted(options_.pivots.size(), "feature"));
}

std::string PairTablesPass::describe() const {
  WireWriter writer(WireKind::pair_tables);
  writer.size(options_.classes);
  writer.flag(options_.by_class);
  writer.array(options_.codes);
  writer.array(options_.pivots);
  writer.array(options_.partners);
  return writer.finish();
}

std::unique_ptr<const Pass> PairTablesPass::parse(WireReader& reader) {
  Options options;
  options.classes = reader.at_most(std::numeric_limits<std::uint32_t>::max());
  options.by_class = reader.flag();
  options.codes = reader.array<std::uint32_t>();
  options.pivots = reader.array<Feature>();
  options.partners = reader.array<Feature>();
  const auto is_known = [&](Feature feature) { return feature < options.codes.size(); };
  reader.require(std::all_of(options.pivots.begin(), options.pivots.end(), is_known) &&
                 std::all_of(options.partners.begin(), options.partners.end(), is_known));
  reader.end();
  return std::make_unique<PairTablesPass>(std::move(options));
}

std::size_t PairTablesPass::blocks() const {
  return blocks_of(options_).count();
}

std::uint64_t PairTablesPass::state_bytes() const {
  std::uint64_t codes = 0;
  for (const Feature partner : options_.partners)
    codes += options_.codes[partner];
  return sizeof(std::uint64_t) *
         (segments_of(options_) * pivot_codes(options_) * codes + options_.partners.size());
}

std::unique_ptr<PassState> PairTablesPass::start() const {
  return std::make_unique<State>(options_, wire_checksum(describe()));
}

}  // namespace stats
}  // namespace pith
