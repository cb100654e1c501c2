#include "commands/language_server/deadlock_warnings.h"

#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/units.h"
#include "blueprint/engine/certain_deadlock.h"
#include "blueprint/engine/play.h"

namespace dps::commands {
namespace {

Span span_of(const blueprint::Program& program, blueprint::Section section,
             const std::string& tag) {
  for (const blueprint::Definition& definition : program.definitions) {
    if (definition.section == section && definition.tag == tag) {
      return definition.tag_span;
    }
  }
  return {};
}

Span first_group(const blueprint::Program& program) {
  return program.groups.empty() ? Span{}
                                : program.definitions[program.groups[0].definition].tag_span;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) {
    text += text.empty() ? line : "\n" + line;
  }
  return text;
}

std::vector<Diagnostic> deadlock(const blueprint::Program& program,
                                 const engine::PlayResult& played) {
  std::map<std::string, std::vector<engine::WaitingProcess>> by_unit;
  for (const engine::WaitingProcess& process : played.waiting) {
    by_unit[process.futag].push_back(process);
  }
  std::vector<Diagnostic> out;
  out.reserve(by_unit.size());
  for (const auto& [futag, processes] : by_unit) {
    out.push_back({Severity::kWarning,
                   span_of(program, blueprint::Section::kUnit, futag),
                   joined(engine::deadlock_report(processes)) +
                       (played.is_certain ? "" : "\nanother order of arrival may avoid it"),
                   {}});
  }
  sort_by_place(out);
  return out;
}

}  // namespace

PlayFindings play_findings(const blueprint::Program& program, const PlayLimit& limit) {
  const auto end = std::chrono::steady_clock::now() + limit.time;
  const auto is_outdated = [&] { return limit.is_outdated && limit.is_outdated(); };
  const auto expired = [&] { return is_outdated() || std::chrono::steady_clock::now() > end; };
  engine::PlayLimits limits;
  limits.messages = kMostPlayedMessages;
  limits.expired = expired;
  engine::PlayResult played = engine::play(program, limits);
  if (played.end == engine::PlayEnd::kDeadlock) {
    engine::BoundLimits bounds;
    bounds.expired = expired;
    played.is_certain = engine::is_certain_deadlock(program, played, bounds);
  }
  if (is_outdated()) {
    return {};
  }
  PlayFindings found;
  if (played.end == engine::PlayEnd::kDeadlock) {
    (played.is_certain ? found.diagnostics : found.remarks) = deadlock(program, played);
  } else if (played.end == engine::PlayEnd::kFailed) {
    found.diagnostics.push_back(
        {Severity::kError, first_group(program), printable(played.failure), {}});
  } else if (played.end == engine::PlayEnd::kGaveUp) {
    found.remarks.push_back(
        {Severity::kWarning,
         first_group(program),
         fmt::format("the play in zero time was given up, after {} s or {} messages; a deadlock "
                     "later in it is not reported",
                     std::chrono::duration_cast<std::chrono::seconds>(limit.time).count(),
                     format_count(kMostPlayedMessages)),
         {}});
  }
  return found;
}

}  // namespace dps::commands
