/// The requests of pages for machine files. Source: docs/protocol_studio.md, "Machine files".
#include <algorithm>

#include <fmt/format.h>

#include "base/printable.h"
#include "commands/files/file_kind.h"
#include "studio/hub/hub.h"
#include "studio/hub/messages.h"

namespace dps::studio {
namespace {

using commands::FileKind;
using commands::kind_of;

bool is_machine(FileKind kind) {
  return kind == FileKind::kMachine || kind == FileKind::kSheet;
}

/// The reason for which the text of a machine may not replace the file; "" if it may.
std::string reason_to_keep(const EditedFile& file, std::string_view text) {
  const auto& there = file.on_disk();
  if (!there || there->empty() || kind_of(*there) == kind_of(text)) {
    return "";
  }
  return fmt::format("'{}' is {}, not {}; a machine replaces only its own kind of file",
                     printable(file.path()), commands::noun_of(kind_of(*there)),
                     commands::noun_of(kind_of(text)));
}

}  // namespace

/// The reason for which a machine may not be saved as this path; "" if it may.
std::string Hub::reason_not_to_save_machine(const std::string& path,
                                            const std::string& text) const {
  if (!is_machine(kind_of(text)) || text.size() > kMostFileBytes) {
    return "the text is no machine file";
  }
  if (open_text(path) != nullptr) {
    return fmt::format("'{}' is open as a text", printable(path));
  }
  const auto library = MachineTexts::library();
  if (std::find(library.begin(), library.end(), path) != library.end()) {
    return fmt::format(
        "'{0}' is a machine of the library; another name, such as '{0}.toml', can "
        "be told from it",
        printable(path));
  }
  return "";
}

void Hub::save_machine(Guest& guest, const Json& message) {
  const std::string path = message.at("path");
  const std::string text = message.at("text");
  const bool force = message.at("force");
  if (!may_edit(guest, message)) {
    return;
  }
  if (const auto reason = reason_not_to_save_machine(path, text); !reason.empty()) {
    refuse(guest, message, reason);
    return;
  }
  auto file = path.empty() ? failure(ErrorCode::kInput, "the file needs a name")
                           : EditedFile::open(folder_, path, "");
  if (!file) {
    refuse(guest, message, file.error().message);
    return;
  }
  if (const auto reason = reason_to_keep(*file, text); !reason.empty()) {
    refuse(guest, message, reason);
    return;
  }
  if (!file->is_new() && !force) {
    send(guest, {{"kind", "exists"}, {"id", message.at("id")}, {"path", path}});
    return;
  }
  const auto saved = file->save(text, false);
  if (!saved || !*saved) {
    refuse(guest, message, saved ? "the file has just changed" : saved.error().message);
    return;
  }
  send(guest, {{"kind", "saved_machine"}, {"id", message.at("id")}, {"path", path}});
}

}  // namespace dps::studio
