#include "commands/fmt_command.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/load_source.h"
#include "base/text/problems.h"
#include "base/text/source_map.h"
#include "blueprint/layout/standard_layout.h"
#include "blueprint/reading/section_letters.h"
#include "commands/files/file_kind.h"
#include "commands/files/output_file.h"
#include "commands/terminal/messages.h"

namespace dps::commands {
namespace {

/// Returns true if the text has sections of a blueprint, as a part without processes or units has.
bool has_section_letter(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::size_t begin = std::min(line.find_first_not_of(kBlanks), line.size());
    const std::string_view field =
        line.substr(begin, std::min(line.find_first_of(kBlanks, begin), line.size()) - begin);
    if (blueprint::section_of(field) || blueprint::is_other_section(field)) {
      return true;
    }
  }
  return false;
}

/// The reason not to lay out a text whose fields have no error; "" if it is a blueprint.
std::string refusal(const SourceText& source) {
  std::string other_kind = wrong_kind(source, FileKind::kBlueprint);
  if (!other_kind.empty() || has_section_letter(source.text)) {
    return other_kind;
  }
  return fmt::format("'{}' is not a blueprint: no line of it begins with a section letter",
                     printable(source.path));
}

/// The text of the file in the standard layout; nullopt after an error, which was printed.
std::optional<std::string> layout_of(const SourceText& source, const CommonOptions& common) {
  if (const std::string error = refusal(source); !error.empty()) {
    print_error(error, ExitStatus::kInputWrong, common.color);
    return std::nullopt;
  }
  const text::SourceMap map(source.text);
  text::Problems problems(map);
  auto text = blueprint::standard_layout(map, problems);
  if (!text) {
    print_diagnostics(common, source, problems.take());
  }
  return text;
}

ExitStatus replace(const std::string& path, const std::string& text, Color color) {
  auto output = OutputFile::create(path);
  if (!output) {
    return print_error(output.error().message, ExitStatus::kInputWrong, color);
  }
  const auto written = output->commit(text);
  return written ? ExitStatus::kDone
                 : print_error(written.error().message, ExitStatus::kIncomplete, color);
}

ExitStatus format_file(const FmtOptions& given, const std::string& path) {
  const Color color = given.common.color;
  const auto source = text::load_source(path, "blueprint");
  if (!source) {
    return print_error(source.error().message, ExitStatus::kInputWrong, color);
  }
  const auto text = layout_of(*source, given.common);
  if (!text) {
    return ExitStatus::kInputWrong;
  }
  const bool changes = *text != source->text;
  if (given.only_check) {
    return changes ? print_output(printable(path) + "\n", ExitStatus::kFailed) : ExitStatus::kDone;
  }
  if (path == "-") {
    return print_output(*text, ExitStatus::kDone);
  }
  return changes ? replace(path, *text, color) : ExitStatus::kDone;
}

ExitStatus format_files(const FmtOptions& given) {
  int worst = 0;
  for (const std::string& path : given.files) {
    worst = std::max(worst, static_cast<int>(format_file(given, path)));
  }
  return static_cast<ExitStatus>(worst);
}

}  // namespace

Syntax FmtOptions::syntax() {
  Syntax syntax;
  syntax.operands = {{{"BLUEPRINT", ValueKind::kInput, "the blueprint"},
                      "A file, which is rewritten if its layout differs; - is standard input, "
                      "whose new layout is printed",
                      append_to(files),
                      false,
                      true}};
  syntax.add({"--check",
              "",
              {},
              "Change nothing; print the names of the files that would change, and exit with 1 if "
              "there are any",
              into(only_check)});
  return syntax;
}

std::string FmtOptions::check() {
  common.inputs_differ = true;
  return "";
}

Command fmt_command() {
  return {"fmt",
          CommandGroup::kPrograms,
          "Rewrite blueprints in the standard layout",
          prepare<FmtOptions, format_files>,
          {{"dps fmt plan.txt", "aligns its columns and comments"},
           {"dps fmt --check *.txt", "for a test: exit status 1 if a file has another layout"}},
          {"format", "indent", "tidy"}};
}

}  // namespace dps::commands
