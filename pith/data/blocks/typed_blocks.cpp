// SPDX-License-Identifier: Apache-2.0
#include "pith/data/blocks/typed_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "pith/base/error.h"
#include "pith/data/blocks/cached_part.h"
#include "pith/data/boolean.h"
#include "pith/data/encoding.h"
#include "pith/data/files/typed_choice.h"
#include "pith/data/files/typed_file.h"
#include "pith/data/growing_memory.h"
#include "pith/data/interpret.h"

namespace pith {
namespace {

BlockField field_of(const std::string& name, const Column& column) {
  std::vector<std::string> tokens;
  for (const StrayToken& each : column.stray())
    tokens.push_back(each.token);
  return {.name = name,
          .kind = column.kind(),
          .is_date = column.is_date(),
          .is_declared_numeric = column.is_declared_numeric(),
          .is_boolean = is_boolean(column),
          .stray = column.stray().empty() ? "" : stray_text(column),
          .stray_tokens = std::move(tokens)};
}

/// Writes a column that is in memory, in blocks.
void store(const Column& column, const BlockEnds& ends, std::size_t place, ColumnFile& file) {
  std::vector<double> numbers;
  std::vector<std::uint32_t> codes;
  for (std::size_t block = 0; block < ends.blocks(); ++block) {
    const std::size_t first = ends.first(block);
    const std::size_t rows = ends.rows(block);
    if (column.is_numbers()) {
      numbers.resize(rows);
      column.copy_numbers(first, numbers);
      for (std::size_t row = 0; column.has_missing() && row < rows; ++row) {
        if (column.missing().test(first + row))
          numbers[row] = std::numeric_limits<double>::quiet_NaN();
      }
      file.append(place, numbers);
      continue;
    }
    codes.resize(rows);
    for (std::size_t row = 0; row < rows; ++row) {
      const bool is_missing = column.missing().test(first + row);
      codes[row] = is_missing ? ColumnFile::missing_code : column.code(first + row);
    }
    file.append(place, codes);
  }
}

CachedColumn cached_column(const std::string& name, const Column& column) {
  return {.field = field_of(name, column),
          .levels = column.level_names(),
          .is_stored_as_codes = column.is_codes()};
}

/// Columns that nobody reads: roles may count columns, and their patterns must find them.
class ZeroPart final : public BlockPart {
 public:
  explicit ZeroPart(BlockEnds ends) : ends_(std::move(ends)) {}

  std::vector<Column> read(std::size_t block, std::span<const std::size_t> columns,
                           const Context& /*context*/) const override {
    const Column zeros = Column::borrow(
        {.rows = ends_.rows(block), .stored = std::span<const std::int32_t>()}, nullptr);
    return std::vector<Column>(columns.size(), zeros);
  }
  std::uint64_t block_bytes(std::span<const std::size_t> /*columns*/) const override { return 0; }
  std::uint64_t read_bytes(std::span<const std::size_t> /*columns*/) const override { return 0; }

 private:
  BlockEnds ends_;
};

/// Roles for a table of which only some columns are read.
Roles roles_for_some(const Roles& roles, const std::vector<std::string>& names) {
  Roles some = split_lists(roles, names);
  const std::vector<std::size_t> targets = target_positions(names, some);
  some.has_target = !targets.empty();
  some.target = targets.empty() ? "" : names[targets.front()];
  some.more_targets.clear();
  for (std::size_t i = 1; i < targets.size(); ++i)
    some.more_targets.push_back(names[targets[i]]);
  (void)declared_kinds(some.kinds, names);
  some.kinds.may_be_absent = true;
  return some;
}

class TypedBlocks {
 public:
  TypedBlocks(std::shared_ptr<const TypedTable> table, const TypedReading& how,
              const Context& context)
      : table_(std::move(table)),
        how_(how),
        context_(context),
        tokens_(MissingTokens::only(how.options.na)) {
    std::vector<std::string> all;
    for (const TypedField& field : table_->fields())
      all.push_back(field.name);
    is_chosen_ = choice_.choose(all, how.roles);
  }

