# Recording, explaining and exporting a trace.
dps_bench(trace_export SOURCES trace_export.cc USES dps_measure dps_trace_analysis dps_trace_export)
