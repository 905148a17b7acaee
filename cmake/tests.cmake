# Every x_test.cpp beside its source goes into one program; ctest sees each test by name.
find_package(GTest REQUIRED)
include(GoogleTest)

file(GLOB test_sources CONFIGURE_DEPENDS pith/*/*_test.cpp tests/parity/*_test.cpp)
pith_keep(tests test_sources)
add_executable(pith_tests ${test_sources})
target_include_directories(pith_tests PRIVATE ${PROJECT_SOURCE_DIR})
target_link_libraries(pith_tests PRIVATE
  pith pith_options fmt::fmt nlohmann_json::nlohmann_json ZLIB::ZLIB PkgConfig::zstd PkgConfig::matio GTest::gtest_main)
target_compile_definitions(pith_tests PRIVATE PITH_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
gtest_discover_tests(pith_tests DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 300)
