// The names of Paraver's numbers and rows.
#include <array>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "profiles/traces/export/paraver_numbers.h"
#include "profiles/traces/export/writers.h"

namespace dps::traces {
namespace {

using paraver::ParaverEventType;
using paraver::ParaverState;

void write_states(BufferedOutput& output) {
  struct Row {
    ParaverState state;
    std::string_view name;
    std::string_view colour;
  };
  output.append("\n\nSTATES\n0 Idle\n");
  constexpr std::array<Row, 6> kRows{
      {{ParaverState::kComputation, "Running a computation", "{0,0,255}"},
       {ParaverState::kWait, "Waiting for a message", "{255,0,0}"},
       {ParaverState::kSend, "Sending", "{255,0,174}"},
       {ParaverState::kTake, "Taking a message", "{255,144,26}"},
       {ParaverState::kFunctionality, "In a functionality, between components", "{179,0,0}"},
       {ParaverState::kProcess, "Between functionalities", "{0,255,0}"}}};
  for (const Row& row : kRows) {
    output.print("{} {}\n", static_cast<int>(row.state), row.name);
  }
  output.append("\n\nSTATES_COLOR\n0 {117,195,255}\n");
  for (const Row& row : kRows) {
    output.print("{} {}\n", static_cast<int>(row.state), row.colour);
  }
}

void begin_type(BufferedOutput& output, ParaverEventType type, std::string_view name) {
  output.print("\n\nEVENT_TYPE\n0 {} {}\n", static_cast<std::uint32_t>(type), name);
}

/// The lines of these sections by their numbers.
void write_lines(BufferedOutput& output, const TraceHead& head, std::string_view sections) {
  output.append("VALUES\n0 End\n");
  for (std::size_t i = 0; i < head.lines.size(); ++i) {
    if (sections.find(head.lines[i].section) != std::string_view::npos) {
      output.print("{} {}\n", i + 1, head.lines[i].tag);
    }
  }
}

void write_message_types(BufferedOutput& output, const TraceHead& head) {
  output.append("VALUES\n0 End\n");
  for (std::size_t i = 0; i < head.message_types.size(); ++i) {
    output.print("{} {}\n", i + 1, head.message_types[i]);
  }
}

}  // namespace

Result<void> write_paraver_names(const Trace& trace, BufferedOutput& output) {
  const TraceHead& head = trace.head();
  output.append(
      "DEFAULT_OPTIONS\n\nLEVEL THREAD\nUNITS NANOSEC\nLOOK_BACK 100\nSPEED 1\n"
      "FLAG_ICONS ENABLED\nNUM_OF_STATE_COLORS 1000\nYMAX_SCALE 37\n\n\n"
      "DEFAULT_SEMANTIC\n\nTHREAD_FUNC State As Is\n");
  write_states(output);
  begin_type(output, ParaverEventType::kUnit, "Functional unit");
  write_lines(output, head, "U");
  begin_type(output, ParaverEventType::kFunctionality, "Functionality");
  write_lines(output, head, "F");
  begin_type(output, ParaverEventType::kComponent, "Component");
  write_lines(output, head, "CO");
  begin_type(output, ParaverEventType::kTake, "Message taken");
  write_message_types(output, head);
  begin_type(output, ParaverEventType::kLate, "Late message");
  write_message_types(output, head);
  begin_type(output, ParaverEventType::kQueued, "Messages queued");
  begin_type(output, ParaverEventType::kUnderWay, "Bytes under way to the host");
  return output.finish();
}

Result<void> write_paraver_rows(const Trace& trace, BufferedOutput& output) {
  const TraceHead& head = trace.head();
  const auto names = head.process_names();
  output.print("LEVEL NODE SIZE {}\n", head.hosts.size());
  for (const TraceHost& host : head.hosts) {
    output.print("{}\n", host.name);
  }
  for (const std::string_view level : {"TASK", "THREAD"}) {
    output.print("\nLEVEL {} SIZE {}\n", level, names.size());
    for (const std::string& name : names) {
      output.print("{}\n", name);
    }
  }
  return output.finish();
}

}  // namespace dps::traces
