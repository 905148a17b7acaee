// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/hdf5/library.h"

namespace pith {

Hdf5Library::Hdf5Library() {
  (void)open_library();
  (void)set_messages(H5E_DEFAULT, nullptr, nullptr);
}

hid_t Hdf5Library::native(NumberType type) const {
  const auto variable = [this](const char* name) { return *library.function<hid_t>(name); };
  switch (type) {
    case NumberType::float64:
      return variable("H5T_NATIVE_DOUBLE_g");
    case NumberType::float32:
      return variable("H5T_NATIVE_FLOAT_g");
    case NumberType::int8:
      return variable("H5T_NATIVE_INT8_g");
    case NumberType::int16:
      return variable("H5T_NATIVE_INT16_g");
    case NumberType::int32:
      return variable("H5T_NATIVE_INT32_g");
    case NumberType::int64:
      return variable("H5T_NATIVE_INT64_g");
    case NumberType::uint8:
      return variable("H5T_NATIVE_UINT8_g");
    case NumberType::uint16:
      return variable("H5T_NATIVE_UINT16_g");
    case NumberType::uint32:
      return variable("H5T_NATIVE_UINT32_g");
    case NumberType::uint64:
      break;
  }
  return variable("H5T_NATIVE_UINT64_g");
}

const Hdf5Library& hdf5_library() {
  static const Hdf5Library loaded;
  return loaded;
}

}  // namespace pith
