/// A data sheet with round times, for tests.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "predictor/machines/kinds/datasheet/datasheet.h"

namespace dps::sequencer {

constexpr std::uint64_t kAttosecondsOfUs = 1'000'000'000'000;
constexpr std::int64_t kUs = 1'000'000;  ///< picoseconds

/// A function that takes `constant` + `start` p + `data` d microseconds.
inline machines::SheetFunction function(std::string name, std::uint64_t constant,
                                        std::uint64_t start = 0, std::uint64_t data = 0) {
  machines::SheetFunction made;
  made.name = std::move(name);
  made.function_class =
      start != 0 ? machines::FunctionClass::kCollective : machines::FunctionClass::kPointToPoint;
  machines::SheetRange& range = made.ranges.emplace_back();
  range.equation.value = {Attoseconds(constant * kAttosecondsOfUs),
                          Attoseconds(start * kAttosecondsOfUs),
                          Attoseconds(data * kAttosecondsOfUs)};
  if (start != 0) {
    range.equation.start_form = machines::StartForm::kProcesses;
  }
  if (data != 0) {
    range.equation.data_form = machines::DataForm::kData;
  }
  return made;
}

/// A message of 4 bytes takes 30 us to send, arrives 42 us after the beginning of its send, and
/// takes 25 us to receive; each further element takes 1 us more to send.
inline machines::Datasheet sample_sheet() {
  machines::Datasheet sheet;
  sheet.element_bytes = 4;
  sheet.functions = {function("send", 29, 0, 1),   function("ssend", 80),
                     function("recv", 67),         function("recvmin", 25),
                     function("barrier", 10, 5),   function("bcast", 10, 5, 1),
                     function("reduce", 100, 1, 2)};
  return sheet;
}

}  // namespace dps::sequencer
