#include "commands/sheets/datasheet_documents.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "base/plots/gnuplot.h"
#include "base/printable.h"
#include "commands/files/output_file.h"
#include "predictor/datasheets/document/html.h"
#include "predictor/datasheets/document/latex.h"

namespace dps::commands {
namespace {

namespace fs = std::filesystem;
using datasheets::Document;
using datasheets::Figure;
using plots::PictureFormat;

Result<void> write_document(const std::string& path, std::string_view text) {
  auto file = OutputFile::create(path);
  return file ? file->commit(text) : tl::unexpected(file.error());
}

Result<void> make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    return failure(ErrorCode::kInput, fmt::format("cannot create the folder '{}': {}",
                                                  printable(folder.string()), error.message()));
  }
  return {};
}

Result<std::string> drawn(const Figure& figure, PictureFormat format) {
  return plots::draw(plots::picture_script(figure.picture, format), format);
}

/// Calls `write` for each figure until there is an error.
template <typename Write>
Result<void> for_each_figure(const Document& document, Write write) {
  for (const datasheets::FunctionPage& page : document.pages) {
    for (const Figure& figure : page.figures) {
      if (Result<void> written = write(figure); !written) {
        return written;
      }
    }
  }
  return {};
}

Result<void> write_latex(const std::string& path, const Document& document, bool has_pictures) {
  const fs::path folder(path.substr(0, path.size() - std::string_view(".tex").size()) + "-figures");
  if (!has_pictures) {
    return write_document(path, datasheets::latex_document(document, ""));
  }
  if (auto made = make_folder(folder); !made) {
    return made;
  }
  auto figures = for_each_figure(document, [&](const Figure& figure) -> Result<void> {
    const auto picture = drawn(figure, PictureFormat::kPdf);
    return picture ? write_document((folder / (figure.name + ".pdf")).string(), *picture)
                   : tl::unexpected(picture.error());
  });
  return figures ? write_document(
                       path, datasheets::latex_document(document, folder.filename().string() + "/"))
                 : figures;
}

Result<void> write_html(const std::string& path, const Document& document, bool has_pictures) {
  Result<void> pictures;
  const std::string page = datasheets::html_document(document, [&](const Figure& figure) {
    if (!has_pictures || !pictures) {
      return std::string();
    }
    auto picture = drawn(figure, PictureFormat::kSvg);
    if (!picture) {
      pictures = tl::unexpected(picture.error());
      return std::string();
    }
    return std::move(*picture);
  });
  return pictures ? write_document(path, page) : pictures;
}

Result<void> write_plots(const fs::path& folder, const Document& document) {
  if (auto made = make_folder(folder); !made) {
    return made;
  }
  return for_each_figure(document, [&](const Figure& figure) -> Result<void> {
    const std::string path = (folder / figure.name).string();
    const auto script =
        write_document(path + ".gp", plots::picture_script(figure.picture, PictureFormat::kSvg));
    return script ? write_document(path + ".dat", datasheets::figure_data(figure)) : script;
  });
}

/// Returns true if pictures are wanted and gnuplot is installed; warns if it is not.
bool can_draw(const DocumentChoice& wanted, const Document& document, Color color) {
  bool has_figures = false;
  for (const datasheets::FunctionPage& page : document.pages) {
    has_figures = has_figures || !page.figures.empty();
  }
  if (!has_figures || (wanted.tex.empty() && wanted.html.empty())) {
    return false;
  }
  if (const auto found = plots::find_gnuplot(); !found) {
    print_warning(
        "the document has no pictures: there is no program 'gnuplot' in PATH (Debian: "
        "gnuplot-nox)",
        color);
    return false;
  }
  return true;
}

}  // namespace

ExitStatus write_documents(const DocumentChoice& wanted, const Document& document, Color color) {
  const bool has_pictures = can_draw(wanted, document, color);
  Result<void> written;
  if (!wanted.tex.empty()) {
    written = write_latex(wanted.tex, document, has_pictures);
  }
  if (written && !wanted.html.empty()) {
    written = write_html(wanted.html, document, has_pictures);
  }
  if (written && !wanted.plots.empty()) {
    written = write_plots(wanted.plots, document);
  }
  return written ? ExitStatus::kDone
                 : print_error(written.error().message, ExitStatus::kInputWrong, color);
}

}  // namespace dps::commands
