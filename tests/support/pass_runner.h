// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "pith/base/random.h"
#include "pith/data/blocks/table_blocks.h"
#include "pith/data/table.h"
#include "pith/stats/passes/moments_pass.h"
#include "pith/stats/passes/pass_source.h"

// A runner over a table in memory, and the facts that a source needs.
namespace pith {

/// Features and target as the fields of a table that is read in blocks; the target is the last.
inline Columns fields_of_table(const Table& table) {
  Columns all;
  all.columns = table.parts().features;
  all.names = table.names();
  if (table.has_target()) {
    all.columns.push_back(table.target());
    all.names.push_back("y");
  }
  return all;
}

/// Runs passes over blocks of rows, counts them, and merges the states of blocks as a cluster
/// would: by their bytes, two and two.
class CountingRunner final : public Runner {
 public:
  CountingRunner(Columns table, std::size_t block_rows)
      : table_(std::move(table)), block_rows_(block_rows) {}

  void run(const Pass& pass, PassState& state, const Context& context) override {
    ++passes;
    std::vector<std::unique_ptr<PassState>> parts;
    const auto add = [&](const auto& rows) {
      parts.push_back(pass.start());
      parts.back()->update(rows, context);
    };
    if (pass.reads_encoded()) {
      for (const EncodedRows& rows : encoded_)
        add(rows);
    } else {
      TableBlocks(table_, block_rows_)
          .read(
              pass.fields(), [&](const RowBlock& rows) { add(rows); }, context);
    }
    while (parts.size() > 1) {
      for (std::size_t i = 0; 2 * i < parts.size(); ++i) {
        if (2 * i + 1 < parts.size()) merge(pass, *parts[2 * i + 1], *parts[2 * i]);
        parts[i] = std::move(parts[2 * i]);
      }
      parts.resize((parts.size() + 1) / 2);
    }
    if (!parts.empty()) merge(pass, *parts.front(), state);
  }

  void encode(const Encoding& encoding, const Context& context) override {
    encoded_.clear();
    TableBlocks(table_, block_rows_)
        .read(
            encoding.fields(),
            [&](const RowBlock& rows) {
              encoded_.push_back(EncodedRows::unpack(EncodedRows(rows, encoding, context).pack()));
            },
            context);
  }
  const Table* table() const override { return codes ? &*codes : nullptr; }

  std::size_t passes = 0;
  std::optional<Table> codes = {};  ///< what table() gives

 private:
  static void merge(const Pass& pass, const PassState& from, PassState& into) {
    for (std::size_t block = 0; block < pass.blocks(); ++block)
      into.merge(block, from.partial(block));
  }

  Columns table_;
  std::size_t block_rows_;
  std::vector<EncodedRows> encoded_;
};

/// A table, its encoding, and a source of passes over it.
class PassTable {
 public:
  PassTable(const Table& table, std::size_t block_rows)
      : runner(fields_of_table(table), block_rows) {
    facts.rows = table.rows();
    facts.names = table.names();
    if (table.has_target()) {
      facts.encoding.target.field = table.features();
      facts.encoding.target.names = table.target().level_names();
    }
    facts.class_rows.resize(facts.encoding.target.classes());
    for (std::size_t row = 0; row < table.rows(); ++row)
      ++facts.class_rows[table.has_target() ? table.target().code(row) : 0];
    for (Feature i = 0; i < table.features(); ++i) {
      FeatureEncoding& to = facts.encoding.features.emplace_back();
      to.field = i;
      if (table.feature(i).is_codes()) {
        to.kind = FeatureEncoding::Kind::levels;
        to.levels = table.feature(i).level_names();
        to.has_missing_code = table.feature(i).has_missing();
        facts.spreads_missing = facts.spreads_missing || to.has_missing_code;
      } else {
        add_numbers(table.feature(i), to);
      }
    }
    if (!facts.mins.empty()) add_moments();
    runner.encode(facts.encoding, {});
    runner.passes = 0;
  }

  /// Encodes numbers by their doubled average ranks instead.
  void use_ranks(const Table& table) {
    for (Feature i = 0; i < table.features(); ++i) {
      std::vector<double> sorted(table.rows());
      table.feature(i).copy_numbers(0, sorted);
      std::sort(sorted.begin(), sorted.end());
      FeatureEncoding& to = facts.encoding.features[i];
      to.kind = FeatureEncoding::Kind::ranks;
      for (auto at = sorted.begin(); at != sorted.end();) {
        const auto end = std::upper_bound(at, sorted.end(), *at);
        to.values.push_back(*at);
        to.ranks.push_back((at - sorted.begin()) + (end - sorted.begin()) + 1);
        at = end;
      }
    }
    runner.encode(facts.encoding, {});
  }

  CountingRunner runner;
  EncodedFacts facts;
  PassSource source{runner, facts};

 private:
  void add_numbers(const Column& column, FeatureEncoding& to) {
    std::vector<double> values(column.rows());
    column.copy_numbers(0, values);
    const auto [min, max] = std::minmax_element(values.begin(), values.end());
    facts.mins.push_back(*min);
    facts.maxs.push_back(*max);
    to.kind = FeatureEncoding::Kind::grid;
    to.grid = grid_of(*min, *max);
  }
  void add_moments() {
    const MomentsPass pass({.features = facts.encoding.features,
                            .target = facts.encoding.target,
                            .max_distinct_rows = facts.encoding.features.size() + 2});
    const auto state = run_pass<MomentsState>(runner, pass, {});
    for (std::size_t i = 0; i < facts.encoding.features.size(); ++i) {
      for (std::size_t c = 0; c < facts.class_rows.size(); ++c)
        facts.moments.push_back(state->moments(i, c));
    }
    for (std::size_t c = 0; c < facts.class_rows.size(); ++c)
      facts.distinct_rows.push_back(state->distinct_rows(c));
  }
};

}  // namespace pith
