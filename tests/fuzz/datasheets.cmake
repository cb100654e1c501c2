dps_fuzzer(raw_points_fuzz ${CMAKE_CURRENT_LIST_DIR}/raw_points_fuzz.cc
           ${CMAKE_CURRENT_LIST_DIR}/corpus/raw_points USES dps_datasheets)
