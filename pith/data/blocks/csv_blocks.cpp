// SPDX-License-Identifier: Apache-2.0
#include "pith/data/blocks/csv_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

#include "pith/base/error.h"
#include "pith/data/blocks/cached_part.h"
#include "pith/data/blocks/csv_cache.h"
#include "pith/data/boolean.h"
#include "pith/data/csv/interpret.h"
#include "pith/data/csv/plan.h"
#include "pith/data/csv/text_store.h"
#include "pith/data/interpret.h"

namespace pith {
namespace {

/// A column after its texts were typed.
struct Settled {
  CachedColumn column = {};
  std::vector<StrayToken> stray = {};
  std::size_t present = 0;  ///< values that are not missing
  std::string note = {};
  bool is_placed = false;
};

/// How the texts of a column are read.
struct Typing {
  bool is_open = false;  ///< may be something else than categories
  TypingRules rules = {};
};

/// The numbers that were stored: how many are there, and how many distinct ones up to a few.
NumberFacts facts_of(const ColumnFile& file, std::size_t column, const BlockEnds& ends) {
  NumberFacts facts;
  std::set<double> seen;
  std::vector<double> values;
  for (std::size_t block = 0; block < ends.blocks(); ++block) {
    values.resize(ends.rows(block));
    file.read(column, block, values);
    for (const double value : values) {
      if (std::isnan(value)) continue;
      ++facts.rows;
      if (seen.size() <= max_integer_levels) seen.insert(value == 0 ? 0.0 : value);
    }
  }
  facts.distinct = seen.size();
  return facts;
}

/// Parses a file into one or two column files and decides what its columns are.
class CsvTyper {
 public:
  CsvTyper(Input& input, const CsvOptions& options, const CsvReading& reading,
           const CsvBlockSizes& sizes)
      : input_(input),
        context_(reading.context),
        decoder_(options.encoding, input.name(), &input),
        block_size_(sizes.text.value_or(csv_block_size_within(reading.context))),
        head_(read_csv_head(input, options, reading.context)),
        columns_held_(std::make_shared<const Reservation>(
            settle_csv_names(head_, decoder_, input, reading.context))),
        source_{input, head_.start, block_size_, head_.names, columns_held_, whole_need_},
        how_{source_,
             head_.dialect,
             {.missing = MissingTokens(options.na, options.has_default_na),
              .decimal = options.decimal}},
        roles_(split_lists(reading.roles, head_.names)),
        block_rows_(sizes.rows.value_or(block_rows_within(reading.context, head_.names.size()))) {}

  FileBlocks::Parts run();

 private:
  std::size_t columns() const { return head_.names.size(); }
  void resolve_strays(CsvCache& cache, const CsvPlan& plan, std::vector<std::size_t>& texts);
  void set_numbers(CsvCache& cache, const CsvPlan& plan, std::size_t slot);
  void settle_texts(CsvCache& cache, const CsvPlan& plan);
  void settle_text(CsvCache::Texts& texts, std::size_t column, std::size_t rows);
  void find_lines();
  void add_notes();
  FileBlocks::Parts schema(std::size_t rows);
  std::unique_ptr<BlockPart> part(CsvCache& cache, const CsvPlan& plan, FileBlocks::Parts& made);
  Typing typing_of(std::size_t column) const;

