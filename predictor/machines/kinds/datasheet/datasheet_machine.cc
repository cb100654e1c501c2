#include "predictor/machines/kinds/datasheet/datasheet_machine.h"

#include <algorithm>
#include <utility>

#include "predictor/machines/kinds/datasheet/sheet_summary.h"
#include "predictor/machines/wide.h"

namespace dps::machines {
namespace {

constexpr Attoseconds kAssumedMultiplication(1'000'000'000);  // 1 ns

/// The constant of the function `multiply`, less or plus its error.
Attoseconds multiply_of(const Datasheet& sheet, CostMode mode) {
  const SheetFunction* function = find_function(sheet, kMultiplyFunction).function;
  if (function == nullptr) {
    return kAssumedMultiplication;
  }
  const Equation& equation = function->ranges.front().equation;
  const std::uint64_t value = equation.value.constant.count();
  if (!equation.errors || mode == CostMode::kAverage) {
    return Attoseconds(value);
  }
  const std::uint64_t error = equation.errors->constant.count();
  if (mode == CostMode::kMin) {
    return Attoseconds(value > error ? value - error : 0);
  }
  const std::uint64_t most = Attoseconds::max().count();
  return Attoseconds(value > most - error ? most : value + error);
}

}  // namespace

DatasheetMachine::DatasheetMachine(Datasheet sheet, const MachineOptions& options)
    : sheet_(std::move(sheet)),
      options_(options),
      multiply_(multiply_of(sheet_, options.mode)),
      summary_(summary_of(sheet_, options)) {}

Picoseconds DatasheetMachine::work_cost(std::uint32_t host, WorkKind kind, double amount) const {
  if (kind == WorkKind::kMultiply) {
    return product(amount, host < sheet_.multiply.size() ? sheet_.multiply[host].value_or(multiply_)
                                                         : multiply_);
  }
  const Picoseconds time = picoseconds_of(amount);
  return host < sheet_.hosts.size() ? at_speed(time, sheet_.hosts[host].speed) : time;
}

WaitingCost DatasheetMachine::waiting_cost() const {
  return {{}, {}, sheet_.eager || sheet_.eager_on_host || options_.eager};
}

SheetMessageTimes DatasheetMachine::times_of(std::string_view function, FunctionPath path,
                                             std::uint64_t processes) const {
  const FoundFunction found = find_function(sheet_, function, path);
  return found.function == nullptr
             ? SheetMessageTimes()
             : SheetMessageTimes(*found.function, sheet_.element_bytes, options_.mode, processes);
}

PathTimes DatasheetMachine::path_times(FunctionPath path, std::uint64_t processes) const {
  const auto times = [&](std::string_view function) { return times_of(function, path, processes); };
  PathTimes result{times(send_function(options_)),
                   times(receive_function(options_)),
                   times(kLateReceive),
                   times(kPack),
                   times(kUnpack),
                   sheet_.eager};
  if (path == FunctionPath::kHost && sheet_.eager_on_host) {
    result.eager = sheet_.eager_on_host;
  }
  if (options_.eager) {
    result.eager = options_.eager;
  }
  return result;
}

std::unique_ptr<Network> DatasheetMachine::make_network(std::span<const std::uint32_t> host_of,
                                                        LinkObserver*) const {
  const std::uint64_t processes = std::max<std::uint64_t>(1, host_of.size());
  return std::make_unique<DatasheetNetwork>(path_times(FunctionPath::kAny, processes),
                                            path_times(FunctionPath::kHost, processes), host_of);
}

}  // namespace dps::machines
