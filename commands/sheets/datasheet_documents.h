/// The documents of dps datasheet: --tex, --html, --plots.
#pragma once

#include "commands/cli/command_line.h"
#include "coordinator/agents/exit_status.h"
#include "predictor/datasheets/raw/raw_folder.h"
#include "predictor/datasheets/tables/equation_words.h"
#include "predictor/machines/kinds/datasheet/datasheet.h"

namespace dps::coordinator {

/// --digits, --order-of-magnitude, --unit.
datasheets::TableOptions table_options(const CommandLine& line);

bool wants_documents(const CommandLine& line);

/// Writes the documents that the options name. Without gnuplot they have no pictures, which is
/// printed. Returns kDone, or the status after printing an error.
ExitStatus write_documents(const CommandLine& line, const datasheets::RawFolder& folder,
                           const machines::Datasheet& sheet);

}  // namespace dps::coordinator
