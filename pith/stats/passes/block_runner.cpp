// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/passes/block_runner.h"

#include <algorithm>
#include <string>
#include <utility>

#include "pith/base/parallel.h"
#include "pith/base/text.h"
#include "pith/data/column_memory.h"

namespace pith {
inline namespace stats {
namespace {

void append_codes(const EncodedRows& rows, std::size_t feature, std::vector<std::uint32_t>& out) {
  const auto append = [&](auto codes) { out.insert(out.end(), codes.begin(), codes.end()); };
  switch (rows.width(feature)) {
    case 1:
      return append(rows.bytes(feature));
    case 2:
      return append(rows.shorts(feature));
    default:
      return append(rows.longs(feature));
  }
}

std::size_t rows_of(const std::vector<EncodedRows>& blocks) {
  std::size_t rows = 0;
  for (const EncodedRows& block : blocks)
    rows += block.rows();
  return rows;
}

Column feature_of(const std::vector<EncodedRows>& blocks, std::size_t feature, std::size_t codes) {
  std::vector<std::uint32_t> all;
  all.reserve(rows_of(blocks));
  for (const EncodedRows& block : blocks)
    append_codes(block, feature, all);
  return Column::from_codes(all, std::vector<std::string>(codes));
}

Column target_of(const std::vector<EncodedRows>& blocks, std::vector<std::string> names) {
  std::vector<std::uint32_t> all;
  all.reserve(rows_of(blocks));
  for (const EncodedRows& block : blocks) {
    for (std::size_t c = 0; c < block.classes(); ++c) {
      const std::size_t begin = c == 0 ? 0 : block.class_ends()[c - 1];
      all.insert(all.end(), block.class_ends()[c] - begin, static_cast<std::uint32_t>(c));
    }
  }
  return Column::from_codes(all, std::move(names));
}

/// The encoded rows as a table, where all features are codes.
std::optional<Table> table_of(const std::vector<EncodedRows>& blocks, const Encoding& encoding,
                              const Context& context) {
  const std::vector<FeatureEncoding>& features = encoding.features;
  const bool has_numbers =
      std::any_of(features.begin(), features.end(),
                  [](const FeatureEncoding& feature) { return feature.is_numeric(); });
  if (has_numbers || features.empty() || blocks.empty() || encoding.target.classes() < 2)
    return std::nullopt;
  std::vector<Column> columns(features.size(), Column::from_numbers({}));
  parallel_blocks(context, columns.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      columns[i] = feature_of(blocks, i, features[i].codes());
  });
  TableParts parts;
  parts.features = std::move(columns);
  for (const FeatureEncoding& feature : features)
    parts.names.push_back(feature.name);
  parts.target = target_of(blocks, encoding.target.names);
  parts.target_name = encoding.target.name;
  return Table(std::move(parts));
}

}  // namespace

void BlockRunner::run(const Pass& pass, PassState& state, const Context& context) {
  if (pass.reads_encoded()) {
    for (const EncodedRows& rows : encoded_) {
      context.check_cancelled();
      state.update(rows, context);
    }
    return;
  }
  blocks_.read(
      pass.fields(),
      [&](const RowBlock& block) {
        context.check_cancelled();
        state.update(block, context);
      },
      context);
}

void BlockRunner::encode(const Encoding& encoding, const Context& context) {
  table_.reset();
  encoded_.clear();
  held_ = {};
  read_encoded(encoding, context);
  table_ = table_of(encoded_, encoding, context);
}

void BlockRunner::read_encoded(const Encoding& encoding, const Context& context) {
  std::uint64_t bytes = 0;
  const std::vector<std::size_t> fields = encoding.fields();
  blocks_.read(
      fields,
      [&](const RowBlock& block) {
        context.check_cancelled();
        // The codes once more, as a table.
        bytes += 2 * EncodedRows::bytes_of(block.rows, encoding);
        context.grow(held_, bytes, "the encoded rows", "select from fewer features");
        EncodedRows rows(block, encoding, context);
        if (rows.rows() > 0) encoded_.push_back(std::move(rows));
      },
      context);
}

}  // namespace stats
}  // namespace pith
