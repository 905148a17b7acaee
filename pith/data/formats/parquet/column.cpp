// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/parquet/column.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "pith/base/error.h"
#include "pith/data/formats/parquet/text_sink.h"
#include "pith/data/formats/parquet/truth_sink.h"
#include "pith/data/text_column.h"

namespace pith::parquet {
namespace {

/// The values of a column in one row group.
class ChunkReader {
 public:
  ChunkReader(PageReader pages, const ColumnType& type, Workspace& workspace,
              const Context& context)
      : pages_(std::move(pages)), type_(type), workspace_(workspace), context_(context) {}

  void read(std::size_t rows, Sink& sink) {
    sink.start(type_);
    while (rows > 0) {
      if (!pages_.next()) damaged("fewer values than rows");
      switch (pages_.header().kind) {
        case PageKind::dictionary:
          read_dictionary(sink);
          break;
        case PageKind::data:
        case PageKind::data_v2:
          if (pages_.header().values > rows) damaged("more values than rows");
          rows -= pages_.header().values;
          read_page(sink);
          break;
        case PageKind::index:
        case PageKind::other:
          break;
      }
    }
  }

 private:
  void read_dictionary(Sink& sink) {
    const PageHeader& header = pages_.header();
    if (has_dictionary_) damaged("two dictionaries");
    if (header.encoding != Encoding::plain && header.encoding != Encoding::plain_dictionary)
      damaged("a dictionary with an encoding that dictionaries do not have");
    has_dictionary_ = true;
    const std::span<std::byte> bytes = workspace_.dictionary.room(pages_.data_size(), context_);
    pages_.data_into(bytes);
    sink.add_dictionary(bytes, header.values);
  }

  void read_page(Sink& sink) {
    const PageHeader& header = pages_.header();
    const std::size_t rows = header.values;
    Validity& validity = workspace_.validity;
    const bool has_levels_inside = header.kind == PageKind::data && type_.is_nullable;
    std::span<const std::byte> values;
    context_.grow(workspace_.validity_held, rows / 8, "reading a column");
    if (has_levels_inside) {
      values = read_levels(pages_.data(), validity);
    } else if (type_.is_nullable) {
      validity.read_hybrid(pages_.levels(), rows);
    } else {
      validity.set_all(rows);
    }
    if (!has_levels_inside) {
      const bool is_direct = validity.is_full() && header.encoding == Encoding::plain;
      const std::span<std::byte> place =
          is_direct ? sink.place_for(rows, pages_.data_size()) : std::span<std::byte>();
      if (!place.empty()) {
        pages_.data_into(place);
        return sink.added(rows);
      }
      values = pages_.data();
    }
    const PageValues page{header.encoding, values, &validity};
    if (page.has_dictionary() && !has_dictionary_ && page.present() > 0)
      damaged("indices without a dictionary");
    sink.add(page);
  }

  /// Levels at the front of a page of the first version; returns the values behind them.
  std::span<const std::byte> read_levels(std::span<const std::byte> data, Validity& validity) {
    const std::size_t rows = pages_.header().values;
    Cursor in(data);
    if (pages_.header().levels == Encoding::hybrid) {
      validity.read_hybrid(in.take(in.word()), rows);
    } else if (pages_.header().levels == Encoding::bit_packed) {
      validity.read_packed(in.take((rows + 7) / 8), rows);
    } else {
      damaged("levels with an encoding that levels do not have");
    }
    return in.rest();
  }

