dps_fuzzer(sweep_values_fuzz ${CMAKE_CURRENT_LIST_DIR}/sweep_values_fuzz.cc
           ${CMAKE_CURRENT_LIST_DIR}/corpus/sweep_values USES dps_reports)
dps_fuzzer(sweep_store_fuzz ${CMAKE_CURRENT_LIST_DIR}/sweep_store_fuzz.cc
           ${CMAKE_CURRENT_LIST_DIR}/corpus/sweep_store USES dps_reports)
