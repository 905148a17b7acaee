// SPDX-License-Identifier: Apache-2.0
#include "pith/data/blocks/open_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <limits>
#include <utility>

#include "pith/base/error.h"
#include "pith/data/blocks/csv_blocks.h"
#include "pith/data/blocks/file_blocks.h"
#include "pith/data/blocks/npy_part.h"
#include "pith/data/blocks/typed_blocks.h"
#include "pith/data/column_memory.h"
#include "pith/data/csv/plan.h"
#include "pith/data/dense.h"
#include "pith/data/files/table_files.h"
#include "pith/data/files/text_file.h"
#include "pith/data/files/typed_file.h"
#include "pith/data/formats/npy.h"
#include "pith/data/sql/database.h"

namespace pith {
namespace {

bool is_delimited(Format format) {
  return format == Format::csv || format == Format::tsv;
}

bool has_blocks(Format format) {
  return is_delimited(format) || format == Format::npy || format == Format::arrow ||
         format == Format::parquet;
}

/// The format of a file that can be read in blocks.
std::optional<Format> block_format(const std::string& path, const ReadOptions& options) {
  if (path == "-" || is_database(path) || !options.query.empty()) return std::nullopt;
  const TableFiles files = table_files(path, options);
  // What can only be read once, such as a pipe, must not be opened to look at it.
  const bool are_regular =
      std::all_of(files.paths.begin(), files.paths.end(), [](const auto& file) {
        std::error_code error;
        return std::filesystem::is_regular_file(file, error);
      });
  if (!are_regular) return std::nullopt;
  const Format format = files.format ? *files.format : format_of(path);
  return has_blocks(format) ? std::optional(format) : std::nullopt;
}

/// One array of numbers, which is read in place.
struct Npy {
  Input input;
  NpyHeader header;
};

std::optional<Npy> open_npy(const std::string& path, const Context& context) {
  Input input = Input::open(path, context);
  if (input.is_compressed()) return std::nullopt;
  NpyHeader header = read_npy_file_header(input);
  check_npy_dimensions(header, input.name());
  if (header.is_text()) return std::nullopt;
  return Npy{std::move(input), std::move(header)};
}

BlockField npy_field(const NpyHeader& header, std::string name) {
  const bool is_boolean = header.kind == 'b';
  return {.name = std::move(name),
          .kind = is_boolean ? Column::Kind::codes : Column::Kind::numbers,
          .is_boolean = is_boolean};
}

class Opening {
 public:
  Opening(const std::string& path, const Roles& roles, const ReadOptions& options,
          const Context& context, std::optional<std::size_t> block_rows)
      : path_(path), roles_(roles), options_(options), context_(context), rows_(block_rows) {}

  std::unique_ptr<RowBlocks> run() {
    const std::optional<Format> format = block_format(path_, options_);
    if (!format) reject();
    FileBlocks::Parts made = is_delimited(*format)    ? csv(*format)
                             : *format == Format::npy ? npy()
                                                      : typed();
    const auto is_named = [&](const BlockField& field) { return field.name == roles_.target; };
    const bool has_column =
        std::any_of(made.schema.fields.begin(), made.schema.fields.end(), is_named);
    if (roles_.has_target && !has_column && is_npy_file(roles_.target)) append_target(made);
    return std::make_unique<FileBlocks>(std::move(made));
  }

 private:
  [[noreturn]] void reject() const {
    throw Error(ErrorKind::bad_argument,
                fmt::format("{}: only CSV, TSV, NPY, Arrow and Parquet files can be read in "
                            "blocks; convert the table",
                            shown_source(path_)));
  }

  FileBlocks::Parts csv(Format format) {
    Input input = Input::open(path_, context_);
    prepare_text(input, options_);
    const CsvOptions how = csv_options(options_, format);
    FileBlocks::Parts made = csv_blocks(input, how, {roles_, context_}, {.rows = rows_});
    if (options_.wants_digest) made.schema.sha256 = input.digest();
    return made;
  }

  FileBlocks::Parts npy() {
    std::optional<Npy> array = open_npy(path_, context_);
    if (!array) reject();
    const NpyHeader& header = array->header;
    const std::uint64_t cols = header.cols();
    check_shape(array->input.name(), header.rows(), cols);
    FileBlocks::Parts made;
    made.schema.rows = header.rows();
    made.schema.source = array->input.name();
    if (options_.wants_digest) made.schema.sha256 = array->input.digest();
    made.ends = BlockEnds::even(header.rows(), rows_.value_or(block_rows_within(context_, cols)));
    made.schema.fields.reserve(cols);
    made.places.reserve(cols);
    for (std::string& name : feature_names(cols)) {
      made.places.push_back({.part = 0, .column = made.schema.fields.size()});
      made.schema.fields.push_back(npy_field(header, std::move(name)));
    }
    made.parts.push_back(std::make_unique<NpyPart>(std::move(array->input), header, made.ends,
                                                   MissingTokens(options_.na, false)));
    return made;
  }

  FileBlocks::Parts typed() {
    const TableFiles files = table_files(path_, options_);
    const TypedReading how{
        .files = files, .roles = roles_, .options = options_, .block_rows = rows_};
    FileBlocks::Parts made = typed_blocks(open_typed_table(files, context_), how, context_);
    if (options_.wants_digest) made.schema.sha256 = digest(open_typed_files(files, context_));
    return made;
  }

