#include "commands/surfaces/surface_folder.h"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "base/file_identity.h"
#include "base/printable.h"
#include "base/processes/filter.h"
#include "commands/files/output_file.h"
#include "commands/files/own_folder.h"

namespace dps::commands {
namespace {

namespace fs = std::filesystem;

struct OutputText {
  std::string path;
  OutputKind kind;
  std::string text;
};

/// The script with its data, which prints the picture. It contains no paths of users.
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

/// The pictures by phase; none if there is no gnuplot.
Result<std::vector<std::string>> draw(const std::vector<surfaces::PhaseFiles>& phases) {
  std::vector<std::string> pictures;
  for (const surfaces::PhaseFiles& files : phases) {
    auto drawn = run_filter({"gnuplot"}, script_for_pipe(files));
    if (!drawn) {
      return tl::unexpected(drawn.error());
    }
    if (!drawn->exists) {
      return std::vector<std::string>();
    }
    if (!drawn->succeeded || drawn->output.empty()) {
      return failure(ErrorCode::kSystem,
                     fmt::format("gnuplot could not draw '{}.svg'; nothing is written",
                                 printable(files.name)));
    }
    pictures.push_back(std::move(drawn->output));
  }
  return pictures;
}

/// Writes the files after checking that all of them can be written.
Result<void> write_texts(const std::vector<OutputText>& texts, Existing existing) {
  std::vector<OutputFile> files;
  for (const OutputText& text : texts) {
    auto file = OutputFile::create(text.path, text.kind, existing);
    if (!file) {
      return tl::unexpected(file.error());
    }
    files.push_back(std::move(*file));
  }
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (auto written = files[i].commit(texts[i].text); !written) {
      return written;
    }
  }
  return {};
}

/// Removes pictures of earlier data, but only those that dps wrote. Returns the number of removed
/// files.
std::size_t remove_pictures(const std::string& folder,
                            const std::vector<surfaces::PhaseFiles>& phases) {
  std::size_t count = 0;
  for (const surfaces::PhaseFiles& files : phases) {
    const fs::path path = fs::path(folder) / (files.name + ".svg");
    std::error_code ignored;
    const bool is_own = reason_to_keep(path.string(), picture_kind(".svg")).empty();
    count += is_own && fs::remove(path, ignored) ? 1 : 0;
  }
  return count;
}

}  // namespace

Result<std::string> write_surface_folder(const std::string& folder,
                                         const surfaces::SurfaceTable& table,
                                         const std::vector<NamedFile>& inputs, Existing existing) {
  const auto phases = surfaces::phase_files(table);
  std::vector<NamedFile> named;
  std::vector<OutputText> texts;
  for (const surfaces::PhaseFiles& files : phases) {
    const std::string base = (fs::path(folder) / files.name).string();
    texts.push_back({base + ".dat", marked_kind("table"), files.data});
    texts.push_back({base + ".gp", marked_kind("script"), files.script});
    for (const char* ending : {".dat", ".gp", ".svg"}) {
      named.push_back({"-o", base + ending});
    }
  }
  if (const std::string conflicts = conflict(inputs, named); !conflicts.empty()) {
    return failure(ErrorCode::kInput, conflicts);
  }
  if (const auto free = check_own_folder(folder, existing); !free) {
    return with_context(free.error(), "-o");
  }
  const auto pictures = draw(phases);
  if (!pictures) {
    return tl::unexpected(pictures.error());
  }
  for (std::size_t i = 0; i < pictures->size(); ++i) {
    texts.push_back({(fs::path(folder) / (phases[i].name + ".svg")).string(), picture_kind(".svg"),
                     (*pictures)[i]});
  }
  const bool is_new = !is_there(folder);
  if (const auto made = make_own_folder(folder); !made) {
    return with_context(made.error(), "-o");
  }
  if (const auto written = write_texts(texts, existing); !written) {
    if (is_new) {
      std::error_code ignored;
      fs::remove(fs::path(folder) / kFolderMark, ignored);
      fs::remove(folder, ignored);  // if it is empty
    }
    return tl::unexpected(written.error());
  }
  if (!pictures->empty()) {
    return "";
  }
  const std::size_t removed = remove_pictures(folder, phases);
  return fmt::format(
      "gnuplot is not installed (Debian: gnuplot-nox): there are data and scripts, but no "
      "pictures{}",
      removed > 0 ? "; those of earlier data are removed" : "");
}

}  // namespace dps::commands
