dps_fuzzer(blueprint_fuzz ${CMAKE_CURRENT_LIST_DIR}/blueprint_fuzz.cc
           ${CMAKE_CURRENT_LIST_DIR}/corpus/blueprint USES dps_blueprint)
dps_fuzzer(expression_fuzz ${CMAKE_CURRENT_LIST_DIR}/expression_fuzz.cc
           ${CMAKE_CURRENT_LIST_DIR}/corpus/expression USES dps_blueprint)
