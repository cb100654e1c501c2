dps_fuzzer(data_header_fuzz ${CMAKE_CURRENT_SOURCE_DIR}/data_header_fuzz.cc
           ${CMAKE_CURRENT_SOURCE_DIR}/corpus/data_header USES dps_transport)
