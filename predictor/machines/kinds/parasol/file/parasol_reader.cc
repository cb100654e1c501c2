#include "predictor/machines/kinds/parasol/file/parasol_reader.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "predictor/machines/kinds/parasol/file/formula_checks.h"
#include "predictor/machines/kinds/parasol/file/section_readers.h"
#include "predictor/machines/kinds/parasol/file/topology_checks.h"

namespace dps::parasol {
namespace {

/// The sections of a machine as they are read, in the order of the text.
struct ReadMachine {
  std::vector<ReadProcessor> processors;
  std::vector<ReadTopology> topologies;
  std::vector<ReadTopology> virtuals;
  std::array<ReadFormulas, kSectionCount> formulas;
};

class MachineReader final : public SectionReader {
 public:
  MachineReader(Reading& reading, ReadMachine& machine, Description& description)
      : reading_(reading), machine_(machine), description_(description) {}

  bool read_field(const ParasolToken& name) override;
  [[nodiscard]] std::vector<std::string> field_names() const override {
    return {"id", "name", "processors", "topologies"};
  }
  [[nodiscard]] std::vector<std::string> section_names() const override {
    return {"processor", "machinecombinations", "topology", "virtual", "pvm", "express", "mpi"};
  }
  void read_section(std::string_view name, text::Range head) override;

  /// Checks the fields of the machine when its sections are known.
  void finish(text::Range head);

 private:
  struct CountField {
    std::string_view name;
    text::Range field;
    std::optional<Located<std::uint64_t>> value;
  };

  void read_count(CountField& count, text::Range name) {
    if (const auto value = reading_.whole_field()) {
      reading_.define(count.field, name, count.name);
      count.value = value;
    } else if (count.field.empty()) {
      count.field = name;
    }
  }
  void check_count(const CountField& count, std::size_t actual, text::Range head);
  void read_formula_section(FormulaSection section, text::Range head);

