# Benchmarks that call the programs as a user does.
foreach(name figure10 ping_pong level check scale)
  dps_bench(${name} SOURCES ${name}.cc USES dps_measure)
endforeach()
