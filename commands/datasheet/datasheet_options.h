/// The options of dps datasheet.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "commands/groups/output_options.h"
#include "commands/options/common_options.h"
#include "commands/sheets/datasheet_documents.h"
#include "predictor/datasheets/tables/equation_words.h"

namespace dps::commands {

struct DatasheetOptions {
  CommonOptions common;
  std::string file;                    ///< a folder of raw files, or a data sheet
  OutputOptions output;                ///< the data sheet
  DocumentChoice documents;            ///< --tex, --html, --plots
  std::string name;                    ///< the name of the sheet; empty: that of the folder
  std::vector<std::string> functions;  ///< names and groups
  std::optional<double> floor;         ///< --floor, in per cent
  std::optional<std::uint64_t> split;  ///< --split, in elements
  bool finds_ranges = false;           ///< --breakpoints auto
  std::optional<int> digits;           ///< --digits
  bool order_of_magnitude = false;     ///< --order-of-magnitude
  datasheets::TableTimeUnit unit = datasheets::TableTimeUnit::kMicroseconds;  ///< --unit
  bool points = false;                                                        ///< --points
  bool guidelines = false;                                                    ///< --check

  Syntax syntax();
  std::string check();
  [[nodiscard]] datasheets::TableOptions table_options() const;
};

}  // namespace dps::commands
