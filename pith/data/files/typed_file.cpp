// SPDX-License-Identifier: Apache-2.0
#include "pith/data/files/typed_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <span>
#include <string_view>
#include <system_error>
#include <vector>

#include "pith/base/error.h"
#include "pith/data/arrow/ipc.h"
#include "pith/data/formats/hdf5/hdf5.h"
#include "pith/data/formats/parquet/parquet.h"
#include "pith/data/formats/statistics/statistics_file.h"
#include "pith/data/input.h"
#include "pith/data/sql/database.h"

namespace pith {
namespace {

/// Their bytes are read at any offset.
void reject_compressed(const Input& input) {
  if (!input.is_compressed()) return;
  throw Error(ErrorKind::bad_data,
              input.name() + ": the file as a whole is compressed; decompress it first");
}

TypedColumns read_inputs(std::span<const Input> inputs, Format format, const ReadOptions& options,
                         const Context& context) {
  switch (format) {
    case Format::arrow:
      return read_ipc(inputs, options.choice, context);
    case Format::h5ad:
      return read_h5ad(inputs.front(), options.layer, context);
    case Format::hdf5:
      return read_hdf5(inputs.front(), options.layer, context);
    case Format::sas:
    case Format::stata:
    case Format::spss:
      return read_statistics_file(inputs.front(), format, context);
    default:
      return read_parquet(inputs, options.choice, context);
  }
}

}  // namespace

std::vector<Input> open_typed_files(const TableFiles& files, const Context& context) {
  std::vector<Input> inputs;
  for (const std::string& path : files.paths) {
    try {
      inputs.push_back(Input::open(path, context));
    } catch (const Error& error) {
      const bool is_limit =
          std::string_view(error.what()).ends_with(std::generic_category().message(EMFILE));
      if (!is_limit || files.paths.size() == 1) throw;
      throw Error(ErrorKind::resources,
                  fmt::format("{}: only {} of {} files can be open at the same time; raise the "
                              "limit of the system (ulimit -n), or read fewer files",
                              files.name, inputs.size(), files.paths.size()));
    }
    reject_compressed(inputs.back());
  }
  return inputs;
}

TypedColumns read_typed_files(const TableFiles& files, const ReadOptions& options,
                              const Context& context) {
  const std::vector<Input> inputs = open_typed_files(files, context);
  TypedColumns read = read_inputs(inputs, *files.format, options, context);
  read.columns.source =
      inputs.size() == 1 && files.paths.front() == files.name ? inputs.front().name() : files.name;
  read.columns.notes.insert(read.columns.notes.begin(), files.notes.begin(), files.notes.end());
  if (options.wants_digest) read.columns.sha256 = digest(inputs);
  return read;
}

FileSchema read_schema(const std::string& path, const ReadOptions& options,
                       const Context& context) {
  if (is_database(path)) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("{}: a schema is read from a file; inspect the result of the query "
                            "instead",
                            shown_source(path)));
  }
  const TableFiles files = table_files(path, options);
  const Format format = files.format ? *files.format : format_of(path);
  const bool has_schema = is_many_files(format) || format == Format::h5ad || format == Format::hdf5;
  if (!has_schema) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("{}: a file of the format {} does not describe its columns; inspect "
                            "it without a request for the schema",
                            path, format_word(format)));
  }
  const std::vector<Input> inputs = open_typed_files(files, context);
  FileSchema schema = format == Format::parquet ? parquet_schema(inputs, context)
                      : format == Format::arrow
                          ? ipc_schema(inputs, context)
                          : hdf5_schema(inputs.front(), format, options.layer, context);
  schema.source = files.paths.size() == 1 ? inputs.front().name() : files.name;
  schema.format = format;
  schema.files = inputs.size();
  return schema;
}

}  // namespace pith
