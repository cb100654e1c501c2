#include "predictor/datasheets/document/html.h"

#include <array>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/escape.h"

namespace dps::datasheets {
namespace {

constexpr std::string_view kHtmlBegin = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
:root { color-scheme: light dark; }
body { font: 15px/1.5 sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; }
table { border-collapse: collapse; margin: 0.5em 0 1.5em; display: block; overflow-x: auto; }
th, td { text-align: left; white-space: nowrap; padding: 0.15em 1em 0.15em 0; font-variant-numeric: tabular-nums; }
th { border-bottom: 1px solid; }
section { margin-top: 3em; border-top: 1px solid #8888; }
svg { max-width: 100%; height: auto; }
@media print { section { break-before: page; border: 0; margin: 0; } svg { max-height: 7.5cm; } }
</style>
)";

std::string html_words(std::string_view text) {
  return text::html_text(printable(text));
}

std::string html_row(const std::vector<std::string>& cells, std::string_view element) {
  std::string text = "<tr>";
  for (const std::string& cell : cells) {
    text += fmt::format("<{0}>{1}</{0}>", element, html_words(cell));
  }
  return text + "</tr>\n";
}

std::string html_table(const DocumentTable& table) {
  std::string text =
      table.title.empty() ? "" : fmt::format("<h2>{}</h2>\n", html_words(table.title));
  text += "<table>\n" + html_row(table.header, "th");
  for (const auto& cells : table.rows) {
    text += html_row(cells, "td");
  }
  text += "</table>\n";
  return table.note.empty() ? text : text + fmt::format("<p>{}</p>\n", html_words(table.note));
}

void replace_all(std::string& text, std::string_view from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

}  // namespace

std::string inline_svg(std::string_view svg, std::size_t number) {
  const std::size_t begin = svg.find("<svg");
  std::string text(begin == std::string_view::npos ? svg : svg.substr(begin));
  constexpr std::array<std::string_view, 6> kBeforeNames{" id=\"",  " id='", "href=\"#",
                                                         "href='#", "url(#", "{#"};
  for (const std::string_view before : kBeforeNames) {
    replace_all(text, before, fmt::format("{}f{}_", before, number));
  }
  return text;
}

std::string html_document(const Document& document,
                          const std::function<std::string(const SheetFigure&)>& svg) {
  std::string text(kHtmlBegin);
  text += fmt::format("<title>{0}</title>\n</head>\n<body>\n<h1>{0}</h1>\n<table>\n",
                      html_words(document.title));
  for (const auto& [key, value] : document.parameters) {
    text += html_row({key, value}, "td");
  }
  text += "</table>\n";
  for (const DocumentTable& table : document.tables) {
    text += html_table(table);
  }
  std::size_t number = 0;
  for (const FunctionPage& page : document.pages) {
    text += fmt::format("<section>\n<h2>{}</h2>\n", html_words(page.name));
    text += page.meaning.empty()
                ? ""
                : fmt::format("<p>The time of: {}.</p>\n", html_words(page.meaning));
    text += html_table(page.equations);
    for (const SheetFigure& figure : page.figures) {
      const std::string picture = svg(figure);
      text += picture.empty() ? "" : inline_svg(picture, ++number) + "\n";
    }
    text += "</section>\n";
  }
  return text + "</body>\n</html>\n";
}

}  // namespace dps::datasheets
