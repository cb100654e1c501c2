dps_fuzzer(frame_fuzz ${CMAKE_CURRENT_SOURCE_DIR}/frame_fuzz.cc
           ${CMAKE_CURRENT_SOURCE_DIR}/corpus/frame USES dps_control)
