/// The summary of a data sheet as a machine: the assumptions of its predictions, and its gaps.
/// Source: docs/datasheets.md, "A sheet as a machine".
#pragma once

#include <string_view>

#include "predictor/machines/kinds/datasheet/datasheet.h"
#include "predictor/machines/machine.h"
#include "predictor/machines/machine_options.h"

namespace dps::machines {

// The functions whose equations messages and multiplications take. Contended functions are those of
// a machine all of whose processes exchange messages.

std::string_view send_function(const MachineOptions& options);
std::string_view receive_function(const MachineOptions& options);
inline constexpr std::string_view kLateReceive = "recvmin";
inline constexpr std::string_view kPack = "pack";
inline constexpr std::string_view kUnpack = "unpack";
inline constexpr std::string_view kMultiplyFunction = "multiply";

MachineSummary summary_of(const Datasheet& sheet, const MachineOptions& options);

/// A warning about the equations of messages that the measured times do not follow; "" if there are
/// none.
std::string poor_message_fits(const Datasheet& sheet, const MachineOptions& options);

}  // namespace dps::machines
