#include "datasheets/document/latex.h"

#include <fmt/format.h>

#include "base/printable.h"
#include "plots/tex_text.h"

namespace dps::datasheets {
namespace {

constexpr std::string_view kTexBegin = R"(\documentclass[a4paper,10pt]{article}
\usepackage{graphicx}
\usepackage{longtable}
\setlength{\textwidth}{16cm}
\setlength{\oddsidemargin}{0cm}
\setlength{\evensidemargin}{0cm}
\setlength{\topmargin}{-1cm}
\setlength{\textheight}{24cm}
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

/// The last column of a table of meanings is a paragraph; that of others is as wide as its cells.
std::string columns_of(const DocumentTable& table) {
  const bool has_sentences = table.header.size() == 2 && !table.title.empty();
  return has_sentences ? "lp{11cm}" : std::string(table.header.size(), 'l');
}

std::string tex_table(const DocumentTable& table) {
  constexpr std::size_t kMostWide = 7;
  const bool is_wide = table.header.size() > kMostWide;
  std::string text = table.title.empty()
                         ? std::string()
                         : fmt::format("\\subsection*{{{}}}\n", tex_words(table.title));
  text += is_wide ? "{\\scriptsize\\setlength{\\tabcolsep}{2pt}\n" : "{";
  text += fmt::format("\\begin{{longtable}}[l]{{{}}}\n", columns_of(table));
  text += tex_row(table.header) + "\\hline\n\\endhead\n";
  for (const auto& cells : table.rows) {
    text += tex_row(cells);
  }
  return text + "\\end{longtable}}\n";
}

std::string tex_page(const FunctionPage& page, const std::string& figures) {
  std::string text = fmt::format("\\newpage\n\\section*{{{}}}\n", tex_words(page.name));
  if (!page.meaning.empty()) {
    text += fmt::format("The time of: {}.\n\n", tex_words(page.meaning));
  }
  text += tex_table(page.equations);
  for (const Figure& figure : page.figures) {
    if (!figures.empty()) {
      text += fmt::format("\\includegraphics[width=14cm]{{\\detokenize{{{}{}.pdf}}}}\n\n", figures,
                          figure.name);
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
