// SPDX-License-Identifier: Apache-2.0
// Takes the place of the other sources of this folder where pith is built without HDF5.
#include <string>

#include "pith/base/error.h"
#include "pith/data/formats/hdf5/hdf5.h"
#include "pith/data/formats/mat/variables.h"

namespace pith {
namespace {

[[noreturn]] void fail(const Input& input) {
  throw Error(ErrorKind::bad_argument,
              input.name() +
                  ": this program was built without HDF5, which reads HDF5, AnnData and MATLAB 7.3 "
                  "files; install libhdf5-dev and build it again, or save the data as CSV or NPZ");
}

}  // namespace

TypedColumns read_hdf5(const Input& input, const std::string& /*path*/,
                       const Context& /*context*/) {
  fail(input);
}

TypedColumns read_h5ad(const Input& input, const std::string& /*layer*/,
                       const Context& /*context*/) {
  fail(input);
}

FileSchema hdf5_schema(const Input& input, Format /*format*/, const std::string& /*layer*/,
                       const Context& /*context*/) {
  fail(input);
}

std::unique_ptr<MatReader> open_mat73(const Input& input, const Context& /*context*/) {
  fail(input);
}

}  // namespace pith
