dps_test(trunk_test SOURCES trunk_test.cc USES dps_session LABELS integration)
