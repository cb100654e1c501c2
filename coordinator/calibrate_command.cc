// dps calibrate: measures hosts and network, and writes the machine file that predicts them.
#include <utility>

#include <fmt/format.h>

#include "base/check.h"
#include "coordinator/answer.h"
#include "coordinator/commands.h"
#include "coordinator/kept_result.h"
#include "coordinator/laboratory.h"
#include "coordinator/measure_machine.h"
#include "coordinator/venue.h"
#include "machines/native_file.h"

namespace dps::coordinator {
namespace {

std::string name_of(const calibration::Findings& findings) {
  const std::string& first = findings.hosts.front().name;
  return findings.hosts.size() == 1
             ? first
             : fmt::format("{} and {} more", first, findings.hosts.size() - 1);
}

}  // namespace

ExitStatus calibrate_command(const CommandLine& line) {
  const auto venue = open_venue(line);
  if (!venue) {
    return venue.error();
  }
  auto output = create_output(line);
  if (!output) {
    return complain(output.error().message, ExitStatus::kInputWrong);
  }
  const Laboratory laboratory(line, *venue);
  const auto findings = measure_machine(line, laboratory);
  if (!findings) {
    return findings.error();
  }
  const auto made = calibration::machine_of(*findings, name_of(*findings));
  const std::string text = machines::native_text(made.machine, made.remarks);
  DPS_CHECK(machines::read_native_file({"calibration", text}).machine != nullptr);
  return answer(text, keep(*output, text));
}

}  // namespace dps::coordinator
