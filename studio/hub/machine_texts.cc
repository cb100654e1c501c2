#include "studio/hub/machine_texts.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/byte_order_mark.h"
#include "base/file_bytes.h"
#include "base/printable.h"
#include "commands/files/machine_library.h"

namespace dps::studio {

std::vector<std::string> MachineTexts::library() {
  std::vector<std::string> names;
  for (const commands::LibraryMachine& machine : commands::library_machines()) {
    names.push_back(machine.name);
  }
  return names;
}

Result<std::string> MachineTexts::text_of(const std::string& name) const {
  constexpr std::size_t kMostBytes = std::size_t{64} << 20;
  std::string path;
  if (std::find(chosen_.begin(), chosen_.end(), name) != chosen_.end()) {
    path = commands::machine_path(name);
  }
  for (const commands::LibraryMachine& machine : commands::library_machines()) {
    if (path.empty() && machine.name == name) {
      path = machine.path;
    }
  }
  if (path.empty()) {
    bool exists = true;
    auto text = folder_.read_known(name, exists);
    return text ? Result<std::string>(std::string(without_byte_order_mark(*text))) : text;
  }
  auto text = read_text(path, kMostBytes);
  return text ? text : with_context(text.error(), fmt::format("'{}'", printable(name)));
}

}  // namespace dps::studio