  FileBlocks::Parts run() {
    FileBlocks::Parts made{.owner = table_};
    TypedNeeds needs = typed_needs(*table_, how_.roles);
    made.ends = choose_ends(needs);
    made.schema.rows = table_->rows();
    made.schema.source = how_.files.name;
    made.schema.notes = how_.files.notes;
    for (const std::string& note : table_->notes())
      made.schema.notes.push_back(note);
    for (std::string& note : choice_.notes())
      made.schema.notes.push_back(std::move(note));
    fields_.resize(table_->fields().size());
    places_.resize(table_->fields().size());
    add_direct(needs.direct, made);
    add_cached(needs.cached, made);
    made.parts.push_back(std::make_unique<ZeroPart>(made.ends));
    finish(made);
    return made;
  }

 private:
  /// A few bytes may claim any number of rows: rejects more blocks than memory holds.
  void require_ends(std::size_t block) const {
    constexpr std::uint64_t most = std::uint64_t{1} << 48U;
    const std::uint64_t rows = std::min(table_->rows(), most);
    // While they grow, the ends are in memory twice.
    const std::uint64_t bytes = 2 * sizeof(std::uint64_t) * (rows / block + 1);
    Reservation held;
    grow_by_plan(context_, held, bytes,
                 {.what = fmt::format("{}: the blocks of {}", how_.files.name,
                                      counted(table_->rows(), "row")),
                  .later = rows});
  }

  /// Moves all columns to the cache where the parts of the file are too large.
  BlockEnds choose_ends(TypedNeeds& needs) const {
    const std::size_t columns = needs.direct.size() + needs.cached.size();
    const std::size_t wanted = how_.block_rows.value_or(block_rows_within(context_, columns));
    const std::size_t most = std::max(wanted, max_block_rows_within(context_, columns));
    require_ends(wanted);
    if (!needs.direct.empty()) {
      if (auto ends = table_->ends({.wanted = wanted, .most = most})) return std::move(*ends);
    }
    needs.cached.insert(needs.cached.end(), needs.direct.begin(), needs.direct.end());
    std::sort(needs.cached.begin(), needs.cached.end());
    needs.direct.clear();
    return BlockEnds::even(table_->rows(), wanted);
  }

  void add_direct(const std::vector<std::size_t>& columns, FileBlocks::Parts& made) {
    if (columns.empty()) return;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const TypedField& field = table_->fields()[columns[i]];
      fields_[columns[i]] = {.name = field.name, .is_date = field.is_date};
      places_[columns[i]] = {.part = made.parts.size(), .column = i};
    }
    made.parts.push_back(table_->part(columns, made.ends, tokens_));
  }

  /// Reads some columns at a time with the ordinary reader.
  void add_cached(const std::vector<std::size_t>& columns, FileBlocks::Parts& made) {
    if (columns.empty()) return;
    const Roles roles = roles_for_some(how_.roles, choice_.names);
    ColumnFile file(how_.files.name, columns.size(), context_);
    std::vector<CachedColumn> stored;
    for (std::size_t begin = 0, end = 0; begin < columns.size(); begin = end) {
      end = std::min(columns.size(), begin + columns_at_once());
      const std::span<const std::size_t> some = std::span(columns).subspan(begin, end - begin);
      const Columns read = read_some(some, roles);
      for (std::size_t i = 0; i < read.columns.size(); ++i) {
        store(read.columns[i], made.ends, begin + i, file);
        stored.push_back(cached_column(read.names[i], read.columns[i]));
        fields_[some[i]] = stored.back().field;
        places_[some[i]] = {.part = made.parts.size(), .column = begin + i};
      }
      context_.report({.phase = "read", .done = end, .total = columns.size()});
    }
    file.finish();
    made.parts.push_back(
        std::make_unique<CachedPart>(std::move(file), std::move(stored), made.ends, context_));
    note_types(std::move(notes_), made.schema.notes);
  }

