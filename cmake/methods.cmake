# The catalogue by glob: every pith/methods/<stem>.cpp defines pith::methods::<stem>().
# Writes methods.inc with one PITH_METHOD(<stem>) per file, in alphabetical order.
function(pith_write_catalogue sources_variable output)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/pith/methods/*.cpp)
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  list(SORT sources)
  set(lines "")
  foreach(source IN LISTS sources)
    get_filename_component(stem ${source} NAME_WE)
    string(APPEND lines "PITH_METHOD(${stem})\n")
  endforeach()
  file(CONFIGURE OUTPUT ${output} CONTENT "${lines}" @ONLY)
  set(${sources_variable} ${sources} PARENT_SCOPE)
endfunction()
