#include "commands/groups/output_options.h"

#include <array>

#include "base/file_bytes.h"
#include "commands/files/output_file.h"
#include "commands/options/option.h"

namespace dps::commands {
namespace {

constexpr std::array<std::string_view, 3> kFormats{"text", "json", "csv"};
constexpr std::array<std::string_view, 2> kCheckFormats{"text", "json"};

/// Stores the path; another name of standard output becomes "-".
Setter output_into(std::string& file) {
  return [&file](const std::string& value) -> std::string {
    if (value.empty()) {
      return "-o: expected the name of a file, got nothing";
    }
    file = names_stdout(value) ? std::string(kStandardStream) : value;
    return "";
  };
}

}  // namespace

bool prints_for_programs(const OutputOptions& output) {
  return output.format != Format::kText || output.file == kStandardStream;
}

Option output_option(OutputOptions& given, std::string_view text, Value value) {
  return {"-o", "", value, text, output_into(given.file)};
}

Option result_output_option(OutputOptions& given) {
  return output_option(given,
                       "Also save the result as JSON, for profile and compare; with -, print it "
                       "and send the profile "
                       "to stderr");
}

Option text_output_option(OutputOptions& given) {
  return {"-o", "", kOutputFile, "Write to this file instead of stdout",
          followed_by(output_into(given.file),
                      [&given](const std::string& /*value*/) { given.replaces_stdout = true; })};
}

Option format_option(OutputOptions& given) {
  return {"--format",
          "",
          {"FORMAT", ValueKind::kText, "", kFormats},
          "Print text (the default), json or csv",
          choice_into(given.format, kFormats)};
}

Option check_format_option(OutputOptions& given) {
  return {"--format",
          "",
          {"FORMAT", ValueKind::kText, "", kCheckFormats},
          "Print text (the default) or json",
          choice_into(given.format, kCheckFormats)};
}

}  // namespace dps::commands
