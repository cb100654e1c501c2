#include "blueprint/outline/sentence.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/layout.h"
#include "base/text/scanner.h"

namespace dps::blueprint {
namespace {

class SentenceWriter {
 public:
  explicit SentenceWriter(const text::SourceMap& source) : source_(source) {}

  std::string write(const OutlineLine& line) const {
    if (line.letter == 'V' || line.letter == 'A') {
      return line.fields.size() < 3 ? "" : line.letter == 'V' ? variable(line) : condition(line);
    }
    if (line.terrain) {
      return terrain(*line.terrain);
    }
    if (!line.definition || line.definition->is_broken) {
      return "";
    }
    return std::visit([&](const auto& body) { return of(*line.definition, body, line); },
                      line.definition->body);
  }

 private:
  [[nodiscard]] std::string quoted(text::Range place) const { return in_code(source_.text(place)); }
  [[nodiscard]] std::string quoted(const Template& written) const { return quoted(written.place); }
  [[nodiscard]] bool is(const Template& written, std::string_view word) const {
    return source_.text(written.place) == word;
  }
  [[nodiscard]] std::string quoted_all(const std::vector<Template>& all) const {
    std::vector<std::string> parts;
    parts.reserve(all.size());
    for (const Template& each : all) {
      parts.push_back(quoted(each));
    }
    return text::listed(parts);
  }
  [[nodiscard]] std::string from(const OutlineLine& line, std::size_t first) const {
    return in_code(text::text_of(source_, line.fields.subspan(first)));
  }

  [[nodiscard]] std::string variable(const OutlineLine& line) const {
    return fmt::format("The variable {} is {}; `--set` changes it.", quoted(line.fields[1].range),
                       from(line, 2));
  }
  [[nodiscard]] std::string condition(const OutlineLine& line) const {
    return fmt::format("The blueprint requires {}; otherwise it is rejected with {}.",
                       from(line, 2), quoted(line.fields[1].content));
  }

  [[nodiscard]] std::string terrain(const WrittenTerrain& line) const {
    std::vector<std::string> constraints;
    for (const auto& constraint : line.constraints) {
      constraints.push_back(quoted(constraint.place));
    }
    return fmt::format("{} runs on the logical host {}{}.", quoted(line.process), quoted(line.htag),
                       constraints.empty() ? "" : " with " + text::listed(constraints));
  }

  [[nodiscard]] std::string of(const WrittenLine& line, const WrittenInput& input,
                               const OutlineLine& /*whole*/) const {
    std::vector<std::string> pairs;
    for (const WrittenInput::Pair& pair : input.pairs) {
      pairs.push_back(pair.of ? fmt::format("{} of {} {}", quoted(pair.count), quoted(*pair.of),
                                            quoted(pair.mtag))
                              : quoted(pair.count) + " " + quoted(pair.mtag));
    }
    if (pairs.empty()) {
      return fmt::format("The collection {} never becomes complete.", quoted(line.tag));
    }
    return fmt::format("The collection {} is complete after {}{}.", quoted(line.tag),
                       text::listed(pairs), input.each ? ", counted for each request" : "");
  }

  [[nodiscard]] std::string of(const WrittenLine& line, const WrittenComputation& computation,
                               const OutlineLine& whole) const {
    const std::string words = computation.words.empty() ? "" : quoted(computation.words[0]);
    std::string out = quoted(line.tag) + " ";
    const std::string amount = computation.amount ? quoted(*computation.amount) : "";
    switch (computation.kind) {
      case ComputationKind::kSleep:
        out += fmt::format("waits for {} without using a processor", amount);
        break;
      case ComputationKind::kBusywait:
        out += fmt::format("keeps a processor busy for {}", amount);
        break;
      case ComputationKind::kCompute:
        out += fmt::format("uses {} of CPU time on a host of SPEED 1000", amount);
        break;
      case ComputationKind::kWork:
        out += fmt::format("performs {} floating-point multiplications", amount);
        break;
      case ComputationKind::kOps:
        out += fmt::format("performs the operations {}", amount);
        break;
      case ComputationKind::kCall:
        out += fmt::format("calls the function {}", words);
        break;
      case ComputationKind::kExec:
        out += fmt::format("executes the program {}", words);
        break;
      default:
        return fmt::format("{} does {}.", quoted(line.tag), from(whole, 2));
    }
    if (computation.words.size() > 1) {
      out += " with " + quoted_all({computation.words.begin() + 1, computation.words.end()});
    }
    return out +
           (computation.cost ? fmt::format("; a prediction charges {}", quoted(*computation.cost))
                             : "") +
           ".";
  }

