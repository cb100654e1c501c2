dps_fuzzer(program_fuzz ${CMAKE_CURRENT_LIST_DIR}/program_fuzz.cc
  ${CMAKE_CURRENT_LIST_DIR}/corpus/program USES dps_blueprint)
