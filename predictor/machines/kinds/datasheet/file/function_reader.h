/// Reads the [[function]] tables of data sheets.
/// Source: docs/datasheets.md, "Sheets".
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "predictor/machines/files/toml_tables.h"
#include "predictor/machines/kinds/datasheet/datasheet.h"

namespace dps::machines {

/// Reads the functions of one sheet.
class FunctionReader {
 public:
  /// Borrows the mistakes.
  explicit FunctionReader(TomlMistakes& mistakes) : mistakes_(mistakes) {}

  /// The functions of the list, which may be null.
  std::vector<SheetFunction> read(const toml::node* list);

 private:
  void read_function(const toml::table& fields);
  void read_ranges(TomlTable& table, const toml::table& fields, SheetFunction& function);
  SheetRange read_range(const toml::table& fields, FunctionClass function_class);
  Equation read_equation(TomlTable& table, FunctionClass function_class);
  void check_forms(TomlTable& table, const Equation& equation, FunctionClass function_class);
  void read_errors(TomlTable& table, Equation& equation);
  void read_correlations(TomlTable& table, Equation& equation);
  std::optional<EquationFit> read_fit(TomlTable& table);
  void read_measured(TomlTable& table, SheetRange& range);
  std::optional<MeasuredRange> interval(TomlTable& table, std::string_view key);
  void check_sizes(const std::vector<const toml::table*>& tables, const SheetFunction& function);

  TomlMistakes& mistakes_;
  std::vector<SheetFunction> functions_;
  std::map<std::pair<std::string, FunctionPath>, toml::source_region> places_;
};

}  // namespace dps::machines
