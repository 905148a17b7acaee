// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <numeric>

#include "pith/base/error.h"
#include "pith/base/parallel.h"
#include "pith/stats/encoded/visit_codes.h"
#include "pith/stats/encoded/wire.h"
#include "pith/stats/encoded/wire_counts.h"
#include "pith/stats/passes/feature_blocks.h"
#include "pith/stats/passes/tables_pass.h"

namespace pith {
inline namespace stats {
namespace {

FeatureBlocks blocks_of(const std::vector<std::uint32_t>& codes, std::size_t classes) {
  return {codes.size(), [&](std::size_t i) { return sizeof(std::uint64_t) * codes[i] * classes; }};
}

/// Counts the codes of rows of one class into counts[code * stride].
template <class Code>
void count_codes(std::span<const Code> codes, std::size_t levels, std::uint64_t* counts,
                 std::size_t stride) {
  // Four tables in turn, so that a row need not wait for the previous one; not where clearing them
  // takes longer than counting.
  constexpr std::size_t lanes = 4;
  if (lanes * levels > codes.size()) {
    for (const Code code : codes)
      ++counts[code * stride];
    return;
  }
  std::vector<std::uint32_t> tables(lanes * levels);
  std::size_t row = 0;
  for (; row + lanes <= codes.size(); row += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane)
      ++tables[lane * levels + codes[row + lane]];
  }
  for (; row < codes.size(); ++row)
    ++tables[codes[row]];
  for (std::size_t i = 0; i < tables.size(); ++i)
    counts[i % levels * stride] += tables[i];
}

class State final : public ClassTablesState {
 public:
  State(const std::vector<std::uint32_t>& codes, std::size_t classes, std::uint64_t pass)
      : codes_(codes),
        classes_(classes),
        pass_(pass),
        blocks_(blocks_of(codes, classes)),
        starts_(codes.size() + 1) {
    for (std::size_t i = 0; i < codes.size(); ++i)
      starts_[i + 1] = starts_[i] + codes[i] * classes;
    counts_.resize(starts_.back());
  }

  void update(const EncodedRows& rows, const Context& context) override {
    check_codes(rows, codes_, classes_);
    constexpr std::size_t block = 16;
    parallel_blocks(context, codes_.size(), block, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        visit_codes(rows, i, [&](auto all) {
          std::size_t first = 0;
          for (std::size_t c = 0; c < classes_; ++c) {
            const std::size_t last = rows.class_ends()[c];
            count_codes(all.subspan(first, last - first), codes_[i], &counts_[starts_[i] + c],
                        classes_);
            first = last;
          }
        });
      }
    });
  }

  std::string partial(std::size_t block) const override {
    WireWriter writer = partial_writer(header(block));
    const auto [begin, end] = range(block);
    write_counts(writer, std::span(counts_).subspan(begin, end - begin));
    return writer.finish();
  }
  void merge(std::size_t block, std::string_view bytes) override {
    WireReader reader = partial_reader(bytes, header(block));
    const auto [begin, end] = range(block);
    add_counts(reader, std::span(counts_).subspan(begin, end - begin));
    reader.end();
  }

  std::span<const std::uint64_t> table(std::size_t feature) const override {
    return std::span(counts_).subspan(starts_[feature], starts_[feature + 1] - starts_[feature]);
  }

 private:
  PartialHeader header(std::size_t block) const { return {WireKind::class_tables, pass_, block}; }
  std::pair<std::size_t, std::size_t> range(std::size_t block) const {
    return {starts_[blocks_.begin(block)], starts_[blocks_.end(block)]};
  }

  std::vector<std::uint32_t> codes_;
  std::size_t classes_;
  std::uint64_t pass_;
  FeatureBlocks blocks_;
  std::vector<std::size_t> starts_;
  std::vector<std::uint64_t> counts_;
};

}  // namespace

std::string ClassTablesPass::title() const {
  return "tables of the classes";
}

std::string ClassTablesPass::describe() const {
  WireWriter writer(WireKind::class_tables);
  writer.size(classes_);
  writer.array(codes_);
  return writer.finish();
}

std::unique_ptr<const Pass> ClassTablesPass::parse(WireReader& reader) {
  const std::size_t classes = reader.at_most(std::numeric_limits<std::uint32_t>::max());
  std::vector<std::uint32_t> codes = reader.array<std::uint32_t>();
  reader.end();
  return std::make_unique<ClassTablesPass>(std::move(codes), classes);
}

std::size_t ClassTablesPass::blocks() const {
  return blocks_of(codes_, classes_).count();
}

std::uint64_t ClassTablesPass::state_bytes() const {
  return sizeof(std::uint64_t) * classes_ *
             std::accumulate(codes_.begin(), codes_.end(), std::uint64_t{0}) +
         sizeof(std::size_t) * codes_.size();
}

std::unique_ptr<PassState> ClassTablesPass::start() const {
  return std::make_unique<State>(codes_, classes_, wire_checksum(describe()));
}

}  // namespace stats
}  // namespace pith
