dps_fuzzer(parasol_fuzz ${CMAKE_CURRENT_LIST_DIR}/parasol_fuzz.cc
  ${CMAKE_CURRENT_LIST_DIR}/corpus/parasol USES dps_machines)
dps_fuzzer(parasol_expression_fuzz ${CMAKE_CURRENT_LIST_DIR}/parasol_expression_fuzz.cc
  ${CMAKE_CURRENT_LIST_DIR}/corpus/parasol_expression USES dps_machines)
dps_fuzzer(parasol_changes_fuzz ${CMAKE_CURRENT_LIST_DIR}/parasol_changes_fuzz.cc
  ${CMAKE_CURRENT_LIST_DIR}/corpus/parasol_changes USES dps_machines)
dps_fuzzer(operation_sum_fuzz ${CMAKE_CURRENT_LIST_DIR}/operation_sum_fuzz.cc
  ${CMAKE_CURRENT_LIST_DIR}/corpus/operation_sum USES dps_operations)
