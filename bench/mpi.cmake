# The transport over MPI against plain MPI in C: mpirun -n 2 mpi_ping_pong.
if(TARGET dps_mpi)
  find_package(MPI COMPONENTS C)
  add_executable(mpi_ping_pong mpi_ping_pong.cc peers/mpi_ping_pong.c)
  target_link_libraries(mpi_ping_pong PRIVATE dps_options dps_measure dps_mpi)
  add_executable(mpi_ping_pong_peer peers/mpi_ping_pong_main.c peers/mpi_ping_pong.c)
  target_link_libraries(mpi_ping_pong_peer PRIVATE dps_options MPI::MPI_C)
  set_target_properties(mpi_ping_pong mpi_ping_pong_peer PROPERTIES
                        RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bench)

  # The pingpong of dps-rawtiming against the same: mpirun -n 2 rawtiming_ping_pong.
  add_executable(rawtiming_ping_pong rawtiming_ping_pong.cc peers/mpi_ping_pong.c)
  target_link_libraries(rawtiming_ping_pong PRIVATE dps_measure dps_rawtiming_mpi)
  set_target_properties(rawtiming_ping_pong PROPERTIES
                        RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bench)

  # The cost of recording a call: mpi_calls.
  dps_bench(mpi_calls SOURCES mpi_calls.cc USES dps_measure dps_bench_cluster)
  add_executable(mpi_calls_peer peers/mpi_calls.c)
  target_link_libraries(mpi_calls_peer PRIVATE dps_options MPI::MPI_C)
  set_target_properties(mpi_calls_peer PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bench)
  add_dependencies(bench_mpi_calls dps mpi_calls_peer)

  # Collective operations beside those of the library: mpi_allreduce.
  dps_bench(mpi_allreduce SOURCES mpi_allreduce.cc USES dps_measure dps_bench_cluster)
  add_executable(mpi_allreduce_peer peers/mpi_allreduce.c)
  target_link_libraries(mpi_allreduce_peer PRIVATE dps_options MPI::MPI_C)
  set_target_properties(mpi_allreduce_peer PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bench)
  add_dependencies(bench_mpi_allreduce dps dps-simulator-mpi mpi_allreduce_peer)

  # The error of predictions of MPI programs: mpi_truth.
  dps_bench(mpi_truth SOURCES mpi_truth.cc USES dps_measure)
  add_dependencies(bench_mpi_truth dps dps_mpi_recorder cowichan_programs)

  # Predictions of MPI programs beside SMPI, if SimGrid is found: mpi_predict.
  find_program(SMPICC smpicc)
  if(SMPICC)
    dps_bench(mpi_predict SOURCES mpi_predict.cc USES dps_measure)
    add_executable(mpi_messages_peer peers/mpi_messages.c)
    target_link_libraries(mpi_messages_peer PRIVATE dps_options MPI::MPI_C)
    set_target_properties(mpi_messages_peer PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bench)
    add_custom_command(
      OUTPUT ${CMAKE_BINARY_DIR}/bench/mpi_messages_smpi
      COMMAND ${SMPICC} -O2 ${CMAKE_CURRENT_SOURCE_DIR}/peers/mpi_messages.c -o ${CMAKE_BINARY_DIR}/bench/mpi_messages_smpi
      DEPENDS peers/mpi_messages.c
      VERBATIM)
    add_custom_target(smpi_peer DEPENDS ${CMAKE_BINARY_DIR}/bench/mpi_messages_smpi)
    add_dependencies(bench_mpi_predict dps dps_mpi_recorder mpi_messages_peer smpi_peer)
  endif()
endif()
