#include "coordinator/agents/failure_causes.h"

#include <algorithm>
#include <csignal>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "coordinator/launch/child_words.h"
#include "profiles/record.h"

namespace dps::coordinator {
namespace {

constexpr std::size_t kMostDetails = 10;

using profiles::ProcessState;

const char* while_in(ProcessState state) {
  switch (state) {
    case ProcessState::kPreparing:
      return "while preparing";
    case ProcessState::kReady:
      return "while waiting for the start";
    case ProcessState::kRunning:
      return "while running";
    case ProcessState::kWaiting:
      return "while waiting for a message";
    case ProcessState::kSending:
      return "while sending";
    case ProcessState::kComplete:
    case ProcessState::kStopped:
    case ProcessState::kFailed:
      break;
  }
  return "after its part had ended";
}

const char* while_in(const std::string& phase) {
  constexpr std::pair<const char*, const char*> kPhases[] = {
      {"launch", "at its launch"},
      {"plan", "while preparing"},
      {"listen", "while opening its port"},
      {"connect", "while connecting"},
      {"run", "while running"},
      {"collect", "while its record was collected"},
  };
  for (const auto& [name, words] : kPhases) {
    if (phase == name) {
      return words;
    }
  }
  return "in the control protocol";
}

/// ", in unit 'work.fu', functionality 'mult.f'"; empty if the process was not in a unit.
std::string place_of(const blueprint::Program& program, ProcessId process,
                     const control::DiedFrame& died) {
  const ProcessState state = died.state;
  const auto units = program.units_of(program.plan(process));
  if (state < ProcessState::kRunning || state > ProcessState::kSending ||
      died.unit >= units.size()) {
    return {};
  }
  const blueprint::Unit& unit = program.units[units[died.unit]];
  std::string place = fmt::format(", in unit '{}'", program.tag(unit.definition));
  const auto functionalities = program.functionalities_of(unit);
  if (died.position < functionalities.size()) {
    const auto& functionality = program.functionalities[functionalities[died.position]];
    place += fmt::format(", functionality '{}'", program.tag(functionality.definition));
  }
  return place;
}

std::string advice_on(int signal) {
  switch (signal) {
    case SIGKILL:
      return "if nobody sent the signal, check dmesg for the kernel's out-of-memory killer";
    case SIGSEGV:
    case SIGBUS:
    case SIGILL:
    case SIGFPE:
    case SIGABRT:
      return "if a user function was running, its code crashed: debug it alone";
    default:
      return {};
  }
}

std::string end_of(std::int32_t signal, std::int32_t status) {
  return signal != 0 ? "was killed by " + signal_text(signal)
                     : fmt::format("ended with exit status {}", status);
}

}  // namespace

FailureCause cause_of(std::uint32_t host, ProcessId process, const control::DiedFrame& died,
                      const blueprint::Program& program) {
  return {CauseKind::kDeath, host, process,
          end_of(died.signal, died.status) + " " + while_in(died.state) +
              place_of(program, process, died),
          advice_on(died.signal)};
}

FailureCause cause_of(std::uint32_t host, std::optional<ProcessId> process,
                      const control::FailedFrame& failed) {
  std::string next_step;
  if (failed.code == ErrorCode::kInput) {
    next_step = "dps check lists the functions and programs of the blueprint";
  }
  return {CauseKind::kReport, host, process,
          fmt::format("failed {}: {}", while_in(failed.phase), printable(failed.text)), next_step};
}

FailureCause cause_of(std::uint32_t host, ProcessId process, const control::DoneFrame& done) {
  const std::string what = done.failure.empty()
                               ? "was stopped while running by a signal that dps did not send"
                               : "failed while running: " + printable(done.failure);
  return {CauseKind::kReport, host, process, what, {}};
}

FailureCause cause_of(std::uint32_t host, const control::AgentLostFrame& lost) {
  if (lost.half == "starter") {
    return {CauseKind::kDeath, host, std::nullopt,
            "agent lost (the daemon of Open MPI that started it, orted, has ended)",
            "find out what killed orted there; if nobody did, check dmesg for the kernel's "
            "out-of-memory killer"};
  }
  const std::string how = lost.signal != 0   ? " by " + signal_text(lost.signal)
                          : lost.status != 0 ? fmt::format(" with exit status {}", lost.status)
                                             : std::string();
  return {CauseKind::kDeath, host, std::nullopt,
          fmt::format("agent lost (its {} half ended{})",
                      lost.half == "guardian" ? "outer" : "inner", how),
          lost.signal != 0 ? advice_on(lost.signal) : std::string()};
}

FailureCause silent_agent(std::uint32_t host, std::chrono::milliseconds silence) {
  return {CauseKind::kDeath, host, std::nullopt,
          fmt::format("no heartbeat for {} s", std::chrono::duration<double>(silence).count()),
          "check the host and the network to it"};
}

bool FailureCauses::add(FailureCause cause) {
  const bool known = std::any_of(causes_.begin(), causes_.end(), [&](const FailureCause& other) {
    return other.host == cause.host && other.process == cause.process;
  });
  if (!known) {
    causes_.push_back(std::move(cause));
  }
  return !known;
}

/// Processes with the same text share a line, which names the first of them in process order.
std::vector<FailureCauses::CauseLine> FailureCauses::likeliest() const {
  const auto by_kind = [](const FailureCause& a, const FailureCause& b) { return a.kind < b.kind; };
  const CauseKind kind = std::min_element(causes_.begin(), causes_.end(), by_kind)->kind;
  std::vector<CauseLine> lines;
  for (const FailureCause& cause : causes_) {
    if (cause.kind != kind) {
      continue;
    }
    const auto same = std::find_if(lines.begin(), lines.end(), [&](const CauseLine& line) {
      return line.cause->what == cause.what && line.cause->process && cause.process;
    });
    if (same != lines.end()) {
      ++same->others;
      same->cause = *cause.process < *same->cause->process ? &cause : same->cause;
    } else {
      lines.push_back({&cause, 0});
    }
  }
  return lines;
}

Failure FailureCauses::failure(const blueprint::Program& program, const Placement& placement,
                               const std::string& when) const {
  const auto text_of = [&](const CauseLine& line) {
    const std::string& host = placement.hosts[line.cause->host].name;
    if (!line.cause->process) {
      return host + ": " + line.cause->what;
    }
    const std::string others = line.others > 0 ? fmt::format(" (and {} more)", line.others) : "";
    return fmt::format("'{}'{} on {} {}", program.process_name(*line.cause->process), others, host,
                       line.cause->what);
  };
  const std::vector<CauseLine> lines = likeliest();
  Failure failure;
  failure.reason = text_of(lines.front()) + (when.empty() ? "" : ", " + when);
  failure.next_step = lines.front().cause->next_step;
  for (std::size_t i = 1; i < lines.size() && i <= kMostDetails; ++i) {
    const std::string& next = lines[i].cause->next_step;
    const bool is_new = !next.empty() && next != failure.next_step;
    failure.details.push_back(text_of(lines[i]) + (is_new ? "; next: " + next : ""));
  }
  if (lines.size() > kMostDetails + 1) {
    failure.details.push_back(fmt::format("and {} more", lines.size() - kMostDetails - 1));
  }
  return failure;
}

}  // namespace dps::coordinator
