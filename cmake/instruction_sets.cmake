# Highway is used by its headers. Its library, of which pith needs three functions, measures timers whenever a program starts,
# for milliseconds: pith/base/instruction_sets.cpp has these functions, for the version that it was written for, on x86-64.
# Elsewhere the library is linked.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$" AND hwy_VERSION VERSION_GREATER_EQUAL 1.0 AND hwy_VERSION VERSION_LESS 1.1)
  add_library(pith_highway INTERFACE)
  target_compile_options(pith_highway INTERFACE ${hwy_CFLAGS_OTHER})
  target_include_directories(pith_highway SYSTEM INTERFACE ${hwy_INCLUDE_DIRS})
  set(highway $<BUILD_INTERFACE:pith_highway>)
  set(linked_highway "")
else()
  set(highway PkgConfig::hwy)
  set(linked_highway hwy:libhwy)
endif()
