// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/statistics_file.h"

#include "pith/base/error.h"

namespace pith {

TypedColumns read_statistics_file(const Input& /*input*/, Format /*format*/,
                                  const Context& /*context*/) {
  throw Error(ErrorKind::bad_argument, "files of this format are not supported");
}

}  // namespace pith
