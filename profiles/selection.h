/// What a reader asked to see with --only: processes, functional units, functionalities by their
/// tags.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "blueprint/program.h"
#include "profiles/result.h"

namespace dps::profiles {

/// The tags that can be asked for; each once, in the order of first appearance.
struct KnownTags {
  std::vector<std::string> processes;  ///< whole names
  std::vector<std::string> futags;
  std::vector<std::string> ftags;
  Level level = Level::kFunctionality;  ///< below it futags or ftags are not known
};
KnownTags known_tags(const RunResult& result);
KnownTags known_tags(const blueprint::Program& program);

/// A list of tags. Each selects all that bears it: processes whose name begins with it, units and
/// functionalities whose tag it is. Empty: everything.
class Selection {
 public:
  /// `list` is "TAG[,TAG]…". Every tag must select something (kInput names all that do not, one a
  /// line, with suggestions).
  static Result<Selection> parse(std::string_view list, const KnownTags& known);

  [[nodiscard]] bool is_everything() const { return tags_.empty(); }
  /// As it was asked for: "TAG, TAG".
  [[nodiscard]] std::string list() const;
  [[nodiscard]] bool has_process(std::string_view name) const;
  [[nodiscard]] bool has_tag(std::string_view futag_or_ftag) const;
  /// Some tag names processes, and so asks to see each of them.
  [[nodiscard]] bool names_processes() const { return names_processes_; }
  /// The coarsest level at which every tag shows something.
  [[nodiscard]] Level level() const { return level_; }

 private:
  std::vector<std::string> tags_;
  bool names_processes_ = false;
  Level level_ = Level::kProcess;
};

}  // namespace dps::profiles
