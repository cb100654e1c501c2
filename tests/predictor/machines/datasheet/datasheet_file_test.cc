#include "predictor/machines/kinds/datasheet/file/datasheet_file.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "tests/support/file_text.h"

namespace dps::machines {
namespace {

constexpr const char* kLab = R"(format = "dps-datasheet"
version = 1
name = "lab"
element = "8B"
eager = "4KiB"
eager_host = "64KiB"
[[host]]
name = "node[1-2]"
cores = 4
[[host]]
name = "login"
multiply = "2ns"
[alias]
recvmin = "irecv2"
"isend 3" = "irecv2"
[measured]
time = "2026-11-23"
hosts = 2
[[function]]
name = "bcast"
class = "collective"
path = "host"
[[function.range]]
most = 32
c = "106.549us"
start = "p"
s = "6.35065us"
data = "p*d"
d = "43.9693ns"
error = {c = "12.3071us", s = "783.058ns", d = "1.75882ns"}
correlation = {cs = -0.41, cd = 0, sd = -0.61}
fit = {chi2 = 34.05, freedom = 39, q = 0.69, median = 0.02, most = 0.11, points = 42}
measured = {processes = [2, 128], elements = [1, 32]}
[[function.range]]
c = "0s"
[[function]]
name = "irecv2"
class = "point-to-point"
range = [{c = "40us", data = "d", d = "0.5us", fit = {q = 0.97}}]
)";

DatasheetReading read(const std::string& text) {
  return read_datasheet({"m.toml", text});
}

std::string complaints(const std::string& text) {
  return render({"m.toml", text}, read(text).diagnostics);
}

TEST(DatasheetFile, ASheetHasItsHostsAliasesAndFacts) {
  const auto reading = read(kLab);
  ASSERT_TRUE(reading.sheet) << complaints(kLab);
  const Datasheet& sheet = *reading.sheet;
  EXPECT_EQ(sheet.name, "lab");
  EXPECT_EQ(sheet.element_bytes, 8U);
  EXPECT_EQ(sheet.eager, 4096U);
  EXPECT_EQ(sheet.eager_on_host, 65536U);
  ASSERT_EQ(sheet.hosts.size(), 3U);
  EXPECT_EQ(sheet.hosts[1].name, "node2");
  EXPECT_EQ(sheet.hosts[1].cores, 4U);
  EXPECT_EQ(sheet.multiply[1], std::nullopt);
  EXPECT_EQ(sheet.multiply[2], Attoseconds(2'000'000'000));
  using Pairs = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ(sheet.aliases, (Pairs{{"recvmin", "irecv2"}, {"isend 3", "irecv2"}}));
  EXPECT_EQ(sheet.measured, (Pairs{{"time", "2026-11-23"}, {"hosts", "2"}}));
}

TEST(DatasheetFile, AnEquationIsReadToTheAttosecond) {
  const auto reading = read(kLab);
  ASSERT_TRUE(reading.sheet) << complaints(kLab);
  ASSERT_EQ(reading.sheet->functions.size(), 2U);
  const SheetFunction& bcast = reading.sheet->functions[0];
  EXPECT_EQ(bcast.name, "bcast");
  EXPECT_EQ(bcast.path, FunctionPath::kHost);
  EXPECT_EQ(bcast.function_class, FunctionClass::kCollective);
  ASSERT_EQ(bcast.ranges.size(), 2U);
  const SheetRange& range = bcast.ranges[0];
  EXPECT_EQ(range.most, 32U);
  EXPECT_EQ(range.equation.value,
            (Coefficients{Attoseconds(106'549'000'000'000), Attoseconds(6'350'650'000'000),
                          Attoseconds(43'969'300'000)}));
  EXPECT_EQ(range.equation.errors,
            (Coefficients{Attoseconds(12'307'100'000'000), Attoseconds(783'058'000'000),
                          Attoseconds(1'758'820'000)}));
  EXPECT_EQ(range.equation.start_form, StartForm::kProcesses);
  EXPECT_EQ(range.equation.data_form, DataForm::kProcessesData);
  EXPECT_EQ(range.equation.correlations, (Correlations{-0.41, 0, -0.61}));
  EXPECT_EQ(range.fit, (EquationFit{34.05, 39, 0.69, 0.02, 0.11, 42}));
  EXPECT_EQ(range.processes, (MeasuredRange{2, 128}));
  EXPECT_EQ(range.elements, (MeasuredRange{1, 32}));
  EXPECT_EQ(bcast.ranges[1].equation, Equation());
  EXPECT_EQ(reading.sheet->functions[1].ranges[0].fit->quality, 0.97);
}

/// For each file in bad/ there is a file with its diagnostics.
TEST(DatasheetFile, EveryMistakeOfABadSheetIsReported) {
  std::size_t files = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator("tests/predictor/machines/datasheet/bad")) {
    if (entry.path().extension() == ".txt") {
      continue;
    }
    const SourceText source{entry.path().filename(), file_text(entry.path())};
    const auto reading = read_datasheet(source);
    EXPECT_TRUE(is_datasheet_file(source.text)) << entry.path();
    EXPECT_FALSE(reading.sheet) << entry.path();
    EXPECT_EQ(render(source, reading.diagnostics), file_text(entry.path().string() + ".txt"))
        << entry.path();
    ++files;
  }
  EXPECT_GE(files, 9U);
}

TEST(DatasheetFile, OtherMachineFilesAreNoSheets) {
  for (const char* name : {"laptop.toml", "office_cluster.toml", "sp2.arch"}) {
    EXPECT_FALSE(is_datasheet_file(file_text(std::string("predictor/machines/library/") + name)))
        << name;
  }
  EXPECT_FALSE(is_datasheet_file("[measured]\nformat = \"x\"\n"));
  EXPECT_TRUE(is_datasheet_file("  format=\"x\"\n"));
  EXPECT_TRUE(is_datasheet_file("name = \"no format\"\n[[function]]\n"));
}

}  // namespace
}  // namespace dps::machines
