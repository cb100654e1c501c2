# Tests between the ranks of one mpirun. The variables allow root, as in a container.
if(TARGET dps_mpi AND DPS_INTEGRATION_TESTS)
  find_package(MPI COMPONENTS C)
  add_executable(mpi_transport_test mpi_transport_test.cc)
  target_link_libraries(mpi_transport_test PRIVATE dps_options dps_mpi GTest::gtest)
  set_target_properties(mpi_transport_test PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  foreach(ranks 2 4)
    add_test(NAME ${DPS_TEST_PREFIX}mpi_transport_test_${ranks}_ranks
      COMMAND ${MPIEXEC_EXECUTABLE} --oversubscribe --bind-to none -n ${ranks}
              --mca mpi_yield_when_idle 1 $<TARGET_FILE:mpi_transport_test>)
    set_tests_properties(${DPS_TEST_PREFIX}mpi_transport_test_${ranks}_ranks PROPERTIES
      LABELS "integration;mpi" TIMEOUT 120
      ENVIRONMENT "OMPI_ALLOW_RUN_AS_ROOT=1;OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1")
  endforeach()
endif()
