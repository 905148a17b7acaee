// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hdf5.h>

#include "pith/base/shared_library.h"
#include "pith/data/number_layout.h"

/// The name of a function of HDF5 as its library has it: newer versions rename some by macros.
#define PITH_HDF5_NAME_OF(name) #name
#define PITH_HDF5_NAME(name) PITH_HDF5_NAME_OF(name)
#define PITH_HDF5_FUNCTION(member, name) \
  decltype(::name)* member = library.function<decltype(::name)>(PITH_HDF5_NAME(name))

namespace pith {

/// What pith calls of HDF5, which is loaded with the first such file.
struct Hdf5Library {
  Hdf5Library();

  /// The type of such numbers in memory.
  hid_t native(NumberType type) const;

  SharedLibrary library{PITH_HDF5,
                        "it reads HDF5, AnnData and MATLAB 7.3 files; install HDF5 (on Debian the "
                        "package libhdf5-103-1), or save the data as CSV or NPZ"};
  PITH_HDF5_FUNCTION(open_library, H5open);
  PITH_HDF5_FUNCTION(set_messages, H5Eset_auto2);
  PITH_HDF5_FUNCTION(open_file, H5Fopen);
  PITH_HDF5_FUNCTION(close_file, H5Fclose);
  PITH_HDF5_FUNCTION(open_object, H5Oopen);
  PITH_HDF5_FUNCTION(close_object, H5Oclose);
  PITH_HDF5_FUNCTION(kind_of, H5Iget_type);
  PITH_HDF5_FUNCTION(group_info, H5Gget_info);
  PITH_HDF5_FUNCTION(link_name, H5Lget_name_by_idx);
  PITH_HDF5_FUNCTION(link_info, H5Lget_info);
  PITH_HDF5_FUNCTION(link_exists, H5Lexists);
  PITH_HDF5_FUNCTION(has_attribute, H5Aexists);
  PITH_HDF5_FUNCTION(open_attribute, H5Aopen);
  PITH_HDF5_FUNCTION(read_attribute, H5Aread);
  PITH_HDF5_FUNCTION(attribute_type, H5Aget_type);
  PITH_HDF5_FUNCTION(attribute_space, H5Aget_space);
  PITH_HDF5_FUNCTION(close_attribute, H5Aclose);
  PITH_HDF5_FUNCTION(dataset_type, H5Dget_type);
  PITH_HDF5_FUNCTION(dataset_space, H5Dget_space);
  PITH_HDF5_FUNCTION(dataset_settings, H5Dget_create_plist);
  PITH_HDF5_FUNCTION(read_dataset, H5Dread);
  PITH_HDF5_FUNCTION(reclaim, H5Dvlen_reclaim);
  PITH_HDF5_FUNCTION(make_space, H5Screate_simple);
  PITH_HDF5_FUNCTION(dimensions, H5Sget_simple_extent_ndims);
  PITH_HDF5_FUNCTION(extents, H5Sget_simple_extent_dims);
  PITH_HDF5_FUNCTION(space_kind, H5Sget_simple_extent_type);
  PITH_HDF5_FUNCTION(select, H5Sselect_hyperslab);
  PITH_HDF5_FUNCTION(close_space, H5Sclose);
  PITH_HDF5_FUNCTION(type_class, H5Tget_class);
  PITH_HDF5_FUNCTION(type_size, H5Tget_size);
  PITH_HDF5_FUNCTION(type_sign, H5Tget_sign);
  PITH_HDF5_FUNCTION(is_variable_text, H5Tis_variable_str);
  PITH_HDF5_FUNCTION(member_count, H5Tget_nmembers);
  PITH_HDF5_FUNCTION(member_name, H5Tget_member_name);
  PITH_HDF5_FUNCTION(copy_type, H5Tcopy);
  PITH_HDF5_FUNCTION(close_type, H5Tclose);
  PITH_HDF5_FUNCTION(layout, H5Pget_layout);
  PITH_HDF5_FUNCTION(chunk, H5Pget_chunk);
  PITH_HDF5_FUNCTION(external_count, H5Pget_external_count);
  PITH_HDF5_FUNCTION(filter_count, H5Pget_nfilters);
  PITH_HDF5_FUNCTION(filter, H5Pget_filter2);
  PITH_HDF5_FUNCTION(has_filter, H5Zfilter_avail);
  PITH_HDF5_FUNCTION(close_settings, H5Pclose);
  PITH_HDF5_FUNCTION(free_memory, H5free_memory);
};

const Hdf5Library& hdf5_library();

}  // namespace pith
