#include "commands/groups/plot_option.h"

#include "base/printable.h"

namespace dps::commands {

Option plot_option(std::string& path, std::string_view text) {
  return {"--plot",
          "",
          {"FILE", ValueKind::kOutput, "--plot"},
          text,
          [&path](const std::string& value) -> std::string {
            path = value;
            return value.ends_with(".svg") || value.ends_with(".pdf") || value.ends_with(".tex")
                       ? ""
                       : "--plot: the name of a picture ends in .svg, .pdf or .tex, got '" +
                             printable(value) + "'";
          }};
}

}  // namespace dps::commands
