// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/paged_array.h"
#include "pith/base/parallel.h"
#include "pith/data/blocks/typed_part.h"
#include "pith/data/column_memory.h"
#include "pith/data/dense.h"
#include "pith/data/formats/parquet/source_files.h"
#include "pith/data/interpret.h"

namespace pith {
namespace {

using parquet::ColumnPlan;
using parquet::Kind;
using parquet::SourceFile;
using parquet::Workspace;

/// The memory of a block.
struct ParquetMemory {
  ParquetMemory(Reservation reserved, std::size_t bytes)
      : held(std::move(reserved)), pages(bytes) {}
  Reservation held;
  PagedArray pages;
};

/// Row groups of one file.
struct Groups {
  std::size_t file = 0;
  std::size_t first = 0;
  std::size_t last = 0;  ///< not included
};

/// A block is some row groups of one file.
std::vector<Groups> groups_of(std::span<const SourceFile> files, const BlockEnds& ends) {
  std::vector<Groups> made;
  std::uint64_t row = 0;
  for (std::size_t file = 0; file < files.size(); ++file) {
    const std::vector<std::uint64_t>& rows = files[file].metadata.group_rows;
    std::size_t first = 0;
    for (std::size_t group = 0; group < rows.size(); ++group) {
      row += rows[group];
      if (rows[group] == 0 || made.size() == ends.blocks() || row != ends.ends[made.size()])
        continue;
      made.push_back({.file = file, .first = first, .last = group + 1});
      first = group + 1;
    }
  }
  return made;
}

class ParquetPart final : public BlockPart {
 public:
  ParquetPart(std::span<const SourceFile> files, std::vector<ColumnPlan> plans, BlockEnds ends,
              const MissingTokens& missing)
      : files_(files),
        plans_(std::move(plans)),
        ends_(std::move(ends)),
        groups_(groups_of(files, ends_)),
        missing_(missing) {}

  std::vector<Column> read(std::size_t block, std::span<const std::size_t> columns,
                           const Context& context) const override {
    const std::size_t rows = ends_.rows(block);
    const auto memory = std::make_shared<ParquetMemory>(
        context.reserve(
            block_bytes_of(rows, columns.size()),
            fmt::format("{}: a block of {} and {}", files_[groups_[block].file].input->name(),
                        counted(rows, "row"), counted(columns.size(), "column"))),
        rows * columns.size() * sizeof(double));
    std::vector<std::optional<Column>> made(columns.size());
    const std::size_t at_once = std::clamp<std::size_t>(columns.size() / 16, 1, 64);
    parallel_blocks(context, columns.size(), at_once, [&](std::size_t begin, std::size_t end) {
      const Context serial = context.serial();
      Workspace workspace;
      for (std::size_t i = begin; i < end; ++i) {
        ColumnPlan plan = plan_of(columns[i], block);
        std::byte* const values = memory->pages.get() + i * rows * sizeof(double);
        plan.room.place.values = std::shared_ptr<std::byte[]>(memory, values);
        plan.room.place.pages = &memory->pages;
        const Column column = parquet::read_column(files_.subspan(groups_[block].file, 1),
                                                   std::move(plan), workspace, serial);
        made[i] = without_tokens(as_field(column, columns[i]), missing_);
      }
    });
    files_[groups_[block].file].input->check_unchanged();
    std::vector<Column> read;
    read.reserve(made.size());
    for (std::optional<Column>& column : made)
      read.push_back(std::move(*column));
    return read;
  }

  void prefetch(std::size_t block, std::span<const std::size_t> columns) const override {
    const Groups& groups = groups_[block];
    const SourceFile& file = files_[groups.file];
    for (const std::size_t column : columns) {
      for (std::size_t group = groups.first; group < groups.last; ++group) {
        if (const parquet::Chunk* const chunk = chunk_of(file, column, group))
          file.input->prefetch(chunk->offset, chunk->size);
      }
    }
  }

  std::uint64_t block_bytes(std::span<const std::size_t> columns) const override {
    return block_bytes_of(ends_.largest(), columns.size());
  }

