/// Reads T lines: logical hosts, their constraints and their processes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "blueprint/program.h"
#include "blueprint/reading/interner.h"
#include "blueprint/reading/line_reader.h"
#include "blueprint/reading/written_lines.h"

namespace dps::blueprint {

class TerrainReader {
 public:
  TerrainReader(const text::SourceMap& source, LineReader& reader, const ReceiverTable& names,
                Program& program, text::Problems& problems)
      : source_(source), reader_(reader), names_(names), program_(program), problems_(problems) {}

  /// Reads all T lines, each for every process that it names. A line for one process replaces the
  /// lines for all clones.
  void read(std::span<const WrittenTerrain> lines);

 private:
  /// A T line and the processes that it names.
  struct NamedLine {
    const WrittenTerrain* line;
    Receivers processes;
    bool is_for_one = false;  ///< names one clone ("Worker.p[2]"), not all of a P line
  };

  std::optional<NamedLine> processes_of(const WrittenTerrain& line);
  void read(const NamedLine& named);
  [[nodiscard]] bool is_replaced(const NamedLine& named, ProcessId process) const;
  void read_for(const NamedLine& named);
  std::optional<std::uint32_t> host(const Template& htag);
  std::optional<Constraint> constraint(const WrittenTerrain::Constraint& written);
  std::optional<std::string> name_or_type(const FieldText& value, HostVariable variable);
  bool fill_number(const FieldText& value, Constraint& out);
  void constrain(std::uint32_t host, Constraint constraint);
  void place(const NamedLine& named, std::uint32_t host);

  const text::SourceMap& source_;
  LineReader& reader_;
  const ReceiverTable& names_;
  Program& program_;
  text::Problems& problems_;
  std::unordered_map<std::string, std::uint32_t> hosts_;
  std::vector<bool> named_alone_;       ///< by process: a T line names only this process
  std::vector<text::Range> placed_by_;  ///< by process: the htag field that placed it
  HashIndex constraints_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> constraint_places_;  ///< host, position
};

}  // namespace dps::blueprint
