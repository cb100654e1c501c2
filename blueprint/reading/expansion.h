/// Evaluates the lines of a blueprint for the processes of each P line.
///
/// A line that uses neither self nor count, nor names a line that does, is evaluated once; a line
/// with count once per P line; a line with self once per process. Instances are cached by
/// definition, so the cost is proportional to the number of different instances.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "blueprint/reading/line_reader.h"
#include "blueprint/reading/program_builder.h"
#include "blueprint/reading/written_lines.h"

namespace dps::blueprint {

class Expansion {
 public:
  /// `lines[i]` is the line of definition i. Borrows everything.
  Expansion(std::span<const WrittenLine> lines, LineReader& reader, const ReceiverTable& names,
            ProgramBuilder& builder, text::Problems& problems)
      : lines_(lines),
        reader_(reader),
        names_(names),
        builder_(builder),
        problems_(problems),
        memos_(lines.size()) {}

  /// Evaluates the units of a P line for all its processes. `units` are definitions.
  void expand(std::uint32_t group, const TagList& units);

  /// Checks a line that no process reached, if it is the same for all processes.
  void check_unreached(std::uint32_t definition);

  /// True if some process reached the line.
  [[nodiscard]] bool was_reached(std::uint32_t definition) const {
    return memos_[definition].is_read;
  }

 private:
  /// An instance: its position in the program's table, or kNone after an error.
  struct Instance {
    std::uint32_t position = kNone;
    Dependence dependence = Dependence::kNothing;
  };
  struct Memo {
    Instance instance;
    bool is_read = false;
    std::uint32_t group = kNone;    ///< the P line for which it was read
    std::uint32_t process = kNone;  ///< the process for which it was read
  };

  /// Returns the definitions that a line names; cached if they are the same for all processes.
  const EvaluatedFunctionality& named_by(std::uint32_t definition,
                                         const WrittenFunctionality& line);
  const EvaluatedUnit& named_by(std::uint32_t definition, const WrittenUnit& line);
  void mention(std::span<const std::uint32_t> definitions);

  Instance read(std::uint32_t definition);
  [[nodiscard]] bool is_current(const Memo& memo) const;
  Instance evaluate(std::uint32_t definition);
  Instance read_input(std::uint32_t definition, const WrittenInput& line);
  Instance read_computation(std::uint32_t definition, const WrittenComputation& line);
  Instance read_output(std::uint32_t definition, const WrittenOutput& line);
  /// Reads the C line of -combine; false after an error.
  bool read_combination(const WrittenOutput& line, EvaluatedOutput& evaluated,
                        Dependence& dependence);
  Instance read_functionality(std::uint32_t definition, const WrittenFunctionality& line);
  Instance read_unit(std::uint32_t definition, const WrittenUnit& line);

  /// Evaluates several lines; returns false if one has an error. Raises `dependence`.
  bool read_all(std::span<const std::uint32_t> definitions, std::vector<std::uint32_t>& out,
                Dependence& dependence);
  /// The length of the cycle of its nexts if a component depends on `step`, else 1; nullopt after
  /// an error.
  std::optional<std::uint32_t> steps_of(const WrittenFunctionality& line, const std::string& tag,
                                        const EvaluatedFunctionality& evaluated);
  /// Counts entries of the tables of `step` and `to`; reports an error if they exceed the limits.
  bool count_entries(std::uint64_t evaluated, std::uint64_t stored, text::Range place);
  bool place_nexts(const EvaluatedFunctionality& evaluated, std::vector<NextLeg>& out,
                   Dependence& dependence);
  std::optional<std::uint32_t> position_of_unit(const EvaluatedNext& next);
  /// `outputs` has the instances of the outputs in all steps, or is empty if there are none.
  bool check_acknowledgement(const WrittenFunctionality& line,
                             const EvaluatedFunctionality& evaluated,
                             std::span<const std::uint32_t> outputs);
  /// "ACK" or "ORIGIN" if the output has it among its receivers, else "".
  std::string_view answers_to(std::uint32_t output_definition, std::uint32_t position) const;
  /// Reports alternatives that do not wait for the same collection. `functionalities` are
  /// instances.
  bool check_alternatives(const WrittenUnit& line, std::span<const Alternative> alternatives,
                          std::span<const std::uint32_t> functionalities);
  /// The plan of the current process; kNone after an error.
  Instance read_plan(std::span<const std::uint32_t> units);
  void blame(const WrittenLine& line, Dependence own) {
    reader_.name_clone_in_errors(std::max(line.dependence, own) != Dependence::kNothing);
  }

  std::span<const WrittenLine> lines_;
  LineReader& reader_;
  const ReceiverTable& names_;
  ProgramBuilder& builder_;
  text::Problems& problems_;
  std::vector<Memo> memos_;
  std::unordered_map<std::uint32_t, EvaluatedFunctionality> functionalities_;
  std::unordered_map<std::uint32_t, EvaluatedUnit> units_;

  // The current P line and process.
  std::uint32_t group_ = kNone;
  std::uint32_t process_ = kNone;
  bool knows_all_units_ = true;
  std::uint32_t step_ = 0;  ///< of lines that depend on it
  std::unordered_map<std::uint32_t, std::uint32_t> unit_positions_;

  // The tables of `step` and `to`.
  std::uint64_t evaluated_entries_ = 0;
  std::uint64_t stored_entries_ = 0;
  bool tables_are_full_ = false;
};

}  // namespace dps::blueprint
