dps_test(command_line_test
  SOURCES command_line_test.cc output_file_test.cc
  USES dps_commands)
