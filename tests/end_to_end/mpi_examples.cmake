# Runs every example over MPI; the counts must be those of tcp. Ranks poll while they wait, so no other
# tests run at the same time.
if(TARGET examples_test)
  set(usual_prefix "${DPS_TEST_PREFIX}")
  set(DPS_TEST_PREFIX "${usual_prefix}mpi.")
  dps_test(mpi_examples_test SOURCES examples_test.cc USES nlohmann_json::nlohmann_json
           LABELS integration TIMEOUT 120 PROCESSORS 2)
  set(DPS_TEST_PREFIX "${usual_prefix}")
  target_compile_definitions(mpi_examples_test PRIVATE
    DPS_SOURCE_DIR="${CMAKE_SOURCE_DIR}" DPS_PROGRAM="${CMAKE_BINARY_DIR}/bin/dps"
    DPS_RUN_OPTIONS="--launcher mpi --transport mpi ")
  add_dependencies(mpi_examples_test dps dps-simulator-mpi)
endif()
