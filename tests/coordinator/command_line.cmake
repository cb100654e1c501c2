dps_test(command_line_test
  SOURCES command_line_test.cc named_files_test.cc output_file_test.cc
  USES dps_commands)

# The program, as a user calls it.
dps_test(command_files_test SOURCES command_files_test.cc LABELS integration TIMEOUT 120)
if(TARGET command_files_test)
  target_compile_definitions(command_files_test PRIVATE
    DPS_SOURCE_DIR="${CMAKE_SOURCE_DIR}" DPS_PROGRAM="${CMAKE_BINARY_DIR}/bin/dps")
  add_dependencies(command_files_test dps)
endif()
