/// The commands of `dps`: one for each row of the table in main.cc.
#pragma once

#include "commands/cli/command_line.h"
#include "coordinator/agents/exit_status.h"

namespace dps::coordinator {

/// Each prints its output on stdout and everything else on stderr, and returns the exit status.
ExitStatus run_command(const CommandLine& line);
ExitStatus predict_command(const CommandLine& line);
ExitStatus sweep_command(const CommandLine& line);
ExitStatus model_command(const CommandLine& line);
ExitStatus calibrate_command(const CommandLine& line);
ExitStatus datasheet_command(const CommandLine& line);
ExitStatus check_command(const CommandLine& line);
ExitStatus graph_command(const CommandLine& line);
ExitStatus machine_command(const CommandLine& line);
ExitStatus timecalc_command(const CommandLine& line);
ExitStatus hosts_command(const CommandLine& line);
ExitStatus profile_command(const CommandLine& line);
ExitStatus compare_command(const CommandLine& line);
ExitStatus trace_command(const CommandLine& line);
ExitStatus report_command(const CommandLine& line);
ExitStatus surface_command(const CommandLine& line);

}  // namespace dps::coordinator
