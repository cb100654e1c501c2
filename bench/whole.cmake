# Benchmarks that run the programs as a user does.
foreach(name accuracy ping_pong library_ping_pong level check scale tracing)
  dps_bench(${name} SOURCES ${name}.cc USES dps_measure)
endforeach()

# Benchmarks on a cluster of namespaces, with the code of the tests.
find_package(GTest REQUIRED)
add_library(dps_bench_cluster STATIC ${CMAKE_SOURCE_DIR}/tests/end_to_end/cluster.cc)
target_include_directories(dps_bench_cluster PUBLIC ${CMAKE_SOURCE_DIR})
target_link_libraries(dps_bench_cluster PUBLIC dps_options GTest::gtest)
target_compile_definitions(dps_bench_cluster PRIVATE
  DPS_SOURCE_DIR="${CMAKE_SOURCE_DIR}" DPS_PROGRAMS="${CMAKE_BINARY_DIR}/bin"
  DPS_CLUSTER_TOOL="${CMAKE_SOURCE_DIR}/tests/cluster/cluster")

dps_bench(figure10 SOURCES figure10.cc figure10_sides.cc figure10_cluster.cc plot.cc
          USES dps_measure dps_bench_cluster)
dps_bench(cluster_scale SOURCES cluster_scale.cc USES dps_measure dps_bench_cluster)
dps_bench(kills SOURCES kills.cc victims.cc USES dps_measure dps_bench_cluster)
