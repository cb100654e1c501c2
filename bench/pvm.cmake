# The transport over PVM against a program written by hand: pvm_ping_pong.
if(TARGET dps_transport_pvm)
  add_executable(pvm_ping_pong_peer peers/pvm_ping_pong.c)
  target_link_libraries(pvm_ping_pong_peer PRIVATE dps_options ${PVM3})
  dps_bench(pvm_ping_pong SOURCES pvm_ping_pong.cc USES dps_measure dps_transport_pvm)
  target_compile_definitions(bench_pvm_ping_pong PRIVATE DPS_PEERS="${CMAKE_BINARY_DIR}/bench")
  add_dependencies(bench_pvm_ping_pong pvm_ping_pong_peer)
  set_target_properties(pvm_ping_pong_peer PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bench)
endif()
