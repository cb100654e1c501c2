#include "commands/cli/saved_result.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <openssl/evp.h>

#include "base/file_bytes.h"
#include "base/text/load_source.h"
#include "base/units.h"
#include "base/utc_date.h"
#include "base/version.h"
#include "commands/files/file_kind.h"
#include "commands/terminal/messages.h"
#include "profiles/environment.h"
#include "profiles/json/result_json.h"
#include "profiles/sweeps/store/stored_point.h"

namespace dps::commands {

std::string sha256(const std::string& text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  if (EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1) {
    return "";
  }
  std::string hex;
  for (unsigned int i = 0; i < size; ++i) {
    hex += fmt::format("{:02x}", digest[i]);
  }
  return hex;
}

std::vector<std::pair<std::string, std::string>> command_facts(
    const std::vector<std::string>& words) {
  std::vector<std::string> command{"dps"};
  command.insert(command.end(), words.begin(), words.end());
  return {{"dps", profiles::json_form(std::string_view(dps_version()))},
          {"date", profiles::json_form(std::string_view(utc_date()))},
          {"command", profiles::json_form(std::span<const std::string>(command))}};
}

profiles::Level recorded_level(const ProfileOptions& profile, const OutputOptions& output,
                               const profiles::Selection& selection) {
  if (profile.expects_firings()) {
    return profiles::Level::kFunctionality;
  }
  const auto least =
      output.file.empty() ? profiles::Level::kProcess : profiles::Level::kFunctionality;
  return std::max(profile.level.value_or(least), selection.level());
}

profiles::Level predicted_level(const ProfileOptions& profile, const OutputOptions& output,
                                const profiles::Selection& selection) {
  return profile.latencies || profile.expects_latencies()
             ? profiles::Level::kFunctionality
             : recorded_level(profile, output, selection);
}

void describe_blueprint(profiles::RunResult& result, const BlueprintFile& file) {
  result.blueprint.path = file.source.path;
  result.blueprint.sha256 = sha256(file.source.text);
  result.blueprint.text = file.source.text;
  for (const auto& variable : file.program->variables) {
    result.blueprint.variables.emplace_back(variable.name, variable.value);
  }
}

Result<profiles::RunResult> open_result(const std::string& path) {
  if (const auto point = sweeps::named_point(path)) {
    return sweeps::load_point(*point);
  }
  auto result = profiles::load_result(path);
  if (result || path == kStandardStream) {
    return result;
  }
  const auto source = text::load_source(path, "result");
  const std::string other = source ? wrong_kind(*source, FileKind::kResult) : "";
  return other.empty() ? result : failure(ErrorCode::kInput, other);
}

OutputKind result_kind() {
  return json_kind("result", "dps-result");
}

Result<std::optional<OutputFile>> create_output(const CommonOptions& common,
                                                const OutputOptions& output, OutputKind kind) {
  if (output.file.empty()) {
    return std::optional<OutputFile>();
  }
  auto created = OutputFile::create(output.file, std::move(kind), common.replaced);
  if (!created) {
    return tl::unexpected(created.error());
  }
  return std::optional<OutputFile>(std::move(*created));
}

ExitStatus save(const CommonOptions& common, std::optional<OutputFile>& output,
                const profiles::RunResult& result) {
  if (!output) {
    return ExitStatus::kDone;
  }
  const std::string text = profiles::to_json(result);
  if (text.size() > profiles::kMostResultBytes) {
    print_warning(
        common,
        fmt::format(
            "the result has {}; dps itself reads at most {} back{}", format_size(text.size()),
            format_size(profiles::kMostResultBytes),
            result.level > profiles::Level::kProcess ? "; --level process makes it smaller" : ""));
  }
  return save(output, text);
}

ExitStatus save(std::optional<OutputFile>& output, std::string_view text) {
  if (!output) {
    return ExitStatus::kDone;
  }
  if (output->is_stdout()) {
    return print_output(text, ExitStatus::kDone);
  }
  const auto saved = output->commit(text);
  return saved ? ExitStatus::kDone : print_error(saved.error().message, ExitStatus::kIncomplete);
}

}  // namespace dps::commands
