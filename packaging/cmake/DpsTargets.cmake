# Functions that define the targets: static libraries, test programs and fuzzers.
include(GNUInstallDirs)
find_package(fmt REQUIRED)
find_program(CCACHE ccache)
if(CCACHE)
  # Without this setting, ccache does not cache files that use precompiled headers of g++.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
endif()

add_library(dps_options INTERFACE)
target_include_directories(dps_options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(dps_options INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
# Release builds do not contain the path of the source folder: the same source gives the same programs in any folder.
target_compile_options(dps_options INTERFACE
  $<$<CONFIG:Release>:-fmacro-prefix-map=${CMAKE_SOURCE_DIR}/=>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT DPS_LINT)  # clang-tidy does not know the option
  # g++ never searches for garbage in these files, which would take a seventh of the compile time. The largest batch
  # takes 1.7 GB, not 1.3.
  target_compile_options(dps_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:--param=ggc-min-heapsize=1200000>)
endif()
# Ninja compiles up to two files more at a time than there are cores; fewer if the memory is small.
cmake_host_system_information(RESULT DPS_MEMORY_MB QUERY TOTAL_PHYSICAL_MEMORY)
math(EXPR DPS_COMPILE_JOBS "(${DPS_MEMORY_MB} + 1699) / 1700")
set_property(GLOBAL APPEND PROPERTY JOB_POOLS compile=${DPS_COMPILE_JOBS})
if(NOT DEFINED CMAKE_JOB_POOL_COMPILE)
  set(CMAKE_JOB_POOL_COMPILE compile)
endif()
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
  # The check of a reference or a pointer takes longer than the access, and libFuzzer records each check as a
  # branch. AddressSanitizer checks the accesses themselves, and tests replay the corpora with all checks.
  target_compile_options(dps_options INTERFACE -fsanitize=fuzzer-no-link
    -fno-sanitize=alignment,null,object-size,pointer-overflow,vptr)
endif()

# Folders whose code runs for each message, event, computation or line of a large file. All others read,
# print and organise, once for a run or a row: -Og compiles them in a fifth less time than -O1, and no user
# notices. With sanitizers, -O0 takes half of the time of -O1.
set(DPS_HOT_FOLDERS base base/clocks base/expression base/statistics base/text blueprint blueprint/collectives
    blueprint/engine blueprint/outline
    blueprint/reading blueprint/terrain userfuncs profiles/traces profiles/traces/analysis
    profiles/traces/export predictor/estimator/simulation predictor/estimator/streams predictor/machines
    predictor/machines/flows predictor/machines/kinds predictor/machines/kinds/architecture
    predictor/machines/kinds/datasheet predictor/machines/kinds/native predictor/machines/kinds/parasol
    predictor/machines/kinds/parasol/file/expression predictor/machines/kinds/parasol/routing
    predictor/machines/kinds/parasol/shares predictor/machines/packets predictor/machines/topology
    predictor/rawtiming/mpi predictor/virtual_time mpi_programs/analysis mpi_programs/board
    mpi_programs/library simulator/process transport transport/mpi transport/pvm)
# The log of executions, which simulators and predictions write at each firing.
set(DPS_HOT_FILES profiles/process_clock.cc profiles/record_page.cc)
# Unit tests, which are sanitized, use these little.
if(DPS_SANITIZE AND NOT DPS_FUZZ)
  list(REMOVE_ITEM DPS_HOT_FOLDERS base/text blueprint/terrain
       mpi_programs/analysis profiles/traces/export simulator/process transport transport/mpi transport/pvm)
endif()

# dps_split(HOT COLD SOURCE …): the sources in hot folders, and all others.
function(dps_split hot_result cold_result)
  set(hot)
  set(cold)
  foreach(source ${ARGN})
    cmake_path(ABSOLUTE_PATH source OUTPUT_VARIABLE path)
    cmake_path(RELATIVE_PATH path BASE_DIRECTORY ${CMAKE_SOURCE_DIR})
    cmake_path(GET path PARENT_PATH folder)
    if(folder IN_LIST DPS_HOT_FOLDERS OR path IN_LIST DPS_HOT_FILES)
      list(APPEND hot ${source})
    else()
      list(APPEND cold ${source})
    endif()
  endforeach()
  set(${hot_result} ${hot} PARENT_SCOPE)
  set(${cold_result} ${cold} PARENT_SCOPE)
endfunction()

# The compile options of cold files.
set(DPS_COLD_OPTIONS
    $<$<AND:$<CONFIG:Release>,$<COMPILE_LANGUAGE:CXX>>:-Og>
    $<$<AND:$<BOOL:${DPS_SANITIZE}>,$<NOT:$<BOOL:${DPS_FUZZ}>>,$<COMPILE_LANGUAGE:CXX>>:-O0>)

# The path of a message through engine, predictor and machine consists of short calls between libraries:
# optimised builds by g++ optimise these few files more, and again when they link. Linking stays fast, and the limits of
# inlining can be raised.
set(DPS_LINKED_OPTIONS)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT DPS_SANITIZE)
  set(DPS_LINKED_OPTIONS -O3 -flto=auto -ffat-lto-objects -fno-semantic-interposition
      --param=inline-unit-growth=200 --param=max-inline-insns-auto=60)
endif()

# dps_library(NAME SOURCES a.cc … PATH_OF_A_MESSAGE b.cc … HEADERS a.h … USES other …)
# Defines the library dps_NAME of a folder and of folders in it. The sources behind PATH_OF_A_MESSAGE have
# DPS_LINKED_OPTIONS. USES lists the libraries that it depends on.
function(dps_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;PATH_OF_A_MESSAGE;HEADERS;USES" ${ARGN})
  set(without_source ${ARG_HEADERS})
  foreach(source ${ARG_SOURCES} ${ARG_PATH_OF_A_MESSAGE})
    string(REGEX REPLACE "\\.cc$" ".h" header ${source})
    list(REMOVE_ITEM without_source ${header})
  endforeach()
  if(NOT DPS_LINKED_OPTIONS)
    list(APPEND ARG_SOURCES ${ARG_PATH_OF_A_MESSAGE})
    set(ARG_PATH_OF_A_MESSAGE)
  endif()
  dps_split(hot cold ${ARG_SOURCES})
  if(hot AND cold)
    dps_objects(${name}_hot hot "" "${hot}" "${ARG_USES}")
    set(ARG_SOURCES ${cold} $<TARGET_OBJECTS:dps_${name}_hot>)
  endif()
  if(ARG_PATH_OF_A_MESSAGE)
    dps_objects(${name}_linked linked "${DPS_LINKED_OPTIONS}" "${ARG_PATH_OF_A_MESSAGE}" "${ARG_USES}")
    list(APPEND ARG_SOURCES $<TARGET_OBJECTS:dps_${name}_linked>)
  endif()
  if(ARG_SOURCES)
    add_library(dps_${name} STATIC ${ARG_SOURCES})
    set(scope PUBLIC)
  else()
    add_library(dps_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_sources(dps_${name} ${scope} FILE_SET HEADERS BASE_DIRS ${CMAKE_SOURCE_DIR}
                 FILES ${ARG_HEADERS})
  target_link_libraries(dps_${name} ${scope} dps_options ${ARG_USES})
  if(ARG_SOURCES AND cold)
    target_compile_options(dps_${name} PRIVATE ${DPS_COLD_OPTIONS})
    dps_compile_together(dps_${name} dps_precompiled_cold "${DPS_COLD_OPTIONS}")
  elseif(ARG_SOURCES)
    dps_compile_together(dps_${name} dps_precompiled_hot "")
  endif()
  # Other headers are the first include of their source, so every build without batches verifies them.
  if(without_source)
    target_sources(dps_${name} ${scope} FILE_SET without_source TYPE HEADERS
                   BASE_DIRS ${CMAKE_SOURCE_DIR} FILES ${without_source})
    set_target_properties(dps_${name} PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON
                          INTERFACE_HEADER_SETS_TO_VERIFY without_source)
  endif()
endfunction()

# dps_objects(NAME KIND OPTIONS SOURCES USES): the objects of a part of a library, with the options of its KIND.
function(dps_objects name kind options sources uses)
  add_library(dps_${name} OBJECT ${sources})
  target_compile_options(dps_${name} PRIVATE ${options})
  target_link_libraries(dps_${name} PRIVATE dps_options ${uses})
  dps_compile_together(dps_${name} dps_precompiled_${kind} "${options}")
endfunction()

# dps_compile_together(LIBRARY OWNER OPTIONS): compiles LIBRARY in batches and with precompiled headers, which make a
# build from an empty folder faster. OWNER and OPTIONS are those of dps_precompile().
function(dps_compile_together library owner options)
  set_target_properties(${library} PROPERTIES UNITY_BUILD ${DPS_UNITY} UNITY_BUILD_BATCH_SIZE ${DPS_BATCH}
                        LINKER_LANGUAGE CXX)
  if(DPS_PRECOMPILE)
    target_link_libraries(${library} PRIVATE fmt::fmt)  # OWNER has its definitions, too
    dps_precompile(${library} ${owner} "${options}" <algorithm> <array> <chrono> <cmath> <cstdint> <deque>
                   <fstream> <functional> <map> <memory> <optional> <set> <span> <sstream> <string> <unordered_map>
                   <utility> <variant> <vector> <fmt/format.h> <tl/expected.hpp>)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      # g++ also warns of libstdc++ code that it inlines from precompiled headers. Builds without
      # precompiled headers have these warnings.
      target_compile_options(${library} PRIVATE -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
    endif()
  endif()
endfunction()

# dps_precompile(TARGET OWNER OPTIONS HEADER …): the C++ files of TARGET begin with these headers, which are
# compiled once, for OWNER: a target of the same kind and with the same compile options that has nothing else.
function(dps_precompile target owner options)
  if(NOT TARGET ${owner})
    set(empty ${CMAKE_BINARY_DIR}/${owner}.cc)
    file(GENERATE OUTPUT ${empty} CONTENT "")
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "EXECUTABLE")
      add_executable(${owner} ${empty})
      target_link_libraries(${owner} PRIVATE dps_test_main GTest::gtest fmt::fmt)
    else()
      add_library(${owner} STATIC ${empty})
      target_link_libraries(${owner} PRIVATE fmt::fmt)
    endif()
    target_link_libraries(${owner} PRIVATE dps_options)
    target_compile_options(${owner} PRIVATE ${options})
    if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")  # always the same bytes, so that a compiler cache recognises them
      target_compile_options(${owner} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
    endif()
    foreach(header ${ARGN})
      target_precompile_headers(${owner} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:${header}>")
    endforeach()
  endif()
  target_precompile_headers(${target} REUSE_FROM ${owner})
endfunction()

# The tests themselves need not be fast; optimised, they would take twice as long to compile.
set(DPS_TEST_OPTIONS -O0)
set(DPS_TEST_BATCH 6)

# Builds all test programs, and the programs that they run.
add_custom_target(test_programs)

# dps_wants_tests(RESULT LABEL …): true if the build has the tests with these labels.
function(dps_wants_tests result)
  set(wanted ${DPS_TESTS})
  if(DPS_TEST_LABELS)
    set(wanted OFF)
    foreach(label ${ARGN})
      if(label IN_LIST DPS_TEST_LABELS)
        set(wanted ${DPS_TESTS})
      endif()
    endforeach()
  endif()
  set(${result} ${wanted} PARENT_SCOPE)
endfunction()

# dps_test_library(NAME SOURCES … USES …): sources of several test programs, which are compiled once.
function(dps_test_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES" ${ARGN})
  add_library(${name} STATIC EXCLUDE_FROM_ALL ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC dps_options ${ARG_USES} GTest::gtest fmt::fmt)
  target_compile_options(${name} PRIVATE ${DPS_TEST_OPTIONS})
endfunction()

# dps_test(NAME [BATCHES] SOURCES … USES … [LABELS …]): a GoogleTest program, which is one test of ctest.
# BATCHES: with DPS_UNITY, its sources are compiled in batches, as those of libraries; no two of them
# may have the same name in an unnamed namespace.
# LABELS, by default unit:
#   unit         runs no program; built and run with sanitizers in every CI run
#   release      besides, its result may depend on optimisation, on timing or on how memory is used: also
#                built and run optimised in every CI run (all other unit tests: only in scripts/nightly)
#   integration  runs programs; only optimised
# TIMEOUT is the time of each TEST in seconds; the main program (tests/support/test_main.cc) reports a
# TEST that exceeds it, by name.
function(dps_test name)
  cmake_parse_arguments(ARG "BATCHES" "TIMEOUT;PROCESSORS" "SOURCES;USES;LABELS" ${ARGN})
  if(NOT ARG_LABELS)
    set(ARG_LABELS unit)
  endif()
  dps_wants_tests(wanted ${ARG_LABELS})
  if(NOT wanted)
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
  target_link_libraries(${name} PRIVATE dps_options ${ARG_USES} dps_test_main GTest::gtest fmt::fmt)
  target_compile_options(${name} PRIVATE ${DPS_TEST_OPTIONS})
  target_link_options(${name} PRIVATE -fno-lto)
  if(DPS_PRECOMPILE)
    dps_precompile(${name} dps_precompiled_test "${DPS_TEST_OPTIONS}" <gtest/gtest.h> <algorithm> <filesystem> <fstream> <map>
                   <fmt/format.h> <tl/expected.hpp>)
  endif()
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  if(ARG_BATCHES)
    set_target_properties(${name} PROPERTIES UNITY_BUILD ${DPS_UNITY} UNITY_BUILD_BATCH_SIZE ${DPS_TEST_BATCH})
  endif()
  add_test(NAME ${DPS_TEST_PREFIX}${name} COMMAND ${name} --gtest_brief=1
           WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  set_tests_properties(${DPS_TEST_PREFIX}${name} PROPERTIES
    LABELS "${ARG_LABELS}" PROCESSORS ${ARG_PROCESSORS} TIMEOUT 1500 SKIP_RETURN_CODE 77
    ENVIRONMENT DPS_TEST_TIMEOUT=${ARG_TIMEOUT})
endfunction()

# dps_fuzzer(NAME SOURCE CORPUS USES …): a libFuzzer program with DPS_FUZZ. In a build with unit tests, the
# program fuzz_replay has the same entry point, and a test runs it on the corpus.
function(dps_fuzzer name source corpus)
  cmake_parse_arguments(ARG "" "" "USES" ${ARGN})
  if(DPS_FUZZ)
    add_executable(${name} ${source})
    target_link_libraries(${name} PRIVATE dps_options ${ARG_USES})
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/fuzz)
  endif()
  dps_wants_tests(wanted unit)
  if(wanted)
    dps_test_library(${name}_entry SOURCES ${source} USES ${ARG_USES})
    target_compile_definitions(${name}_entry PRIVATE LLVMFuzzerTestOneInput=${name})
    set_property(GLOBAL APPEND PROPERTY DPS_FUZZERS ${name})
    add_test(NAME ${DPS_TEST_PREFIX}fuzz_corpus.${name} COMMAND fuzz_replay ${name} ${corpus})
    set_tests_properties(${DPS_TEST_PREFIX}fuzz_corpus.${name} PROPERTIES LABELS unit TIMEOUT 120)
  endif()
endfunction()

# dps_fuzz_replay(): the program fuzz_replay, with the entry points of all fuzzers.
function(dps_fuzz_replay)
  get_property(fuzzers GLOBAL PROPERTY DPS_FUZZERS)
  if(NOT fuzzers)
    return()
  endif()
  set(rows ${fuzzers})
  list(TRANSFORM rows REPLACE "(.+)" "DPS_FUZZER(\\1)")
  list(JOIN rows "\n" rows)
  file(GENERATE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/fuzzers.def CONTENT "${rows}\n")
  add_executable(fuzz_replay ${CMAKE_SOURCE_DIR}/tests/support/replay_main.cc)
  target_include_directories(fuzz_replay PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
  list(TRANSFORM fuzzers APPEND _entry)
  target_link_libraries(fuzz_replay PRIVATE ${fuzzers})
  target_link_options(fuzz_replay PRIVATE -fno-lto)
  set_target_properties(fuzz_replay PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  add_dependencies(test_programs fuzz_replay)
endfunction()
