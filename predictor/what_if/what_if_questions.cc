#include "predictor/what_if/what_if_questions.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/suggestion.h"
#include "predictor/machines/kinds/machine_changes.h"
#include "predictor/machines/kinds/machine_file.h"

namespace dps::predictor {
namespace {

using blueprint::Section;
using machines::Better;
using machines::MachineKey;

constexpr std::string_view kAll = "all";
/// The factor of an improvement by 10 %.
constexpr machines::Factor kLess{9, 10};
constexpr machines::Factor kMore{10, 9};

Error wrong_question(std::string text) {
  return {ErrorCode::kInput, "--what-if: " + std::move(text)};
}

/// The name of a C line or an O line: "C:Work.c"; "" for other lines.
std::string line_name(const blueprint::Definition& line) {
  const bool is_asked = line.section == Section::kComputation || line.section == Section::kOutput;
  return is_asked ? fmt::format("{}:{}", static_cast<char>(line.section), line.tag) : "";
}

/// Returns true if the value can become better: it has multiples, is not 0, and is not that of
/// another key.
bool can_improve(const MachineKey& key) {
  if (key.better == Better::kNeither || key.scale == nullptr || !key.is_own || key.value.empty()) {
    return false;
  }
  const auto nothing = key.scale(key.value, {0, 1});
  return nothing && *nothing != key.value;
}

std::vector<WhatIfQuestion> all_questions(const blueprint::Program& program,
                                          const SourceText& machine) {
  std::vector<WhatIfQuestion> questions;
  for (const Section section : {Section::kComputation, Section::kOutput}) {
    for (std::uint32_t i = 0; i < program.definitions.size(); ++i) {
      if (program.definitions[i].section == section) {
        questions.push_back({line_name(program.definitions[i]), i, kLess, ""});
      }
    }
  }
  for (const MachineKey& key : machines::kind_of_machine(machine.text).keys(machine.text)) {
    if (can_improve(key)) {
      questions.push_back({key.name, blueprint::kNone, key.better == Better::kLess ? kLess : kMore,
                           std::string(key.path)});
    }
  }
  return questions;
}

/// The elements of an option, separated by commas. Names may have commas, too: an element ends at
/// the first comma after its "*=".
std::vector<std::string> elements_of(std::string_view option) {
  std::vector<std::string> elements;
  while (!option.empty()) {
    const std::size_t times = std::min(option.find("*="), option.size());
    const std::size_t end = std::min(option.find(',', times), option.size());
    elements.emplace_back(option.substr(0, end));
    option.remove_prefix(std::min(end + 1, option.size()));
  }
  return elements;
}

class QuestionReader {
 public:
  QuestionReader(const blueprint::Program& program, const SourceText& machine)
      : program_(program), machine_(machine) {}

  Result<WhatIfQuestion> read(const std::string& element) const {
    const auto change = machines::parse_machine_change(element);
    if (!change || change->kind != machines::ChangeKind::kMultiply) {
      return tl::unexpected(wrong_question(fmt::format(
          "expected all or NAME*=FACTOR, such as C:Work.c*=0.9 or network.latency*=0.5, got '{}'",
          printable(element))));
    }
    const auto factor = machines::parse_factor(change->value);
    if (!factor) {
      return tl::unexpected(wrong_question(printable(element) + ": " + factor.error().message));
    }
    for (std::uint32_t i = 0; i < program_.definitions.size(); ++i) {
      if (line_name(program_.definitions[i]) == change->key) {
        return WhatIfQuestion{change->key, i, *factor, ""};
      }
    }
    return read_key(*change, *factor);
  }

 private:
  Result<WhatIfQuestion> read_key(const machines::MachineChange& change,
                                  machines::Factor factor) const {
    const auto key = machines::kind_of_machine(machine_.text).find_key(machine_.text, change.key);
    if (!key) {
      return tl::unexpected(unknown_element(change.key));
    }
    if (const auto text = machines::changed_machine(machine_, std::span(&change, 1)); !text) {
      return tl::unexpected(wrong_question(text.error().message));
    }
    return WhatIfQuestion{change.key, blueprint::kNone, factor, std::string(key->path)};
  }

  [[nodiscard]] Error unknown_element(const std::string& name) const {
    std::vector<std::string> names;
    std::string lines;
    for (const blueprint::Definition& line : program_.definitions) {
      if (const std::string known = line_name(line); !known.empty()) {
        names.push_back(known);
        lines += (lines.empty() ? "" : ", ") + printable(known);
      }
    }
    for (const MachineKey& key : machines::kind_of_machine(machine_.text).keys(machine_.text)) {
      names.push_back(key.name);
    }
    return wrong_question(fmt::format(
        "neither the blueprint nor the machine has '{}'{}\nthe blueprint has: {}\n'dps machine "
        "keys' lists the keys of the machine",
        printable(name), did_you_mean_key(name, names),
        lines.empty() ? "no C and O lines" : lines));
  }

  const blueprint::Program& program_;
  const SourceText& machine_;
};

}  // namespace

Result<std::vector<WhatIfQuestion>> what_if_questions(const std::vector<std::string>& options,
                                                      const blueprint::Program& program,
                                                      const SourceText& machine) {
  if (std::find(options.begin(), options.end(), kAll) != options.end()) {
    return options.size() == 1
               ? Result<std::vector<WhatIfQuestion>>(all_questions(program, machine))
               : tl::unexpected(
                     wrong_question("all goes with no other element: it includes every one"));
  }
  const QuestionReader reader(program, machine);
  std::vector<WhatIfQuestion> questions;
  std::set<std::pair<std::string, double>> seen;
  for (const std::string& option : options) {
    for (const std::string& element : elements_of(option)) {
      auto question = reader.read(element);
      if (!question) {
        return tl::unexpected(question.error());
      }
      if (!seen.emplace(question->name, question->factor.value()).second) {
        return tl::unexpected(wrong_question(printable(element) + " is given twice"));
      }
      questions.push_back(*std::move(question));
    }
  }
  return questions.empty() ? tl::unexpected(wrong_question("expected all or NAME*=FACTOR, got "
                                                           "nothing"))
                           : Result<std::vector<WhatIfQuestion>>(std::move(questions));
}

}  // namespace dps::predictor
