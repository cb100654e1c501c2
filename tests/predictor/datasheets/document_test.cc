#include "predictor/datasheets/document/document.h"

#include <algorithm>
#include <variant>

#include <gtest/gtest.h>

#include "predictor/datasheets/document/html.h"
#include "predictor/datasheets/document/latex.h"
#include "predictor/datasheets/fit/make_sheet.h"
#include "predictor/datasheets/tables/points_table.h"
#include "tests/predictor/datasheets/model_points.h"

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
  ASSERT_EQ(page.figures.size(), 3U);
  EXPECT_EQ(page.figures[0].name, "bcast_1");
  const auto& small = std::get<plots::CurvePicture>(page.figures[0].picture);
  const auto& large = std::get<plots::CurvePicture>(page.figures[1].picture);
  // A measured and a fitted curve for each of 7 numbers of processes; 6 sizes up to 32, 8 above it.
  EXPECT_EQ(small.curves.size(), 14U);
  EXPECT_EQ(small.curves[0].points.size(), 6U);
  EXPECT_EQ(small.curves[2].title, "p = 4");
  EXPECT_EQ(small.curves[3].title, "") << "the key has the measured curves only";
  EXPECT_EQ(large.curves[1].points.size(), 8U);
  EXPECT_TRUE(large.y.is_logarithmic);
  EXPECT_EQ(page.figures[2].name, "bcast_surface");
  const auto& surface = std::get<plots::SurfacePicture>(page.figures[2].picture);
  EXPECT_EQ(surface.mesh.size(), 7U);
  EXPECT_EQ(surface.mesh[0].size(), 14U);
  EXPECT_EQ(surface.points.size(), 7U * 14U);
  ASSERT_GE(page.equations.rows.size(), 1U);
  EXPECT_EQ(page.equations.rows[0],
            (std::vector<std::string>{"32 elements or less", "100 + 2 p + 0.2 log(p)*d"}));
  EXPECT_EQ(page.equations.rows[1][0], "with standard errors");
  EXPECT_EQ(page.equations.rows[2][0], "min");
  EXPECT_EQ(page.equations.rows[3][0], "max");
}

/// The files of the dissertation: the sizes of both end or begin at 32 elements.
TEST(SheetDocument, APointOfTwoFilesIsInOnePictureAndOneRow) {
  RawFolder folder = folder_with_bcast();
  RawSeries& series = folder.series[0];
  series.large.emplace();
  for (const RawPoint& point : series.points) {
    if (point.elements >= 32) {
      series.large->push_back(point);
    }
  }
  std::erase_if(series.points, [](const RawPoint& point) { return point.elements > 32; });
  const auto sheet = make_sheet(folder, "lab_1", {})->sheet;
  EXPECT_EQ(sheet.functions[0].ranges[1].elements->least, 32U) << "the fit of both has the point";
  std::size_t at_bound = 0;
  for (const SheetFigure& figure : figures_of(sheet.functions[0], folder)) {
    if (const auto* picture = std::get_if<plots::CurvePicture>(&figure.picture)) {
      const auto& points = picture->curves[0].points;
      at_bound += static_cast<std::size_t>(std::count_if(
          points.begin(), points.end(), [](const auto& point) { return point.x == 32; }));
    }
  }
  EXPECT_EQ(at_bound, 1U);
  EXPECT_EQ(count(points_csv(folder, sheet), "\nbcast,,2,32,"), 1U);
}

TEST(SheetDocument, TimesAreListedAtCommonPoints) {
  for (const DocumentTable& table : document().tables) {
    if (table.title != "Times of collective functions") {
      continue;
    }
    EXPECT_EQ(table.header[1], "p=4 d=1");
    // 100 + 2 * 4 + 0.2 ln(4) = 108.28 us
    EXPECT_EQ(table.rows.at(0)[1], "108.3 us");
    // At most 128 processes and 8192 elements were measured.
    EXPECT_EQ(table.header.size(), 7U);
    EXPECT_EQ(table.header.back(), "p=64 d=256");
    EXPECT_EQ(table.note, "By the equations; p processes, d elements.");
    return;
  }
  FAIL() << "no such table";
}

