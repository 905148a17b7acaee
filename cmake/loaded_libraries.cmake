# pith_loaded_library(<module of pkg-config>): of a library that is loaded when it is first needed, and not linked
# (pith/base/shared_library.h), the target <module>_headers, and in <module>_name the name by which the dynamic loader
# finds what was found at build time, such as libhdf5.so.103.
function(pith_loaded_library module)
  add_library(${module}_headers INTERFACE)
  target_include_directories(${module}_headers SYSTEM INTERFACE ${${module}_INCLUDE_DIRS})
  list(GET ${module}_LINK_LIBRARIES 0 library)
  file(REAL_PATH ${library} file)
  get_filename_component(name ${file} NAME)
  if(CMAKE_OBJDUMP)
    execute_process(COMMAND ${CMAKE_OBJDUMP} -p ${file} OUTPUT_VARIABLE headers ERROR_QUIET)
    if(headers MATCHES "SONAME +([^ \n]+)")
      set(name ${CMAKE_MATCH_1})
    endif()
  endif()
  set(${module}_name ${name} PARENT_SCOPE)
endfunction()
