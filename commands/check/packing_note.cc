#include "commands/check/packing_note.h"

#include <cstddef>
#include <cstdint>
#include <set>

#include <fmt/format.h>

#include "base/units.h"

namespace dps::commands {

std::string packing_note(const blueprint::Program& program) {
  constexpr std::uint64_t kLarge = std::uint64_t{64} << 10;
  const blueprint::Output* largest = nullptr;
  std::set<std::uint32_t> lines;
  for (const blueprint::Output& output : program.outputs) {
    // With -p off, sizes cannot vary.
    if (!output.packed || output.delay || output.copies == 0 || output.bytes < kLarge ||
        output.bytes_variate.count > 0) {
      continue;
    }
    lines.insert(output.definition);
    if (largest == nullptr || output.bytes > largest->bytes) {
      largest = &output;
    }
  }
  if (largest == nullptr) {
    return "";
  }
  const blueprint::Definition& line = program.definitions[largest->definition];
  const std::size_t others = lines.size() - 1;
  return fmt::format(
      "line {}: {} packs messages of {}{}{}; '-p off' sends their bytes as they are, and spares "
      "the time of packing and unpacking",
      line.tag_span.line, line.tag, format_size(largest->bytes), largest->xdr ? " as XDR" : "",
      others == 0 ? ""
                  : fmt::format(", and {} large ones",
                                counted(others, "other O line packs", "other O lines pack")));
}

}  // namespace dps::commands
