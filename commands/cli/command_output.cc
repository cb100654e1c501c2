#include "commands/cli/command_output.h"

#include <algorithm>

#include <fmt/format.h>
#include <unistd.h>

#include "base/file_bytes.h"
#include "base/printable.h"
#include "commands/files/output_file.h"
#include "profiles/json/result_json.h"
#include "profiles/selection.h"
#include "profiles/text/csv_profile.h"
#include "profiles/text/text_profile.h"
#include "profiles/view.h"

namespace dps::commands {
namespace {

bool prints_to_file(const OutputOptions& output) {
  return output.replaces_stdout && output.file != kStandardStream;
}

/// The kind of the file of -o that replaces stdout.
OutputKind printed_kind(const CommonOptions& common, Format format) {
  const std::string noun = fmt::format("output of 'dps {}'", common.command);
  switch (format) {
    case Format::kJson:
      return json_kind(noun, "");
    case Format::kCsv:
      return {noun, OutputKind::Form::kCsv};
    case Format::kText:
    case Format::kMarkdown:
      break;
  }
  return marked_kind(noun);
}

ExitStatus write_file(const CommonOptions& common, const OutputOptions& output,
                      std::string_view text, ExitStatus status) {
  auto file = OutputFile::create(
      output.file, with_content(printed_kind(common, output.format), text), common.replaced);
  if (!file) {
    return print_error(file.error().message, ExitStatus::kInputWrong);
  }
  const auto written = file->commit(text);
  return written ? status : print_error(written.error().message, ExitStatus::kIncomplete);
}

/// Removes the latencies unless they are to be printed: with --latencies, and at level
/// functionality, though not as CSV, whose columns are then those of all other levels.
void choose_latencies(profiles::RunResult& result, bool are_wanted, Format format) {
  const bool is_default = result.level == profiles::Level::kFunctionality && format != Format::kCsv;
  if (!are_wanted && !is_default) {
    profiles::remove_latencies(result);
  }
}

}  // namespace

int printing_descriptor(const OutputOptions& output) {
  return output.file == kStandardStream && !output.replaces_stdout ? STDERR_FILENO : STDOUT_FILENO;
}

ExitStatus print_output(const CommonOptions& common, const OutputOptions& output,
                        std::string_view text, ExitStatus status) {
  if (prints_to_file(output)) {
    return write_file(common, output, text, status);
  }
  if (printing_descriptor(output) == STDOUT_FILENO) {
    return print_output(text, status);
  }
  if (common.quiet) {
    return status;
  }
  return write_all(STDERR_FILENO, text) ? status : ExitStatus::kIncomplete;
}

Result<void> check_output(const CommonOptions& common, const OutputOptions& output) {
  if (!prints_to_file(output)) {
    return {};
  }
  const auto file =
      OutputFile::create(output.file, printed_kind(common, output.format), common.replaced);
  return file ? Result<void>() : tl::unexpected(file.error());
}

bool prints_color(const CommonOptions& common, const OutputOptions& output) {
  return prints_to_file(output) ? common.color == Color::kAlways
                                : use_color(common.color, printing_descriptor(output));
}

Result<profiles::Selection> selection_of(const ProfileOptions& profile,
                                         const profiles::KnownTags& known) {
  if (profile.only.empty()) {
    return profiles::Selection{};
  }
  return profiles::Selection::parse(fmt::format("{}", fmt::join(profile.only, ",")), known,
                                    profile.level);
}

Result<std::string> format_result(profiles::RunResult result, const ProfileOptions& profile,
                                  const CommonOptions& common, const OutputOptions& output) {
  if (profile.level && *profile.level > result.level) {
    return failure(
        ErrorCode::kInput,
        fmt::format("this result was recorded at level {}; run again with --level {}",
                    profiles::level_name(result.level), profiles::level_name(*profile.level)));
  }
  const auto selection = profile.only.empty() ? Result<profiles::Selection>{}
                                              : selection_of(profile, profiles::known_tags(result));
  if (!selection) {
    return tl::unexpected(selection.error());
  }
  profiles::coarsen(
      result, std::max(profile.level.value_or(profiles::Level::kProcess), selection->level()));
  choose_latencies(result, profile.latencies, output.format);
  profiles::focus(result, *selection);
  switch (output.format) {
    case Format::kJson:
      return profiles::to_json(result);
    case Format::kCsv:
      return profiles::csv_profile(result);
    case Format::kText:
    case Format::kMarkdown:
      break;
  }
  profiles::TextOptions options;
  options.color = prints_color(common, output);
  options.list_clones = selection->names_processes();
  options.most_sites = profile.most_sites;
  return profiles::text_profile(result, options);
}

}  // namespace dps::commands
