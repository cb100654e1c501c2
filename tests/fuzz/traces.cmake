dps_fuzzer(trace_fuzz ${CMAKE_CURRENT_LIST_DIR}/trace_fuzz.cc
           ${CMAKE_CURRENT_LIST_DIR}/corpus/trace USES dps_trace_analysis dps_trace_export)
dps_fuzzer(states_fuzz ${CMAKE_CURRENT_LIST_DIR}/states_fuzz.cc
           ${CMAKE_CURRENT_LIST_DIR}/corpus/states USES dps_reports)
