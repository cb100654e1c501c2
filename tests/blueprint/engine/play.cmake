dps_test(play_test
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/deadlock_report_test.cc ${CMAKE_CURRENT_LIST_DIR}/play_test.cc
  USES dps_engine blueprint_programs)

dps_test(certain_deadlock_test
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/all_orders.cc
    ${CMAKE_CURRENT_LIST_DIR}/certain_deadlock_test.cc
    ${CMAKE_CURRENT_LIST_DIR}/certain_deadlock_property_test.cc
  USES dps_engine blueprint_programs ${RAPIDCHECK})
