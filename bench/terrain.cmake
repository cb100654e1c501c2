# The assignment of htags to hosts.
dps_bench(terrain SOURCES terrain.cc USES dps_measure dps_blueprint)
