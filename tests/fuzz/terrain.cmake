dps_fuzzer(hosts_fuzz ${CMAKE_CURRENT_LIST_DIR}/hosts_fuzz.cc
           ${CMAKE_CURRENT_LIST_DIR}/corpus/hosts USES dps_blueprint)
dps_fuzzer(nodeset_fuzz ${CMAKE_CURRENT_LIST_DIR}/nodeset_fuzz.cc
           ${CMAKE_CURRENT_LIST_DIR}/corpus/nodeset USES dps_blueprint)
