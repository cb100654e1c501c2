# The computation components sleep, busywait, compute and work.
dps_bench(computation SOURCES computation.cc USES dps_measure dps_process)
