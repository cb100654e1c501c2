# The cost of requests in predictions.
dps_bench(requests SOURCES requests.cc USES dps_measure)
add_dependencies(bench_requests dps)
