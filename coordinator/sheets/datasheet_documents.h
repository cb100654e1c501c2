/// The documents of dps datasheet: --tex, --html, --plots.
#pragma once

#include "coordinator/agents/exit_status.h"
#include "coordinator/cli/command_line.h"
#include "datasheets/raw/raw_folder.h"
#include "datasheets/tables/equation_words.h"
#include "machines/kinds/datasheet/datasheet.h"

namespace dps::coordinator {

/// --digits, --order-of-magnitude, --unit.
datasheets::TableOptions table_options(const CommandLine& line);

bool wants_documents(const CommandLine& line);

/// Writes the documents that the options name. Without gnuplot they have no pictures, which is
/// printed. Returns kDone, or the status after printing an error.
ExitStatus write_documents(const CommandLine& line, const datasheets::RawFolder& folder,
                           const machines::Datasheet& sheet);

}  // namespace dps::coordinator
