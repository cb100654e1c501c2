dps_fuzzer(machine_fuzz ${CMAKE_CURRENT_LIST_DIR}/machine_fuzz.cc
  ${CMAKE_CURRENT_LIST_DIR}/corpus/machine USES dps_machines)
dps_fuzzer(architecture_fuzz ${CMAKE_CURRENT_LIST_DIR}/architecture_fuzz.cc
  ${CMAKE_CURRENT_LIST_DIR}/corpus/architecture USES dps_machines)
dps_fuzzer(costs_fuzz ${CMAKE_CURRENT_LIST_DIR}/costs_fuzz.cc
  ${CMAKE_CURRENT_LIST_DIR}/corpus/costs USES dps_machines)
dps_fuzzer(datasheet_fuzz ${CMAKE_CURRENT_LIST_DIR}/datasheet_fuzz.cc
  ${CMAKE_CURRENT_LIST_DIR}/corpus/datasheet USES dps_machines)
