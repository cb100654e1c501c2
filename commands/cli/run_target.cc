#include "commands/cli/run_target.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "commands/cli/launchers.h"

namespace dps::commands {
namespace {

/// Prints the notes of the launcher and, if the user has specified no hosts, uses those of the
/// launcher.
Result<void> ask_launcher(coordinator::Launcher& launcher, bool is_quiet, HostChoice& choice) {
  for (const std::string& note : launcher.notes()) {
    if (!is_quiet) {
      fmt::print(stderr, "dps: note: {}\n", note);
    }
  }
  if (choice.hosts.empty()) {
    auto hosts = launcher.own_hosts();
    if (!hosts) {
      return tl::unexpected(hosts.error());
    }
    choice.hosts = *std::move(hosts);
  }
  return {};
}

}  // namespace

tl::expected<RunTarget, ExitStatus> open_run_target(const HostOptions& given,
                                                    const CommonOptions& common) {
  auto choice = choose_hosts(given, common.color, host_environment());
  if (!choice) {
    fmt::print(stderr, "{}", choice.error().text);
    return tl::unexpected(ExitStatus::kInputWrong);
  }
  auto launcher = make_launcher(choice->launcher, given.bind_to_cores);
  if (!launcher) {
    return tl::unexpected(
        print_error(launcher.error().message, ExitStatus::kInputWrong, common.color));
  }
  if (const auto known = ask_launcher(**launcher, common.quiet, *choice); !known) {
    return tl::unexpected(print_error(known.error().message, ExitStatus::kFailed, common.color));
  }
  return RunTarget{*std::move(choice), *std::move(launcher)};
}

tl::expected<coordinator::Placement, coordinator::TerrainFailure> initial_placement(
    const HostChoice& choice, const blueprint::Program& program) {
  if (choice.hosts.empty()) {
    return coordinator::on_this_machine(program);
  }
  if (!is_placement_final(program, choice.hosts)) {
    return coordinator::Placement{choice.hosts, {}, false};
  }
  auto placed = place(program, choice.hosts);
  if (!placed) {
    return tl::unexpected(placed.error());
  }
  drop_idle_hosts(*placed);
  return placed;
}

void print_failure(const coordinator::Failure& failure, Color color) {
  print_error(failure.reason, failure.status, color);
  for (const std::string& detail : failure.details) {
    fmt::print(stderr, "{}{}\n", detail.empty() ? "" : "  ", detail);
  }
  if (!failure.next_step.empty()) {
    fmt::print(stderr, "  next: {}\n", failure.next_step);
  }
}

void drop_printed_details(const coordinator::Failure& failure, std::vector<std::string>& notes) {
  const auto details = notes.begin() + std::min<std::ptrdiff_t>(1, std::ssize(notes));
  const auto count = std::min(std::ssize(failure.details), notes.end() - details);
  if (std::equal(details, details + count, failure.details.begin())) {
    notes.erase(details, details + count);
  }
}

}  // namespace dps::commands
