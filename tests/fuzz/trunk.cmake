dps_fuzzer(trunk_fuzz ${CMAKE_CURRENT_SOURCE_DIR}/trunk_fuzz.cc
           ${CMAKE_CURRENT_SOURCE_DIR}/corpus/trunk USES dps_control)
