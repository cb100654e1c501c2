#include "predictor/datasheets/document/latex.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/plots/tex_text.h"
#include "base/printable.h"

namespace dps::datasheets {
namespace {

constexpr std::string_view kTexBegin = R"(\documentclass[a4paper,10pt]{article}
\usepackage{graphicx}
\usepackage{longtable}
\setlength{\textwidth}{16cm}
\setlength{\oddsidemargin}{0cm}
\setlength{\evensidemargin}{0cm}
\setlength{\topmargin}{-1.6cm}
\setlength{\textheight}{25cm}
\setlength{\parindent}{0pt}
\begin{document}
)";

std::string tex_words(std::string_view text) {
  return plots::tex_text(printable(text));
}

std::string tex_row(const std::vector<std::string>& cells) {
  std::string text;
  for (const std::string& cell : cells) {
    text += (text.empty() ? "" : " & ") + (cell.empty() ? std::string("~") : tex_words(cell));
  }
  return text + " \\\\\n";
}

/// The second column of a table of two is a paragraph; the columns of other tables are as wide as
/// their cells.
std::string columns_of(const DocumentTable& table) {
  return table.header.size() == 2 ? "lp{10.3cm}" : std::string(table.header.size(), 'l');
}

std::string tex_table(const DocumentTable& table) {
  constexpr std::size_t kMostWide = 5;
  const bool is_wide = table.header.size() > kMostWide;
  std::string text = table.title.empty()
                         ? std::string()
                         : fmt::format("\\subsection*{{{}}}\n", tex_words(table.title));
  text += is_wide ? "{\\scriptsize\\setlength{\\tabcolsep}{2pt}\n" : "{";
  text += fmt::format("\\begin{{longtable}}[l]{{{}}}\n", columns_of(table));
  const bool has_header = std::any_of(table.header.begin(), table.header.end(),
                                      [](const std::string& cell) { return !cell.empty(); });
  text += has_header ? tex_row(table.header) + "\\hline\n\\endhead\n" : "";
  for (const auto& cells : table.rows) {
    text += tex_row(cells);
  }
  text += "\\end{longtable}}\n";
  return table.note.empty() ? text
                            : text + fmt::format("{{\\small {}}}\n\n", tex_words(table.note));
}

std::string tex_page(const FunctionPage& page, const std::string& figures) {
  std::string text = fmt::format("\\newpage\n\\section*{{{}}}\n", tex_words(page.name));
  if (!page.meaning.empty()) {
    text += fmt::format("The time of: {}.\n\n", tex_words(page.meaning));
  }
  text += tex_table(page.equations);
  constexpr std::size_t kFew = 2;  // more are smaller, so that they are on one page
  const std::string_view width = page.figures.size() > kFew ? "9.5" : "14";
  for (const SheetFigure& figure : page.figures) {
    if (!figures.empty()) {
      text += fmt::format("\\includegraphics[width={}cm]{{\\detokenize{{{}{}.pdf}}}}\n\n", width,
                          figures, figure.name);
    }
  }
  return text;
}

}  // namespace

std::string latex_document(const Document& document, const std::string& figures) {
  std::string text(kTexBegin);
  text += fmt::format("\\section*{{{}}}\n", tex_words(document.title));
  text += tex_table({"Parameters", {"", ""}, [&] {
                       std::vector<std::vector<std::string>> rows;
                       rows.reserve(document.parameters.size());
                       for (const auto& [key, value] : document.parameters) {
                         rows.push_back({key, value});
                       }
                       return rows;
                     }()});
  for (const DocumentTable& table : document.tables) {
    text += tex_table(table);
  }
  for (const FunctionPage& page : document.pages) {
    text += tex_page(page, figures);
  }
  return text + "\\end{document}\n";
}

}  // namespace dps::datasheets
