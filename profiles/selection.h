/// The processes, functional units and functionalities that --only selects by tag.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "blueprint/program.h"
#include "profiles/result.h"

namespace dps::profiles {

/// The tags that --only may name, each once, in the order of first appearance.
struct KnownTags {
  std::vector<std::string> processes;  ///< with index: "Worker.p[0]"
  std::vector<std::string> futags;     ///< empty at level process
  std::vector<std::string> ftags;      ///< empty at levels process and unit
  Level level = Level::kFunctionality;
};
KnownTags known_tags(const RunResult& result);
KnownTags known_tags(const blueprint::Program& program);

/// A list of tags. Each tag selects the processes whose names begin with it and the units and
/// functionalities that have exactly this tag. An empty list selects everything.
class Selection {
 public:
  /// Parses "TAG[,TAG]…". `level` is the finest level that is printed, if the user has chosen it.
  /// Errors: kInput if some tags select nothing, or only rows that are finer than `level`; one line
  /// for each of them, with suggestions.
  static Result<Selection> parse(std::string_view list, const KnownTags& known,
                                 std::optional<Level> level = std::nullopt);

  [[nodiscard]] bool is_everything() const { return tags_.empty(); }
  /// The tags in the user's order: "TAG, TAG".
  [[nodiscard]] std::string list() const;
  [[nodiscard]] bool has_process(std::string_view name) const;
  [[nodiscard]] bool has_tag(std::string_view futag_or_ftag) const;
  /// True if a tag selects processes; their clones are then listed one by one.
  [[nodiscard]] bool names_processes() const { return names_processes_; }
  /// The coarsest level at which every tag selects something.
  [[nodiscard]] Level level() const { return level_; }

 private:
  std::vector<std::string> tags_;
  bool names_processes_ = false;
  Level level_ = Level::kProcess;
};

}  // namespace dps::profiles