  Reading& reading_;          // borrowed
  ReadMachine& machine_;      // borrowed
  Description& description_;  // borrowed
  CountField id_{"id", {}, {}};
  CountField processors_{"processors", {}, {}};
  CountField topologies_{"topologies", {}, {}};
  text::Range name_;
};

bool MachineReader::read_field(const ParasolToken& name) {
  const std::string_view word = reading_.cursor().text();
  if (word == "name") {
    if (auto text = reading_.text_field()) {
      reading_.define(name_, name.place, word);
      description_.name = std::move(text->value);
    }
    return true;
  }
  for (CountField* count : {&id_, &processors_, &topologies_}) {
    if (count->name == word) {
      read_count(*count, name.place);
      return true;
    }
  }
  return false;
}

void MachineReader::read_section(std::string_view name, text::Range head) {
  if (name == "processor") {
    read_processor(reading_, head, machine_.processors.emplace_back());
  } else if (name == "topology") {
    read_topology(reading_, head, machine_.topologies.emplace_back());
  } else if (name == "virtual") {
    read_virtual(reading_, head, machine_.virtuals.emplace_back());
  } else {
    for (std::size_t i = 1; i < kSectionCount; ++i) {
      const auto section = static_cast<FormulaSection>(i);
      if (names_of(section).section == name) {
        read_formula_section(section, head);
      }
    }
  }
}

/// Reads a section; the last section of a name replaces the earlier ones as a whole.
void MachineReader::read_formula_section(FormulaSection section, text::Range head) {
  ReadFormulas& read = machine_.formulas[static_cast<std::size_t>(section)];
  if (!read.block.whole.empty()) {
    const std::uint32_t begin = read.block.whole.begin;
    text::Range seen = text::range_of(begin, begin + (head.end - head.begin));
    reading_.define(seen, head, names_of(section).section);
  }
  read = {};
  read_formulas(reading_, section, head, read);
}

void MachineReader::check_count(const CountField& count, std::size_t actual, text::Range head) {
  text::Problems& problems = reading_.cursor().problems();
  if (count.field.empty()) {
    problems.warning(head, fmt::format("this machine has no '{}'; it has {}", count.name, actual));
  } else if (count.value && count.value->value != actual) {
    problems.warning(count.value->place,
                     fmt::format("'{}' is {}, and there {} {}", count.name, count.value->value,
                                 actual == 1 ? "is" : "are", actual));
  }
}

void MachineReader::finish(text::Range head) {
  if (id_.field.empty()) {
    reading_.cursor().error(head, "this machine has no 'id'");
  }
  description_.id = id_.value ? id_.value->value : 0;
  check_count(processors_, machine_.processors.size(), head);
  check_count(topologies_, machine_.topologies.size() + machine_.virtuals.size(), head);
}

/// Sorts by id, and reports elements with equal ids and without an id.
template <typename Read, typename Id>
void sort_by_id(std::vector<Read>& all, Id id, std::string_view what, text::Problems& problems) {
  std::stable_sort(all.begin(), all.end(),
                   [&](const Read& a, const Read& b) { return id(a) < id(b); });
  for (std::size_t i = 1; i < all.size(); ++i) {
    const text::Range place = all[i].places.id;
    const text::Range other = all[i - 1].places.id;
    if (!place.empty() && !other.empty() && id(all[i]) == id(all[i - 1])) {
      problems.error(place, fmt::format("two {} have the id {}", what, id(all[i])),
                     {problems.note(other, "the other one is here")});
    }
  }
}

void set_processors(ReadMachine& read, ParasolFile& file, text::Problems& problems) {
  sort_by_id(
      read.processors, [](const ReadProcessor& one) { return one.value.id; }, "processors",
      problems);
  for (ReadProcessor& processor : read.processors) {
    if (processor.id_field.empty()) {
      const std::uint32_t begin = processor.places.block.whole.begin;
      problems.error(text::range_of(begin, begin + std::string_view("begin processor").size()),
                     "this processor has no 'id'");
    }
    for (Formula& formula : processor.formulas) {
      formula.name.processor = processor.value.id;
      file.formulas.push_back(std::move(formula));
    }
    file.description.processors.push_back(std::move(processor.value));
    file.places.processors.push_back(processor.places);
  }
}

void set_formulas(ReadMachine& read, ParasolFile& file) {
  for (std::size_t i = 1; i < kSectionCount; ++i) {
    for (Formula& formula : read.formulas[i].formulas) {
      file.formulas.push_back(std::move(formula));
    }
    file.places.sections[i] = read.formulas[i].block;
  }
}

void set_topologies(ReadMachine& read, ParasolFile& file, text::Problems& problems) {
  const auto id = [](const ReadTopology& one) { return one.id; };
  sort_by_id(read.topologies, id, "topologies", problems);
  sort_by_id(read.virtuals, id, "virtual topologies", problems);
  for (ReadTopology& topology : read.topologies) {
    file.description.topologies.push_back(checked_topology(topology, problems));
    check_types(file.description.topologies.back(), topology.places, file.description.processors,
                problems);
  }
  for (ReadTopology& topology : read.virtuals) {
    const auto& all = file.description.topologies;
    file.description.virtuals.push_back(
        checked_virtual(topology, all.empty() ? nullptr : &all.front(), problems));
  }
}

/// True if a router of the topology can be made: links, processors and routing are without errors.
bool is_whole(const TopologyDescription& topology, const ReadTopology& read) {
  const auto is_good = [&](const Link& link) {
    const auto ends = topology.ends_of(link);
    return !ends.empty() && std::all_of(ends.begin(), ends.end(), [&](std::uint32_t end) {
      return end >= 1 && end <= topology.processors;
    });
  };
  return topology.processors > 0 && find_routing(topology.routing) != nullptr &&
         read.dimensions.size() == topology.dimensions.size() &&
         std::all_of(topology.links.begin(), topology.links.end(), is_good);
}

void set_routers(ReadMachine& read, ParasolFile& file, text::Problems& problems) {
  for (std::size_t i = 0; i < read.topologies.size(); ++i) {
    const TopologyDescription& topology = file.description.topologies[i];
    if (is_whole(topology, read.topologies[i])) {
      if (auto router = checked_router(topology, read.topologies[i], problems)) {
        file.routers.push_back(*std::move(router));
      }
    }
    file.places.topologies.push_back(std::move(read.topologies[i].places));
  }
  for (ReadTopology& topology : read.virtuals) {
    file.places.virtuals.push_back(std::move(topology.places));
  }
}

/// Reads `begin machine`, and the text before it. Returns the place of both words; nullopt after a
/// report.
std::optional<text::Range> read_head(TokenCursor& cursor) {
  while (cursor.token().kind == ParasolTokenKind::kNewLine) {
    cursor.take();
  }
  if (cursor.token().kind != ParasolTokenKind::kWord || cursor.text() != "begin") {
    cursor.report_unexpected("'begin machine'");
    return std::nullopt;
  }
  const text::Range begin = cursor.take().place;
  const std::vector<std::string> machine{"machine"};
  if (cursor.token().kind != ParasolTokenKind::kWord) {
    cursor.report_unexpected("'machine'");
    return std::nullopt;
  }
  const ParasolToken word = cursor.take();
  if (cursor.text(word.place) != machine.front()) {
    cursor.error(word.place, "expected 'begin machine', got " +
                                 text::quoted("begin " + std::string(cursor.text(word.place))) +
                                 did_you_mean(cursor.text(word.place), machine));
  }
  return text::range_of(begin.begin, word.place.end);
}

/// Reads the statements, and reports the text behind the machine.
void read_statements(TokenCursor& cursor, ReadMachine& read, ParasolFile& file) {
  const auto head = read_head(cursor);
  if (!head) {
    return;
  }
  Reading reading(cursor);
  MachineReader machine(reading, read, file.description);
  file.places.machine = reading.read_block("machine", *head, machine);
  machine.finish(*head);
  while (cursor.token().kind == ParasolTokenKind::kNewLine) {
    cursor.take();
  }
  if (cursor.token().kind != ParasolTokenKind::kEnd) {
    cursor.report_unexpected("nothing after 'end machine'");
  }
}

void read_file(const text::SourceMap& source, text::Problems& problems, ParasolFile& file) {
  ReadMachine read;
  TokenCursor cursor(source, problems);
  read_statements(cursor, read, file);
  set_processors(read, file, problems);
  set_formulas(read, file);
  set_topologies(read, file, problems);
  set_routers(read, file, problems);
  check_formulas(file, problems);
}

}  // namespace

bool is_parasol_file(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {  // comments and empty statements
    const char c = text[at];
    if (c == '#') {
      at = std::min(text.find('\n', at), text.size());
    } else if (std::string_view(" \t\r\n\v;").find(c) != std::string_view::npos) {
      ++at;
    } else {
      break;
    }
  }
  const std::string_view rest = text.substr(at);
  constexpr std::string_view kBegin = "begin";
  if (!rest.starts_with(kBegin)) {
    return false;
  }
  const std::size_t blanks = rest.find_first_not_of(" \t", kBegin.size());
  return blanks != std::string_view::npos && blanks > kBegin.size() && begins_word(rest[blanks]);
}

ParasolReading parse_parasol_file(const SourceText& source) {
  return parse_parasol_text(source.text);
}

ParasolReading parse_parasol_text(std::string_view text) {
  ParasolReading reading;
  if (text.size() > kMostFileBytes) {
    reading.diagnostics.push_back(
        {Severity::kError, {}, "a Parasol machine file has at most 256 MiB", {}});
    return reading;
  }
  auto file = std::make_shared<ParasolFile>();
  const text::SourceMap map(text);
  text::Problems problems(map, text::Repeats::kKept);
  read_file(map, problems, *file);
  if (!problems.has_errors()) {
    reading.file = std::move(file);
  }
  reading.diagnostics = problems.take();
  return reading;
}

}  // namespace dps::parasol
