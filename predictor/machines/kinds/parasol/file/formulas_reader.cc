// The sections of formulas: combinations, machinecombinations, pvm, express and mpi.
#include <algorithm>

#include "predictor/machines/kinds/parasol/file/expression/expression_parser.h"
#include "predictor/machines/kinds/parasol/file/section_readers.h"

namespace dps::parasol {
namespace {

class FormulasReader final : public SectionReader {
 public:
  FormulasReader(Reading& reading, FormulaSection section, std::vector<Formula>& formulas)
      : reading_(reading), section_(section), formulas_(formulas) {}

  bool read_field(const ParasolToken& name) override {
    TokenCursor& cursor = reading_.cursor();
    const auto found = find_formula_name(section_, cursor.text());
    if (!found) {
      return false;
    }
    cursor.take();
    if (!cursor.expect_sign("=")) {
      cursor.skip_statement();
      return true;
    }
    auto expression = parse_expression(cursor, is_run_time(section_));
    if (!expression) {
      cursor.skip_statement();
    } else if (cursor.expect_end_of_statement()) {
      std::string text(cursor.text(expression->place));
      add({{section_, 0, *found}, *std::move(expression), std::move(text)}, name);
    }
    return true;
  }
  [[nodiscard]] std::vector<std::string> field_names() const override {
    const auto names = names_of(section_).names;
    return {names.begin(), names.end()};
  }
  [[nodiscard]] std::vector<std::string> section_names() const override { return {}; }
  void read_section(std::string_view, text::Range) override {}

 private:
  void add(Formula formula, const ParasolToken& name) {
    const auto known = std::find_if(formulas_.begin(), formulas_.end(), [&](const Formula& one) {
      return one.name.name == formula.name.name;
    });
    if (known == formulas_.end()) {
      formulas_.push_back(std::move(formula));
      return;
    }
    text::Range seen = known->expression.place;
    reading_.define(seen, name.place, reading_.cursor().text(name.place));
    *known = std::move(formula);
  }

  Reading& reading_;  // borrowed
  FormulaSection section_;
  std::vector<Formula>& formulas_;  // borrowed
};

}  // namespace

void read_formulas(Reading& reading, FormulaSection section, text::Range head, ReadFormulas& read) {
  FormulasReader reader(reading, section, read.formulas);
  read.block = reading.read_block(names_of(section).section, head, reader);
}

}  // namespace dps::parasol
