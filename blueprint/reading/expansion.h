/// From P lines to what every process does: each line is read as often as its readings differ.
///
/// A line that uses neither self nor count, nor names one that does, is read once; with count once
/// per P line; with self once per process. What is read is remembered by definition, so the cost is
/// that of the different readings, not of all paths that lead to them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
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

  /// Reads the units of a P line for all its processes. `units` are definitions.
  void expand(std::uint32_t group, const TagList& units);

  /// Checks a line that no process reached and that reads the same for all.
  void check_unreached(std::uint32_t definition);

  /// Whether some process reached the line.
  [[nodiscard]] bool was_reached(std::uint32_t definition) const {
    return memos_[definition].is_read;
  }

 private:
  /// A position in the program's table; kNone after a mistake.
  struct Reading {
    std::uint32_t position = kNone;
    Dependence dependence = Dependence::kNothing;
  };
  struct Memo {
    Reading reading;
    bool is_read = false;
    std::uint32_t group = kNone;    ///< for which it was read
    std::uint32_t process = kNone;  ///< likewise
  };

  /// What a line names; of one that reads the same for all it is kept.
  const FunctionalityReading& named_by(std::uint32_t definition, const WrittenFunctionality& line);
  const TagList& named_by(std::uint32_t definition, const WrittenUnit& line);
  void mention(std::span<const std::uint32_t> definitions);

  Reading read(std::uint32_t definition);
  [[nodiscard]] bool is_current(const Memo& memo) const;
  Reading read_anew(std::uint32_t definition);
  Reading read_input(std::uint32_t definition, const WrittenInput& line);
  Reading read_computation(std::uint32_t definition, const WrittenComputation& line);
  Reading read_output(std::uint32_t definition, const WrittenOutput& line);
  Reading read_functionality(std::uint32_t definition, const WrittenFunctionality& line);
  Reading read_unit(std::uint32_t definition, const WrittenUnit& line);

  /// The readings of several lines; false if one has a mistake. Raises `dependence`.
  bool read_all(std::span<const std::uint32_t> definitions, std::vector<std::uint32_t>& out,
                Dependence& dependence);
  bool place_nexts(const FunctionalityReading& reading, std::vector<NextLeg>& out,
                   Dependence& dependence);
  std::optional<std::uint32_t> position_of_unit(const NextReading& next);
  bool check_acknowledgement(const WrittenFunctionality& line, const FunctionalityReading& reading);
  bool acknowledges(std::uint32_t output_definition) const;
  /// The plan of the process that is read now; kNone after a mistake.
  Reading read_plan(std::span<const std::uint32_t> units);
  void blame(const WrittenLine& line, Dependence own) {
    reader_.blame_reader(std::max(line.dependence, own) != Dependence::kNothing);
  }

  std::span<const WrittenLine> lines_;
  LineReader& reader_;
  const ReceiverTable& names_;
  ProgramBuilder& builder_;
  text::Problems& problems_;
  std::vector<Memo> memos_;
  std::unordered_map<std::uint32_t, FunctionalityReading> functionalities_;
  std::unordered_map<std::uint32_t, TagList> units_;

  // Of the P line, and the process, that is read now.
  std::uint32_t group_ = kNone;
  std::uint32_t process_ = kNone;
  bool knows_all_units_ = true;
  std::unordered_map<std::uint32_t, std::uint32_t> unit_positions_;
};

}  // namespace dps::blueprint
