#include <fmt/format.h>

#include "base/expression/expression.h"
#include "base/printable.h"
#include "base/text/grid.h"
#include "base/text/layout.h"
#include "blueprint/summary.h"
#include "commands/check/check_report.h"
#include "commands/check/unclaimed_notes.h"
#include "commands/cli/placement_text.h"

namespace dps::commands {
namespace {

/// The variables with their values and descriptions; "" without variables.
std::string variables_text(const std::vector<blueprint::DescribedVariable>& variables) {
  if (variables.empty()) {
    return "";
  }
  constexpr std::size_t kIndent = 2;
  text::Grid grid({{"", text::Align::kLeft}, {""}, {"", text::Align::kLeft}}, kIndent);
  for (const blueprint::DescribedVariable& variable : variables) {
    grid.add({variable.name, expression::number_text(variable.value), printable(variable.text)});
  }
  return "\nvariables\n" + grid.rows();
}

std::string terrain_text(const blueprint::Program& program, const CheckedTerrain& terrain) {
  if (!terrain.placement) {
    return "\n" + terrain.placement.error().report + "\n";
  }
  const std::string matrix =
      terrain.matrix.empty()
          ? ""
          : "\nassignment matrix, with the host of each htag in parentheses\n" + terrain.matrix;
  return matrix + "\nplacement, by " + terrain.origin + "\n" +
         placement_text(program, *terrain.placement) +
         (terrain.note.empty() ? "" : text::wrapped("  note: ", terrain.note));
}

}  // namespace

std::string check_text(const CheckReport& report, bool color) {
  std::string text = render(report.file->source, report.file->diagnostics, {.color = color});
  if (!report.file->program) {
    return text;
  }
  text += text.empty() ? "" : "\n";
  text += blueprint::summarize(*report.file->program);
  text += variables_text(report.file->variables);
  if (report.terrain) {
    text += terrain_text(*report.file->program, *report.terrain);
  }
  for (const std::string& refusal : report.refusals) {
    text += fmt::format("\nwarning: dps run refuses this program: {}\n", refusal);
  }
  for (const std::string& note : report.notes) {
    text += "\n" + text::wrapped("note: ", printable(note));
  }
  if (report.play) {
    text += "\n";
    for (const std::string& line : engine::play_report(*report.play)) {
      text += line + "\n";
    }
    for (const std::string& note : unclaimed_notes(*report.file->program, *report.play)) {
      text += "  " + printable(note) + "\n";
    }
  }
  return text;
}

}  // namespace dps::commands
