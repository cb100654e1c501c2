#include "profiles/reports/line_costs.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "blueprint/reading/reader.h"
#include "profiles/traces/spans.h"
#include "profiles/view.h"

namespace dps::reports {
namespace {

using profiles::RunProfile;
using profiles::RunResult;

/// The tags of a blueprint, and the message types of its I lines.
class Lines {
 public:
  using Key = std::pair<char, std::string>;

  void add(char section, std::uint32_t line, const std::string& tag) {
    const auto [found, is_new] = positions_.emplace(Key(section, tag), costs_.size());
    if (is_new) {
      LineCost& cost = costs_.emplace_back();
      cost.section = section;
      cost.line = line;
      cost.tag = tag;
    } else if (costs_[found->second].line == 0) {
      costs_[found->second].line = line;
    }
  }
  /// The line of a tag, which is added if the text did not have it.
  LineCost& at(char section, const std::string& tag) {
    add(section, 0, tag);
    return costs_[positions_.at({section, tag})];
  }
  void add_input(const std::string& itag, const std::string& mtag) { inputs_[mtag].insert(itag); }
  /// The I lines that count this message type.
  [[nodiscard]] std::set<std::string> inputs_of(const std::string& mtag) const {
    const auto found = inputs_.find(mtag);
    return found == inputs_.end() ? std::set<std::string>() : found->second;
  }

  /// Returns the costs, by line. Must be called once only.
  std::vector<LineCost> in_order() {
    std::stable_sort(costs_.begin(), costs_.end(),
                     [](const LineCost& a, const LineCost& b) { return a.line < b.line; });
    return std::move(costs_);
  }

 private:
  std::vector<LineCost> costs_;
  std::map<Key, std::size_t> positions_;
  std::map<std::string, std::set<std::string>> inputs_;  // by message type
};

/// Adds the costs of the event or of the row.
template <typename Value>
void add_to(std::optional<Value>& sum, Value more) {
  sum = sum.value_or(Value{}) + more;
}

/// Reads the text again, with the variables of the result. Returns false if the text is missing or
/// is in the language of another version.
bool read_text(const RunResult& result, Lines& lines) {
  if (result.blueprint.text.empty()) {
    return false;
  }
  blueprint::ReadOptions options;
  options.settings.reserve(result.blueprint.variables.size());
  for (const auto& [name, value] : result.blueprint.variables) {
    options.settings.emplace_back(name, fmt::format("{:.17g}", value));
  }
  const auto parsed =
      blueprint::read_blueprint({result.blueprint.path, result.blueprint.text}, options);
  if (!parsed.program) {
    return false;
  }
  const blueprint::Program& program = *parsed.program;
  for (const blueprint::Definition& line : program.definitions) {
    lines.add(static_cast<char>(line.section), line.tag_span.line, printable(line.tag));
  }
  for (const blueprint::Collection& collection : program.collections) {
    for (const blueprint::CountedTag& pair : program.pairs_of(collection)) {
      lines.add_input(printable(program.tag(collection.definition)),
                      printable(program.mtag(pair.mid)));
    }
  }
  return true;
}

void add_process(const profiles::ProcessProfile& process, Lines& lines) {
  LineCost& line = lines.at('P', std::string(profiles::clone_group(process.ptag)));
  add_to<std::uint64_t>(line.count, 1);
  add_to(line.time_s, process.compute_s + process.send_s + process.take_s);
  add_to(line.bytes, process.bytes_out);
  for (const profiles::UnitProfile& unit : process.units) {
    LineCost& unit_line = lines.at('U', unit.futag);
    add_to(unit_line.count, unit.active);
    add_to(unit_line.time_s, unit.real_s);
    add_to(unit_line.bytes, unit.bytes_out);
    for (const profiles::FunctionalityProfile& functionality : unit.functionalities) {
      LineCost& row = lines.at('F', functionality.ftag);
      add_to(row.count, functionality.triggered);
      add_to(row.time_s, functionality.real_s);
      add_to(row.bytes, functionality.bytes_out);
    }
  }
}

void add_run(const RunProfile& run, Lines& lines) {
  for (const profiles::ProcessProfile& process : run.processes) {
    add_process(process, lines);
  }
  for (const profiles::MessageProfile& message : run.messages) {
    for (const std::string& itag : lines.inputs_of(message.mtag)) {
      LineCost& line = lines.at('I', itag);
      add_to(line.count, message.taken);
      add_to(line.time_s, message.waited_s);
    }
  }
}

/// The lines of a trace, and the costs of C and O lines. Sends that failed cost time.
Result<void> add_trace(const traces::Trace& trace, Lines& lines) {
  const traces::TraceHead& head = trace.head();
  for (const traces::Line& line : head.lines) {
    lines.add(line.section, line.number, line.tag);
  }
  std::vector<LineCost*> costs;  // by line; no line is added any more, so they stay where they are
  costs.reserve(head.lines.size());
  for (const traces::Line& line : head.lines) {
    costs.push_back(&lines.at(line.section, line.tag));
  }
  for (std::uint32_t p = 0; p < head.processes.size(); ++p) {
    std::uint64_t bytes = 0;
    traces::Ticks since = 0;
    auto done = traces::for_each_event(trace, p, [&](const traces::Event& event) {
      if (event.kind == traces::EventKind::kComputationBegin ||
          event.kind == traces::EventKind::kSendBegin) {
        since = event.time;
        bytes = event.bytes;
      } else if (event.kind == traces::EventKind::kComputationEnd) {
        LineCost& line = *costs[head.computations[event.element]];
        add_to<std::uint64_t>(line.count, 1);
        add_to(line.time_s, head.seconds(event.time - since));
      } else if (event.kind == traces::EventKind::kSendEnd ||
                 event.kind == traces::EventKind::kSendFailed) {
        LineCost& line = *costs[head.outputs[event.element].line];
        const bool is_sent = event.kind == traces::EventKind::kSendEnd;
        add_to<std::uint64_t>(line.count, is_sent ? 1 : 0);
        add_to(line.time_s, head.seconds(event.time - since));
        add_to<std::uint64_t>(line.bytes, is_sent ? bytes : 0);
      }
    });
    if (!done) {
      return done;
    }
  }
  return {};
}

/// The shares of the critical path. Only C and O lines have one.
void add_path(const profiles::Why& why, Lines& lines) {
  for (const profiles::PathShare& share : why.shares) {
    if (share.line != 0) {
      lines.at(share.what == "compute" ? 'C' : 'O', share.tag).path_s += share.path_s;
    }
  }
}

}  // namespace

Result<LineCosts> line_costs_of(const ReportSubject& subject) {
  LineCosts costs;
  Lines lines;
  costs.has_text = read_text(subject.result, lines);
  costs.has_components = subject.trace.has_value();
  if (subject.trace) {
    if (auto done = add_trace(*subject.trace, lines); !done) {
      return tl::unexpected(done.error());
    }
  }
  if (!subject.result.runs.empty()) {
    add_run(subject.result.runs[profiles::shown_run(subject.result)], lines);
  }
  if (subject.result.why) {
    add_path(*subject.result.why, lines);
  }
  costs.lines = lines.in_order();
  return costs;
}

}  // namespace dps::reports
