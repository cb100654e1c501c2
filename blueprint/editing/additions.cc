#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/expression/expression.h"
#include "base/text/problems.h"
#include "blueprint/editing/steps.h"
#include "blueprint/editing/words.h"
#include "blueprint/reading/tags.h"

namespace dps::blueprint {
namespace {

/// The functionalities of all units of a process, in the order of its lines.
std::vector<std::string> functionalities_of(const Draft& draft, std::string_view process) {
  std::vector<std::string> all;
  for (const std::string& unit :
       draft.names_in(*draft.find(NameKind::kProcess, process), NameKind::kUnit)) {
    if (const OutlineLine* line = draft.find(NameKind::kUnit, unit)) {
      for (std::string& each : draft.names_in(*line, NameKind::kFunctionality)) {
        all.push_back(std::move(each));
      }
    }
  }
  return all;
}

bool has(const Draft& draft, std::string_view functionality, std::size_t field,
         std::string_view words) {
  const OutlineLine* line = draft.find(NameKind::kFunctionality, functionality);
  return line != nullptr && draft.field(*line, field) == words;
}

/// Returns true if the functionality neither waits nor computes nor sends, like a new one.
bool is_idle(const Draft& draft, std::string_view functionality) {
  return has(draft, functionality, kAwaitedField, "NULL") &&
         has(draft, functionality, kComputesField, "NULL") &&
         has(draft, functionality, kSendsField, "NULL");
}

void set_field(Draft& draft, std::string_view functionality, std::size_t field,
               const std::string& words) {
  draft.set_fields(*draft.find(NameKind::kFunctionality, functionality), field, 1, words);
}

/// Adds an F line that does nothing, below the last one of the unit, if there is one.
std::string add_idle(Draft& draft, const std::string& stem, const std::string& next) {
  std::string tag = draft.free_tag(NameKind::kFunctionality, stem, ".f");
  draft.add_line('F', tag + " NULL NULL NULL " + next);
  return tag;
}

/// Adds an F line to a unit, below the last one of it.
void add_functionality(Draft& draft, std::string_view unit, const std::string& words) {
  const OutlineLine* below = nullptr;
  const OutlineLine* line = draft.find(NameKind::kUnit, unit);
  for (const std::string& each : draft.names_in(*line, NameKind::kFunctionality)) {
    const OutlineLine* found = draft.find(NameKind::kFunctionality, each);
    below = found == nullptr ? below : found;
  }
  draft.add_line('F', words, below);
  line = draft.find(NameKind::kUnit, unit);
  draft.set_fields(*line, line->fields.size(), 0, words.substr(0, words.find(' ')));
}

bool has_name(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool collects(const Draft& draft, std::string_view itag, std::string_view type) {
  const OutlineLine* line = draft.find(NameKind::kCollection, itag);
  return line != nullptr && has_name(draft.names_in(*line, NameKind::kMessage), type);
}

bool awaits(const Draft& draft, std::string_view process, std::string_view type) {
  for (const std::string& functionality : functionalities_of(draft, process)) {
    const OutlineLine* line = draft.find(NameKind::kFunctionality, functionality);
    const auto itags =
        line != nullptr ? draft.names_in(*line, NameKind::kCollection) : std::vector<std::string>();
    if (std::any_of(itags.begin(), itags.end(),
                    [&](const std::string& itag) { return collects(draft, itag, type); })) {
      return true;
    }
  }
  return false;
}

/// The next unit of a new functionality that waits. One without a collection would leave the unit
/// before a message is taken; the new one ends the process in its place.
std::string take_over_end(Draft& draft, std::string_view unit) {
  std::string next = "SAME";
  for (const std::string& each :
       draft.names_in(*draft.find(NameKind::kUnit, unit), NameKind::kFunctionality)) {
    if (has(draft, each, kAwaitedField, "NULL") && has(draft, each, kNextField, "NULL")) {
      set_field(draft, each, kNextField, "SAME");
      next = "NULL";
    }
  }
  return next;
}

/// Makes the first unit of a process wait for a message of the type.
Refusal add_receiving(Draft& draft, const NewMessage& edit) {
  const auto units = draft.names_in(*draft.find(NameKind::kProcess, edit.to), NameKind::kUnit);
  if (units.empty()) {
    return fmt::format("{} has no unit in which it could wait for the message",
                       text::quoted(edit.to));
  }
  if (draft.find(NameKind::kUnit, units.front()) == nullptr) {
    return fmt::format("the first unit of {} has no line of its own", text::quoted(edit.to));
  }
  const std::string& unit = units.front();
  const std::string stem = stem_of(edit.type);
  const std::string itag = draft.free_tag(NameKind::kCollection, stem, ".i");
  draft.add_line('I', itag + " 1 " + edit.type);
  for (const std::string& each :
       draft.names_in(*draft.find(NameKind::kUnit, unit), NameKind::kFunctionality)) {
    if (is_idle(draft, each)) {
      set_field(draft, each, kAwaitedField, itag);
      return std::nullopt;
    }
  }
  const std::string next = take_over_end(draft, unit);
  const std::string tag = draft.free_tag(NameKind::kFunctionality, small_stem_of(edit.type), ".f");
  add_functionality(draft, unit, fmt::format("{} {} NULL NULL {}", tag, itag, next));
  return std::nullopt;
}

/// The functionality of the sender that sends: one that does nothing yet; one that fires at once;
/// the first. "" if there is none.
std::string sending_functionality(const Draft& draft, const std::string& process) {
  const auto all = functionalities_of(draft, process);
  const auto fires_at_once = [&](const std::string& each) {
    return has(draft, each, kAwaitedField, "NULL");
  };
  auto found = std::find_if(all.begin(), all.end(),
                            [&](const std::string& each) { return is_idle(draft, each); });
  found = found == all.end() ? std::find_if(all.begin(), all.end(), fires_at_once) : found;
  return found != all.end() ? *found : all.empty() ? "" : all.front();
}

/// The receivers that are exactly the clones of a process.
std::string receivers_of(const Draft& draft, const std::string& process) {
  for (const std::string& other : draft.outline().names_of(NameKind::kProcess)) {
    if (other != process && other.starts_with(process)) {
      return process + "[";
    }
  }
  return process;
}

Refusal refuse_message(const Draft& draft, const NewMessage& edit) {
  for (const std::string& process : {edit.from, edit.to}) {
    if (auto refused = refuse_unknown(draft, NameKind::kProcess, process)) {
      return refused;
    }
  }
  if (auto refused = refuse_words('O', "the message type", edit.type)) {
    return refused;
  }
  if (auto refused = refuse_tag(edit.type, noun_of(NameKind::kMessage))) {
    return refused;
  }
  if (!edit.tag.empty()) {
    if (auto refused = refuse_new(draft, NameKind::kOutput, edit.tag)) {
      return refused;
    }
  }
  if (!edit.delay.empty()) {
    if (edit.to != edit.from) {
      return "a timer is a message of a process to itself";
    }
    if (auto refused = refuse_words('O', "the time of the timer", edit.delay)) {
      return refused;
    }
  }
  if (!edit.pick.empty()) {
    if (auto refused = refuse_words('O', "the choice of a receiver", edit.pick)) {
      return refused;
    }
  }
  return edit.size.empty() ? std::nullopt : refuse_words('O', "the size", edit.size);
}

/// The fields of the O line behind its tag.
std::string words_of(const Draft& draft, const NewMessage& edit) {
  std::string words = edit.goes_to_origin  ? "ORIGIN"
                      : edit.is_answer     ? "ACK"
                      : edit.delay.empty() ? receivers_of(draft, edit.to)
                                           : edit.to + "[{self}]";
  words += " -t " + edit.type;
  words += edit.pick.empty() ? "" : " -pick " + edit.pick;
  words += edit.size.empty() ? "" : " -b " + edit.size;
  words += edit.delay.empty() ? "" : " -d " + edit.delay;
  words += edit.begins_request ? " -new" : "";
  return words;
}

}  // namespace

Refusal refuse_new(const Draft& draft, NameKind kind, std::string_view name) {
  auto refused = kind == NameKind::kVariable ? expression::refuse_variable_name(name)
                                             : refuse_tag(name, noun_of(kind));
  refused = refused ? refused : refuse_words('P', "the name", name);
  if (!refused && !draft.outline().mentions_of(kind, name).empty() &&
      draft.find(kind, name) != nullptr) {
    refused = fmt::format("{} already exists ({})", text::quoted(name), noun_of(kind));
  }
  return refused;
}

Refusal refuse_unknown(const Draft& draft, NameKind kind, std::string_view name) {
  return draft.find(kind, name) == nullptr
             ? Refusal(fmt::format("there is no {} {}", noun_of(kind), text::quoted(name)))
             : std::nullopt;
}

Refusal refuse_short(const OutlineLine& line, std::size_t field, std::string_view name) {
  return field < line.fields.size()
             ? std::nullopt
             : Refusal(fmt::format("the line of {} is not complete", text::quoted(name)));
}

Refusal append_to_list(Draft& draft, std::string_view functionality, std::size_t field,
                       const std::string& tag) {
  const OutlineLine* line = draft.find(NameKind::kFunctionality, functionality);
  if (auto refused = refuse_short(*line, field, functionality)) {
    return refused;
  }
  const std::string before(draft.field(*line, field));
  draft.set_fields(*line, field, 1, before == "NULL" ? tag : before + "," + tag);
  return std::nullopt;
}

Refusal apply(Draft& draft, const NewProcess& edit) {
  if (auto refused = refuse_new(draft, NameKind::kProcess, edit.tag)) {
    return refused;
  }
  if (auto refused = refuse_words('P', "the number of clones", edit.count)) {
    return refused;
  }
  const std::string stem = small_stem_of(edit.tag);
  const std::string functionality = add_idle(draft, stem, "NULL");
  const std::string unit = draft.free_tag(NameKind::kUnit, stem, ".fu");
  draft.add_line('U', unit + " " + functionality);
  draft.add_line('P', edit.tag + " " + edit.count + " " + unit);
  return std::nullopt;
}

Refusal apply(Draft& draft, const NewUnit& edit) {
  if (auto refused = refuse_unknown(draft, NameKind::kProcess, edit.process)) {
    return refused;
  }
  if (auto refused = refuse_new(draft, NameKind::kUnit, edit.tag)) {
    return refused;
  }
  const std::string functionality = add_idle(draft, small_stem_of(edit.tag), "NULL");
  draft.add_line('U', edit.tag + " " + functionality);
  const OutlineLine* process = draft.find(NameKind::kProcess, edit.process);
  draft.set_fields(*process, process->fields.size(), 0, edit.tag);
  return std::nullopt;
}

Refusal apply(Draft& draft, const NewFunctionality& edit) {
  if (auto refused = refuse_unknown(draft, NameKind::kUnit, edit.unit)) {
    return refused;
  }
  if (auto refused = refuse_new(draft, NameKind::kFunctionality, edit.tag)) {
    return refused;
  }
  if (auto refused = refuse_words('I', "the collection", edit.awaited, {1, kMostWords})) {
    return refused;
  }
  if (auto refused = refuse_words('F', "the next unit", edit.next)) {
    return refused;
  }
  std::string itag = edit.awaited;
  if (count_fields('I', itag) > 1) {
    const std::string pairs = std::move(itag);
    itag = draft.free_tag(NameKind::kCollection, stem_of(edit.tag), ".i");
    draft.add_line('I', itag + " " + pairs);
  }
  add_functionality(draft, edit.unit, fmt::format("{} {} NULL NULL {}", edit.tag, itag, edit.next));
  return std::nullopt;
}

Refusal apply(Draft& draft, const NewMessage& edit) {
  if (auto refused = refuse_message(draft, edit)) {
    return refused;
  }
  const std::string sender =
      edit.functionality.empty() ? sending_functionality(draft, edit.from) : edit.functionality;
  if (sender.empty()) {
    return fmt::format("{} has no functionality that could send the message",
                       text::quoted(edit.from));
  }
  if (auto refused = refuse_unknown(draft, NameKind::kFunctionality, sender)) {
    return refused;
  }
  if ((edit.is_answer || edit.goes_to_origin) && has(draft, sender, kAwaitedField, "NULL")) {
    return fmt::format("{} waits for no message, so it cannot answer one", text::quoted(sender));
  }
  const std::string otag =
      edit.tag.empty() ? draft.free_tag(NameKind::kOutput, stem_of(edit.type), ".o") : edit.tag;
  draft.add_line('O', otag + " " + words_of(draft, edit));
  if (auto refused = append_to_list(draft, sender, kSendsField, otag)) {
    return refused;
  }
  return awaits(draft, edit.to, edit.type) ? std::nullopt : add_receiving(draft, edit);
}

Refusal apply(Draft& draft, const NewComputation& edit) {
  if (auto refused = refuse_unknown(draft, NameKind::kFunctionality, edit.functionality)) {
    return refused;
  }
  if (auto refused = refuse_new(draft, NameKind::kComputation, edit.tag)) {
    return refused;
  }
  if (auto refused = refuse_words('C', "the computation", edit.work, {2, kMostWords})) {
    return refused;
  }
  draft.add_line('C', edit.tag + " " + edit.work);
  return append_to_list(draft, edit.functionality, kComputesField, edit.tag);
}

Refusal apply(Draft& draft, const NewVariable& edit) {
  if (auto refused = refuse_new(draft, NameKind::kVariable, edit.name)) {
    return refused;
  }
  if (auto refused = refuse_words('V', "the value", edit.value, {1, kMostWords})) {
    return refused;
  }
  draft.add_line('V', edit.name + " " + edit.value);
  return std::nullopt;
}

}  // namespace dps::blueprint
