# The time of an estimate, beside that of a prediction of the same streams.
dps_bench(estimate SOURCES estimate.cc USES dps_measure dps_estimate_blueprints dps_estimate_simulation dps_blueprint dps_predictor)
