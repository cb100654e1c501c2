dps_test(trunk_demux_test SOURCES trunk_demux_test.cc USES dps_coordinator LABELS integration)
