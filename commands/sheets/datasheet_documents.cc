#include "commands/sheets/datasheet_documents.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "base/plots/gnuplot.h"
#include "commands/files/output_file.h"
#include "commands/files/own_folder.h"
#include "predictor/datasheets/document/html.h"
#include "predictor/datasheets/document/latex.h"

namespace dps::commands {
namespace {

namespace fs = std::filesystem;
using datasheets::Document;
using datasheets::SheetFigure;
using plots::PictureFormat;

/// Writes the files of documents, which replace files of their kinds or any.
class DocumentWriter {
 public:
  explicit DocumentWriter(Existing existing) : existing_(existing) {}

  Result<void> operator()(const std::string& path, OutputKind kind, std::string_view text) const {
    auto file = OutputFile::create(path, std::move(kind), existing_);
    return file ? file->commit(text) : tl::unexpected(file.error());
  }
  [[nodiscard]] Result<void> make(const fs::path& folder) const {
    const auto free = check_own_folder(folder.string(), existing_);
    return free ? make_own_folder(folder.string()) : free;
  }

 private:
  Existing existing_;
};

OutputKind tex_kind() {
  return marked_kind("document", MarkComment::kPercent);
}

OutputKind html_kind() {
  return marked_kind("page", MarkComment::kMarkup);
}

/// The folder for the pictures of a document for LaTeX.
fs::path figures_of(const std::string& tex) {
  return tex.substr(0, tex.size() - std::string_view(".tex").size()) + "-figures";
}

Result<std::string> drawn(const SheetFigure& figure, PictureFormat format) {
  return plots::draw(plots::picture_script(figure.picture, format), format);
}

/// Calls `write` for each figure until there is an error.
template <typename Write>
Result<void> for_each_figure(const Document& document, Write write) {
  for (const datasheets::FunctionPage& page : document.pages) {
    for (const SheetFigure& figure : page.figures) {
      if (Result<void> written = write(figure); !written) {
        return written;
      }
    }
  }
  return {};
}

Result<void> write_latex(const std::string& path, const Document& document, bool has_pictures,
                         const DocumentWriter& write) {
  const fs::path folder = figures_of(path);
  if (!has_pictures) {
    return write(path, tex_kind(), datasheets::latex_document(document, ""));
  }
  if (auto made = write.make(folder); !made) {
    return made;
  }
  auto figures = for_each_figure(document, [&](const SheetFigure& figure) -> Result<void> {
    const auto picture = drawn(figure, PictureFormat::kPdf);
    const std::string name = figure.name + ".pdf";
    return picture ? write((folder / name).string(), picture_kind(name), *picture)
                   : tl::unexpected(picture.error());
  });
  return figures ? write(path, tex_kind(),
                         datasheets::latex_document(document, folder.filename().string() + "/"))
                 : figures;
}

Result<void> write_html(const std::string& path, const Document& document, bool has_pictures,
                        const DocumentWriter& write) {
  Result<void> pictures;
  const std::string page = datasheets::html_document(document, [&](const SheetFigure& figure) {
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
  return pictures ? write(path, html_kind(), page) : pictures;
}

Result<void> write_plots(const fs::path& folder, const Document& document,
                         const DocumentWriter& write) {
  if (auto made = write.make(folder); !made) {
    return made;
  }
  return for_each_figure(document, [&](const SheetFigure& figure) -> Result<void> {
    const std::string path = (folder / figure.name).string();
    const auto script = write(path + ".gp", marked_kind("script"),
                              plots::picture_script(figure.picture, PictureFormat::kSvg));
    return script ? write(path + ".dat", marked_kind("table"), datasheets::figure_data(figure))
                  : script;
  });
}

/// Returns true if pictures are wanted and gnuplot is installed; warns if it is not.
bool can_draw(const DocumentChoice& wanted, const Document& document, const CommonOptions& common) {
  bool has_figures = false;
  for (const datasheets::FunctionPage& page : document.pages) {
    has_figures = has_figures || !page.figures.empty();
  }
  if (!has_figures || (wanted.tex.empty() && wanted.html.empty())) {
    return false;
  }
  if (const auto found = plots::find_gnuplot(); !found) {
    print_warning(common,
                  "the document has no pictures: there is no program 'gnuplot' in PATH (Debian: "
                  "gnuplot-nox)");
    return false;
  }
  return true;
}

}  // namespace

Result<void> check_documents(const DocumentChoice& wanted, Existing existing) {
  const auto check = [existing](const std::string& path, OutputKind kind) -> Result<void> {
    if (path.empty()) {
      return {};
    }
    const auto file = OutputFile::create(path, std::move(kind), existing);
    return file ? Result<void>() : tl::unexpected(file.error());
  };
  auto free = check(wanted.tex, tex_kind());
  free = free ? check(wanted.html, html_kind()) : free;
  if (free && !wanted.tex.empty()) {
    free = check_own_folder(figures_of(wanted.tex).string(), existing);
  }
  return free && !wanted.plots.empty() ? check_own_folder(wanted.plots, existing) : free;
}

ExitStatus write_documents(const DocumentChoice& wanted, const Document& document,
                           const CommonOptions& common) {
  const DocumentWriter write(common.replaced);
  const bool has_pictures = can_draw(wanted, document, common);
  ExitStatus status = ExitStatus::kDone;
  const auto note = [&](const Result<void>& written) {
    if (!written) {
      status = print_error(written.error().message, ExitStatus::kInputWrong, common.color);
    }
  };
  if (!wanted.tex.empty()) {
    note(write_latex(wanted.tex, document, has_pictures, write));
  }
  if (!wanted.html.empty()) {
    note(write_html(wanted.html, document, has_pictures, write));
  }
  if (!wanted.plots.empty()) {
    note(write_plots(wanted.plots, document, write));
  }
  return status;
}

}  // namespace dps::commands
