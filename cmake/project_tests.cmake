# Tests of the project as a whole: its layers, its package, its examples and what its pages promise.

# Includes go down only; and the check would notice one that does not.
add_test(NAME layers.go_down COMMAND ${CMAKE_COMMAND}
  -DROOT=${PROJECT_SOURCE_DIR} -P ${PROJECT_SOURCE_DIR}/cmake/layers.cmake)
add_test(NAME layers.names_an_upward_include COMMAND ${CMAKE_COMMAND}
  -DROOT=${PROJECT_SOURCE_DIR}/tests/layers/upward -P ${PROJECT_SOURCE_DIR}/cmake/layers.cmake)
set_tests_properties(layers.names_an_upward_include PROPERTIES
  PASS_REGULAR_EXPRESSION "pith/base/low.h \\(base\\) includes pith/data/table.h \\(data\\)")
add_test(NAME layers.names_an_unknown_folder COMMAND ${CMAKE_COMMAND}
  -DROOT=${PROJECT_SOURCE_DIR}/tests/layers/unknown -P ${PROJECT_SOURCE_DIR}/cmake/layers.cmake)
set_tests_properties(layers.names_an_unknown_folder PROPERTIES
  PASS_REGULAR_EXPRESSION "pith/helpers/any.h: the folder has no place")
add_test(NAME tree.is_tidy COMMAND ${CMAKE_COMMAND}
  -DROOT=${PROJECT_SOURCE_DIR} -P ${PROJECT_SOURCE_DIR}/cmake/tidy_tree.cmake)

add_test(NAME tree.rejects_a_flag_in_a_message COMMAND ${CMAKE_COMMAND}
  -DROOT=${PROJECT_SOURCE_DIR}/tests/tidy/flag -P ${PROJECT_SOURCE_DIR}/cmake/tidy_tree.cmake)
set_tests_properties(tree.rejects_a_flag_in_a_message PROPERTIES
  PASS_REGULAR_EXPRESSION "pith/base/message.cpp: a text mentions a flag")
add_test(NAME rooms.are_as_the_architecture_says
  COMMAND ${CMAKE_COMMAND} -E env python3 ${PROJECT_SOURCE_DIR}/scripts/rooms --check)
add_test(NAME package.installs_what_pith_h_includes COMMAND ${CMAKE_COMMAND}
  -DROOT=${PROJECT_SOURCE_DIR} -P ${PROJECT_SOURCE_DIR}/cmake/check_headers.cmake)

find_package(Python3 REQUIRED COMPONENTS Interpreter)
add_test(NAME same_results.sees_what_differs
  COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/same_results_test.py)
add_test(NAME papers.matrix_covers_every_table_and_figure
  COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/papers/tables/coverage_test.py)
add_test(NAME papers.tables_have_one_shape
  COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/papers/tables/printed_test.py)
add_test(NAME papers.all_methods_are_compared
  COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/papers/tables/field_test.py)
if(PITH_PROGRAM)
  set_tests_properties(papers.all_methods_are_compared PROPERTIES
    ENVIRONMENT "PITH=$<TARGET_FILE:pith_program>")
endif()
if(PITH_PROGRAM)  # skipped where PITH_BENCHMARKS is off
  add_test(NAME papers.every_part_runs_quickly COMMAND ${Python3_EXECUTABLE}
    ${PROJECT_SOURCE_DIR}/papers/tables/run_test.py
    $<TARGET_FILE:pith_program> ${PROJECT_BINARY_DIR}/papers)
  set_tests_properties(papers.every_part_runs_quickly PROPERTIES SKIP_RETURN_CODE 77)
endif()

# A program with a catalogue of its own: all methods and one more. Its copy of catalog.cpp stands
# before the library's.
function(add_program_with_method target stem)
  file(STRINGS ${PROJECT_BINARY_DIR}/generated/methods.inc lines)
  list(APPEND lines "PITH_METHOD(${stem})" "")
  list(JOIN lines "\n" text)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/${target}/methods.inc CONTENT "${text}" @ONLY)
  add_executable(${target} ${PROJECT_SOURCE_DIR}/pith/select/catalog.cpp ${ARGN})
  target_include_directories(${target} BEFORE PRIVATE ${PROJECT_BINARY_DIR}/generated/${target})
  target_link_libraries(${target} PRIVATE pith pith_options fmt::fmt)
endfunction()

# A method whose function is not called as its file does not link, and the linker says the name.
add_program_with_method(wrong_name misnamed tests/wrong_name/main.cpp tests/wrong_name/misnamed.cpp)
set_target_properties(wrong_name PROPERTIES EXCLUDE_FROM_ALL TRUE)
add_test(NAME methods.a_wrong_name_does_not_link
  COMMAND ${CMAKE_COMMAND} --build ${PROJECT_BINARY_DIR} --target wrong_name)
