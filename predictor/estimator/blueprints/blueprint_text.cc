#include "predictor/estimator/blueprints/blueprint_text.h"

#include <map>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/quantities.h"
#include "base/units.h"
#include "predictor/estimator/blueprints/relative_streams.h"
#include "predictor/estimator/blueprints/unit_graph.h"
#include "predictor/estimator/folding/folder.h"

namespace dps::estimator {
namespace {

constexpr std::uint32_t kDeepestLoops = 16;

/// Lines with tags that are made when they are first needed, one for each content.
class TaggedLines {
 public:
  /// Returns the tag of the line with this content; `wanted` is the tag of a new line.
  std::string tag_of(const std::string& content, const std::string& wanted) {
    const auto [found, is_new] = tags_.try_emplace(content, wanted);
    if (is_new) {
      text_ += section_ + (" " + wanted) + " " + content + "\n";
    }
    return found->second;
  }
  [[nodiscard]] std::size_t size() const { return tags_.size(); }

  explicit TaggedLines(std::string section) : section_(std::move(section)) {}
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string section_;
  std::map<std::string, std::string> tags_;
  std::string text_;
};

/// All sections of the blueprint.
class BlueprintWriter {
 public:
  BlueprintWriter(std::vector<OffsetClass> classes, std::uint32_t processors)
      : classes_(std::move(classes)), processors_(processors) {}

  std::string write() {
    for (const OffsetClass& one : classes_) {
      write_class(one);
    }
    return inputs_.text() + computations_.text() + outputs_.text() + functionalities_.text() +
           units_ + processes_;
  }

 private:
  static std::string joined(const std::vector<std::string>& tags) {
    std::string text;
    for (const std::string& tag : tags) {
      text += (text.empty() ? "" : ",") + tag;
    }
    return text.empty() ? "NULL" : text;
  }

  static std::string process_tag(std::uint32_t first) { return fmt::format("P{}.p", first); }

  /// The processor at a distance from a process of the class: a number, or an expression.
  [[nodiscard]] std::string processor_at(const OffsetClass& one, std::uint32_t distance) const {
    const std::uint32_t first = (one.first + distance) % processors_;
    if (one.count == 1) {
      return fmt::format("{}", first);
    }
    const bool wraps = first + one.count > processors_;
    const std::string sum = first == 0 ? "self" : fmt::format("self+{}", first);
    return wraps ? fmt::format("({})%{}", sum, processors_) : sum;
  }

  /// The type of the messages of the processor at this distance: "From3.m", or "From{self+1}.m".
  [[nodiscard]] std::string type_of(const OffsetClass& one, std::uint32_t distance) const {
    const std::string sender = processor_at(one, distance);
    return one.count == 1 ? fmt::format("From{}.m", sender) : fmt::format("From{{{}}}.m", sender);
  }

  std::string input_tag(const OffsetClass& one, const StreamInstruction& receive) {
    return inputs_.tag_of("1 " + type_of(one, receive.processor()),
                          fmt::format("r{}.i", inputs_.size()));
  }

  std::string computation_tag(const StreamInstruction& work) {
    return computations_.tag_of(fmt::format("work {}", work.multiplies()),
                                fmt::format("w{}.c", computations_.size()));
  }

  /// Adds an output of the send for each class that has receivers of it.
  void add_output_tags(const OffsetClass& one, const StreamInstruction& send,
                       std::vector<std::string>& tags) {
    const std::uint32_t start = (one.first + send.processor()) % processors_;
    for (const OffsetClass& to : classes_) {
      const std::uint32_t reached = reached_in(start, one.count, to);
      if (reached == 0) {
        continue;
      }
      std::string content = receivers(one, send.processor(), to);
      content += fmt::format(" -t {} -b {} -p off", type_of(one, 0), send.words() * kWordBytes);
      if (reached < one.count) {
        const std::string target = processor_at(one, send.processor());
        content += fmt::format(" -n {{{0} >= {1} && {0} <= {2}}}", target, to.first,
                               to.first + to.count - 1);
      }
      tags.push_back(outputs_.tag_of(content, fmt::format("s{}.o", outputs_.size())));
    }
  }

  /// The number of the processors start, start + 1 … modulo their number that are in the class.
  [[nodiscard]] std::uint32_t reached_in(std::uint32_t start, std::uint32_t count,
                                         const OffsetClass& to) const {
    std::uint32_t reached = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t processor = (start + i) % processors_;
      reached += processor >= to.first && processor < to.first + to.count ? 1 : 0;
    }
    return reached;
  }

  [[nodiscard]] std::string receivers(const OffsetClass& one, std::uint32_t distance,
                                      const OffsetClass& to) const {
    const std::string target = processor_at(one, distance);
    if (one.count == 1) {
      return fmt::format("{}[{}]", process_tag(to.first),
                         (one.first + distance) % processors_ - to.first);
    }
    return to.first == 0 ? fmt::format("{}[{{{}}}]", process_tag(0), target)
                         : fmt::format("{}[{{{}-{}}}]", process_tag(to.first), target, to.first);
  }

