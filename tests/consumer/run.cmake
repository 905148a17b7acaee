# Installs the built tree into a scratch prefix, then configures, builds and runs a project that
# knows nothing but the prefix; at last the same project configures with pith as a subdirectory.
#   cmake -DSOURCE=.. -DBUILD=.. -DSCRATCH=.. -DGENERATOR=.. -DCXX=.. -DTYPE=.. -DFLAGS=.. -P run.cmake
cmake_minimum_required(VERSION 3.24)

function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  message(STATUS "${output}")
  if(NOT result EQUAL 0)
    list(JOIN ARGV " " command)
    message(FATAL_ERROR "failed (${result}): ${command}")
  endif()
endfunction()

file(REMOVE_RECURSE ${SCRATCH})
set(prefix ${SCRATCH}/prefix)
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})
set(configure ${CMAKE_COMMAND} -G ${GENERATOR} -S ${SOURCE}/tests/consumer
  -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_BUILD_TYPE=${TYPE} -DCMAKE_CXX_FLAGS=${FLAGS})
include(${SOURCE}/cmake/public_headers.cmake)
list(JOIN pith_public_headers "," headers)
run(${configure} -B ${SCRATCH}/installed -DCMAKE_PREFIX_PATH=${prefix} -DPITH_HEADERS=${headers})
run(${CMAKE_COMMAND} --build ${SCRATCH}/installed)

file(GLOB methods ${SOURCE}/pith/methods/*.cpp)
include(${SOURCE}/cmake/methods.cmake)
pith_keep(sources methods)
list(LENGTH methods count)
run(${SCRATCH}/installed/consumer ${SOURCE}/examples/wine.csv ${count})
run(${prefix}/bin/pith select ${SOURCE}/examples/wine.csv --target class --method mrmr -k 3)

run(${configure} -B ${SCRATCH}/subdirectory -DPITH_TREE=${SOURCE})
