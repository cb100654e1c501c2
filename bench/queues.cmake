# Predictions of queues, beside queueing theory.
dps_bench(queues SOURCES queues.cc USES dps_measure)
add_dependencies(bench_queues dps)
