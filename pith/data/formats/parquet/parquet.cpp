// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/parquet/parquet.h"

#include "pith/base/error.h"

namespace pith {

TypedColumns read_parquet(std::span<const Input> /*files*/, const ColumnChoice& /*choice*/,
                          const Context& /*context*/) {
  throw Error(ErrorKind::bad_argument, "files of this format are not supported");
}

FileSchema parquet_schema(std::span<const Input> /*files*/, const Context& /*context*/) {
  throw Error(ErrorKind::bad_argument, "files of this format are not supported");
}

}  // namespace pith
