# Runs every example, services and collective operations over MPI; the counts must be those of tcp. Ranks
# poll while they wait, so no other tests run at the same time.
if(TARGET examples_test)
  set(usual_prefix "${DPS_TEST_PREFIX}")
  set(DPS_TEST_PREFIX "${usual_prefix}mpi.")
  foreach(name examples services collective_runs random_services)
    dps_test(mpi_${name}_test SOURCES ${name}_test.cc USES nlohmann_json::nlohmann_json
             LABELS integration TIMEOUT 120 PROCESSORS 2)
    target_compile_definitions(mpi_${name}_test PRIVATE
      DPS_SOURCE_DIR="${CMAKE_SOURCE_DIR}" DPS_PROGRAM="${CMAKE_BINARY_DIR}/bin/dps"
      DPS_RUN_OPTIONS="--launcher mpi --transport mpi " DPS_SERVICES=3)
    add_dependencies(mpi_${name}_test dps dps-simulator-mpi)
  endforeach()
  set(DPS_TEST_PREFIX "${usual_prefix}")
  dps_test(native_operations_test SOURCES native_operations_test.cc USES nlohmann_json::nlohmann_json
           LABELS integration TIMEOUT 120 PROCESSORS 2)
  target_compile_definitions(native_operations_test PRIVATE
    DPS_SOURCE_DIR="${CMAKE_SOURCE_DIR}" DPS_PROGRAM="${CMAKE_BINARY_DIR}/bin/dps"
    DPS_TRAINING="${CMAKE_BINARY_DIR}/examples/training_mpi")
  add_dependencies(native_operations_test dps dps-simulator-mpi dps_mpi_recorder training)
endif()
