dps_test(blueprint_reader_test BATCHES
  SOURCES bad_input_test.cc diagnostics_golden_test.cc interner_test.cc keywords_test.cc
    language_doc_test.cc limits_test.cc picks_test.cc reader_test.cc reading.cc receivers_test.cc requests_test.cc
    steps_test.cc variables_test.cc variation_test.cc conditions_test.cc
  USES dps_blueprint dps_engine ${RAPIDCHECK})
