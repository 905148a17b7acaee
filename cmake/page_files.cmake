# The files of the report's page as strings of C++: pith/report/page/style.css becomes page_files::style_css. Written when
# CMake runs, which it does again after a change of one of them.
set(page_files template.html style.css script.js)
set(page_text "#pragma once\n\n#include <string_view>\n\nnamespace pith::page_files {\n\n")
foreach(page_file IN LISTS page_files)
  set(page_path ${PROJECT_SOURCE_DIR}/pith/report/page/${page_file})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${page_path})
  string(REPLACE "." "_" page_name ${page_file})
  file(READ ${page_path} page_content)
  string(APPEND page_text "inline constexpr std::string_view ${page_name} = R\"pith(${page_content})pith\";\n\n")
endforeach()
string(APPEND page_text "}  // namespace pith::page_files\n")
file(WRITE ${PROJECT_BINARY_DIR}/generated/page_files.h.new "${page_text}")
file(COPY_FILE ${PROJECT_BINARY_DIR}/generated/page_files.h.new ${PROJECT_BINARY_DIR}/generated/page_files.h ONLY_IF_DIFFERENT)
