#include "datasheets/document/document.h"

#include <gtest/gtest.h>

#include "datasheets/document/html.h"
#include "datasheets/document/latex.h"
#include "datasheets/fit/make_sheet.h"
#include "tests/datasheets/model_points.h"

namespace dps::datasheets {
namespace {

RawFolder folder_with_bcast() {
  const Model model{
      "bcast", 1e-4, machines::StartForm::kProcesses, 2e-6, machines::DataForm::kLogProcessesData,
      2e-7};
  RawFolder folder;
  folder.facts.element_bytes = 4;
  folder.facts.measured = {{"library", "50 % of <b>MPI</b> & more_"}};
  folder.series = {series_of(model, grid_of(model, 1))};
  return folder;
}

Document document() {
  const RawFolder folder = folder_with_bcast();
  return document_of(make_sheet(folder, "lab_1", {})->sheet, folder, {});
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

TEST(SheetDocument, HasAPageForEachFunction) {
  const Document found = document();
  EXPECT_EQ(found.title, "Data sheet of lab_1");
  ASSERT_EQ(found.pages.size(), 1U);
  const FunctionPage& page = found.pages[0];
  EXPECT_EQ(page.name, "bcast");
  EXPECT_EQ(page.meaning, "MPI_Bcast, until the last process returns");
  ASSERT_EQ(page.figures.size(), 2U);
  EXPECT_EQ(page.figures[0].name, "bcast_1");
  // A measured and a fitted curve for each of 7 numbers of processes; 6 sizes up to 32, 9 from it.
  EXPECT_EQ(page.figures[0].picture.curves.size(), 14U);
  EXPECT_EQ(page.figures[0].picture.curves[0].points.size(), 6U);
  EXPECT_EQ(page.figures[1].picture.curves[1].points.size(), 9U);
  ASSERT_GE(page.equations.rows.size(), 1U);
  EXPECT_EQ(page.equations.rows[0],
            (std::vector<std::string>{"32 elements or less", "100 + 2 p + 0.2 log(p)*d"}));
  EXPECT_EQ(page.equations.rows[1][0], "with standard errors");
  EXPECT_EQ(page.equations.rows[2][0], "min");
  EXPECT_EQ(page.equations.rows[3][0], "max");
}

TEST(SheetDocument, TimesAreListedAtCommonPoints) {
  for (const DocumentTable& table : document().tables) {
    if (table.title != "Times of collective functions") {
      continue;
    }
    EXPECT_EQ(table.header[1], "p=4 d=1");
    // 100 + 2 * 4 + 0.2 ln(4) = 108.28 us
    EXPECT_EQ(table.rows.at(0)[1], "108.3 us");
    return;
  }
  FAIL() << "no such table";
}

TEST(SheetDocument, TextsOfUsersAreNoCommandsOfLatex) {
  const std::string text = latex_document(document(), "lab-figures/");
  EXPECT_NE(text.find("50 \\% of \\textless{}b\\textgreater{}MPI\\textless{}/b\\textgreater{} \\& "
                      "more\\_ \\\\"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("\\includegraphics[width=14cm]{\\detokenize{lab-figures/bcast_1.pdf}}"),
            std::string::npos);
  EXPECT_EQ(count(latex_document(document(), ""), "includegraphics"), 0U);
}

TEST(SheetDocument, APageForABrowserRefersToNothingOutside) {
  const std::string page = html_document(document(), [](const Figure& figure) {
    return "<?xml version=\"1.0\"?>\n<svg id=\"" + figure.name +
           "\"><g id='a'/><use href='#a'/></svg>";
  });
  EXPECT_NE(page.find("50 % of &lt;b&gt;MPI&lt;/b&gt; &amp; more_"), std::string::npos);
  EXPECT_EQ(page.find("<script"), std::string::npos);
  EXPECT_EQ(page.find("http:"), std::string::npos);
  EXPECT_EQ(page.find("https:"), std::string::npos);
  EXPECT_EQ(page.find("<?xml"), std::string::npos);
  EXPECT_EQ(count(page, "<svg"), 2U);
}

TEST(SheetDocument, PicturesOnAPageHaveTheirOwnIdentifiers) {
  EXPECT_EQ(inline_svg("<?xml version=\"1.0\"?>\n<svg><g id=\"a\"/><g id='b'/><use "
                       "xlink:href='#a'/><p clip=\"url(#b)\"/></svg>",
                       3),
            "<svg><g id=\"f3_a\"/><g id='f3_b'/><use xlink:href='#f3_a'/><p "
            "clip=\"url(#f3_b)\"/></svg>");
}

TEST(SheetDocument, FiguresAreKeptAsData) {
  const std::string data = figure_data(document().pages[0].figures[0]);
  EXPECT_TRUE(data.starts_with("# measured, p=2\n1 ")) << data;
  EXPECT_EQ(count(data, "\n\n\n"), 14U);
}

}  // namespace
}  // namespace dps::datasheets
