#include "blueprint/outline/outline_line.h"

#include <array>

namespace dps::blueprint {

std::string_view noun_of(NameKind kind) {
  static constexpr std::array<std::string_view, 9> kNouns{
      "itag", "ctag", "otag", "ftag", "futag", "ptag", "mtag", "htag", "variable"};
  return kNouns.at(static_cast<std::size_t>(kind));
}

NameKind kind_of(Section section) {
  switch (section) {
    case Section::kInput:
      return NameKind::kCollection;
    case Section::kComputation:
      return NameKind::kComputation;
    case Section::kOutput:
      return NameKind::kOutput;
    case Section::kFunctionality:
      return NameKind::kFunctionality;
    case Section::kUnit:
      return NameKind::kUnit;
    case Section::kProcess:
      return NameKind::kProcess;
  }
  return NameKind::kCollection;
}

}  // namespace dps::blueprint
