dps_fuzzer(phase_text_fuzz ${CMAKE_CURRENT_LIST_DIR}/phase_text_fuzz.cc
           ${CMAKE_CURRENT_LIST_DIR}/corpus/phase_text USES dps_reports)
