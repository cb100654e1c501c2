#include "commands/language_server/rename.h"

#include "blueprint/editing/rename.h"

namespace dps::commands {
namespace {

using blueprint::Mention;

const Mention* renameable(TextDocument& document, LspPosition position) {
  const auto at = static_cast<std::uint32_t>(document.lines().offset(position));
  const Mention* mention = document.outline().mention_at(at);
  return mention == nullptr || !mention->is_written || mention->name.empty() ? nullptr : mention;
}

}  // namespace

LspJson prepare_rename(TextDocument& document, LspPosition position) {
  const Mention* mention = renameable(document, position);
  if (mention == nullptr) {
    return nullptr;
  }
  return {{"range", json_of(document.lines(), mention->place)}, {"placeholder", mention->name}};
}

tl::expected<LspJson, std::string> rename(TextDocument& document, LspPosition position,
                                          const std::string& new_name) {
  const Mention* mention = renameable(document, position);
  if (mention == nullptr) {
    return tl::unexpected<std::string>("there is no name that can be changed here");
  }
  const auto changes =
      blueprint::rename(document.outline(), {mention->kind, mention->name, new_name});
  if (!changes) {
    return tl::unexpected(changes.error());
  }
  LspJson edits = LspJson::array();
  for (const blueprint::TextChange& change : *changes) {
    edits.push_back(edit_json(document.lines(), change.place, change.text));
  }
  return LspJson{{"changes", {{document.uri(), std::move(edits)}}}};
}

}  // namespace dps::commands
