#include "commands/compare/compare_options.h"

#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"

namespace dps::commands {

Syntax CompareOptions::syntax() {
  static constexpr std::array<std::string_view, 5> kComparisonLevels{
      "process", "unit", "functionality", "total", "line"};
  Syntax syntax;
  syntax.operands = {
      {{"A.json", ValueKind::kInput, "the result"}, "the result to compare with", into(file)},
      {{"B.json", ValueKind::kInput, "the result"},
       "the result that is compared; with --designs any number",
       append_to(other_files),
       false,
       true}};
  Setter set_level = [this](const std::string& value) {
    level = value;
    const bool is_of_traces = value == "total" || value == "line";
    return is_of_traces ? std::string() : choice_into(profile.level, kLevels)(value);
  };
  syntax.add({{"--designs",
               "",
               {},
               "Rank the results of two or more designs: which is fastest, how "
               "certain that is, and where the time went",
               into(designs)},
              {"--tolerance",
               "",
               {"PERCENT"},
               "Difference of B from A that is tolerated (default 10)",
               percentage_into(tolerance_percent, {"--tolerance", 0, 1e6})},
              {"--level",
               "",
               {"LEVEL", ValueKind::kText, "", kComparisonLevels},
               "How fine the comparison is: process, unit or functionality of results; total (the "
               "default), process or line of traces",
               std::move(set_level)},
              {"--own", "", {}, "Compare the times of traces without their idle part", into(own)},
              only_option(profile),
              format_option(output),
              output_option(output,
                            "Also save the comparison as JSON; with -, print it and send the "
                            "text to stderr")});
  return syntax;
}

std::string CompareOptions::check() {
  common.inputs_differ = designs;
  if (!designs && other_files.size() > 1) {
    return fmt::format(
        "dps compare takes two results, got '{}', too; with --designs it ranks any number",
        printable(other_files[1]));
  }
  return designs && tolerance_percent
             ? "--tolerance does not go with --designs: a difference counts if the confidence "
               "interval shows it"
             : "";
}

}  // namespace dps::commands