  std::size_t columns_at_once() const {
    const std::uint64_t each = table_->rows() * (sizeof(double) + sizeof(std::uint32_t)) + 1;
    return std::clamp<std::uint64_t>(context_.memory_available() / 4 / each, 1, 256);
  }

  Columns read_some(std::span<const std::size_t> columns, const Roles& roles) {
    std::set<std::string> wanted;
    for (const std::size_t column : columns)
      wanted.insert(table_->fields()[column].name);
    ReadOptions options = how_.options;
    options.wants_digest = false;
    options.choice = [&](std::span<const std::string> names) {
      std::vector<bool> chosen;
      for (const std::string& name : names)
        chosen.push_back(wanted.contains(name));
      return chosen;
    };
    TypedColumns read = read_typed_files(how_.files, options, context_);
    require_utf8(read.columns);
    const TypingRules rules{.missing = tokens_, .decimal = options.decimal};
    std::vector<TypeNote> notes =
        type_texts_quietly(read.columns, read.is_text, roles, {rules, tokens_}, context_);
    std::move(notes.begin(), notes.end(), std::back_inserter(notes_));
    return std::move(read.columns);
  }

  /// The schema has the columns that are not left out.
  void finish(FileBlocks::Parts& made) {
    const FileBlocks::Place unread{.part = made.parts.size() - 1};
    std::size_t next = 0;
    for (std::size_t i = 0; i < fields_.size(); ++i) {
      const std::string& name = table_->fields()[i].name;
      const bool is_field = next < choice_.names.size() && choice_.names[next] == name;
      if (!is_field) continue;
      ++next;
      made.schema.fields.push_back(is_chosen_[i] ? std::move(fields_[i])
                                                 : BlockField{.name = name});
      made.places.push_back(is_chosen_[i] ? places_[i] : unread);
    }
  }

  std::shared_ptr<const TypedTable> table_;
  const TypedReading& how_;
  const Context& context_;
  MissingTokens tokens_;
  TypedChoice choice_;
  std::vector<bool> is_chosen_;
  std::vector<BlockField> fields_;         ///< of each column of the files
  std::vector<FileBlocks::Place> places_;  ///< of each column of the files
  std::vector<TypeNote> notes_;
};

}  // namespace

std::unique_ptr<TypedTable> open_typed_table(const TableFiles& files, const Context& context) {
  std::vector<Input> inputs = open_typed_files(files, context);
  return files.format == Format::arrow ? open_arrow_table(std::move(inputs), context)
                                       : open_parquet_table(std::move(inputs), context);
}

TypedNeeds typed_needs(const TypedTable& table, const Roles& roles) {
  std::vector<std::string> all;
  for (const TypedField& field : table.fields())
    all.push_back(field.name);
  const std::vector<bool> is_chosen = TypedChoice().choose(all, roles);
  TypedNeeds needs;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (is_chosen[i]) (table.fields()[i].is_numeric ? needs.direct : needs.cached).push_back(i);
  }
  return needs;
}

FileBlocks::Parts typed_blocks(std::shared_ptr<const TypedTable> table, const TypedReading& how,
                               const Context& context) {
  return TypedBlocks(std::move(table), how, context).run();
}

CachedColumns cached_columns(const Columns& columns, const BlockEnds& ends,
                             const Context& context) {
  ColumnFile file(columns.source, columns.columns.size(), context);
  std::vector<CachedColumn> stored;
  CachedColumns made;
  for (std::size_t i = 0; i < columns.columns.size(); ++i) {
    store(columns.columns[i], ends, i, file);
    stored.push_back(cached_column(columns.names[i], columns.columns[i]));
    made.fields.push_back(stored.back().field);
  }
  file.finish();
  made.part = std::make_unique<CachedPart>(std::move(file), std::move(stored), ends, context);
  return made;
}

}  // namespace pith
