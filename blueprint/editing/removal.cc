#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/expression/template.h"
#include "base/text/problems.h"
#include "blueprint/editing/steps.h"

namespace dps::blueprint {
namespace {

using Name = std::pair<NameKind, std::string>;

bool is_removable(NameKind kind) {
  return kind != NameKind::kMessage && kind != NameKind::kHost;
}

std::vector<std::string_view> elements_of(std::string_view list, char separator) {
  std::vector<std::string_view> all;
  for (const text::Range part :
       expression::split_list(list, text::range_of(0, list.size()), separator)) {
    all.push_back(list.substr(part.begin, part.end - part.begin));
  }
  return all;
}

/// A list without some of its elements; the same text if it has none of them.
template <typename IsRemoved>
std::string list_without(std::string_view list, char separator, IsRemoved is_removed) {
  std::string out;
  bool is_first = true;
  for (const std::string_view element : elements_of(list, separator)) {
    if (!is_removed(element)) {
      out.append(is_first ? 0 : 1, separator).append(element);
      is_first = false;
    }
  }
  return out;
}

/// True if an alternative has a weight and no other one beside it.
bool is_alone(std::string_view alternatives) {
  return alternatives.find('|') == std::string_view::npos &&
         alternatives.find('*') != std::string_view::npos;
}

/// Determines the lines and fields to remove together with a line, and removes them from the text.
class Removing {
 public:
  explicit Removing(Draft& draft)
      : draft_(draft), processes_(draft.outline().names_of(NameKind::kProcess)) {
    std::sort(processes_.begin(), processes_.end());
    for (const Mention& mention : draft.outline().mentions()) {
      if (!mention.defines) {
        users_[{mention.kind, mention.name}].push_back(mention.line);
      }
    }
  }

  Refusal run(const Removal& edit) {
    gone_.insert({edit.kind, edit.name});
    collect();
    auto refused = take_from_lines();
    if (!refused) {
      remove_lines();
    }
    return refused;
  }

 private:
  [[nodiscard]] bool is_gone(NameKind kind, std::string_view name) const {
    return gone_.contains({kind, std::string(name)});
  }

  [[nodiscard]] bool is_gone(const OutlineLine& line) const {
    return line.letter == 'T' ? line.fields.size() > 1 && only_gone(draft_.field(line, 1))
                              : gone_.contains(name_of(line));
  }

  /// The name that a line defines.
  [[nodiscard]] Name name_of(const OutlineLine& line) const {
    // A message type and a host are also defined, but behind the tag.
    for (const Mention& mention : draft_.outline().mentions_in(line)) {
      if (mention.defines && is_removable(mention.kind)) {
        return {mention.kind, mention.name};
      }
    }
    return {NameKind::kHost, ""};
  }

  /// Returns true if all receivers of the list are removed processes.
  [[nodiscard]] bool only_gone(std::string_view receivers) const {
    const auto all = elements_of(receivers, ',');
    return std::all_of(all.begin(), all.end(),
                       [&](std::string_view each) { return names_a_gone_process(each); });
  }

  /// Returns true if the text of the receiver names a single P line, which is removed: the only one
  /// whose tag begins with the text, or the one before a bracket.
  [[nodiscard]] bool names_a_gone_process(std::string_view receiver) const {
    const std::size_t bracket = receiver.find('[');
    const std::string_view name = receiver.substr(0, bracket);
    if (name.empty() || name.find('{') != std::string_view::npos) {
      return false;
    }
    if (bracket != std::string_view::npos) {
      return is_gone(NameKind::kProcess, name);
    }
    const auto first = std::lower_bound(processes_.begin(), processes_.end(), name);
    const auto begins_with_it = [&](auto process) {
      return process != processes_.end() && process->starts_with(name);
    };
    return begins_with_it(first) && !begins_with_it(std::next(first)) &&
           is_gone(NameKind::kProcess, *first);
  }

  /// Adds the lines that only lines which go use, until there are no more.
  void collect() {
    for (bool has_more = true; has_more;) {
      has_more = false;
      for (const OutlineLine& line : draft_.outline().lines()) {
        if (line.definition && !is_gone(line) &&
            (is_orphan(name_of(line)) || sends_to_gone(line))) {
          gone_.insert(name_of(line));
          has_more = true;
        }
      }
    }
  }

  [[nodiscard]] bool sends_to_gone(const OutlineLine& line) const {
    return line.letter == 'O' && line.fields.size() > 2 && only_gone(draft_.field(line, 2));
  }

  /// True if it was used, and no line that stays uses it. A next does not use its unit: the P line
  /// does.
  [[nodiscard]] bool is_orphan(const Name& name) const {
    if (name.first == NameKind::kProcess || name.first == NameKind::kVariable) {
      return false;
    }
    bool was_used = false;
    const auto users = users_.find(name);
    if (users == users_.end()) {
      return false;
    }
    for (const std::uint32_t at : users->second) {
      const OutlineLine& line = draft_.outline().lines()[at];
      if (name.first == NameKind::kUnit && line.letter == 'F') {
        continue;
      }
      was_used = true;
      if (!is_gone(line)) {
        return false;
      }
    }
    return was_used;
  }

