dps_fuzzer(parasol_fuzz ${CMAKE_CURRENT_LIST_DIR}/parasol_fuzz.cc
  ${CMAKE_CURRENT_LIST_DIR}/corpus/parasol USES dps_parasol_file)
dps_fuzzer(parasol_expression_fuzz ${CMAKE_CURRENT_LIST_DIR}/parasol_expression_fuzz.cc
  ${CMAKE_CURRENT_LIST_DIR}/corpus/parasol_expression USES dps_parasol_file)
