// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/passes/block_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/option.h"
#include "pith/base/parallel.h"
#include "pith/base/text.h"
#include "pith/base/work.h"
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

Kept kept_within(std::uint64_t bytes, bool has_numbers, const Context& context) {
  if (bytes <= context.memory_available() / 2) return Kept::memory;
  return has_numbers ? Kept::none : Kept::file;
}

void BlockRunner::run(const Pass& pass, PassState& state, const Context& context) {
  if (pass.reads_encoded()) return read_encoded(pass, state, context);
  read_raw(pass, state, context);
}

void BlockRunner::read_raw(const Pass& pass, PassState& state, const Context& context) {
  const std::string title = pass.title();
  Work work(context, title, blocks_.schema().rows.value_or(0));
  const std::vector<std::size_t> fields = pass.fields();
  const std::uint64_t reserved = pass.reserved_bytes();
  Reservation grown;  // beyond what was reserved before
  blocks_.read(
      fields,
      [&](const RowBlock& block) {
        context.check_cancelled();
        state.update(block, context);
        const std::uint64_t bytes = state.bytes();
        if (bytes > reserved) {
          context.grow(grown, bytes - reserved, "the statistics of a pass (" + title + ")",
                       "select from fewer features");
        }
        work.add(block.rows);
      },
      context);
}

void BlockRunner::read_encoded(const Pass& pass, PassState& state, const Context& context) {
  const std::string title = pass.title();
  if (kept_ == Kept::none) {
    return encode_all([&](EncodedRows&& rows) { state.update(rows, context); }, title, context);
  }
  Work work(context, title, blocks_.schema().rows.value_or(0));
  for (const EncodedRows& rows : encoded_) {
    context.check_cancelled();
    state.update(rows, context);
    work.add(rows.rows());
  }
  std::string bytes;
  for (std::size_t i = 0; i < stored_.size(); ++i) {
    context.check_cancelled();
    // As bytes, and unpacked.
    const Reservation held = context.reserve(2 * stored_[i].size, "a block of encoded rows");
    bytes.resize(stored_[i].size);
    file_->read_at(stored_[i].offset, std::as_writable_bytes(std::span(bytes)));
    if (i + 1 < stored_.size()) file_->prefetch(stored_[i + 1].offset, stored_[i + 1].size);
    state.update(EncodedRows::unpack(bytes), context);
    work.add(stored_[i].rows);
  }
}

/// Encodes all rows, block by block.
void BlockRunner::encode_all(const VisitEncoded& visit, const std::string& title,
                             const Context& context) {
  Work work(context, title, blocks_.schema().rows.value_or(0));
  blocks_.read(
      fields_,
      [&](const RowBlock& block) {
        context.check_cancelled();
        const Reservation held = context.reserve(EncodedRows::bytes_of(block.rows, encoding_),
                                                 "a block of encoded rows");
        EncodedRows rows(block, encoding_, context);
        if (rows.rows() > 0) visit(std::move(rows));
        work.add(block.rows);
      },
      context);
}

std::uint64_t BlockRunner::encoded_bytes() const {
  return EncodedRows::bytes_of(blocks_.schema().rows.value_or(0), encoding_);
}

void BlockRunner::encode(const Encoding& encoding, const Context& context) {
  table_.reset();
  encoded_.clear();
  stored_.clear();
  file_.reset();
  held_ = {};
  encoding_ = encoding;
  fields_ = encoding.fields();
  const bool has_numbers =
      std::any_of(encoding.features.begin(), encoding.features.end(),
                  [](const FeatureEncoding& feature) { return feature.is_numeric(); });
  const bool is_sized = blocks_.schema().rows.has_value();
  kept_ = is_sized ? kept_within(encoded_bytes(), has_numbers, context) : Kept::file;
  if (kept_ == Kept::memory) keep_in_memory(context);
  if (kept_ == Kept::file) keep_in_file(context);
}

void BlockRunner::keep_in_memory(const Context& context) {
  const std::uint64_t bytes = encoded_bytes();
  encode_all(
      [&](EncodedRows&& rows) {
        const std::uint64_t more = EncodedRows::bytes_of(rows.rows(), encoding_);
        context.grow(held_, held_.bytes() + more, "the encoded rows", "select from fewer features");
        encoded_.push_back(std::move(rows));
      },
      "encode", context);
  // The codes once more, as a table, for the kernels of tables in memory.
  const std::uint64_t columns = encoding_.features.size() * bytes_per_made_column;
  if (bytes + columns > context.memory_available() / 2) return;
  table_ = table_of(encoded_, encoding_, context);
  if (table_) context.grow(held_, held_.bytes() + bytes + columns, "the table of codes");
}

void BlockRunner::keep_in_file(const Context& context) {
  const std::uint64_t free = TemporaryFile::free_bytes();
  const std::uint64_t bytes = encoded_bytes();
  if (bytes > free) {
    throw Error(
        ErrorKind::resources,
        fmt::format("the encoded rows take {} MiB in {}, which has {} MiB free; set TMPDIR "
                    "to another folder, or raise the memory limit ({})",
                    mebibytes(bytes), TemporaryFile::folder(), free >> 20U, option("memory")));
  }
  file_.emplace("the encoded rows");
  encode_all(
      [&](EncodedRows&& rows) {
        const Reservation held = context.reserve(EncodedRows::bytes_of(rows.rows(), encoding_),
                                                 "a block of encoded rows");
        const std::string packed = rows.pack();
        stored_.push_back({.offset = file_->append(std::as_bytes(std::span(packed))),
                           .size = packed.size(),
                           .rows = rows.rows()});
      },
      "encode", context);
}

}  // namespace stats
}  // namespace pith
