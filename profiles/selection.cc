#include "profiles/selection.h"

#include <algorithm>
#include <unordered_set>

#include "base/suggestion.h"
#include "base/text/layout.h"
#include "profiles/result.h"

namespace dps::profiles {
namespace {

/// Appends names to a list, each only once.
class UniqueNames {
 public:
  explicit UniqueNames(std::vector<std::string>& names) : names_(names) {}

  void add(const std::string& name) {
    if (seen_.insert(name).second) {
      names_.push_back(name);
    }
  }

 private:
  std::vector<std::string>& names_;
  std::unordered_set<std::string> seen_;
};

std::vector<std::string_view> split_at_commas(std::string_view list) {
  std::vector<std::string_view> parts;
  std::size_t comma = 0;
  while ((comma = list.find(',')) != std::string_view::npos) {
    parts.push_back(list.substr(0, comma));
    list.remove_prefix(comma + 1);
  }
  parts.push_back(list);
  return parts;
}

bool names_some_process(std::string_view tag, const KnownTags& known) {
  return std::any_of(known.processes.begin(), known.processes.end(),
                     [&](const std::string& name) { return name.starts_with(tag); });
}

bool contains(const std::vector<std::string>& tags, std::string_view tag) {
  return std::find(tags.begin(), tags.end(), tag) != tags.end();
}

/// Returns the coarsest level at which the tag selects something.
std::optional<Level> level_of(std::string_view tag, const KnownTags& known) {
  if (names_some_process(tag, known)) {
    return Level::kProcess;
  }
  if (contains(known.futags, tag)) {
    return Level::kUnit;
  }
  if (contains(known.ftags, tag)) {
    return Level::kFunctionality;
  }
  return std::nullopt;
}

std::string unknown_tag_message(std::string_view tag, const KnownTags& known) {
  if (tag.empty()) {
    return "--only: the list contains an empty tag";
  }
  std::vector<std::string> candidates;
  UniqueNames groups(candidates);
  for (const std::string& process : known.processes) {
    groups.add(std::string(clone_group(process)));
  }
  candidates.insert(candidates.end(), known.futags.begin(), known.futags.end());
  candidates.insert(candidates.end(), known.ftags.begin(), known.ftags.end());
  std::string text = "--only: no ptag begins with '" + std::string(tag) +
                     "', and there is no such futag or ftag" + did_you_mean(tag, candidates);
  if (known.level == Level::kProcess) {
    text += " (the result was recorded at level process, without futags and ftags)";
  } else if (known.level == Level::kUnit) {
    text += " (the result was recorded at level unit, without ftags)";
  }
  return text;
}

/// For a tag that selects only rows of the level `needed`, which is finer than `level`.
std::string omitted_tag_message(std::string_view tag, Level needed, Level level) {
  return "--only: '" + std::string(tag) + "' selects " +
         (needed == Level::kUnit ? "functional units" : "functionalities") + ", which --level " +
         std::string(level_name(level)) + " omits; leave out --level";
}

}  // namespace

KnownTags known_tags(const RunResult& result) {
  KnownTags known;
  known.level = result.level;
  UniqueNames processes(known.processes);
  UniqueNames futags(known.futags);
  UniqueNames ftags(known.ftags);
  for (const RunProfile& run : result.runs) {
    for (const ProcessProfile& process : run.processes) {
      processes.add(process.ptag);
      for (const UnitProfile& unit : process.units) {
        futags.add(unit.futag);
        for (const FunctionalityProfile& functionality : unit.functionalities) {
          ftags.add(functionality.ftag);
        }
      }
    }
  }
  return known;
}

KnownTags known_tags(const blueprint::Program& program) {
  KnownTags known;
  UniqueNames futags(known.futags);
  UniqueNames ftags(known.ftags);
  for (std::uint32_t process = 0; process < program.process_count(); ++process) {
    known.processes.push_back(program.process_name(ProcessId{process}));
  }
  for (const blueprint::Unit& unit : program.units) {
    futags.add(program.tag(unit.definition));
  }
  for (const blueprint::Functionality& functionality : program.functionalities) {
    ftags.add(program.tag(functionality.definition));
  }
  return known;
}

Result<Selection> Selection::parse(std::string_view list, const KnownTags& known,
                                   std::optional<Level> level) {
  Selection selection;
  std::string errors;
  for (const std::string_view tag : split_at_commas(list)) {
    const auto needed = tag.empty() ? std::nullopt : level_of(tag, known);
    if (!needed || (level && *needed > *level)) {
      errors += (errors.empty() ? "" : "\n") + (needed ? omitted_tag_message(tag, *needed, *level)
                                                       : unknown_tag_message(tag, known));
      continue;
    }
    selection.tags_.emplace_back(tag);
    selection.names_processes_ |= *needed == Level::kProcess;
    selection.level_ = std::max(selection.level_, *needed);
  }
  if (!errors.empty()) {
    return failure(ErrorCode::kInput, errors);
  }
  return selection;
}

std::string Selection::list() const {
  return text::joined(tags_, ", ");
}

bool Selection::has_process(std::string_view name) const {
  return std::any_of(tags_.begin(), tags_.end(),
                     [&](const std::string& tag) { return name.starts_with(tag); });
}

bool Selection::has_tag(std::string_view futag_or_ftag) const {
  return contains(tags_, futag_or_ftag);
}

}  // namespace dps::profiles
