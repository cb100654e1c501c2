#include "commands/cli/blueprint_file.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "base/file_bytes.h"
#include "base/printable.h"
#include "base/text/load_source.h"
#include "blueprint/analysis/warnings.h"
#include "blueprint/collective_rules.h"
#include "commands/files/file_kind.h"

namespace dps::commands {

Result<BlueprintFile> open_blueprint(const BlueprintOptions& given, std::uint32_t max_processes) {
  auto source = text::load_source(given.file, "blueprint");
  if (!source) {
    return tl::unexpected(source.error());
  }
  return read_blueprint_file(given, std::move(*source), max_processes);
}

Result<BlueprintFile> read_blueprint_file(const BlueprintOptions& given, SourceText source,
                                          std::uint32_t max_processes) {
  BlueprintFile file{std::move(source), std::nullopt, {}};
  blueprint::ReadOptions options;
  options.settings = given.settings;
  options.max_processes = max_processes;
  auto reading = blueprint::read_blueprint(file.source, options);
  file.program = std::move(reading.program);
  file.diagnostics = std::move(reading.diagnostics);
  file.variables = std::move(reading.variables);
  const std::string other = file.program ? "" : wrong_kind(file.source, FileKind::kBlueprint);
  if (!other.empty()) {
    return failure(ErrorCode::kInput, other);
  }
  if (file.program) {
    const blueprint::Allowed allowed{reading.allowed_early, given.is_ended};
    for (Diagnostic& warning : blueprint::find_warnings(*file.program, allowed)) {
      file.diagnostics.push_back(std::move(warning));
    }
    sort_by_place(file.diagnostics);
  }
  return file;
}

void predict_native_operations(BlueprintFile& file) {
  for (const std::uint32_t line : blueprint::native_lines(*file.program)) {
    file.notes.push_back(
        fmt::format("-alg native of output '{}': only a run over mpi performs the operation of the "
                    "MPI library; the prediction performs that of -alg auto",
                    printable(file.program->tag(line))));
  }
  for (collectives::Collective& of : file.program->collectives) {
    of.native = false;
  }
}

std::string folder_of(const std::string& path) {
  std::error_code error;
  // standard input, also as /dev/stdin, and pipes
  if (path.starts_with("/dev/") || !std::filesystem::is_regular_file(path, error)) {
    return std::filesystem::current_path(error).string();
  }
  return std::filesystem::absolute(path, error).parent_path().string();
}

Result<std::vector<std::string>> libraries_of(const std::vector<std::string>& userfuncs) {
  std::vector<std::string> paths;
  paths.reserve(userfuncs.size());
  for (const std::string& library : userfuncs) {
    if (library == kStandardStream) {
      return failure(ErrorCode::kInput,
                     "--userfuncs: a library cannot be read from standard input");
    }
    std::error_code error;
    paths.push_back(std::filesystem::canonical(library, error).string());
    if (error) {
      return failure(ErrorCode::kInput,
                     "--userfuncs: cannot open '" + printable(library) + "': " + error.message());
    }
  }
  return paths;
}

}  // namespace dps::commands
