/// The summary tables of a data sheet. Source: docs/datasheets.md, "Tables".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "predictor/datasheets/tables/equation_words.h"
#include "predictor/machines/kinds/datasheet/datasheet.h"

namespace dps::datasheets {

struct SummaryRow {
  std::string name;   ///< "bcast", "send.host"
  std::string sizes;  ///< "33..1024"; empty in tables of one range
  const machines::SheetRange* range = nullptr;
  machines::FunctionClass function_class = machines::FunctionClass::kLocal;
};

struct SummaryTable {
  std::string title;
  std::vector<SummaryRow> rows;
};

/// The tables that are not empty: small and large messages, or all with their sizes if the ranges
/// of the functions differ; barriers; local functions. Borrows the sheet.
std::vector<SummaryTable> summary_tables(const machines::Datasheet& sheet);

/// The functions of a sheet in the order of documents. Borrows the sheet.
std::vector<const machines::SheetFunction*> in_document_order(const machines::Datasheet& sheet);

std::string summary_text(const machines::Datasheet& sheet, const TableOptions& options);

/// A line or an object for each range; times in seconds, not rounded.
std::string summary_csv(const machines::Datasheet& sheet);
std::string summary_json(const machines::Datasheet& sheet);

}  // namespace dps::datasheets
