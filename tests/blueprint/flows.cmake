dps_test_library(blueprint_programs SOURCES ${CMAKE_CURRENT_LIST_DIR}/programs.cc USES dps_blueprint)
dps_test(program_test BATCHES
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/codec_test.cc ${CMAKE_CURRENT_LIST_DIR}/entries_test.cc
    ${CMAKE_CURRENT_LIST_DIR}/expected_firings_test.cc ${CMAKE_CURRENT_LIST_DIR}/process_names_test.cc
    ${CMAKE_CURRENT_LIST_DIR}/process_set_test.cc ${CMAKE_CURRENT_LIST_DIR}/random_program.cc
    ${CMAKE_CURRENT_LIST_DIR}/reach_test.cc ${CMAKE_CURRENT_LIST_DIR}/slice_test.cc
    ${CMAKE_CURRENT_LIST_DIR}/flows_test.cc ${CMAKE_CURRENT_LIST_DIR}/graph_test.cc
    ${CMAKE_CURRENT_LIST_DIR}/summary_test.cc ${CMAKE_CURRENT_LIST_DIR}/warnings_test.cc
    ${CMAKE_CURRENT_LIST_DIR}/warnings_early_test.cc
  USES blueprint_programs dps_engine ${RAPIDCHECK})
