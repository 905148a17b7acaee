// SPDX-License-Identifier: Apache-2.0
#include "pith/data/typed_file.h"

#include <fmt/format.h>

#include <span>
#include <vector>

#include "pith/base/error.h"
#include "pith/data/arrow/ipc.h"
#include "pith/data/formats/hdf5.h"
#include "pith/data/formats/parquet/parquet.h"
#include "pith/data/formats/statistics_file.h"
#include "pith/data/input.h"

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

TypedColumns read_typed_file(const std::string& path, Format format, const ReadOptions& options,
                             const Context& context) {
  std::vector<Input> inputs;
  inputs.push_back(Input::open(path, context));
  for (const Input& input : inputs)
    reject_compressed(input);
  TypedColumns read = read_inputs(inputs, format, options, context);
  read.columns.source = inputs.front().name();
  if (options.wants_digest) read.columns.sha256 = inputs.front().digest();
  return read;
}

FileSchema read_schema(const std::string& path, const ReadOptions& options,
                       const Context& context) {
  const Format format = options.format ? *options.format : format_of(path);
  std::vector<Input> inputs;
  inputs.push_back(Input::open(path, context));
  for (const Input& input : inputs)
    reject_compressed(input);
  if (format == Format::parquet) return parquet_schema(inputs, context);
  if (format == Format::arrow) return ipc_schema(inputs, context);
  if (format == Format::h5ad || format == Format::hdf5)
    return hdf5_schema(inputs.front(), format, context);
  throw Error(ErrorKind::bad_argument,
              fmt::format("{}: a file of the format {} does not describe its columns; read it "
                          "without a request for the schema",
                          path, format_word(format)));
}

}  // namespace pith