  [[nodiscard]] std::string of(const WrittenLine& line, const WrittenOutput& output,
                               const OutlineLine& /*whole*/) const {
    const auto& type = output.argument(OutputFlag::kTag);
    const auto& bytes = output.argument(OutputFlag::kBytes);
    const auto& copies = output.argument(OutputFlag::kCopies);
    const auto& delay = output.argument(OutputFlag::kDelay);
    const std::string named = (type ? quoted(*type) : std::string("type `0`")) +
                              (bytes ? fmt::format(" of size {}", quoted(*bytes)) : "");
    if (delay) {
      return fmt::format("{} is a timer: after {} the process gets a message {}.", quoted(line.tag),
                         quoted(*delay), named);
    }
    if (const auto& operation = output.argument(OutputFlag::kCollective)) {
      return fmt::format("{} takes part in {} of {}; a message {} reports its end.",
                         quoted(line.tag), quoted(*operation), receivers(output, true), named);
    }
    const auto& pick = output.argument(OutputFlag::kPick);
    const auto& window = output.argument(OutputFlag::kWindow);
    return fmt::format("{} sends {} {} to {}{}{}{}{}.", quoted(line.tag),
                       copies ? quoted(*copies) + " messages" : "a message", named,
                       pick ? fmt::format("one ({}) of ", quoted(*pick)) : "",
                       receivers(output, !pick), output.others ? ", not to itself" : "",
                       window ? fmt::format(", at most {} unanswered", quoted(*window)) : "",
                       output.begins ? "; they begin a request" : "");
  }

  [[nodiscard]] std::string receivers(const WrittenOutput& output, bool to_all) const {
    std::vector<std::string> parts;
    for (const Template& receiver : output.receivers) {
      const std::string_view text = source_.text(receiver.place);
      parts.push_back(text == "ACK"      ? "the sender of the message that completed the collection"
                      : text == "ORIGIN" ? "the process that began the request"
                      : (text.find('[') == std::string_view::npos && to_all)
                          ? "every " + quoted(receiver)
                          : quoted(receiver));
    }
    return text::listed(parts);
  }

  [[nodiscard]] std::string of(const WrittenLine& /*line*/, const WrittenFunctionality& f,
                               const OutlineLine& /*whole*/) const {
    std::vector<std::string> steps;
    if (!f.computations.empty() && !is(f.computations[0], "NULL")) {
      steps.push_back("compute " + quoted_all(f.computations));
    }
    if (!f.outputs.empty() && !is(f.outputs[0], "NULL")) {
      steps.push_back("send " + quoted_all(f.outputs));
    }
    std::string next = next_of(f.next);
    if (f.firings && f.then) {
      next += fmt::format(" the first {} times, then {}", quoted(*f.firings), next_of(*f.then));
    }
    steps.push_back(std::move(next));
    const std::string start = is(f.collection, "NULL")
                                  ? "When its unit becomes active, "
                                  : fmt::format("When {} is complete, ", quoted(f.collection));
    return start + text::listed(steps) + ".";
  }

  [[nodiscard]] std::string next_of(const Template& next) const {
    return is(next, "SAME")   ? "stay in the unit"
           : is(next, "NULL") ? "end the process"
                              : "go to unit " + quoted(next);
  }

  [[nodiscard]] std::string of(const WrittenLine& line, const WrittenUnit& unit,
                               const OutlineLine& whole) const {
    std::vector<std::string> choices;
    for (const WrittenUnit::Choice& choice : unit.choices) {
      choices.push_back((choice.functionalities.size() > 1 ? "one of " : "") +
                        quoted(choice.place));
    }
    return whole.fields.size() < 3
               ? ""
               : fmt::format("In the unit {}, a process can perform {}{}.", quoted(line.tag),
                             text::listed(choices),
                             unit.early ? "; messages that arrived before also count" : "");
  }

  [[nodiscard]] std::string of(const WrittenLine& line, const WrittenGroup& group,
                               const OutlineLine& /*whole*/) const {
    std::string units = "has no unit and ends at once";
    if (!group.units.empty()) {
      units = "begins in the unit " + quoted(group.units[0]);
      if (group.units.size() > 1) {
        units += " and can go to " + quoted_all({group.units.begin() + 1, group.units.end()});
      }
    }
    const bool is_one = is(group.count, "1");
    return fmt::format("There {} {}; {} {}{}.",
                       is_one ? "is one process" : "are " + quoted(group.count) + " processes",
                       quoted(line.tag), is_one ? "it" : "each", units,
                       group.server ? ", and the run may end while it waits" : "");
  }

  const text::SourceMap& source_;
};

}  // namespace

std::string in_code(std::string_view text) {
  std::string out = printable(text);
  std::replace(out.begin(), out.end(), '`', '\'');
  return "`" + out + "`";
}

std::string sentence_of(const Outline& outline, const OutlineLine& line) {
  return SentenceWriter(outline.source()).write(line);
}

}  // namespace dps::blueprint