  Input& input_;
  const Context& context_;
  TextDecoder decoder_;
  std::size_t block_size_;
  std::uint64_t whole_need_ = 0;
  CsvHead head_;
  std::shared_ptr<const Reservation> columns_held_;
  CsvSource source_;
  CsvInterpretation how_;
  Roles roles_;
  std::size_t block_rows_;
  BlockEnds ends_;
  std::vector<DeclaredKind> declared_;
  std::vector<char> may_be_open_;   ///< columns whose texts may be something else than categories
  std::vector<Settled> settled_;    ///< of each column
  std::vector<std::size_t> typed_;  ///< columns whose texts were typed
};

bool are_booleans(const std::vector<std::string>& levels) {
  return !levels.empty() && levels.size() <= 2 &&
         std::all_of(levels.begin(), levels.end(),
                     [](const auto& level) { return boolean_of(level).has_value(); });
}

Typing CsvTyper::typing_of(std::size_t column) const {
  Typing typing{.is_open = may_be_open_[column] != 0, .rules = how_.rules};
  typing.rules.allows_stray = declared_[column] != DeclaredKind::numeric;
  return typing;
}

void CsvTyper::set_numbers(CsvCache& cache, const CsvPlan& plan, std::size_t slot) {
  const std::size_t column = plan.number_columns[slot];
  Settled& made = settled_[column];
  made.column.field.kind = Column::Kind::numbers;
  made.column.field.is_declared_numeric = plan.must_be_number[column];
  if (!cache.faults().is_text(slot)) return;
  made.stray = cache.others(slot).tokens;
  std::vector<std::string> tokens;
  for (const StrayToken& each : made.stray)
    tokens.push_back(each.token);
  std::vector<std::uint32_t> codes(tokens.size());
  std::iota(codes.begin(), codes.end(), 0U);
  const Column decoded =
      decoder_.decode(Column::from_codes(codes, std::move(tokens)), head_.names[column]);
  for (std::size_t i = 0; i < made.stray.size(); ++i)
    made.stray[i].token = decoded.level(decoded.code(i));
  sort_stray(made.stray);
}

/// Columns of numbers with other texts: either these are strays, or the column is among `texts`,
/// which must be read again.
void CsvTyper::resolve_strays(CsvCache& cache, const CsvPlan& plan,
                              std::vector<std::size_t>& texts) {
  for (std::size_t slot = 0; slot < plan.number_columns.size(); ++slot) {
    const std::size_t column = plan.number_columns[slot];
    if (!cache.faults().is_text(slot)) {
      set_numbers(cache, plan, slot);
      continue;
    }
    const Typing typing = typing_of(column);
    const CsvCache::Others& others = cache.others(slot);
    NumberFacts facts;
    bool are_numbers = typing.is_open && others.dropped == 0 &&
                       others.tokens.size() < max_csv_others && typing.rules.allows_stray;
    if (are_numbers) {
      facts = facts_of(cache.file(), slot, ends_);
      are_numbers = are_strays(others.tokens, facts, typing.rules);
    }
    if (!are_numbers) {
      texts.push_back(column);
      continue;
    }
    set_numbers(cache, plan, slot);
    settled_[column].present = facts.rows;
    cache.faults().forgive_text(slot);
    typed_.push_back(column);
  }
}

void CsvTyper::settle_text(CsvCache::Texts& texts, std::size_t column, std::size_t rows) {
  Settled& made = settled_[column];
  made.column.is_stored_as_codes = true;
  made.column.field.kind = Column::Kind::codes;
  constexpr std::uint64_t bytes_per_text = 400;
  const Reservation held = context_.reserve(
      texts.levels.size() * bytes_per_text + 2 * texts.levels.letters(),
      fmt::format("finding the type of column {}", quoted(head_.names[column])), "drop the column");
  const std::vector<std::uint32_t> order = level_order(texts.levels);
  std::vector<std::uint32_t> ranks(order.size());
  std::vector<std::string> levels;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    ranks[order[rank]] = static_cast<std::uint32_t>(rank);
    levels.emplace_back(texts.levels.text(order[rank]));
  }
  texts.levels = {};
  std::vector<std::uint32_t> identity(order.size());
  std::iota(identity.begin(), identity.end(), 0U);
  // One row for each text, so that the decoder tells which texts become equal.
  const Column decoded =
      decoder_.decode(Column::from_codes(identity, std::move(levels)), head_.names[column]);
  std::vector<std::size_t> counts(decoded.levels());
  std::vector<std::size_t> first_rows(decoded.levels(), rows);
  std::vector<std::uint32_t> level_of(order.size());
  for (std::size_t code = 0; code < order.size(); ++code) {
    const std::uint32_t level = decoded.code(ranks[code]);
    level_of[code] = level;
    counts[level] += texts.counts[code];
    first_rows[level] = std::min(first_rows[level], texts.first_rows[code]);
  }
  const Typing typing = typing_of(column);
  made.column.levels = decoded.level_names();
  made.column.recoded = level_of;
  if (!typing.is_open) return;
  typed_.push_back(column);
  TypedLevels meaning = typed_levels(
      {.texts = decoded.level_names(), .counts = counts, .first_rows = first_rows, .rows = rows},
      head_.names[column], typing.rules);
  made.note = std::move(meaning.note);
  made.stray = std::move(meaning.stray);
  if (meaning.infinite_row) {
    const auto place = std::find(first_rows.begin(), first_rows.end(), *meaning.infinite_row);
    reject_csv_infinity(how_, {*meaning.infinite_row, column},
                        decoded.level(static_cast<std::size_t>(place - first_rows.begin())),
                        context_);
  }
  if (meaning.kind == Column::Kind::numbers) {
    made.column.field.kind = Column::Kind::numbers;
    made.column.field.is_date = meaning.is_date;
    made.column.numbers.resize(level_of.size());
    for (std::size_t code = 0; code < level_of.size(); ++code)
      made.column.numbers[code] = meaning.numbers[level_of[code]];
    for (std::size_t level = 0; level < counts.size(); ++level)
      made.present += std::isnan(meaning.numbers[level]) ? 0 : counts[level];
    made.column.levels = {};
    made.column.recoded = {};
  } else if (!meaning.codes.empty()) {
    for (std::uint32_t& level : made.column.recoded)
      level = meaning.codes[level];
    made.column.levels = std::move(meaning.levels);
  }
}

void CsvTyper::settle_texts(CsvCache& cache, const CsvPlan& plan) {
  for (std::size_t slot = 0; slot < plan.text_columns.size(); ++slot)
    settle_text(cache.texts(slot), plan.text_columns[slot], cache.rows());
}

/// Sets the lines of all stray tokens.
void CsvTyper::find_lines() {
  std::vector<CsvCell> cells;
  for (std::size_t column = 0; column < settled_.size(); ++column) {
    for (const StrayToken& each : settled_[column].stray)
      cells.push_back({each.row, column});
  }
  if (cells.empty()) return;
  const std::vector<CsvPlace> places = csv_places(source_, head_.dialect, cells, context_);
  auto place = places.begin();
  for (Settled& each : settled_) {
    for (StrayToken& token : each.stray)
      token.line = (place++)->line;
  }
}

FileBlocks::Parts CsvTyper::run() {
  declared_ = declared_kinds(roles_.kinds, head_.names);
  settled_.resize(columns());
  const std::vector<bool> all(columns(), true);
  may_be_open_.resize(columns());
  for (const std::size_t column : open_columns(head_.names, all, roles_))
    may_be_open_[column] = 1;
  const CsvPlan plan = first_csv_plan(source_, how_, {roles_.kinds, all, true}, context_);
  CsvCache first(source_, plan, block_rows_, context_);
  first.run();
  if (first.rows() == 0)
    throw Error(ErrorKind::bad_data, input_.name() + ": no rows: the file has only a header");
  ends_ = BlockEnds::even(first.rows(), block_rows_);
  std::vector<std::size_t> texts;
  resolve_strays(first, plan, texts);
  first.faults().check_infinities();
  const CsvPlan text_plan = text_csv_plan(plan, texts);
  std::optional<CsvCache> second;
  if (!texts.empty()) {
    second.emplace(source_, text_plan, block_rows_, context_);
    second->run();
    input_.check_unchanged();
    settle_texts(*second, text_plan);
  }
  settle_texts(first, plan);
  add_notes();
  FileBlocks::Parts made = schema(first.rows());
  made.parts.push_back(part(first, plan, made));
  if (second) made.parts.push_back(part(*second, text_plan, made));
  return made;
}

/// The columns of a cache, which are the next part of the table.
std::unique_ptr<BlockPart> CsvTyper::part(CsvCache& cache, const CsvPlan& plan,
                                          FileBlocks::Parts& made) {
  const std::size_t index = made.parts.size();
  std::vector<CachedColumn> columns(cache.file().columns());
  const auto take = [&](std::size_t column, std::size_t place) {
    if (settled_[column].is_placed) return;
    settled_[column].is_placed = true;
    columns[place] = std::move(settled_[column].column);
    made.places[column] = {.part = index, .column = place};
  };
  for (std::size_t slot = 0; slot < plan.text_columns.size(); ++slot)
    take(plan.text_columns[slot], cache.text_column(slot));
  for (std::size_t slot = 0; slot < plan.number_columns.size(); ++slot) {
    if (!cache.faults().is_text(slot)) take(plan.number_columns[slot], slot);
  }
  return std::make_unique<CachedPart>(cache.take_file(), std::move(columns), ends_, context_);
}

FileBlocks::Parts CsvTyper::schema(std::size_t rows) {
  FileBlocks::Parts made;
  made.ends = ends_;
  made.places.resize(columns());
  made.schema.rows = rows;
  made.schema.source = input_.name();
  for (std::size_t i = 0; i < columns(); ++i) {
    Settled& each = settled_[i];
    each.column.field.name = head_.names[i];
    each.column.field.is_boolean =
        each.column.field.kind == Column::Kind::codes && are_booleans(each.column.levels);
    for (const StrayToken& token : each.stray)
      each.column.field.stray_tokens.push_back(token.token);
    if (!each.stray.empty()) {
      each.column.field.stray = stray_text(each.stray, each.present, each.column.field.is_date);
    }
    made.schema.fields.push_back(each.column.field);
  }
  made.schema.notes = std::move(head_.notes);
  return made;
}

void CsvTyper::add_notes() {
  decoder_.note(head_.notes);
  find_lines();
  std::sort(typed_.begin(), typed_.end());
  std::vector<TypeNote> notes;
  for (const std::size_t column : typed_) {
    const Settled& each = settled_[column];
    const BlockField& field = each.column.field;
    notes.push_back(
        {.name = head_.names[column],
         .is_numeric = field.kind == Column::Kind::numbers,
         .reading = each.note,
         .stray = each.stray.empty() ? "" : stray_text(each.stray, each.present, field.is_date)});
  }
  note_types(std::move(notes), head_.notes);
}

}  // namespace

FileBlocks::Parts csv_blocks(Input& input, const CsvOptions& options, const CsvReading& reading,
                             const CsvBlockSizes& sizes) {
  return CsvTyper(input, options, reading, sizes).run();
}

}  // namespace pith
