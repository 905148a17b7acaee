// SPDX-License-Identifier: Apache-2.0
#include "cli/block_selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "cli/memory_bound.h"
#include "cli/spelling.h"
#include "pith/base/error.h"
#include "pith/base/stopwatch.h"
#include "pith/base/temporary_file.h"
#include "pith/data/blocks/open_blocks.h"
#include "pith/data/column_memory.h"
#include "pith/data/text_column.h"
#include "pith/select/passes/select_by_passes.h"
#include "pith/stats/passes/block_runner.h"

namespace pith::cli {
namespace {

std::string mib(std::uint64_t bytes) {
  return fmt::format("{} MiB", mebibytes(bytes));
}

std::string kept_text(const FilePlan& plan) {
  switch (plan.kept) {
    case Kept::memory:
      return mib(plan.encoded_bytes) + " in memory";
    case Kept::file:
      return fmt::format("{} in {}", mib(plan.encoded_bytes), TemporaryFile::folder());
    case Kept::none:
      break;
  }
  return "encoded anew in every pass";
}

/// The rows of a field, one block after the other.
class GrowingColumn {
 public:
  GrowingColumn(bool is_numeric, const Context& context, const std::string& name)
      : is_numeric_(is_numeric), context_(context), texts_(context, "column " + quoted(name)) {}

  void add(const Column& column) {
    if (!is_numeric_) return add_texts(column);
    const std::size_t first = numbers_.size();
    context_.grow(held_, 2 * (first + column.rows()) * (sizeof(double) + 1),
                  "the selected features");
    numbers_.resize(first + column.rows());
    column.copy_numbers(0, std::span(numbers_).subspan(first));
    for (std::size_t row = 0; column.has_missing() && row < column.rows(); ++row) {
      if (!column.missing().test(row)) continue;
      missing_.set(first + row);
      numbers_[first + row] = std::numeric_limits<double>::quiet_NaN();
    }
  }

  Column finish(const BlockField& field) {
    if (!is_numeric_) return texts_.finish();
    const Column column = Column::from_numbers(std::move(numbers_), std::move(missing_))
                              .holding(std::make_shared<const Reservation>(std::move(held_)));
    const Column dated = field.is_date ? column.as_date() : column;
    return field.is_declared_numeric ? dated.declared_numeric() : dated;
  }

 private:
  void add_texts(const Column& column) {
    for (std::size_t row = 0; row < column.rows(); ++row) {
      if (column.missing().test(row)) {
        texts_.add_missing();
      } else {
        texts_.add(column.level(column.code(row)));
      }
    }
  }

  bool is_numeric_;
  const Context& context_;
  Reservation held_;
  std::vector<double> numbers_;
  Mask missing_;
  TextColumn texts_;
};

/// The selected features and the target.
Table read_selected(const RowBlocks& blocks, const FileRequest& file, const FileSelection& done,
                    const Context& context) {
  const std::vector<BlockField>& fields = blocks.schema().fields;
  std::vector<std::string> names;
  for (const Selected& step : done.selection.selected)
    names.push_back(step.name);
  Roles roles = file.roles;
  roles.features = {};
  roles.drop = {};
  roles.has_target = done.data.target.has_value();
  roles.target = done.data.target.value_or("");
  roles.more_targets = {};
  roles.kinds.may_be_absent = true;
  if (done.data.target) names.push_back(*done.data.target);
  std::vector<std::size_t> places;
  std::vector<GrowingColumn> growing;
  for (const std::string& name : names) {
    const auto field = std::find_if(fields.begin(), fields.end(),
                                    [&](const BlockField& each) { return each.name == name; });
    places.push_back(static_cast<std::size_t>(field - fields.begin()));
    growing.emplace_back(field->kind == Column::Kind::numbers, context, name);
  }
  blocks.read(
      places,
      [&](const RowBlock& block) {
        for (std::size_t i = 0; i < growing.size(); ++i)
          growing[i].add(block.columns[i]);
      },
      context);
  Columns columns{.names = names, .source = blocks.schema().source};
  for (std::size_t i = 0; i < growing.size(); ++i)
    columns.columns.push_back(growing[i].finish(fields[places[i]]));
  return assign_roles(std::move(columns), roles, context);
}

}  // namespace

FileSelection select_in_blocks(const FileRequest& file, const Context& context) {
  // What the allocator keeps is much only beside a small limit; to return it takes time.
  constexpr std::uint64_t small = std::uint64_t{32} << 20U;
  if (context.memory_limit() <= small) return_large_blocks();
  Stopwatch watch;
  const std::size_t rows = file.request.chunk_rows > 0 ? file.request.chunk_rows : file.block_rows;
  const std::unique_ptr<RowBlocks> blocks =
      rows > 0 ? open_blocks(file.path, file.roles, file.options, context, rows)
               : open_blocks(file.path, file.roles, file.options, context);
  FileSelection done;
  done.timing = {
      .read_seconds = watch.seconds(), .threads = context.thread_count(), .seed = context.seed};
  watch = Stopwatch();
  std::vector<std::string> names;
  for (const BlockField& field : blocks->schema().fields)
    names.push_back(field.name);
  Request request = file.request;
  request.keep = split_lists(request.keep, names);
  BlockRunner runner(*blocks);
  done.selection = select_by_passes(runner, blocks->schema(), file.roles, request, context);
  done.timing.select_seconds = watch.seconds();
  done.data = *done.selection.data;
  if (file.is_saved && !done.selection.selected.empty())
    done.selected = read_selected(*blocks, file, done, context);
  return done;
}

std::string plan_text(const FilePlan& plan, const std::string& path) {
  if (!plan.size) {
    return fmt::format(
        "engine: memory ({}: this format is read into memory as a whole)\nlimit: {}\n", path,
        mib(plan.limit));
  }
  const TableSize& size = *plan.size;
  const std::string_view about = size.is_estimate ? "about " : "";
  std::string text =
      fmt::format("engine: {}\ntable: {}{} x {}, {} in memory\nlimit: {}\n",
                  plan.is_chunked ? "chunks" : "memory", about, counted(size.rows, "row"),
                  counted(size.columns, "column"), mib(plan.memory_need), mib(plan.limit));
  if (!plan.is_chunked) {
    const std::string other =
        plan.obstacle ? "none: " + plan.obstacle->message(flag_spelling)
                      : fmt::format("in blocks of rows, from {} on", mib(plan.smallest_limit));
    return text + fmt::format("bytes read: {}\nexpected peak: {}\nbelow the limit: {}\n",
                              mib(size.file_bytes), mib(plan.memory_need), other);
  }
  text += fmt::format("blocks: {} of {}\n", counted(plan.block_rows, "row"), mib(plan.block_bytes));
  text += fmt::format("passes: about {} over the table, {} over encoded rows ({})\n",
                      plan.table_passes, plan.encoded_passes, kept_text(plan));
  if (size.cache_bytes > 0) {
    text += fmt::format("column cache: about {} in {}\n", mib(size.cache_bytes),
                        TemporaryFile::folder());
  }
  return text + fmt::format("bytes read: about {}\nexpected peak: {}\nsmallest limit: about {}\n",
                            mib(plan.bytes_read), mib(plan.peak), mib(plan.smallest_limit));
}

}  // namespace pith::cli
