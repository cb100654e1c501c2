# Networks with a topology, beside a switch, and beside SimGrid if it is found.
dps_bench(topologies
  SOURCES topologies.cc topologies/beside_simgrid.cc topologies/beside_switch.cc topologies/flows.cc
          topologies/platform.cc
  USES dps_measure dps_machines)
add_dependencies(bench_topologies dps)
find_library(SIMGRID simgrid)
if(SIMGRID)
  add_executable(bench_topologies_peer topologies/peer.cc)
  target_link_libraries(bench_topologies_peer PRIVATE ${SIMGRID})
  set_target_properties(bench_topologies_peer PROPERTIES OUTPUT_NAME topologies_peer
                        RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bench)
  add_dependencies(bench_topologies bench_topologies_peer)
endif()
