// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/parallel.h"
#include "pith/data/arrow/column.h"
#include "pith/data/arrow/ipc_column.h"
#include "pith/data/arrow/ipc_tables.h"
#include "pith/data/blocks/typed_part.h"
#include "pith/data/column_memory.h"
#include "pith/data/dense.h"
#include "pith/data/interpret.h"

namespace pith {
namespace {

/// The memory of a block.
struct ArrowMemory {
  Reservation held;
  std::shared_ptr<std::byte[]> values;
};

/// A value takes at most so many bytes in a column.
constexpr std::uint64_t value_room = sizeof(double);

class ArrowPart final : public BlockPart {
 public:
  ArrowPart(const IpcTables& tables, std::vector<std::size_t> columns, BlockEnds ends,
            const MissingTokens& missing)
      : tables_(tables), ends_(std::move(ends)), missing_(missing) {
    for (const std::size_t column : columns)
      chosen_.push_back(tables.chosen(column));
    for (const IpcFile& file : tables.files())
      starts_.push_back((starts_.empty() ? 0 : starts_.back()) + file.rows);
    std::rotate(starts_.begin(), starts_.end() - 1, starts_.end());
    starts_.front() = 0;
  }

  std::vector<Column> read(std::size_t block, std::span<const std::size_t> columns,
                           const Context& context) const override {
    const std::size_t rows = ends_.rows(block);
    const auto memory = std::make_shared<ArrowMemory>();
    memory->held = context.reserve(
        block_bytes_of(rows, columns.size()),
        fmt::format("{}: a block of {} and {}", tables_.files().front().input->name(),
                    counted(rows, "row"), counted(columns.size(), "column")));
    memory->values = number_memory(rows * columns.size() * value_room);
    std::vector<std::optional<Column>> made(columns.size());
    const std::size_t at_once = std::clamp<std::size_t>(columns.size() / 32, 1, 1024);
    parallel_blocks(context, columns.size(), at_once, [&](std::size_t begin, std::size_t end) {
      const Context serial = context.serial();
      IpcReader reader(tables_.files()[file_of(block)], serial);
      for (std::size_t i = begin; i < end; ++i) {
        std::byte* const room = memory->values.get() + i * rows * value_room;
        made[i] = read_column(chosen_[columns[i]], block, reader,
                              {.values = std::shared_ptr<std::byte[]>(memory, room)});
      }
    });
    tables_.files()[file_of(block)].input->check_unchanged();
    std::vector<Column> read;
    read.reserve(made.size());
    for (std::optional<Column>& column : made)
      read.push_back(std::move(*column));
    return read;
  }

  std::uint64_t block_bytes(std::span<const std::size_t> columns) const override {
    return block_bytes_of(ends_.largest(), columns.size());
  }
  std::uint64_t read_bytes(std::span<const std::size_t> columns) const override {
    std::uint64_t bytes = 0;
    for (const std::size_t column : columns)
      bytes += value_bytes(chosen_[column].fields.front(), ends_.total());
    return bytes;
  }

 private:
  /// A block is in one file.
  std::size_t file_of(std::size_t block) const {
    const auto after = std::upper_bound(starts_.begin(), starts_.end(), ends_.first(block));
    return static_cast<std::size_t>(after - starts_.begin()) - 1;
  }

  Column read_column(const IpcChosen& chosen, std::size_t block, IpcReader& reader,
                     NumberPlace room) const {
    const std::size_t file = file_of(block);
    ArrowField as_column = chosen.fields.front();
    as_column.first_row = ends_.first(block);
    ArrowField stored = chosen.fields[file];
    stored.first_row = ends_.first(block);
    NumberColumn column(as_column, ends_.rows(block), std::move(room));
    try {
      reader.read_rows(chosen.positions[file], stored,
                       {ends_.first(block) - starts_[file], ends_.rows(block)}, column);
      return without_tokens(column.finish(), missing_);
    } catch (const Error& error) {
      throw_in_file(tables_.files()[file].input->name(), error);
    }
  }

  const IpcTables& tables_;
  BlockEnds ends_;
  MissingTokens missing_;
  std::vector<IpcChosen> chosen_;
  std::vector<std::uint64_t> starts_;  ///< the first row of each file
};

class ArrowTable final : public TypedTable {
 public:
  ArrowTable(std::vector<Input> inputs, const Context& context)
      : inputs_(std::move(inputs)), tables_(inputs_, context) {
    check_shape(inputs_.front().name(), tables_.rows(), tables_.names().size());
    notes_ = tables_.take_notes();
    for (std::size_t i = 0; i < tables_.names().size(); ++i) {
      TypedField field{.name = tables_.names()[i]};
      if (const std::optional<ArrowType> type = number_type(i)) {
        field.is_numeric = true;
        field.is_date = type->kind == ArrowKind::date;
      }
      fields_.push_back(std::move(field));
    }
  }

  std::uint64_t rows() const override { return tables_.rows(); }
  const std::vector<TypedField>& fields() const override { return fields_; }
  std::vector<std::string> notes() const override { return notes_; }

  std::optional<BlockEnds> ends(const BlockRows& wanted) const override {
    constexpr std::size_t unit = 8;  // of bitmaps
    const std::size_t step = std::max(unit, wanted.wanted / unit * unit);
    BlockEnds made;
    std::uint64_t total = 0;
    for (const IpcFile& file : tables_.files()) {
      std::uint64_t begin = total;  // of the open block
      for (const IpcBatch& batch : file.batches) {
        const std::uint64_t batch_end = total + batch.rows;
        if (batch.codec != Codec::none && batch.rows > wanted.most) return std::nullopt;
        if (total > begin && batch_end - begin > step) {
          made.ends.push_back(total);
          begin = total;
        }
        for (; batch.codec == Codec::none && batch_end - begin > step; begin += step)
          made.ends.push_back(begin + step);
        total = batch_end;
      }
      if (total > begin) made.ends.push_back(total);
    }
    return made;
  }

  std::unique_ptr<BlockPart> part(std::vector<std::size_t> columns, BlockEnds ends,
                                  const MissingTokens& missing) const override {
    return std::make_unique<ArrowPart>(tables_, std::move(columns), std::move(ends), missing);
  }

 private:
  /// The type of a column that is numeric in all files.
  std::optional<ArrowType> number_type(std::size_t column) const {
    const IpcField& field = tables_.files().front().schema.fields[column];
    if (field.dictionary || arrow_type(field.format).kind == ArrowKind::other) return std::nullopt;
    const ArrowField first = tables_.chosen(column).fields.front();
    return has_numbers(first) ? std::optional(first.type) : std::nullopt;
  }

  std::vector<Input> inputs_;
  IpcTables tables_;
  std::vector<TypedField> fields_;
  std::vector<std::string> notes_;
};

}  // namespace

std::unique_ptr<TypedTable> open_arrow_table(std::vector<Input> inputs, const Context& context) {
  return std::make_unique<ArrowTable>(std::move(inputs), context);
}

}  // namespace pith