  PageReader pages_;
  const ColumnType& type_;
  Workspace& workspace_;
  const Context& context_;
  bool has_dictionary_ = false;
};

void check_chunk(const Chunk& chunk, const ColumnType& type, std::size_t rows) {
  if (chunk.is_encrypted)
    throw Fault("is encrypted, which cannot be read; write the file again without encryption",
                Fault::Kind::unsupported);
  if (chunk.is_elsewhere)
    throw Fault("is in another file, which cannot be read; write the table to one file",
                Fault::Kind::unsupported);
  if (static_cast<Physical>(chunk.physical) != type.physical)
    damaged("another type than in the schema");
  if (chunk.values != rows) damaged("another number of values than rows");
}

void read_file(const SourceFile& file, const ColumnPlan& plan, Sink& sink, Workspace& workspace,
               const Context& context) {
  const Field& field = file.fields[plan.field];
  const Metadata& metadata = file.metadata;
  const std::size_t end = std::min(plan.last_group, metadata.group_rows.size());
  for (std::size_t group = plan.first_group; group < end; ++group) {
    const auto rows = static_cast<std::size_t>(metadata.group_rows[group]);
    if (rows == 0) continue;
    if (field.type.kind == Kind::null) {
      sink.add_missing(rows);
      continue;
    }
    const Chunk& chunk = metadata.chunk(group, field.leaf);
    check_chunk(chunk, field.type, rows);
    ChunkReader({*file.input, chunk, workspace, context}, field.type, workspace, context)
        .read(rows, sink);
  }
}

/// Categories that are named by numbers, in the order of their names as those of texts are.
Column number_categories(const Column& numbers, const ColumnPlan& plan, const Context& context) {
  const Reservation held = context.reserve(plan.rows * (2 * sizeof(double)),
                                           "the categories of column " + quoted(plan.name));
  const Column by_value = as_codes(numbers);
  TextColumn texts(context, "the categories of column " + quoted(plan.name));
  texts.reserve(plan.rows);
  std::vector<std::uint32_t> codes;
  for (const std::string& level : by_value.level_names())
    codes.push_back(texts.code_of(level));
  for (std::size_t row = 0; row < plan.rows; ++row) {
    if (by_value.missing().test(row)) {
      texts.add_missing();
    } else {
      texts.add_code(codes[by_value.code(row)]);
    }
  }
  return texts.finish();
}

template <class AnySink>
Column read_into(AnySink& sink, std::span<const SourceFile> files, const ColumnPlan& plan,
                 Workspace& workspace, const Context& context) {
  const SourceFile* file = &files.front();
  try {
    for (const SourceFile& one : files) {
      file = &one;
      read_file(one, plan, sink, workspace, context);
    }
    return sink.finish();
  } catch (const Fault& fault) {
    fail(*file, plan.name, fault);
  } catch (const Error& error) {
    // Values are checked when the column is complete: any of several files may hold them.
    if (error.kind() != ErrorKind::bad_data || files.size() > 1) throw;
    throw Error(error.kind(), fmt::format("{}: {}", files.front().input->name(), error.what()),
                error.cause());
  }
}

}  // namespace

void fail(const SourceFile& file, const std::string& column, const Fault& fault) {
  const std::string& source = file.input->name();
  if (fault.kind() == Fault::Kind::unsupported) {
    throw Error(ErrorKind::bad_data,
                fmt::format("{}: column {} {}", source, quoted(column), fault.what()),
                Cause::unsupported_type);
  }
  throw Error(ErrorKind::bad_data,
              fmt::format("{}: column {}: the data are damaged: {}; copy or download the file "
                          "again, or write it again",
                          source, quoted(column), fault.what()));
}

Column read_column(std::span<const SourceFile> files, ColumnPlan plan, Workspace& workspace,
                   const Context& context) {
  if (plan.kind == Kind::text) {
    TextSink sink(plan.rows, plan.name, context);
    return read_into(sink, files, plan, workspace, context);
  }
  if (plan.kind == Kind::boolean) {
    TruthSink sink(plan.rows, plan.name, context);
    return read_into(sink, files, plan, workspace, context);
  }
  NumberSink sink(std::move(plan.room), plan.name, workspace, context);
  const Column numbers = read_into(sink, files, plan, workspace, context);
  return plan.is_category ? number_categories(numbers, plan, context) : numbers;
}

}  // namespace pith::parquet
