# Computation components alone: sleep, busywait, compute, work.
dps_bench(computation SOURCES computation.cc USES dps_measure dps_process)
