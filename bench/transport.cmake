# The transport alone against hand-written sockets: transport_ping_pong, transport_stream.
foreach(peer tcp_ping_pong tcp_stream)
  add_executable(${peer} peers/${peer}.cc)
  target_link_libraries(${peer} PRIVATE dps_options)
endforeach()
foreach(bench transport_ping_pong transport_stream)
  add_executable(${bench} ${bench}.cc transport_pair.cc)
  target_link_libraries(${bench} PRIVATE dps_transport)
  target_compile_definitions(${bench} PRIVATE DPS_PEERS="${CMAKE_BINARY_DIR}/bench")
  add_dependencies(${bench} tcp_ping_pong tcp_stream)
endforeach()
set_target_properties(tcp_ping_pong tcp_stream transport_ping_pong transport_stream PROPERTIES
                      RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bench)
