# The time of an estimate, beside that of a prediction of the same streams.
dps_bench(estimate SOURCES estimate.cc USES dps_measure dps_estimator dps_blueprint dps_predictor)
add_dependencies(bench_estimate dps)

# The MPI programs of its examples, measured and estimated on this machine.
if(TARGET adi_mpi)
  dps_bench(estimate_mpi SOURCES estimate_mpi.cc USES dps_measure)
  add_dependencies(bench_estimate_mpi dps adi_mpi psrs_mpi)
endif()
