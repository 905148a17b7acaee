// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/hdf5/hdf5.h"

#include "pith/base/error.h"

namespace pith {

TypedColumns read_hdf5(const Input& /*input*/, const std::string& /*path*/,
                       const Context& /*context*/) {
  throw Error(ErrorKind::bad_argument, "files of this format are not supported");
}

TypedColumns read_h5ad(const Input& /*input*/, const std::string& /*layer*/,
                       const Context& /*context*/) {
  throw Error(ErrorKind::bad_argument, "files of this format are not supported");
}

FileSchema hdf5_schema(const Input& /*input*/, Format /*format*/, const Context& /*context*/) {
  throw Error(ErrorKind::bad_argument, "files of this format are not supported");
}

}  // namespace pith
