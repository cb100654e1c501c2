# The terrain's matcher alone.
dps_bench(terrain SOURCES terrain.cc USES dps_measure dps_terrain)
