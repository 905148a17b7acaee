# LIBSVM::LIBSVM, for it comes with no description of its own.
include(FindPackageHandleStandardArgs)
find_path(LIBSVM_INCLUDE_DIR svm.h PATH_SUFFIXES libsvm)
find_library(LIBSVM_LIBRARY svm)
find_library(LIBSVM_ARCHIVE libsvm.a)  # optional
find_package_handle_standard_args(LIBSVM REQUIRED_VARS LIBSVM_LIBRARY LIBSVM_INCLUDE_DIR)
mark_as_advanced(LIBSVM_INCLUDE_DIR LIBSVM_LIBRARY LIBSVM_ARCHIVE)
if(LIBSVM_FOUND AND NOT TARGET LIBSVM::LIBSVM)
  add_library(LIBSVM::LIBSVM UNKNOWN IMPORTED)
  set_target_properties(LIBSVM::LIBSVM PROPERTIES
    IMPORTED_LOCATION ${LIBSVM_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${LIBSVM_INCLUDE_DIR})
endif()
