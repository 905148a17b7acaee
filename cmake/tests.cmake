# Every x_test.cpp beside its source goes into one program; ctest sees each test by name where that is affordable.
find_package(GTest REQUIRED)
include(GoogleTest)

file(GLOB test_sources CONFIGURE_DEPENDS pith/*/*_test.cpp pith/*/*/*_test.cpp pith/*/*/*/*_test.cpp tests/parity/*_test.cpp
     tests/pitfalls/*_test.cpp)
pith_keep(tests test_sources)
if(NOT hdf5_FOUND)
  list(FILTER test_sources EXCLUDE REGEX "/formats/hdf5/")
endif()
if(NOT readstat_name)
  list(FILTER test_sources EXCLUDE REGEX "/formats/statistics/statistics_file_test")
endif()
if(PITH_SANITIZE)
  # Whether numbers agree with those of other programs does not depend on a sanitizer.
  list(FILTER test_sources EXCLUDE REGEX "/tests/parity/")
  # Of methods the conformance battery is enough: it runs each with all its parameters on odd tables and many threads.
  list(FILTER test_sources EXCLUDE REGEX "/pith/methods/[^/]*_test\\.cpp$|/tests/pitfalls/")
  list(APPEND test_sources ${PROJECT_SOURCE_DIR}/pith/methods/conformance_test.cpp)
endif()
if(PITH_SANITIZE STREQUAL "thread")
  # Only tests that say how many threads there are tell something about them; the conformance battery is one, and runs
  # every method.
  foreach(source IN LISTS test_sources)
    file(STRINGS ${source} about_threads REGEX "threads|stop_source" LIMIT_COUNT 1)
    if(about_threads STREQUAL "")
      list(REMOVE_ITEM test_sources ${source})
    endif()
  endforeach()
endif()
if(NOT PITH_SANITIZE)
  list(APPEND test_sources tests/parity/golden.cpp)
endif()
set(PITH_TEST_OBJECTS "" CACHE PATH
  "Another build of the same tests; what it has compiled is linked with this library, and not compiled again")
if(PITH_TEST_OBJECTS)
  set(test_objects ${test_sources})
  list(TRANSFORM test_objects REPLACE "^${PROJECT_SOURCE_DIR}/" "${PITH_TEST_OBJECTS}/CMakeFiles/pith_tests.dir/")
  list(TRANSFORM test_objects APPEND ".o")
  set_source_files_properties(${test_objects} PROPERTIES EXTERNAL_OBJECT ON)
  add_executable(pith_tests ${test_objects})
  set_target_properties(pith_tests PROPERTIES LINKER_LANGUAGE CXX)
  # Before the tests: of a function that both have, inline in a header, the library's is taken.
  target_link_options(pith_tests PRIVATE -Wl,--whole-archive $<TARGET_FILE:pith> -Wl,--no-whole-archive)
  add_dependencies(pith_tests pith)
else()
  add_executable(pith_tests ${test_sources})
endif()
target_include_directories(pith_tests PRIVATE ${PROJECT_SOURCE_DIR})
target_link_libraries(pith_tests PRIVATE
  pith pith_options fmt::fmt nlohmann_json::nlohmann_json ZLIB::ZLIB PkgConfig::zstd PkgConfig::lz4 GTest::gtest_main)
target_compile_definitions(pith_tests PRIVATE PITH_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
if(NOT PITH_SANITIZE STREQUAL "thread")
  # To optimise tests takes longer than it saves; the library that they call is optimised.
  target_compile_options(pith_tests PRIVATE -O0)
endif()
if(PITH_STANDARD_HEADERS AND NOT PITH_TEST_OBJECTS)
  target_precompile_headers(pith_tests PRIVATE ${PITH_STANDARD_HEADERS} <gtest/gtest.h>)
  # False alarms of GCC 12 on std::string from a precompiled header.
  target_compile_options(pith_tests PRIVATE
    $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds> $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overflow>)
endif()
set(has_shards OFF)
if(PITH_SANITIZE)
  set(has_shards ON)
endif()
option(PITH_TEST_SHARDS "A few processes run all tests of the library, and not one for each" ${has_shards})
set(left_out "")
if(PITH_SANITIZE)
  # Twins that take long, in memory that shorter tests touch as well.
  set(left_out "*.finds_the_first_layer_of_the_tree*" "*.equals_its_formula*" "Relief.is_what_its_definition_reads"
    "NullChoice.takes_*" "Evaluation.finds_nothing_in_noise*" "Evaluation.stays_at_chance*")
  if(PITH_SANITIZE STREQUAL "thread")
    list(APPEND left_out "DamagedFiles.*" "ReadCsv.ends_in_a_result_or_an_error_whatever_the_bytes"
      "ReadCsv.reads_lines_longer_than_a_block")
    # The promise about threads runs the same code with the same parameters.
    list(APPEND left_out "*/Conformance.does_not_depend_on_*" "*/Conformance.gains_nothing_by_a_duplicate/*"
      "*/Conformance.takes_a_*" "*/Conformance.works_where_*")
  endif()
  list(JOIN left_out ":" left_out)
endif()
if(PITH_TEST_SHARDS)
  # To start the program takes longer than most tests.
  set(last_shard 7)
  math(EXPR shards "${last_shard} + 1")
  foreach(shard RANGE ${last_shard})
    add_test(NAME pith_tests.shard_${shard} COMMAND pith_tests --gtest_brief=1)
    set_tests_properties(pith_tests.shard_${shard} PROPERTIES TIMEOUT 600
      ENVIRONMENT "GTEST_TOTAL_SHARDS=${shards};GTEST_SHARD_INDEX=${shard};GTEST_FILTER=-${left_out};ASAN_OPTIONS=allocator_may_return_null=1;TSAN_OPTIONS=allocator_may_return_null=1;LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/tests/leaks.txt:print_suppressions=0")
  endforeach()
else()
  gtest_discover_tests(pith_tests DISCOVERY_TIMEOUT 60
    PROPERTIES TIMEOUT 300)
endif()

# The program: its parts, and dialogues with it, each a text file.
if(TARGET pith_program)
  file(GLOB cli_test_sources CONFIGURE_DEPENDS cli/*_test.cpp cli/terminal/*_test.cpp)
  add_executable(cli_tests ${cli_test_sources}
    $<FILTER:$<TARGET_OBJECTS:pith_program>,EXCLUDE,/main\\.cpp>)
  target_include_directories(cli_tests PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(cli_tests PRIVATE
    pith pith_options fmt::fmt nlohmann_json::nlohmann_json CLI11::CLI11 GTest::gtest_main)
  gtest_discover_tests(cli_tests DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 60)

  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  # The program with the kernels of older processors gives the same bits.
  if(NOT PITH_SANITIZE)
    add_executable(restricted_program $<TARGET_OBJECTS:pith_program> tests/instruction_sets/restrict.cpp)
    target_link_libraries(restricted_program PRIVATE
      pith pith_options fmt::fmt nlohmann_json::nlohmann_json CLI11::CLI11 ${highway})
    add_test(NAME instruction_sets COMMAND ${Python3_EXECUTABLE} tests/instruction_sets/run.py
      $<TARGET_FILE:restricted_program> WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(instruction_sets PROPERTIES TIMEOUT 900)
  endif()
  file(GLOB dialogues CONFIGURE_DEPENDS tests/cli/*.cli)
  option(PITH_DEEP "All dialogues under sanitizers, and not only the fast ones" OFF)
  if(PITH_SANITIZE AND NOT PITH_DEEP)
    # Colours and widths, one command again and again, and waiting for signals: many starts of the program.
    list(FILTER dialogues EXCLUDE REGEX "/(terminal|stability|completion|signals)\\.cli$")
  endif()
  if(PITH_SANITIZE)  # whose shadow memory is larger than the limits, and which open pipes to look at memory
    list(FILTER dialogues EXCLUDE REGEX "/(little_memory|open_files)\\.cli$")
  endif()
  foreach(dialogue IN LISTS dialogues)
    get_filename_component(name ${dialogue} NAME_WE)
    add_test(NAME cli.${name} COMMAND ${Python3_EXECUTABLE} tests/cli/run.py ${dialogue}
      WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(cli.${name} PROPERTIES
      ENVIRONMENT "PITH=$<TARGET_FILE:pith_program>;ASAN_OPTIONS=allocator_may_return_null=1;LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/tests/leaks.txt:print_suppressions=0"
      TIMEOUT 300)
  endforeach()

  # Calls of the system that fail, by a library that is loaded before the program. PITH_ALL_FAULTS: each of them.
  if(NOT PITH_SANITIZE)  # whose own allocator stands in the way
    add_library(pith_faults MODULE tests/faults/faults.cpp)
    target_link_libraries(pith_faults PRIVATE pith_options ${CMAKE_DL_LIBS})
    target_compile_options(pith_faults PRIVATE -O1)
    add_test(NAME faults.end_in_a_result_or_a_clean_error COMMAND ${Python3_EXECUTABLE} tests/faults/run.py
      $<TARGET_FILE:pith_program> $<TARGET_FILE:pith_faults> WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(faults.end_in_a_result_or_a_clean_error PROPERTIES TIMEOUT 600)
  endif()

  # The memory that children take within a limit; sanitizers take more.
  if(NOT PITH_SANITIZE)
    foreach(name IN ITEMS readers methods evaluation chunks)
      add_test(NAME memory.${name} COMMAND ${Python3_EXECUTABLE} tests/memory/${name}.py
        WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
      set_tests_properties(memory.${name} PROPERTIES
        ENVIRONMENT "PITH=$<TARGET_FILE:pith_program>" TIMEOUT 900)
    endforeach()
  endif()

  # Real databases, by the drivers of 'scripts/setup --sql'. The drivers are not sanitized.
  if(NOT PITH_SANITIZE)
    add_test(NAME databases COMMAND ${Python3_EXECUTABLE} tests/databases/run.py
      WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(databases PROPERTIES
      ENVIRONMENT "PITH=$<TARGET_FILE:pith_program>" TIMEOUT 600 SKIP_RETURN_CODE 77)
  endif()

  # What others choose takes linear time. Sanitizers have costs of their own.
  if(NOT PITH_SANITIZE)
    add_test(NAME complexity.is_linear COMMAND ${Python3_EXECUTABLE} tests/complexity.py
      WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(complexity.is_linear PROPERTIES
      ENVIRONMENT "PITH=$<TARGET_FILE:pith_program>" TIMEOUT 600)
  endif()
endif()
