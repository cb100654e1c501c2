# Functions that define the targets: static libraries, test programs and fuzzers.
include(GNUInstallDirs)
find_package(fmt REQUIRED)
find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

add_library(dps_options INTERFACE)
target_include_directories(dps_options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(dps_options INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
# The folder of the source is not part of a release: the same source gives the same programs anywhere.
target_compile_options(dps_options INTERFACE
  $<$<CONFIG:Release>:-fmacro-prefix-map=${CMAKE_SOURCE_DIR}/=>)
if(DPS_WERROR)
  target_compile_options(dps_options INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # Optimised, g++ 12 warns of `"text" + std::string`: https://gcc.gnu.org/PR105651.
  target_compile_options(dps_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict>)
endif()
if(DPS_SANITIZE)
  target_compile_options(dps_options INTERFACE
    -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(dps_options INTERFACE -fsanitize=address,undefined)
endif()
if(DPS_FUZZ)
  target_compile_options(dps_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

# dps_library(NAME SOURCES a.cc … HEADERS a.h … USES other …)
# Defines the library dps_NAME of a folder. USES lists the libraries that it depends on.
function(dps_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;HEADERS;USES" ${ARGN})
  if(ARG_SOURCES)
    add_library(dps_${name} STATIC ${ARG_SOURCES})
    set(scope PUBLIC)
  else()
    add_library(dps_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_sources(dps_${name} ${scope} FILE_SET HEADERS BASE_DIRS ${CMAKE_SOURCE_DIR}
                 FILES ${ARG_HEADERS})
  set_target_properties(dps_${name} PROPERTIES UNITY_BUILD ${DPS_UNITY} UNITY_BUILD_BATCH_SIZE ${DPS_BATCH})
  # Other headers are the first include of their source, so every build without batches verifies them.
  set(without_source ${ARG_HEADERS})
  foreach(source ${ARG_SOURCES})
    string(REGEX REPLACE "\\.cc$" ".h" header ${source})
    list(REMOVE_ITEM without_source ${header})
  endforeach()
  if(without_source)
    target_sources(dps_${name} ${scope} FILE_SET without_source TYPE HEADERS
                   BASE_DIRS ${CMAKE_SOURCE_DIR} FILES ${without_source})
    set_target_properties(dps_${name} PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON
                          INTERFACE_HEADER_SETS_TO_VERIFY without_source)
  endif()
  target_link_libraries(dps_${name} ${scope} dps_options ${ARG_USES})
  if(DPS_PRECOMPILE AND ARG_SOURCES AND NOT DPS_UNITY)
    dps_precompile(dps_${name} dps_precompiled <algorithm> <chrono> <map> <optional> <span> <string>
                   <unordered_map> <vector> <fmt/format.h> <tl/expected.hpp>)
  endif()
endfunction()

# dps_precompile(TARGET OWNER HEADER …): the C++ files of TARGET begin with these headers, which are
# compiled once, for OWNER: a target of the same kind that has nothing else.
function(dps_precompile target owner)
  if(NOT TARGET ${owner})
    set(empty ${CMAKE_BINARY_DIR}/${owner}.cc)
    file(GENERATE OUTPUT ${empty} CONTENT "")
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "EXECUTABLE")
      add_executable(${owner} ${empty})
      target_link_libraries(${owner} PRIVATE GTest::gtest_main fmt::fmt)
      target_compile_options(${owner} PRIVATE ${DPS_TEST_OPTIONS})
    else()
      add_library(${owner} STATIC ${empty})
      target_link_libraries(${owner} PRIVATE fmt::fmt)
    endif()
    target_link_libraries(${owner} PRIVATE dps_options)
    foreach(header ${ARGN})
      target_precompile_headers(${owner} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:${header}>")
    endforeach()
  endif()
  target_precompile_headers(${target} REUSE_FROM ${owner})
endfunction()

# dps_optimised_together(a.cc …): enables link-time optimisation for these files in optimised builds
# by g++. They are the path of a message through engine, predictor and machine, which consists of
# short calls between libraries. Only few files, so that linking stays fast and the limits of
# inlining can be raised.
function(dps_optimised_together)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_BUILD_TYPE STREQUAL "Release"
     AND NOT DPS_SANITIZE)
    set(options -flto=auto -ffat-lto-objects -fno-semantic-interposition
        --param=inline-unit-growth=200 --param=max-inline-insns-auto=60)
    set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS "${options}"
                                SKIP_PRECOMPILE_HEADERS ON)
  endif()
endfunction()

# The tests themselves need not be fast; optimised, they would take twice as long to compile.
set(DPS_TEST_OPTIONS -O0)

# All tests, with what they need.
add_custom_target(test_programs)

# dps_test(NAME SOURCES … USES … [LABELS …]): a GoogleTest program; every TEST is a ctest test.
function(dps_test name)
  cmake_parse_arguments(ARG "" "TIMEOUT;PROCESSORS" "SOURCES;USES;LABELS" ${ARGN})
  if(NOT DPS_TESTS)
    return()
  endif()
  if(NOT ARG_LABELS)
    set(ARG_LABELS unit)
  endif()
  if(DPS_UNIT_TESTS_ONLY AND NOT "unit" IN_LIST ARG_LABELS)
    return()
  endif()
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 120)
  endif()
  if(NOT ARG_PROCESSORS)
    set(ARG_PROCESSORS 1)
  endif()
  add_executable(${name} ${ARG_SOURCES})
  add_dependencies(test_programs ${name})
  target_link_libraries(${name} PRIVATE dps_options ${ARG_USES} GTest::gtest_main fmt::fmt)
  target_compile_options(${name} PRIVATE ${DPS_TEST_OPTIONS})
  target_link_options(${name} PRIVATE -fno-lto)
  if(DPS_PRECOMPILE)
    dps_precompile(${name} dps_precompiled_test <gtest/gtest.h> <algorithm> <filesystem> <fstream> <map>
                   <fmt/format.h> <tl/expected.hpp>)
  endif()
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
                       TEST_PREFIX "${DPS_TEST_PREFIX}"
                       PROPERTIES LABELS "${ARG_LABELS}" TIMEOUT ${ARG_TIMEOUT}
                                  PROCESSORS ${ARG_PROCESSORS})
endfunction()

# dps_fuzzer(NAME SOURCE CORPUS USES …): a libFuzzer program with DPS_FUZZ; in every build, a test that
# runs the same entry point on the corpus.
function(dps_fuzzer name source corpus)
  cmake_parse_arguments(ARG "" "" "USES" ${ARGN})
  if(DPS_FUZZ)
    add_executable(${name} ${source})
    target_link_libraries(${name} PRIVATE dps_options ${ARG_USES})
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/fuzz)
  endif()
  if(DPS_TESTS)
    add_executable(${name}_replay ${source} ${CMAKE_SOURCE_DIR}/tests/support/replay_main.cc)
    add_dependencies(test_programs ${name}_replay)
    target_link_libraries(${name}_replay PRIVATE dps_options ${ARG_USES})
    set_target_properties(${name}_replay PROPERTIES
                          RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
    add_test(NAME ${DPS_TEST_PREFIX}fuzz_corpus.${name} COMMAND ${name}_replay ${corpus})
    set_tests_properties(${DPS_TEST_PREFIX}fuzz_corpus.${name} PROPERTIES LABELS unit TIMEOUT 120)
  endif()
endfunction()
