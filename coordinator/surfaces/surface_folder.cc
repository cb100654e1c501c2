#include "coordinator/surfaces/surface_folder.h"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "base/filter.h"
#include "base/printable.h"
#include "coordinator/cli/output_file.h"

namespace dps::coordinator {
namespace {

namespace fs = std::filesystem;

struct OutputText {
  std::string path;
  std::string text;
};

/// The script with its data, which prints the picture. Paths of users are not in it.
std::string script_for_pipe(const surfaces::PhaseFiles& files) {
  std::string script;
  const std::string data = fmt::format("'{}.dat'", files.name);
  for (std::size_t begin = 0; begin < files.script.size();) {
    const std::size_t end = files.script.find('\n', begin) + 1;
    const std::string line = files.script.substr(begin, end - begin);
    script += line.starts_with("set output") ? "" : line;
    begin = end;
  }
  const std::size_t at = script.find(data);
  script.replace(at, data.size(), "$data");
  return "$data << END\n" + files.data + "END\n" + script;
}

Result<void> write_text(const OutputText& output) {
  auto file = OutputFile::create(output.path);
  return file ? file->commit(output.text) : Result<void>(tl::unexpected(file.error()));
}

Result<void> make_folder(const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error && !fs::is_directory(folder, error)) {
    error = std::make_error_code(std::errc::not_a_directory);
  }
  return error ? failure(ErrorCode::kInput, fmt::format("-o: cannot make the folder '{}': {}",
                                                        printable(folder), error.message()))
               : Result<void>();
}

}  // namespace

Result<std::string> write_surface_folder(const std::string& folder,
                                         const surfaces::SurfaceTable& table,
                                         const std::vector<NamedFile>& inputs) {
  const auto phases = surfaces::phase_files(table);
  std::vector<NamedFile> named;
  std::vector<OutputText> texts;
  for (const surfaces::PhaseFiles& files : phases) {
    const std::string base = (fs::path(folder) / files.name).string();
    texts.push_back({base + ".dat", files.data});
    texts.push_back({base + ".gp", files.script});
    for (const char* ending : {".dat", ".gp", ".svg"}) {
      named.push_back({"-o", base + ending});
    }
  }
  if (const std::string conflicts = conflict(inputs, named); !conflicts.empty()) {
    return failure(ErrorCode::kInput, conflicts);
  }
  if (const auto made = make_folder(folder); !made) {
    return tl::unexpected(made.error());
  }
  for (const OutputText& text : texts) {
    if (const auto written = write_text(text); !written) {
      return tl::unexpected(written.error());
    }
  }
  for (const surfaces::PhaseFiles& files : phases) {
    const auto drawn = run_filter({"gnuplot"}, script_for_pipe(files));
    if (!drawn) {
      return tl::unexpected(drawn.error());
    }
    if (!drawn->exists) {
      return "gnuplot is not installed (Debian: gnuplot-nox): there are data and scripts, but no "
             "pictures";
    }
    if (!drawn->succeeded) {
      return failure(ErrorCode::kSystem,
                     fmt::format("gnuplot could not draw '{}.svg'", printable(files.name)));
    }
    const std::string path = (fs::path(folder) / (files.name + ".svg")).string();
    if (const auto written = write_text({path, drawn->output}); !written) {
      return tl::unexpected(written.error());
    }
  }
  return "";
}

}  // namespace dps::coordinator
