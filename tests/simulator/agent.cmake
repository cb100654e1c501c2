# Tests of the agent and its simulators, which communicate over pipes like a launcher.
if(NOT DPS_INTEGRATION_TESTS)
  return()
endif()
dps_test_library(agent_driver SOURCES agent_driver.cc USES dps_agent)
target_compile_definitions(agent_driver PRIVATE DPS_SIMULATOR="$<TARGET_FILE:dps-simulator>")
foreach(name agent_test agent_run_test)
  dps_test(${name}
    SOURCES ${name}.cc
    USES agent_driver
    LABELS integration)
  target_compile_definitions(${name} PRIVATE DPS_SIMULATOR="$<TARGET_FILE:dps-simulator>")
  add_dependencies(${name} dps-simulator)
endforeach()
