// Any bytes as a model: it has a table of finite times, or mistakes that can be printed.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/check.h"
#include "predictor/models/model_table.h"
#include "predictor/models/table_output.h"

namespace {

/// A sheet with a function of each class.
dps::machines::Datasheet small_sheet() {
  using dps::Attoseconds;
  using dps::machines::FunctionClass;
  dps::machines::Datasheet sheet;
  sheet.name = "sheet";
  const dps::machines::Equation equation{
      {Attoseconds(1'000'000'000'000), Attoseconds(2'000'000'000), Attoseconds(3'000'000)},
      dps::machines::StartForm::kLogProcesses,
      dps::machines::DataForm::kSquareData,
      std::nullopt,
      std::nullopt};
  for (const auto& [name, kind] :
       {std::pair("send", FunctionClass::kPointToPoint),
        std::pair("bcast", FunctionClass::kCollective),
        std::pair("barrier", FunctionClass::kBarrier), std::pair("wtime", FunctionClass::kLocal)}) {
    dps::machines::SheetFunction function;
    function.name = name;
    function.function_class = kind;
    function.ranges.push_back({std::nullopt, equation});
    sheet.functions.push_back(function);
  }
  sheet.aliases = {{"recv", "bcast"}};
  return sheet;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const dps::machines::Datasheet kSheet = small_sheet();
  const std::string text(reinterpret_cast<const char*>(bytes), size);
  const std::size_t half = text.find('\f');  // a second file
  std::vector<dps::SourceText> files{{"a.model", text.substr(0, half)}};
  if (half != std::string::npos) {
    files.push_back({"b.model", text.substr(half + 1)});
  }
  dps::models::Question question;
  question.settings = {{"--vary", "p", "1..4*2"}, {"--set", "d", "8"}};
  question.parts = size % 2 == 0;
  question.bounds = size % 3 == 0;
  const auto table = dps::models::make_table(files, &kSheet, question);
  if (!table) {
    DPS_CHECK(!table.error().empty());
    for (const auto& part : table.error()) {
      DPS_CHECK(!dps::render(part.source, part.diagnostics).empty());
    }
    return 0;
  }
  for (const auto& point : table->points) {
    DPS_CHECK(std::isfinite(point.time));
  }
  DPS_CHECK(!dps::models::table_text(*table).empty());
  DPS_CHECK(!dps::models::table_csv(*table).empty());
  DPS_CHECK(!dps::models::table_json(*table, "0").empty());
  return 0;
}
