// SPDX-License-Identifier: Apache-2.0
#include "pith/data/arrow/ipc.h"

#include "pith/base/error.h"

namespace pith {

TypedColumns read_ipc(std::span<const Input> /*files*/, const ColumnChoice& /*choice*/,
                      const Context& /*context*/) {
  throw Error(ErrorKind::bad_argument, "files of this format are not supported");
}

FileSchema ipc_schema(std::span<const Input> /*files*/, const Context& /*context*/) {
  throw Error(ErrorKind::bad_argument, "files of this format are not supported");
}

}  // namespace pith
