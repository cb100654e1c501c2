/// The options of dps datasheet.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace dps::coordinator {

struct DatasheetLine {
  std::string name;                    ///< of the sheet; empty: that of the folder
  std::string tex;                     ///< the file of --tex; empty: not given
  std::string html;                    ///< the file of --html; empty: not given
  std::string plots;                   ///< the folder of --plots; empty: not given
  std::optional<double> floor;         ///< --floor, as a share
  std::optional<std::uint64_t> split;  ///< elements
  std::optional<int> digits;
  std::uint8_t unit = 2;  ///< the position of a word of --unit; us
  bool finds_ranges = false;
  bool order_of_magnitude = false;
  bool points = false;
  bool check = false;
};

}  // namespace dps::coordinator
