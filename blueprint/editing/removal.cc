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

/// The process lines that a receiver or a T line names, as far as the text says: those whose tags
/// begin with it, or the one before a bracket.
bool names_only(const Draft& draft, std::string_view receiver, std::string_view process) {
  const std::size_t bracket = receiver.find('[');
  const std::string_view name = receiver.substr(0, bracket);
  if (name.find('{') != std::string_view::npos) {
    return false;
  }
  if (bracket != std::string_view::npos) {
    return name == process;
  }
  const auto all = draft.outline().names_of(NameKind::kProcess);
  return process.starts_with(name) &&
         std::none_of(all.begin(), all.end(), [&](const std::string& each) {
           return each != process && each.starts_with(name);
         });
}

/// A list without some of its elements.
template <typename IsRemoved>
std::string list_without(std::string_view list, char separator, IsRemoved is_removed) {
  std::string out;
  for (const text::Range part :
       expression::split_list(list, text::range_of(0, list.size()), separator)) {
    const std::string_view element = list.substr(part.begin, part.end - part.begin);
    if (!is_removed(element)) {
      out += (out.empty() ? "" : std::string(1, separator)) + std::string(element);
    }
  }
  return out;
}

/// True if an alternative has a weight and no other one beside it.
bool is_alone(std::string_view alternatives) {
  return alternatives.find('|') == std::string_view::npos &&
         alternatives.find('*') != std::string_view::npos;
}

/// Decides what goes with a line, and takes it out of the text.
class Removing {
 public:
  explicit Removing(Draft& draft) : draft_(draft) {
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
    return refused ? refused : remove_lines();
  }

 private:
  [[nodiscard]] bool is_gone(NameKind kind, std::string_view name) const {
    return gone_.contains({kind, std::string(name)});
  }

  [[nodiscard]] bool is_gone(const OutlineLine& line) const {
    return line.letter == 'T' ? only_gone(draft_.field(line, 1)) : gone_.contains(name_of(line));
  }

  /// The name that a line defines.
  [[nodiscard]] Name name_of(const OutlineLine& line) const {
    const auto number = static_cast<std::uint32_t>(&line - draft_.outline().lines().data());
    const auto& all = draft_.outline().mentions();
    auto mention = std::partition_point(all.begin(), all.end(),
                                        [&](const Mention& each) { return each.line < number; });
    // A message type and a host are also defined, but behind the tag.
    for (; mention != all.end() && mention->line == number; ++mention) {
      if (mention->defines && is_removable(mention->kind)) {
        return {mention->kind, mention->name};
      }
    }
    return {NameKind::kHost, ""};
  }

  /// True if all receivers of the list are processes that go.
  [[nodiscard]] bool only_gone(std::string_view receivers) const {
    return list_without(receivers, ',',
                        [&](std::string_view each) { return names_a_gone_process(each); })
        .empty();
  }

  [[nodiscard]] bool names_a_gone_process(std::string_view receiver) const {
    return std::any_of(gone_.begin(), gone_.end(), [&](const Name& each) {
      return each.first == NameKind::kProcess && names_only(draft_, receiver, each.second);
    });
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
    for (const std::uint32_t at :
         users == users_.end() ? std::vector<std::uint32_t>() : users->second) {
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
      return fmt::format("{} waits for it", text::quoted(draft_.field(line, 1)));
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

  /// Fields that would be empty go with the gap before them. Refused if none would remain.
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
               : Refusal(fmt::format("nothing else is in {}; delete that instead",
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

  Refusal remove_lines() {
    for (std::size_t at = draft_.outline().lines().size(); at-- > 0;) {
      const OutlineLine& line = draft_.outline().lines()[at];
      if (is_gone(line)) {
        draft_.remove_line(line);
      }
    }
    return std::nullopt;
  }

  Draft& draft_;
  std::map<Name, std::vector<std::uint32_t>> users_;  // of the text before: positions of lines
  std::set<Name> gone_;
};

}  // namespace

Refusal apply(Draft& draft, const Removal& edit) {
  if (!is_removable(edit.kind)) {
    return fmt::format("a {} has no line of its own", noun_of(edit.kind));
  }
  if (auto refused = refuse_unknown(draft, edit.kind, edit.name)) {
    return refused;
  }
  return Removing(draft).run(edit);
}

}  // namespace dps::blueprint
