# The agent and its simulators, driven over pipes as a launcher does.
dps_test(agent_test
  SOURCES agent_test.cc agent_driver.cc
  USES dps_agent
  LABELS integration)
target_compile_definitions(agent_test PRIVATE DPS_SIMULATOR="$<TARGET_FILE:dps-simulator>")
add_dependencies(agent_test dps-simulator)
