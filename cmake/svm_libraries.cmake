# LIBLINEAR and LIBSVM as one object that becomes a part of pith. In it calls of malloc() and of BLAS are those of
# pith/learn/svm/library_support.cpp, and all names but the few that pith calls are its own, so that it fits into a shared
# library as well. Where this cannot be done (no archives, no binutils) the shared libraries are linked.
set(svm_object "")
set(svm_libraries LIBLINEAR::LIBLINEAR LIBSVM::LIBSVM)
if(NOT LIBLINEAR_ARCHIVE OR NOT LIBSVM_ARCHIVE OR NOT CMAKE_OBJCOPY OR NOT CMAKE_LINKER)
  message(STATUS "LIBLINEAR and LIBSVM: shared, for there are no archives of them or no objcopy")
  return()
endif()
set(svm_dir ${PROJECT_BINARY_DIR}/svm)
file(MAKE_DIRECTORY ${svm_dir})
set(svm_support ${PROJECT_SOURCE_DIR}/pith/learn/svm/library_support.cpp)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${LIBLINEAR_ARCHIVE} ${LIBSVM_ARCHIVE})

set(renamed "")
foreach(pair IN ITEMS malloc=malloc calloc=calloc realloc=realloc _Znwm=new _Znam=new_array stdout=stdout stderr=stderr
                      ddot_=ddot daxpy_=daxpy dscal_=dscal dnrm2_=dnrm2)
  string(REPLACE "=" "=pith_svm_" pair ${pair})
  list(APPEND renamed --redefine-sym ${pair})
endforeach()
set(kept "")
foreach(name IN ITEMS train free_and_destroy_model set_print_string_function
                      svm_train svm_free_and_destroy_model svm_set_print_string_function)
  list(APPEND kept --keep-global-symbol=${name})
endforeach()
execute_process(
  COMMAND ${CMAKE_LINKER} -r --force-group-allocation -o ${svm_dir}/merged.o
    --whole-archive ${LIBLINEAR_ARCHIVE} ${LIBSVM_ARCHIVE}
  RESULT_VARIABLE failed ERROR_VARIABLE why)
if(NOT failed)
  execute_process(COMMAND ${CMAKE_OBJCOPY} ${renamed} ${svm_dir}/merged.o ${svm_dir}/renamed.o
    RESULT_VARIABLE failed ERROR_VARIABLE why)
endif()
if(NOT failed)
  execute_process(COMMAND ${CMAKE_OBJCOPY} ${kept} ${svm_dir}/renamed.o ${svm_dir}/new.o
    RESULT_VARIABLE failed ERROR_VARIABLE why)
endif()
if(NOT failed)
  # Neither an address that a shared library cannot have nor a name that nobody defines.
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -std=c++20 -fPIC -shared -Wl,--no-undefined -I${PROJECT_SOURCE_DIR}
      ${svm_support} ${svm_dir}/new.o -o ${svm_dir}/probe.so
    RESULT_VARIABLE failed ERROR_VARIABLE why)
endif()
if(failed)
  message(STATUS "LIBLINEAR and LIBSVM: shared, for their archives cannot be made a part of pith: ${why}")
  return()
endif()
file(COPY_FILE ${svm_dir}/new.o ${svm_dir}/svm_libraries.o ONLY_IF_DIFFERENT)
set(svm_object ${svm_dir}/svm_libraries.o)
set_source_files_properties(${svm_object} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
add_library(svm_headers INTERFACE)
target_include_directories(svm_headers SYSTEM INTERFACE ${LIBLINEAR_INCLUDE_DIR} ${LIBSVM_INCLUDE_DIR})
set(svm_libraries $<BUILD_INTERFACE:svm_headers>)