set_tests_properties(methods.a_wrong_name_does_not_link PROPERTIES
  PASS_REGULAR_EXPRESSION "undefined [^\n]*pith::methods::misnamed" RUN_SERIAL TRUE)

# The method that CONTRIBUTING.md shows is built from the page, passes the test shown there and the
# conformance battery.
set(page ${PROJECT_SOURCE_DIR}/CONTRIBUTING.md)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${page})
set(shown_files "")
foreach(shown IN ITEMS mrmr_max.cpp mrmr_max_test.cpp)
  file(READ ${page} text)
  foreach(mark IN ITEMS "`pith/methods/${shown}`:" "```cpp\n")
    string(FIND "${text}" "${mark}" place)
    if(place EQUAL -1)
      message(FATAL_ERROR "CONTRIBUTING.md does not show pith/methods/${shown}")
    endif()
    string(LENGTH "${mark}" length)
    math(EXPR place "${place} + ${length}")
    string(SUBSTRING "${text}" ${place} -1 text)
  endforeach()
  string(FIND "${text}" "```" place)
  string(SUBSTRING "${text}" 0 ${place} text)
  set(shown_file ${PROJECT_BINARY_DIR}/generated/contributing_example/${shown})
  file(WRITE ${shown_file}.new "${text}")
  file(COPY_FILE ${shown_file}.new ${shown_file} ONLY_IF_DIFFERENT)
  list(APPEND shown_files ${shown_file})
endforeach()
add_program_with_method(contributing_example mrmr_max ${shown_files}
  $<FILTER:$<TARGET_OBJECTS:pith_tests>,INCLUDE,methods/conformance_test>)
target_link_libraries(contributing_example PRIVATE GTest::gtest_main)
add_test(NAME contributing.the_shown_method_works COMMAND contributing_example)
set_tests_properties(contributing.the_shown_method_works PROPERTIES
  ENVIRONMENT "GTEST_FILTER=MrmrMax.*:Methods/Conformance.*/mrmr_max"
  FAIL_REGULAR_EXPRESSION "Running 1 test from" TIMEOUT 300)

# Another project finds the installed package, links it and has every method.
if(PITH_INSTALL AND PITH_PROGRAM)
  set(consumer_flags ${CMAKE_CXX_FLAGS})
  if(PITH_SANITIZE)
    string(APPEND consumer_flags " -fsanitize=${PITH_SANITIZE}")
  endif()
  add_test(NAME package.serves_another_project COMMAND ${CMAKE_COMMAND}
    -DSOURCE=${PROJECT_SOURCE_DIR} -DBUILD=${PROJECT_BINARY_DIR}
    -DSCRATCH=${PROJECT_BINARY_DIR}/consumer -DGENERATOR=${CMAKE_GENERATOR}
    -DCXX=${CMAKE_CXX_COMPILER} -DTYPE=$<CONFIG> "-DFLAGS=${consumer_flags}"
    -P ${PROJECT_SOURCE_DIR}/tests/consumer/run.cmake)
  set_tests_properties(package.serves_another_project PROPERTIES TIMEOUT 300)
endif()

# What the pages show is what the program prints.
if(PITH_PROGRAM)
  add_test(NAME targets.page_is_as_the_catalogue_says COMMAND ${Python3_EXECUTABLE}
    ${PROJECT_SOURCE_DIR}/scripts/targets $<TARGET_FILE:pith_program> --check)
  foreach(page IN ITEMS README docs/guide/evaluating docs/guide/explaining
      docs/guide/regression docs/guide/several-targets docs/guide/stability)
    get_filename_component(name ${page} NAME)
    string(TOLOWER ${name} name)
    add_test(NAME ${name}.shows_what_pith_prints COMMAND ${CMAKE_COMMAND}
      -DPITH=$<TARGET_FILE:pith_program> -DPAGE=${PROJECT_SOURCE_DIR}/${page}.md
      -P ${PROJECT_SOURCE_DIR}/cmake/check_page.cmake WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  endforeach()
endif()

# Every example is built and run beside its data.
file(GLOB examples CONFIGURE_DEPENDS examples/*.cpp)
foreach(example IN LISTS examples)
  get_filename_component(name ${example} NAME_WE)
  add_executable(example_${name} ${example})
  target_link_libraries(example_${name} PRIVATE pith::pith pith_options)
  add_test(NAME examples.${name} COMMAND example_${name}
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}/examples)
endforeach()