  void write_class(const OffsetClass& one) {
    Folder folder(kDeepestLoops);
    for (const StreamInstruction& instruction : one.stream) {
      folder.add(instruction.bits());
    }
    const auto units = units_of(folder.take());
    std::string line = fmt::format("P {} {}", process_tag(one.first), one.count);
    for (std::size_t i = 0; i < units.size(); ++i) {
      write_unit(one, units, i);
      line += " " + unit_tag(one, i);
    }
    processes_ += line + "\n";
  }

  static std::string unit_tag(const OffsetClass& one, std::size_t unit) {
    return fmt::format("p{}.{}.fu", one.first, unit);
  }

  static std::string next_text(const OffsetClass& one, const NextUnit& next) {
    const std::string last = next.next ? unit_tag(one, *next.next) : "NULL";
    return next.times == 0 ? last
                           : fmt::format("{}*{},{}", unit_tag(one, next.again), next.times, last);
  }

  void write_unit(const OffsetClass& one, const std::vector<StreamUnit>& units, std::size_t i) {
    const StreamUnit& unit = units[i];
    std::string line = "U " + unit_tag(one, i) + " -early";
    std::set<std::string> used;
    for (std::size_t a = 0; a < unit.actions.size(); ++a) {
      const bool leaves = !unit.receive && a + 1 == unit.actions.size();
      line +=
          " " + action_tag(one, unit.actions[a], leaves ? next_text(one, unit.next) : "SAME", used);
    }
    if (unit.receive || unit.actions.empty()) {
      const std::string input = unit.receive ? input_tag(one, *unit.receive) : "NULL";
      line += " " + functionality_tag(input + " NULL NULL " + next_text(one, unit.next), used);
    }
    units_ += line + "\n";
  }

  std::string action_tag(const OffsetClass& one, const Action& action, const std::string& next,
                         std::set<std::string>& used) {
    std::vector<std::string> works;
    std::vector<std::string> sends;
    for (const StreamInstruction& work : action.works) {
      works.push_back(computation_tag(work));
    }
    for (const StreamInstruction& send : action.sends) {
      add_output_tags(one, send, sends);
    }
    return functionality_tag("NULL " + joined(works) + " " + joined(sends) + " " + next, used);
  }

  /// A unit lists a functionality once, so that equal functionalities of a unit need several lines.
  /// A functionality that counts its firings belongs to one unit only, because its next unit does.
  std::string functionality_tag(const std::string& content, std::set<std::string>& used) {
    std::string text = content;
    std::string tag;
    do {
      tag = functionalities_.tag_of(text, fmt::format("f{}.f", functionalities_.size()));
      text += " ";  // another line with the same fields
    } while (!used.insert(tag).second);
    return tag;
  }

  std::vector<OffsetClass> classes_;
  std::uint32_t processors_;
  TaggedLines inputs_{"I"};
  TaggedLines computations_{"C"};
  TaggedLines outputs_{"O"};
  TaggedLines functionalities_{"F"};
  std::string units_;
  std::string processes_;
};

std::string comments(const Streams& streams, std::string_view source,
                     const Approximations& approximations) {
  std::string text = fmt::format("# {} on {}, by dps estimate --to-blueprint\n", printable(source),
                                 counted(streams.processors(), "processor"));
  if (approximations.receives > 0) {
    text += fmt::format("# {} that did not block: each is at its WAIT, or at the end\n",
                        counted(approximations.receives, "RECEIVE", "RECEIVEs"));
  }
  if (approximations.blocking_sends > 0) {
    text += fmt::format("# {} that blocked: each is a send that does not\n",
                        counted(approximations.blocking_sends, "BSEND", "BSENDs"));
  }
  if (approximations.waits > 0) {
    text += fmt::format("# {}: sends are not waited for\n",
                        counted(approximations.waits, "WAIT", "WAITs"));
  }
  return text;
}

}  // namespace

Result<std::string> blueprint_of(const Streams& streams, std::string_view source) {
  for (const Stream& stream : streams.contents) {
    for (const StreamInstruction& instruction : stream) {
      if (is_send(instruction.operation()) && instruction.words() > text::kMaxBytes / kWordBytes) {
        return failure(ErrorCode::kLimit,
                       fmt::format("a message of {} words is larger than one of a blueprint may "
                                   "be: 2^40 bytes",
                                   format_count(instruction.words())));
      }
    }
  }
  Approximations approximations;
  auto classes = offset_classes(streams, approximations);
  BlueprintWriter writer(std::move(classes), static_cast<std::uint32_t>(streams.processors()));
  return comments(streams, source, approximations) + writer.write();
}

}  // namespace dps::estimator
