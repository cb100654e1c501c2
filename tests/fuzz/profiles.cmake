dps_fuzzer(record_fuzz ${CMAKE_CURRENT_LIST_DIR}/record_fuzz.cc
           ${CMAKE_CURRENT_LIST_DIR}/corpus/record USES dps_profiles)
dps_fuzzer(result_fuzz ${CMAKE_CURRENT_LIST_DIR}/result_fuzz.cc
           ${CMAKE_CURRENT_LIST_DIR}/corpus/result USES dps_profiles)
