dps_fuzzer(streams_fuzz ${CMAKE_CURRENT_LIST_DIR}/streams_fuzz.cc
           ${CMAKE_CURRENT_LIST_DIR}/corpus/streams USES dps_estimator)