  /// Takes the names from the lines that stay.
  Refusal take_from_lines() {
    std::vector<TextChange> changes;
    for (const OutlineLine& line : draft_.outline().lines()) {
      if (is_gone(line)) {
        continue;
      }
      if (auto refused = line.letter == 'F'   ? from_functionality(line, changes)
                         : line.letter == 'U' ? from_choices(line, changes)
                         : line.letter == 'P' ? from_units(line, changes)
                                              : std::nullopt) {
        return refused;
      }
      if (line.letter == 'O' && line.fields.size() > 2) {
        without(
            line.fields[2], ',', "",
            [&](std::string_view each) { return names_a_gone_process(each); }, changes);
      }
    }
    draft_.replace_all(changes);
    return std::nullopt;
  }

  template <typename IsRemoved>
  void without(const text::Field& field, char separator, std::string_view empty,
               IsRemoved is_removed, std::vector<TextChange>& changes) const {
    const std::string_view before = draft_.outline().source().text(field.range);
    std::string after = list_without(before, separator, is_removed);
    if (after != before) {
      changes.push_back({field.range, after.empty() ? std::string(empty) : std::move(after)});
    }
  }

  Refusal from_functionality(const OutlineLine& line, std::vector<TextChange>& changes) const {
    const auto unit = [&](const std::string& name) { return is_gone(NameKind::kUnit, name); };
    const auto nexts = draft_.names_in(line, NameKind::kUnit);
    if (std::any_of(nexts.begin(), nexts.end(), unit)) {
      return fmt::format("{} goes on to a unit that would be deleted; change its next unit first",
                         text::quoted(draft_.field(line, 1)));
    }
    if (is_gone(NameKind::kCollection, draft_.field(line, kAwaitedField))) {
      return fmt::format("{} waits for {}; change its collection first",
                         text::quoted(draft_.field(line, 1)),
                         text::quoted(draft_.field(line, kAwaitedField)));
    }
    constexpr std::pair<std::size_t, NameKind> kLists[] = {{kComputesField, NameKind::kComputation},
                                                           {kSendsField, NameKind::kOutput}};
    for (const auto& [at, kind] : kLists) {
      if (at < line.fields.size()) {
        without(
            line.fields[at], ',', "NULL",
            [&, of = kind](std::string_view each) { return is_gone(of, each); }, changes);
      }
    }
    return std::nullopt;
  }

  /// Removes fields that would be empty, with the gap before them. Refused if none would remain.
  template <typename IsRemoved>
  Refusal from_fields(const OutlineLine& line, std::size_t first, char separator,
                      IsRemoved is_removed, std::vector<TextChange>& changes) const {
    std::size_t remaining = 0;
    for (std::size_t at = first; at < line.fields.size(); ++at) {
      const std::string_view before = draft_.field(line, at);
      std::string after = list_without(before, separator, is_removed);
      if (after.empty()) {
        changes.push_back({{line.fields[at - 1].range.end, line.fields[at].range.end}, ""});
        continue;
      }
      remaining += before.starts_with('-') ? 0 : 1;
      if (separator == '|' && after != before && is_alone(after)) {
        after.resize(after.rfind('*'));  // a weight belongs to one of several
      }
      if (after != before) {
        changes.push_back({line.fields[at].range, std::move(after)});
      }
    }
    return remaining > 0 || line.fields.size() <= first
               ? std::nullopt
               : Refusal(fmt::format("{} would be empty; delete it instead",
                                     text::quoted(draft_.field(line, 1))));
  }

  Refusal from_choices(const OutlineLine& line, std::vector<TextChange>& changes) const {
    return from_fields(
        line, 2, '|',
        [&](std::string_view each) {
          return is_gone(NameKind::kFunctionality, each) ||
                 is_gone(NameKind::kFunctionality, each.substr(0, each.rfind('*')));
        },
        changes);
  }

  Refusal from_units(const OutlineLine& line, std::vector<TextChange>& changes) const {
    return from_fields(
        line, 3, ' ', [&](std::string_view each) { return is_gone(NameKind::kUnit, each); },
        changes);
  }

  void remove_lines() {
    std::vector<const OutlineLine*> lines;
    for (const OutlineLine& line : draft_.outline().lines()) {
      if (is_gone(line)) {
        lines.push_back(&line);
      }
    }
    draft_.remove_lines(lines);
  }

  Draft& draft_;
  std::vector<std::string> processes_;                // sorted
  std::map<Name, std::vector<std::uint32_t>> users_;  // of the text before: positions of lines
  std::set<Name> gone_;
};

}  // namespace

Refusal apply(Draft& draft, const Removal& edit) {
  if (!is_removable(edit.kind)) {
    return fmt::format("{} has no line of its own ({})", text::quoted(edit.name),
                       noun_of(edit.kind));
  }
  if (auto refused = refuse_unknown(draft, edit.kind, edit.name)) {
    return refused;
  }
  return Removing(draft).run(edit);
}

}  // namespace dps::blueprint