  std::uint64_t read_bytes(std::span<const std::size_t> columns) const override {
    std::uint64_t bytes = 0;
    for (const SourceFile& file : files_) {
      for (const std::size_t column : columns) {
        for (std::size_t group = 0; group < file.metadata.group_rows.size(); ++group) {
          const parquet::Chunk* const chunk = chunk_of(file, column, group);
          bytes += chunk == nullptr ? 0 : chunk->size;
        }
      }
    }
    return bytes;
  }

 private:
  const parquet::Chunk* chunk_of(const SourceFile& file, std::size_t column,
                                 std::size_t group) const {
    const parquet::Field& field = file.fields[plans_[column].field];
    if (field.type.kind == Kind::null || file.metadata.group_rows[group] == 0) return nullptr;
    return &file.metadata.chunk(group, field.leaf);
  }

  ColumnPlan plan_of(std::size_t column, std::size_t block) const {
    ColumnPlan plan = plans_[column];
    plan.rows = ends_.rows(block);
    plan.first_group = groups_[block].first;
    plan.last_group = groups_[block].last;
    plan.room = {.place = {},
                 .rows = plan.rows,
                 .type = plan.number,
                 .first_row = static_cast<std::size_t>(ends_.first(block))};
    return plan;
  }

  /// A file may have only nulls where others have dates.
  Column as_field(const Column& column, std::size_t index) const {
    return plans_[index].kind == Kind::date && !column.is_date() ? column.as_date() : column;
  }

  std::span<const SourceFile> files_;
  std::vector<ColumnPlan> plans_;
  BlockEnds ends_;
  std::vector<Groups> groups_;
  MissingTokens missing_;
};

class ParquetTable final : public TypedTable {
 public:
  ParquetTable(std::vector<Input> inputs, const Context& context)
      : inputs_(std::move(inputs)), files_(parquet::open_files(inputs_, context)) {
    const std::vector<std::string> names = parquet::names_of(files_.front(), notes_);
    check_shape(inputs_.front().name(), parquet::rows_of(files_), names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
      const parquet::ColumnType& type = parquet::type_of(files_, i);
      const bool has_numbers =
          type.kind == Kind::number || type.kind == Kind::date || type.kind == Kind::null;
      fields_.push_back({.name = names[i],
                         .is_numeric = has_numbers && !type.is_category,
                         .is_date = type.kind == Kind::date});
    }
  }

  std::uint64_t rows() const override { return parquet::rows_of(files_); }
  const std::vector<TypedField>& fields() const override { return fields_; }
  std::vector<std::string> notes() const override { return notes_; }

  std::optional<BlockEnds> ends(const BlockRows& wanted) const override {
    BlockEnds made;
    std::uint64_t total = 0;
    for (const SourceFile& file : files_) {
      std::uint64_t begin = total;  // of the open block
      for (const std::uint64_t rows : file.metadata.group_rows) {
        if (rows > wanted.most) return std::nullopt;
        if (total > begin && total + rows - begin > wanted.wanted) {
          made.ends.push_back(total);
          begin = total;
        }
        total += rows;
      }
      if (total > begin) made.ends.push_back(total);
    }
    return made;
  }

  std::unique_ptr<BlockPart> part(std::vector<std::size_t> columns, BlockEnds ends,
                                  const MissingTokens& missing) const override {
    std::vector<ColumnPlan> plans;
    for (const std::size_t column : columns) {
      const parquet::ColumnType& type = parquet::type_of(files_, column);
      plans.push_back({.name = fields_[column].name,
                       .field = column,
                       .kind = type.kind,
                       .number = type.kind == Kind::null ? NumberType::uint8 : type.number});
    }
    return std::make_unique<ParquetPart>(files_, std::move(plans), std::move(ends), missing);
  }

 private:
  std::vector<Input> inputs_;
  std::vector<SourceFile> files_;
  std::vector<TypedField> fields_;
  std::vector<std::string> notes_;
};

}  // namespace

std::unique_ptr<TypedTable> open_parquet_table(std::vector<Input> inputs, const Context& context) {
  return std::make_unique<ParquetTable>(std::move(inputs), context);
}

}  // namespace pith
