find_package(nlohmann_json REQUIRED)

dps_test(command_line_test
  SOURCES command_line_test.cc completions_test.cc file_kind_test.cc help_text_test.cc named_files_test.cc new_folder_test.cc output_file_test.cc
          progress_test.cc
  USES dps_commands)

# The program, as a user calls it.
foreach(name command_compare_traces command_datasheet command_sheet command_what_if command_expect command_files command_progress command_trace command_why check model sweep timecalc)
  dps_test(${name}_test SOURCES ${name}_test.cc USES nlohmann_json::nlohmann_json
           LABELS integration TIMEOUT 120)
  if(TARGET ${name}_test)
    target_compile_definitions(${name}_test PRIVATE
      DPS_SOURCE_DIR="${CMAKE_SOURCE_DIR}" DPS_PROGRAM="${CMAKE_BINARY_DIR}/bin/dps")
    add_dependencies(${name}_test dps dps-simulator)
  endif()
endforeach()
if(TARGET command_expect_test)
  target_link_libraries(command_expect_test PRIVATE dps_profiles)
endif()
if(TARGET sweep_test)
  target_compile_definitions(sweep_test PRIVATE DPS_HAS_SQLITE=$<BOOL:${DPS_HAS_SQLITE}>)
endif()

# Real runs with traces.
dps_test(command_run_trace_test
  SOURCES command_run_trace_test.cc ${CMAKE_SOURCE_DIR}/tests/traces/random_blueprint.cc
  USES dps_profiles dps_traces LABELS integration TIMEOUT 120)
if(TARGET command_run_trace_test)
  target_compile_definitions(command_run_trace_test PRIVATE DPS_PROGRAM="${CMAKE_BINARY_DIR}/bin/dps")
  add_dependencies(command_run_trace_test dps dps-simulator)
endif()

dps_test(what_if_test
  SOURCES what_if_test.cc ${CMAKE_SOURCE_DIR}/tests/traces/random_blueprint.cc
  USES dps_what_if)
