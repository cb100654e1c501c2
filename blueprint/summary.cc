#include "blueprint/summary.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/units.h"
#include "blueprint/collectives/schedule.h"
#include "blueprint/flows.h"
#include "blueprint/keywords.h"
#include "blueprint/operations_text.h"
#include "blueprint/process_names.h"
#include "blueprint/reach.h"
#include "blueprint/request_flow.h"

namespace dps::blueprint {
namespace {

constexpr std::size_t kColumns = 80;
constexpr std::size_t kWidestName = 28;     // of the left column
constexpr std::size_t kMostCommands = 100;  // listed for one C line
/// Programs with more processes cannot be run, so their connections are not counted.
constexpr std::uint32_t kMostConnected = 4096;

/// The two columns of a table row.
struct TwoColumns {
  std::string left;
  std::string right;
};

/// Breaks `text` at blanks into lines of kColumns. The first line begins at column `used`, the
/// others at column `indent`.
std::string wrapped(const std::string& text, std::size_t used, std::size_t indent) {
  std::string out;
  std::size_t column = used;
  std::size_t from = 0;
  while (from < text.size()) {
    const std::size_t to = std::min(text.find(' ', from), text.size());
    const std::string word = text.substr(from, to - from);
    const bool first = from == 0;
    if (!first && column + 1 + printed_width(word) > kColumns) {
      out += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (!first) {
      out += " ";
      ++column;
    }
    out += word;
    column += printed_width(word);
    from = to + 1;
  }
  return out;
}

std::string table(const std::string& title, const std::vector<TwoColumns>& rows) {
  if (rows.empty()) {
    return "";
  }
  std::size_t width = 0;
  for (const TwoColumns& row : rows) {
    width = std::max(width, std::min(printed_width(row.left), kWidestName));
  }
  std::string out = "\n" + title + "\n";
  for (const TwoColumns& row : rows) {
    const std::size_t used = printed_width(row.left);
    const std::size_t indent = 2 + width + 2;
    out += "  " + row.left;
    out += used > width && !row.right.empty()
               ? "\n" + std::string(indent, ' ')
               : std::string(width + 2 - std::min(used, width + 2), ' ');
    out += wrapped(row.right, indent, indent);
    out.erase(out.find_last_not_of(' ') + 1);
    out += "\n";
  }
  return out;
}

bool has_different_shares(const Program& program, const Output& output) {
  const auto shares = program.shares_of(output);
  return std::ranges::any_of(shares, [&](const Share& share) { return share != shares.front(); });
}

class SummaryWriter {
 public:
  explicit SummaryWriter(const Program& program)
      : program_(program),
        reach_(program),
        flows_(program, reach_),
        ranges_(plan_ranges(program)) {}

  std::string text() const {
    return head() + table("processes", processes()) + table("executed", executed()) +
           table("messages (for each firing)", messages()) +
           table("collective operations", collectives()) + sizes() + unanswered();
  }

 private:
  std::string head() const {
    std::set<std::uint32_t> units;
    std::set<std::uint32_t> functionalities;
    for (const Unit& unit : program_.units) {
      units.insert(unit.definition);
    }
    for (const Functionality& functionality : program_.functionalities) {
      functionalities.insert(functionality.definition);
    }
    return wrapped(counted(program_.process_count(), "process", "processes") + ", " +
                       counted(units.size(), "unit") + ", " +
                       counted(functionalities.size(), "functionality", "functionalities") + ", " +
                       counted(program_.message_types.size(), "message type"),
                   0, 2) +
           "\n";
  }

  std::vector<TwoColumns> processes() const {
    std::vector<TwoColumns> rows;
    for (const ProcessGroup& group : program_.groups) {
      std::string units;
      for (const std::uint32_t at : program_.units_of(program_.plan(group.first))) {
        const Unit& unit = program_.units[at];
        units += (units.empty() ? "" : ", ") + printable(program_.tag(unit.definition)) +
                 (unit.early ? " (early)" : "");
      }
      rows.push_back(
          {printable(name_of(program_, group)), (group.server ? "server: " : "") + units});
    }
    return rows;
  }

  /// Returns the words of a call or exec component, "exec gzip -9", or the sum of an ops component.
  std::string command(const Computation& computation) const {
    if (computation.kind == ComputationKind::kOps) {
      return "ops " + operations_text(program_, computation);
    }
    std::string text = computation.kind == ComputationKind::kCall ? "call" : "exec";
    for (const std::string& word : program_.words_of(computation)) {
      const bool plain = !word.empty() && word.find(' ') == std::string::npos;
      text += " " + (plain ? printable(word) : "\"" + printable(word) + "\"");
    }
    return text;
  }

  /// Returns the rows of call, exec and ops components, with the processes that can reach each.
  std::vector<TwoColumns> executed() const {
    std::map<std::uint32_t, std::map<std::string, ProcessSet>> lines;
    std::vector<std::string> texts(program_.computations.size());
    for (const PlanRange& range : ranges_) {
      for (const Firing& firing : reach_.firings_of(range.plan)) {
        for (const std::uint32_t at :
             program_.computations_of(program_.functionalities[firing.functionality])) {
          const Computation& computation = program_.computations[at];
          if (computation.words.count > 0 || computation.kind == ComputationKind::kOps) {
            texts[at] = texts[at].empty() ? command(computation) : texts[at];
            lines[computation.definition][texts[at]].append(range.first, range.count);
          }
        }
      }
    }
    std::vector<TwoColumns> rows;
    for (const auto& [definition, commands] : lines) {
      std::size_t shown = 0;
      for (const auto& [text, processes] : commands) {
        if (shown++ == kMostCommands) {
          rows.push_back({printable(program_.tag(definition)),
                          "and " + format_count(commands.size() - kMostCommands) +
                              " more with other arguments"});
          break;
        }
        rows.push_back({text, printable(names_of(program_, processes, 8))});
      }
    }
    return rows;
  }

  /// The messages of one O line to ACK, to ORIGIN, or to receivers with names.
  struct Sending {
    std::vector<ProcessRange> senders;
    std::vector<ProcessRange> receivers;
    std::set<MessageId> types;
  };

  std::vector<TwoColumns> messages() const {
    std::map<std::pair<std::uint32_t, std::string>, Sending> lines;  // by line, receiver
    for (const Bundle& bundle : flows_.bundles()) {
      if (program_.has_collectives() && is_of_collective(bundle.definition)) {
        continue;
      }
      const std::string to_whom = bundle.to_origin ? " (ORIGIN)" : bundle.answers ? " (ACK)" : "";
      Sending& sending = lines[{bundle.definition, to_whom}];
      const auto& from = bundle.senders.ranges();
      const auto& to = bundle.receivers.ranges();
      sending.senders.insert(sending.senders.end(), from.begin(), from.end());
      sending.receivers.insert(sending.receivers.end(), to.begin(), to.end());
      sending.types.insert(bundle.mid);
    }
    const std::vector<std::string> sizes = sizes_by_definition();
    const std::vector<Control> controls = controls_by_definition();
    std::vector<TwoColumns> rows;
    for (auto& [key, sending] : lines) {
      const ProcessSet senders = ProcessSet::of(std::move(sending.senders));
      const ProcessSet receivers = ProcessSet::of(std::move(sending.receivers));
      rows.push_back({printable(program_.tag(key.first)),
                      printable(names_of(program_, senders)) + " → " + controls[key.first].before +
                          printable(names_of(program_, receivers)) + key.second +
                          controls[key.first].after + ": " + types_text(sending.types) +
                          sizes[key.first]});
    }
    return rows;
  }

  /// -pick and -window of an O line: "one of ", " (least, window 1)".
  struct Control {
    std::string before;
    std::string after;
  };

  std::vector<Control> controls_by_definition() const {
    std::vector<Control> controls(program_.definitions.size());
    for (const Output& output : program_.outputs) {
      std::string after;
      for (const auto& choice : kPicks) {
        after += choice.value == output.pick ? std::string(choice.word) : "";
      }
      if (output.window > 0) {
        after += (after.empty() ? "" : ", ") + ("window " + format_count(output.window));
      }
      if (!after.empty()) {
        controls[output.definition] = {output.pick == Pick::kAll ? "" : "one of ",
                                       " (" + after + ")"};
      }
    }
    return controls;
  }

  [[nodiscard]] bool is_of_collective(std::uint32_t definition) const {
    return std::ranges::any_of(program_.outputs, [definition](const Output& output) {
      return output.definition == definition && output.is_collective();
    });
  }

  /// "Sum.o  allreduce of 1,048,576 bytes over 16 members: rabenseifner, 128 messages, 31.5 MB":
  /// the different operations of each O line, and at most kMostCommands of them.
  std::vector<TwoColumns> collectives() const {
    std::vector<TwoColumns> rows;
    std::map<std::uint32_t, std::set<std::string>> lines;
    for (const Output& output : program_.outputs) {
      if (!output.is_collective()) {
        continue;
      }
      const std::string text = collective_text(program_.collective_of(output));
      auto& known = lines[output.definition];
      if (known.size() < kMostCommands && known.insert(text).second) {
        rows.push_back({printable(program_.tag(output.definition)), text});
      }
    }
    return rows;
  }

  static std::string collective_text(const collectives::Collective& of) {
    const collectives::CollectiveTraffic traffic = collectives::traffic_of(of);
    return std::string(name_of(of.operation)) +
           (collectives::has_bytes(of.operation) ? " of " + counted(of.bytes, "byte") : "") +
           " over " + counted(of.members, "member") + ": " +
           (of.native ? "the algorithm of the MPI library in a run; in a prediction " : "") +
           std::string(name_of(of.algorithm)) + ", " + counted(traffic.messages, "message") +
           (collectives::has_bytes(of.operation) ? ", " + decimal_size(traffic.bytes) : "");
  }

  /// "31.5 MB"
  static std::string decimal_size(double bytes) {
    static constexpr std::array kUnits{"B", "kB", "MB", "GB", "TB", "PB", "EB", "ZB"};
    std::size_t unit = 0;
    for (; bytes >= 999.5 && unit + 1 < kUnits.size(); ++unit) {
      bytes /= 1000;
    }
    return fmt::format("{:.3g} {}", bytes, kUnits[unit]);
  }

  std::string types_text(const std::set<MessageId>& types) const {
    return printable(program_.mtag(*types.begin())) +
           (types.size() == 1 ? "" : " and " + counted(types.size() - 1, "other type"));
  }

  /// Returns " 2 × 400 B" for each O line, " up to 2 × 400 B" if its instances differ.
  std::vector<std::string> sizes_by_definition() const {
    std::vector<const Output*> largest(program_.definitions.size(), nullptr);
    std::vector<bool> differ(program_.definitions.size(), false);
    std::vector<std::set<double>> delays(program_.definitions.size());
    for (const Output& output : program_.outputs) {
      if (output.copies == 0) {
        continue;
      }
      if (output.delay) {
        delays[output.definition].insert(*output.delay);
      }
      const Output*& known = largest[output.definition];
      if (output.bytes_variate.count > 0 || has_different_shares(program_, output)) {
        differ[output.definition] = true;
      }
      if (known != nullptr && (known->bytes != output.bytes || known->copies != output.copies)) {
        differ[output.definition] = true;
      }
      if (known == nullptr || known->bytes < output.bytes) {
        known = &output;
      }
    }
    std::vector<std::string> texts(program_.definitions.size());
    for (std::size_t at = 0; at < texts.size(); ++at) {
      if (largest[at] != nullptr) {
        texts[at] = std::string(differ[at] ? " up to " : " ") +
                    (largest[at]->copies == 1 ? "" : format_count(largest[at]->copies) + " × ") +
                    format_size(largest[at]->bytes) + delay_text(delays[at]);
      }
    }
    return texts;
  }

  /// " after 1 ms", or " after 1 ms to 5 ms" if instances of the line differ.
  static std::string delay_text(const std::set<double>& delays) {
    if (delays.empty()) {
      return "";
    }
    const std::string first = " after " + format_time(Seconds(*delays.begin()));
    return delays.size() == 1 ? first : first + " to " + format_time(Seconds(*delays.rbegin()));
  }

  std::string sizes() const {
    std::uint64_t largest = 0;
    for (const Bundle& bundle : flows_.bundles()) {
      largest = std::max(largest, bundle.bytes);
    }
    if (flows_.bundles().empty()) {
      return "\nno messages\n";
    }
    std::string text = "\nlargest message " + format_size(largest);
    if (program_.process_count() <= kMostConnected) {
      text += ", " + counted(FlowTable(program_, flows_).connection_count(), "connection");
    }
    return text + "\n";
  }

  /// A note about each O line whose requests never return to a process that begins them.
  std::string unanswered() const {
    if (!program_.has_requests) {
      return "";
    }
    const RequestFlow requests(program_, reach_);
    std::map<std::uint32_t, bool> is_answered;  // by line
    for (const PlanRange& range : ranges_) {
      bool comes_back = false;
      std::set<std::uint32_t> begun;
      for (const Firing& firing : reach_.firings_of(range.plan)) {
        const Functionality& functionality = program_.functionalities[firing.functionality];
        if (functionality.collection != kNone) {
          const auto pairs = program_.pairs_of(program_.collections[functionality.collection]);
          comes_back = comes_back || std::ranges::any_of(pairs, [&](const CountedTag& pair) {
                         return requests.origins_of(pair.mid).contains(ProcessId{range.first});
                       });
        }
        for (const std::uint32_t at : program_.outputs_of(functionality)) {
          if (program_.outputs[at].begins && program_.outputs[at].copies > 0) {
            begun.insert(program_.outputs[at].definition);
          }
        }
      }
      for (const std::uint32_t line : begun) {
        is_answered[line] = is_answered[line] || comes_back;
      }
    }
    std::string text;
    for (const auto& [line, answered] : is_answered) {
      text += answered ? ""
                       : wrapped("note: no message of the requests of '" +
                                     printable(program_.tag(line)) +
                                     "' comes back to their origin, so their response times are "
                                     "not known",
                                 0, 2) +
                             "\n";
    }
    return text;
  }

  const Program& program_;
  Reach reach_;
  Flows flows_;
  std::vector<PlanRange> ranges_;
};

}  // namespace

std::string summarize(const Program& program) {
  return SummaryWriter(program).text();
}

}  // namespace dps::blueprint
