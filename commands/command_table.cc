#include "commands/command_table.h"

#include <vector>

#include "commands/calibrate_command.h"
#include "commands/check/check_command.h"
#include "commands/compare/compare_command.h"
#include "commands/datasheet/datasheet_command.h"
#include "commands/estimate/estimate_command.h"
#include "commands/fmt_command.h"
#include "commands/graph_command.h"
#include "commands/hosts/hosts_command.h"
#include "commands/language_server/language_server_command.h"
#include "commands/machine_command.h"
#include "commands/model_command.h"
#include "commands/predict/predict_command.h"
#include "commands/profile_command.h"
#include "commands/report_command.h"
#include "commands/run/run_command.h"
#include "commands/studio/studio_command.h"
#include "commands/surface_command.h"
#include "commands/sweep/sweep_command.h"
#include "commands/timecalc_command.h"
#include "commands/trace_command.h"

namespace dps::commands {

CommandTable command_table() {
  static const std::vector<Command> commands{
      run_command(),     predict_command(),   estimate_command(),
      sweep_command(),   model_command(),     check_command(),
      graph_command(),   fmt_command(),       language_server_command(),
      studio_command(),  profile_command(),   compare_command(),
      trace_command(),   report_command(),    surface_command(),
      hosts_command(),   calibrate_command(), datasheet_command(),
      machine_command(), timecalc_command()};
  return commands;
}

}  // namespace dps::commands
