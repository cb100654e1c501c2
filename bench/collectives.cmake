# Predicted collective operations, beside their messages as O lines.
dps_bench(collectives SOURCES collectives.cc USES dps_measure dps_predictor dps_blueprint)
