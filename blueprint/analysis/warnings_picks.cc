/// Finds O lines that count answers of receivers that never answer.
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/text/problems.h"
#include "base/units.h"
#include "blueprint/analysis/inspection.h"

namespace dps::blueprint {
namespace {

/// The lines of outputs that are timers, which answer nothing.
std::set<std::uint32_t> timer_lines(const Program& program) {
  std::set<std::uint32_t> lines;
  for (const Output& output : program.outputs) {
    if (output.delay) {
      lines.insert(output.definition);
    }
  }
  return lines;
}

/// True if a receiver of `asked` may send a message other than a timer to one of its senders.
bool may_be_answered(const Bundle& asked, const std::vector<Bundle>& bundles,
                     const std::set<std::uint32_t>& timers) {
  return std::ranges::any_of(bundles, [&](const Bundle& answer) {
    return !timers.contains(answer.definition) &&
           !answer.senders.intersection(asked.receivers).empty() &&
           !answer.receivers.intersection(asked.senders).empty();
  });
}

std::string warning_of(const Program& program, const Output& output) {
  const std::string tag = text::quoted(program.tag(output.definition));
  return output.window > 0
             ? fmt::format(
                   "no receiver of {} sends a message back, so with -window {} each gets at "
                   "most {}",
                   tag, format_count(output.window), counted(output.window, "message"))
             : fmt::format(
                   "no receiver of {} sends a message back, so -pick least counts all "
                   "messages that have been sent",
                   tag);
}

}  // namespace

void warn_of_unanswered_outputs(const Inspection& inspection, std::vector<Diagnostic>& out) {
  const Program& program = inspection.program;
  std::map<std::uint32_t, const Output*> counting;  // by line
  for (const Output& output : program.outputs) {
    if (output.counts_unanswered()) {
      counting.emplace(output.definition, &output);
    }
  }
  if (counting.empty()) {
    return;
  }
  const std::set<std::uint32_t> timers = timer_lines(program);
  const auto& bundles = inspection.flows.bundles();
  std::map<std::uint32_t, bool> is_answered;  // by line
  for (const Bundle& bundle : bundles) {
    if (counting.contains(bundle.definition)) {
      bool& answered = is_answered[bundle.definition];
      answered = answered || may_be_answered(bundle, bundles, timers);
    }
  }
  for (const auto& [line, answered] : is_answered) {
    if (!answered) {
      out.push_back({Severity::kWarning,
                     program.definitions[line].tag_span,
                     warning_of(program, *counting[line]),
                     {}});
    }
  }
}

}  // namespace dps::blueprint
