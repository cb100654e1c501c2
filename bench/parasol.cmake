# Parasol machine files, and programs whose operations are counted.
dps_bench(parasol SOURCES parasol.cc USES dps_measure)
dps_bench(counted_programs SOURCES counted_programs.cc USES dps_measure)