TEST(SheetDocument, TimesThatWereNotMeasuredAreLeftOut) {
  const Model large{"bcast", 1e-4, machines::StartForm::kProcesses, 2e-6, machines::DataForm::kData,
                    2e-7};
  RawFolder folder;
  folder.facts.element_bytes = 4;
  folder.series = {series_of(large, grid_of(large, 1))};
  RawSeries few = folder.series.front();
  few.name = "reduce";
  std::erase_if(few.points, [](const RawPoint& point) { return point.processes > 8; });
  folder.series.push_back(few);
  const Document found = document_of(make_sheet(folder, "", {})->sheet, folder, {});
  const auto table = std::find_if(
      found.tables.begin(), found.tables.end(),
      [](const DocumentTable& one) { return one.title == "Times of collective functions"; });
  ASSERT_NE(table, found.tables.end());
  ASSERT_EQ(table->rows.size(), 2U);
  EXPECT_NE(table->rows[1][1], "-");
  EXPECT_EQ(table->header[3], "p=16 d=1");
  EXPECT_EQ(table->rows[1][3], "-");
  EXPECT_NE(table->note.find("A dash: outside"), std::string::npos);
}

TEST(SheetDocument, MessagesWithoutElementsAreNotOnALogarithmicAxis) {
  RawFolder folder;
  folder.facts.element_bytes = 1;
  RawSeries send{"send", machines::FunctionPath::kAny, machines::FunctionClass::kPointToPoint, {}};
  for (const std::uint64_t d : std::vector<std::uint64_t>{0, 64, 4096, 65536}) {
    send.points.push_back({2, d, 1e-6 + 1e-9 * static_cast<double>(d), 1e-8, {}});
  }
  folder.series = {send};
  const auto sheet = make_sheet(folder, "", {})->sheet;
  const auto figures = figures_of(sheet.functions.at(0), folder);
  ASSERT_EQ(figures.size(), 1U);
  const auto& picture = std::get<plots::CurvePicture>(figures[0].picture);
  EXPECT_TRUE(picture.x.is_logarithmic);
  EXPECT_EQ(picture.curves.at(0).points.size(), 3U);
  EXPECT_TRUE(picture.title.ends_with(", without 0 elements")) << picture.title;
}

TEST(SheetDocument, TextsOfUsersAreNoCommandsOfLatex) {
  const std::string text = latex_document(document(), "lab-figures/");
  EXPECT_NE(text.find("50 \\% of \\textless{}b\\textgreater{}MPI\\textless{}/b\\textgreater{} \\& "
                      "more\\_ \\\\"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("\\includegraphics[width=9.5cm]{\\detokenize{lab-figures/bcast_1.pdf}}"),
            std::string::npos);
  EXPECT_EQ(count(latex_document(document(), ""), "includegraphics"), 0U);
}

TEST(SheetDocument, APageForABrowserRefersToNothingOutside) {
  const std::string page = html_document(document(), [](const SheetFigure& figure) {
    return "<?xml version=\"1.0\"?>\n<svg id=\"" + figure.name +
           "\"><g id='a'/><use href='#a'/></svg>";
  });
  EXPECT_NE(page.find("50 % of &lt;b&gt;MPI&lt;/b&gt; &amp; more_"), std::string::npos);
  EXPECT_EQ(page.find("<script"), std::string::npos);
  EXPECT_EQ(page.find("http:"), std::string::npos);
  EXPECT_EQ(page.find("https:"), std::string::npos);
  EXPECT_EQ(page.find("<?xml"), std::string::npos);
  EXPECT_EQ(count(page, "<svg"), 3U);
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
  EXPECT_TRUE(data.starts_with("# measured, p = 2\n1 ")) << data;
  EXPECT_NE(data.find("# fitted, p = 2\n"), std::string::npos);
  EXPECT_EQ(count(data, "\n\n\n"), 14U);
  const std::string surface = figure_data(document().pages[0].figures[2]);
  EXPECT_TRUE(surface.starts_with("# fitted\n1 2 ")) << surface;
  EXPECT_NE(surface.find("\n\n# measured\n"), std::string::npos);
}

}  // namespace
}  // namespace dps::datasheets
