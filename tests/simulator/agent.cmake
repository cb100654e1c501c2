# Tests of the agent and its simulators, which communicate over pipes like a launcher.
if(DPS_UNIT_TESTS_ONLY)
  return()
endif()
foreach(name agent_test agent_run_test)
  dps_test(${name}
    SOURCES ${name}.cc agent_driver.cc
    USES dps_agent
    LABELS integration)
  target_compile_definitions(${name} PRIVATE DPS_SIMULATOR="$<TARGET_FILE:dps-simulator>")
  add_dependencies(${name} dps-simulator)
endforeach()
