# The SimGrid programs with which `dps predict` is compared (bench/README.md), if SimGrid is found.
find_library(SIMGRID simgrid)
if(SIMGRID)
  add_executable(bench_predict_peer predict/peer.cc)
  target_link_libraries(bench_predict_peer PRIVATE ${SIMGRID})
  set_target_properties(bench_predict_peer PROPERTIES OUTPUT_NAME predict_peer
                        RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bench)
endif()
