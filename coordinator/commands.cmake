# The program `dps`: the command line over the session.
find_package(CLI11 REQUIRED)
find_package(OpenSSL REQUIRED)
dps_library(commands
  SOURCES answer.cc ask_hosts.cc blueprint_file.cc calibrate_command.cc check_command.cc command_line.cc
          compare_command.cc graph_command.cc host_choice.cc hosts_check.cc hosts_command.cc
          kept_result.cc laboratory.cc launchers.cc measure_components.cc measure_hosts.cc measure_machine.cc output_file.cc
          pending_signals.cc placement_text.cc predict_command.cc profile_command.cc progress_line.cc run_command.cc
          unknown_calls.cc venue.cc
  HEADERS answer.h ask_hosts.h blueprint_file.h command_line.h commands.h exit_status.h
          host_choice.h hosts_check.h kept_result.h laboratory.h launchers.h measure_components.h measure_hosts.h
          measure_machine.h output_file.h pending_signals.h placement_text.h
          progress_line.h unknown_calls.h venue.h
  USES dps_calibration dps_coordinator dps_engine dps_machines dps_predictor dps_profiles dps_blueprint dps_terrain
       dps_userfuncs OpenSSL::Crypto CLI11::CLI11)

add_executable(dps main.cc)
target_link_libraries(dps PRIVATE dps_commands)
add_dependencies(dps dps-simulator)
