dps_fuzzer(model_fuzz ${CMAKE_CURRENT_LIST_DIR}/model_fuzz.cc
           ${CMAKE_CURRENT_LIST_DIR}/corpus/model USES dps_predictor)