  /// The one-dimensional array in a file of its own, as the last column, named by its path.
  void append_target(FileBlocks::Parts& made) {
    const std::string& path = roles_.target;
    const std::uint64_t rows = made.ends.total();
    std::optional<Npy> array = open_npy(path, context_);
    if (array) {
      check_target(array->header.rows(), array->header.cols(), made.schema.source, rows);
      made.schema.fields.push_back(npy_field(array->header, path));
      made.parts.push_back(std::make_unique<NpyPart>(std::move(array->input), array->header,
                                                     made.ends, MissingTokens({}, false)));
    } else {
      Input input = Input::open(path, context_);
      Columns target = read_npy(input, context_);
      check_target(target.columns.front().rows(), target.columns.size(), made.schema.source, rows);
      target.names = {path};
      CachedColumns cached = cached_columns(target, made.ends, context_);
      made.schema.fields.push_back(std::move(cached.fields.front()));
      made.parts.push_back(std::move(cached.part));
    }
    made.places.push_back({.part = made.parts.size() - 1, .column = 0});
  }

  void check_target(std::uint64_t rows, std::uint64_t columns, const std::string& source,
                    std::uint64_t wanted) const {
    check_target_shape(roles_.target, {rows, columns}, {source, wanted});
  }

  const std::string& path_;
  const Roles& roles_;
  const ReadOptions& options_;
  const Context& context_;
  std::optional<std::size_t> rows_;
};

TableSize sized(std::uint64_t rows, std::uint64_t columns) {
  TableSize size{.rows = rows, .columns = columns};
  const auto values = checked_product(rows, columns * (sizeof(double) + 1));
  size.table_bytes =
      values.value_or(std::numeric_limits<std::uint64_t>::max() / 4) + columns * bytes_per_column;
  return size;
}

/// What the first part of a text file tells about all of it.
struct TextSample {
  std::uint64_t text_bytes = 0;  ///< of the whole text, decompressed
  std::uint64_t line_size = 1;   ///< of a line of data
};

/// Lines are as long as the first ones, or as the first line of the file where those are longer
/// than the sample; a compressed text is as dense as its beginning.
TextSample sample_text(Input& input, const CsvHead& head) {
  constexpr std::size_t sample_size = std::size_t{1} << 20U;
  std::vector<char> text(sample_size);
  input.rewind();
  text.resize(input.read(text));
  TextSample sample{.text_bytes = input.size(),
                    .line_size = std::max<std::uint64_t>(1, head.line_size)};
  if (input.is_compressed()) {
    const auto packed = static_cast<double>(std::max<std::uint64_t>(1, input.position()));
    sample.text_bytes = static_cast<std::uint64_t>(static_cast<double>(input.size()) *
                                                   static_cast<double>(text.size()) / packed);
  }
  if (head.start < text.size()) {
    const auto begin = text.begin() + static_cast<std::ptrdiff_t>(head.start);
    const auto end = std::find(text.rbegin(), std::make_reverse_iterator(begin), '\n').base();
    const auto lines = std::count(begin, end, '\n');
    if (lines > 0) sample.line_size = static_cast<std::uint64_t>((end - begin) / lines);
  }
  return sample;
}

TableSize csv_size(const std::string& path, const ReadOptions& options, Format format,
                   const Context& context) {
  Input input = Input::open(path, context);
  prepare_text(input, options);
  const CsvOptions how = csv_options(options, format);
  const CsvHead head = read_csv_head(input, how, context);
  const TextSample text = sample_text(input, head);
  const std::uint64_t rows =
      (text.text_bytes - std::min(text.text_bytes, head.start)) / text.line_size;
  TableSize size = sized(rows + 1, head.names.size());
  size.file_bytes = input.size();
  size.cache_bytes = size.rows * size.columns * sizeof(double);
  size.is_estimate = true;
  return size;
}

}  // namespace

std::optional<TableSize> table_size(const std::string& path, const Roles& roles,
                                    const ReadOptions& options, const Context& context) {
  const std::optional<Format> format = block_format(path, options);
  if (!format) return std::nullopt;
  if (is_delimited(*format)) return csv_size(path, options, *format, context);
  if (*format == Format::npy) {
    std::optional<Npy> array = open_npy(path, context);
    if (!array) return std::nullopt;
    TableSize size = sized(array->header.rows(), array->header.cols());
    size.file_bytes = array->input.size();
    return size;
  }
  const TableFiles files = table_files(path, options);
  const std::unique_ptr<TypedTable> table = open_typed_table(files, context);
  const TypedNeeds needs = typed_needs(*table, roles);
  TableSize size = sized(table->rows(), needs.direct.size() + needs.cached.size());
  size.cache_bytes = table->rows() * needs.cached.size() * sizeof(std::uint32_t);
  for (const std::string& file : files.paths)
    size.file_bytes += Input::open(file, context).size();
  return size;
}

std::unique_ptr<RowBlocks> open_blocks(const std::string& path, const Roles& roles,
                                       const ReadOptions& options, const Context& context) {
  return Opening(path, roles, options, context, std::nullopt).run();
}

std::unique_ptr<RowBlocks> open_blocks(const std::string& path, const Roles& roles,
                                       const ReadOptions& options, const Context& context,
                                       std::size_t block_rows) {
  return Opening(path, roles, options, context, block_rows).run();
}

}  // namespace pith
