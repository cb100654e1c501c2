/// The document of a data sheet, independent of its form.
/// Source: docs/datasheets.md, "Documents".
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "predictor/datasheets/document/sheet_figures.h"
#include "predictor/datasheets/raw/raw_folder.h"
#include "predictor/datasheets/tables/summary.h"
#include "predictor/machines/kinds/datasheet/datasheet.h"

namespace dps::datasheets {

/// Rows of cells below a header; no text is escaped.
struct DocumentTable {
  std::string title;
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
  std::string note{};  ///< a sentence below the table
};

struct FunctionPage {
  std::string name;     ///< "bcast", "send.host"
  std::string meaning;  ///< empty for a function that dps does not know
  DocumentTable equations;
  std::vector<SheetFigure> figures;  ///< none for a sheet without points
};

struct Document {
  std::string title;
  std::vector<std::pair<std::string, std::string>> parameters;
  std::vector<DocumentTable> tables;
  std::vector<FunctionPage> pages;
};

/// `folder` has the measured points of the functions; it is empty for a sheet that was read from a
/// file.
Document document_of(const machines::Datasheet& sheet, const RawFolder& folder,
                     const TableOptions& options);

}  // namespace dps::datasheets
