#include "predictor/datasheets/tables/summary.h"

#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "predictor/machines/kinds/datasheet/file/datasheet_file.h"

namespace dps::datasheets {
namespace {

using machines::Datasheet;
using machines::FunctionClass;

Datasheet read(const std::string& text) {
  const auto reading = machines::read_datasheet({"sheet", text});
  EXPECT_TRUE(reading.sheet.has_value()) << render({"sheet", text}, reading.diagnostics);
  return reading.sheet.value_or(Datasheet());
}

constexpr const char* kSheet = R"toml(format = "dps-datasheet"
version = 1
name = "lab"
[[function]]
name = "bcast"
class = "collective"
[[function.range]]
most = 32
c = "106.549us"
start = "p"
s = "6.35065us"
data = "p*d"
d = "43.9693ns"
error = {c = "12.3071us", s = "7us", d = "1.75882ns"}
fit = {chi2 = 34.05, freedom = 39, q = 0.69, median = 0.02, most = 0.11, points = 42}
[[function.range]]
c = "14us"
start = "log(p)"
s = "1.2us"
[[function]]
name = "send"
class = "point-to-point"
path = "host"
[[function.range]]
c = "2.5ms"
[[function]]
name = "multiply"
class = "local"
[[function.range]]
c = "1.25ns"
)toml";

TEST(Summary, AnEquationThatTheTimesDoNotFollowIsMarked) {
  std::string sheet = kSheet;
  const std::string good = "q = 0.69";
  sheet.replace(sheet.find(good), good.size(), "q = 0.004");
  const std::string text = summary_text(read(sheet), {.digits = 3});
  EXPECT_NE(text.find("0.004 !\n"), std::string::npos) << text;
  EXPECT_TRUE(
      text.ends_with("!: Q is below 0.01: the measured times do not follow this equation\n"))
      << text;
  EXPECT_EQ(summary_text(read(kSheet), {}).find('!'), std::string::npos);
}

TEST(Summary, ACoefficientBelowItsErrorIsMarked) {
  EXPECT_EQ(summary_text(read(kSheet), {.digits = 3}),
            R"(lab: elements of 4 B

Small messages (32 elements or less)
function   time (us)                  Q
send.host  2500 + 0 d                 -
bcast      107 + 6.35? p + 0.044 p*d  0.69

Large messages (32 elements or more)
function   time (us)        Q
send.host  2500 + 0 d       -
bcast      14 + 1.2 log(p)  -

Local
function  time (us)  Q
multiply  0.00125    -

?: this coefficient is less than its standard error
)");
}

TEST(Summary, RangesOfDifferentSizesAreInOneTable) {
  Datasheet sheet = read(kSheet);
  sheet.functions[1].ranges.insert(sheet.functions[1].ranges.begin(),
                                   sheet.functions[1].ranges.front());
  sheet.functions[1].ranges[0].most = 1024;
  sheet.functions.resize(2);
  EXPECT_EQ(summary_text(sheet, {.order_of_magnitude = true, .unit = TableTimeUnit::kMilliseconds}),
            R"(lab: elements of 4 B

Messages
function   elements  time (ms)                   Q
send.host  0..1024   1 + 0 d                     -
send.host  1025..    1 + 0 d                     -
bcast      0..32     0.1 + 0.01? p + 0.0001 p*d  0.69
bcast      33..      0.01 + 0.001 log(p)         -

?: this coefficient is less than its standard error
)");
}

TEST(Summary, RangesThatShareNoSizeAreInOneTable) {
  Datasheet sheet = read(kSheet);
  sheet.functions.resize(1);
  sheet.functions[0].ranges[0].elements = {1, 32};
  sheet.functions[0].ranges[1].elements = {32, 1024};
  EXPECT_EQ(summary_tables(sheet).size(), 2U);
  sheet.functions[0].ranges[1].elements = {64, 1024};
  ASSERT_EQ(summary_tables(sheet).size(), 1U);
  EXPECT_EQ(summary_tables(sheet)[0].rows[1].sizes, "33..");
}

TEST(Summary, OrdersOfMagnitudeAreThoseOfTheDissertation) {
  // Source: its section 3.2.2: 14, 123 and 1.2 become 10, 100 and 1.
  for (const auto& [microseconds, words] :
       {std::pair(14.0, "10"), std::pair(123.0, "100"), std::pair(1.2, "1")}) {
    const Attoseconds time(static_cast<std::uint64_t>(microseconds * 1e12));
    EXPECT_EQ(coefficient_words(time, {.order_of_magnitude = true}), words);
  }
}

TEST(Summary, HasNumbersForOtherPrograms) {
  const Datasheet sheet = read(kSheet);
  EXPECT_EQ(summary_csv(sheet),
            "function,path,class,most,c_s,start,s_s,data,d_s,c_error_s,s_error_s,d_error_s,chi2,"
            "freedom,q,"
            "median,largest,points\n"
            "send,host,point-to-point,,0.0025,,,,,,,,,,,,,\n"
            "bcast,,collective,32,0.000106549,p,6.35065e-06,p*d,4.39693e-08,1.23071e-05,7e-06,"
            "1.75882e-09,34.05,39,0.69,0.02,0.11,42\n"
            "bcast,,collective,,1.4e-05,log(p),1.2e-06,,,,,,,,,,,\n"
            "multiply,,local,,1.25e-09,,,,,,,,,,,,,\n");
  const auto json = nlohmann::json::parse(summary_json(sheet));
  EXPECT_EQ(json["format"], "dps-datasheet-summary");
  EXPECT_EQ(json["functions"][1]["ranges"][0]["error"]["s_s"], 7e-6);
  EXPECT_EQ(json["functions"][1]["ranges"][0]["fit"]["freedom"], 39);
  EXPECT_EQ(json["functions"][0]["path"], "host");
}

}  // namespace
}  // namespace dps::datasheets
