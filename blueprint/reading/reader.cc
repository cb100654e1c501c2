/// Reads a blueprint in steps: lines, variables, tags, process groups, instances, terrain.
#include "blueprint/reading/reader.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/expression/variables.h"
#include "base/printable.h"
#include "base/text/scanner.h"
#include "base/units.h"
#include "blueprint/reading/collective_checks.h"
#include "blueprint/reading/conditions.h"
#include "blueprint/reading/expansion.h"
#include "blueprint/reading/line_parser.h"
#include "blueprint/reading/remarks.h"
#include "blueprint/reading/section_letters.h"
#include "blueprint/reading/terrain_reader.h"
#include "blueprint/request_flow.h"

namespace dps::blueprint {
namespace {

/// The tag of the unit and the functionality of processes whose P line has none.
/// Source: docs/language.md, "U and P".
constexpr std::string_view kNoUnit = "(none)";

/// Reads one blueprint; used once. The members are in the order in which the steps need them.
class BlueprintReader {
 public:
  BlueprintReader(const SourceText& source, const ReadOptions& options)
      : options_(options), source_(source.text) {}

  ParsedBlueprint read();

 private:
  // The steps, in their order.
  void read_variables();
  void parse_lines();
  void define_tags();
  void define_groups();
  void expand_groups();
  void give_units();
  void check_origins();
  void read_terrain();
  void warn_of_unused_tags();

  /// The variables of a text without errors: each V line has one.
  [[nodiscard]] std::vector<DescribedVariable> described_variables() const;
  [[nodiscard]] bool is_line_of(const text::SourceLine& line, std::string_view letter) const;
  void break_at_failed_continuation(text::SourceLine& line, text::SourceLine& next);
  void parse_line(const text::SourceLine& line, std::span<const text::Field> fields);
  void excuse_tag(std::optional<Section> section, std::span<const text::Field> fields);
  void excuse_all(Section section);
  void define_tag(const WrittenLine& line, std::uint32_t definition);
  void define_group(std::uint32_t definition);
  void mention_texts(const std::vector<Template>& tags, Section section);
  void mention_written(const WrittenLine& line);

  const ReadOptions& options_;
  const text::SourceMap source_;
  text::Problems problems_{source_};
  text::Problems failed_conditions_{source_};
  text::Scanned scanned_;
  expression::Variables variables_{source_, problems_};
  expression::Templates templates_{source_, problems_};
  Tags tags_{problems_};
  std::vector<WrittenLine> lines_;  ///< by definition
  std::vector<WrittenTerrain> terrain_;
  ReceiverTable names_;
  ProgramBuilder builder_;
  bool lost_group_ = false;  ///< a P line had an error, so some processes are unknown
};

ParsedBlueprint BlueprintReader::read() {
  scanned_ = text::scan(source_, problems_);
  read_variables();
  check_conditions(source_, scanned_, variables_, problems_, failed_conditions_);
  parse_lines();
  define_tags();
  define_groups();
  expand_groups();
  check_origins();
  if (!problems_.has_errors()) {
    check_collectives(builder_.program, lines_, problems_);
  }
  read_terrain();
  warn_of_unused_tags();
  ParsedBlueprint parsed;
  parsed.allowed_early = find_allowed_early(source_, scanned_, problems_);
  if (!problems_.has_errors() && !failed_conditions_.has_errors()) {
    parsed.variables = described_variables();
    for (const DescribedVariable& variable : parsed.variables) {
      builder_.program.variables.push_back({variable.name, variable.value});
    }
    parsed.program = builder_.finish();
  }
  parsed.diagnostics = failed_conditions_.take();
  for (Diagnostic& diagnostic : problems_.take()) {
    parsed.diagnostics.push_back(std::move(diagnostic));
  }
  return parsed;
}

void BlueprintReader::read_variables() {
  for (const text::SourceLine& line : scanned_.lines) {
    if (is_line_of(line, "V")) {
      variables_.define(scanned_.fields_of(line), line.broken);
    }
  }
  variables_.override_with(options_.settings);
  variables_.evaluate();
}

bool BlueprintReader::is_line_of(const text::SourceLine& line, std::string_view letter) const {
  const text::Field& first = scanned_.fields_of(line).front();
  return !first.quoted && source_.text(first.range) == letter;
}

std::vector<DescribedVariable> BlueprintReader::described_variables() const {
  std::vector<DescribedVariable> out;
  std::vector<expression::NamedValue> values = variables_.list();
  for (const text::SourceLine& line : scanned_.lines) {
    if (is_line_of(line, "V")) {
      const auto fields = scanned_.fields_of(line);
      expression::NamedValue& value = values[out.size()];
      out.push_back({std::move(value.name), value.value,
                     value.setting.value_or(text_of(source_, fields.subspan(2))),
                     std::string(comment_after(source_, fields.back()))});
    }
  }
  return out;
}

void BlueprintReader::parse_lines() {
  for (std::size_t i = 0; i + 1 < scanned_.lines.size(); ++i) {
    break_at_failed_continuation(scanned_.lines[i], scanned_.lines[i + 1]);
  }
  for (const text::SourceLine& line : scanned_.lines) {
    parse_line(line, scanned_.fields_of(line));
  }
}

/// Reports a backslash with blanks after it: it does not continue its line, so that the next line
/// begins without a section letter.
void BlueprintReader::break_at_failed_continuation(text::SourceLine& line, text::SourceLine& next) {
  const text::Field& last = scanned_.fields_of(line).back();
  const std::string_view letter = source_.text(scanned_.fields_of(next).front().range);
  if (source_.text(last.range) == "\\" && !section_of(letter) && !is_other_section(letter)) {
    problems_.error(last.range,
                    "blanks after '\\'; to continue the line, '\\' must be its last character");
    line.broken = true;
    next.broken = true;
  }
}

void BlueprintReader::parse_line(const text::SourceLine& line,
                                 std::span<const text::Field> fields) {
  const std::string_view letter = source_.text(fields[0].range);
  const auto section = section_of(letter);
  if (line.broken) {
    if (!is_other_section(letter)) {
      excuse_tag(section, fields);
    }
    return;
  }
  if (letter == "V" || letter == "A") {
    return;  // read before
  }
  LineParser parser(templates_, variables_.names(), problems_);
  if (letter == "T") {
    if (auto terrain = parser.parse_terrain(fields)) {
      terrain_.push_back(std::move(*terrain));
    }
    return;
  }
  if (!section) {
    problems_.error(fields[0].range, unknown_section(letter));
    excuse_tag(std::nullopt, fields);
    return;
  }
  if (auto written = parser.parse_definition(*section, fields)) {
    lines_.push_back(std::move(*written));
  } else {
    excuse_all(*section);
  }
}

/// Suppresses errors in other lines that mention the tag of a line that could not be parsed.
void BlueprintReader::excuse_tag(std::optional<Section> section,
                                 std::span<const text::Field> fields) {
  const std::string_view tag = fields.size() < 2 ? "" : source_.text(fields[1].content);
  if (section && (tag.empty() || printable(tag) != tag)) {
    excuse_all(*section);
  }
  const std::size_t likely = fields.size() < 2 ? 0 : section ? 1 : fields.size() - 1;
  for (const text::Field& field : fields.last(fields.size() - 1).first(likely)) {
    tags_.excuse(section, source_.text(field.content));
    names_.add(std::string(source_.text(field.content)), ProcessId{}, 0);
  }
  if (!section && source_.text(fields[0].content).size() > 1) {
    // "IWork.i": the blank after the letter is missing.
    tags_.excuse(section, source_.text(fields[0].content).substr(1));
  }
  lost_group_ |= !section || *section == Section::kProcess;
}

/// Suppresses all errors of unknown tags in a section in which the tag of some line is unknown.
void BlueprintReader::excuse_all(Section section) {
  tags_.excuse_all(section);
  if (section == Section::kProcess) {
    names_.excuse_unknown();
    lost_group_ = true;
  }
}

void BlueprintReader::define_tags() {
  for (std::uint32_t i = 0; i < lines_.size(); ++i) {
    define_tag(lines_[i], i);
  }
  inherit_step(lines_, tags_, templates_);
}

void BlueprintReader::define_tag(const WrittenLine& line, std::uint32_t definition) {
  LineReader reader(templates_, variables_.values(), tags_, problems_);
  const auto tag = reader.word(line.tag);
  builder_.program.definitions.push_back(
      {line.section, tag ? tag->text : "", source_.span(line.tag.place)});
  if (!tag) {
    excuse_all(line.section);
    return;
  }
  const std::string_view kind = tag_kind(line.section);
  if (const auto refused = refuse_tag(tag->text, kind)) {
    problems_.error(line.tag.place, *refused);
    excuse_all(line.section);
    return;
  }
  if (const auto first = tags_.define(line.section, tag->text, definition)) {
    problems_.error(line.tag.place,
                    fmt::format("{} {} is defined twice", kind, text::quoted(tag->text)),
                    {problems_.note(lines_[*first].tag.place, "first defined here")});
  }
}

void BlueprintReader::define_groups() {
  for (std::uint32_t i = 0; i < lines_.size(); ++i) {
    if (lines_[i].section == Section::kProcess) {
      define_group(i);
    }
  }
  names_.finish();
  if (builder_.program.groups.empty() && !lost_group_ && !problems_.has_errors()) {
    problems_.error_without_place(
        "the blueprint has no processes; add a P line: P <ptag> <N> <futag>");
  }
}

void BlueprintReader::define_group(std::uint32_t definition) {
  Program& program = builder_.program;
  const WrittenLine& line = lines_[definition];
  const auto& group = std::get<WrittenGroup>(line.body);
  LineReader reader(templates_, variables_.values(), tags_, problems_);
  const std::uint32_t before = program.process_count();
  const auto count =
      line.is_broken ? std::nullopt : reader.whole(group.count, {"N", 1, text::kMaxCount});
  const bool fits = count && *count <= options_.max_processes - before;
  if (count && !fits) {
    problems_.error(
        group.count.place,
        fmt::format("the blueprint has {} processes so far; at most {} are allowed",
                    format_count(before + *count), format_count(options_.max_processes)));
  }
  lost_group_ |= !fits;
  names_.add(program.definitions[definition].tag, ProcessId{before},
             fits ? static_cast<std::uint32_t>(*count) : 0);
  if (fits) {
    program.groups.push_back(
        {definition, ProcessId{before}, static_cast<std::uint32_t>(*count), group.server});
  }
}

void BlueprintReader::expand_groups() {
  Program& program = builder_.program;
  program.plan_of.assign(program.process_count(), kNone);
  LineReader reader(templates_, variables_.values(), tags_, problems_);
  for (const WrittenLine& line : lines_) {
    reader.enter_types(line, builder_);
    mention_written(line);
  }
  Expansion expansion(lines_, reader, names_, builder_, problems_);
  std::uint32_t group = 0;
  for (std::uint32_t i = 0; i < lines_.size(); ++i) {
    if (lines_[i].section != Section::kProcess) {
      continue;
    }
    TagList units = reader.read_tags(std::get<WrittenGroup>(lines_[i].body).units, Section::kUnit);
    units.is_whole &= !lines_[i].is_broken;
    if (group < program.groups.size() && program.groups[group].definition == i) {
      expansion.expand(group++, units);
    }
  }
  give_units();
  for (std::uint32_t i = 0; i < lines_.size(); ++i) {
    if (!expansion.was_reached(i)) {
      expansion.check_unreached(i);
    }
  }
}

/// Gives the processes of P lines without units a unit that completes them at once.
void BlueprintReader::give_units() {
  Program& program = builder_.program;
  std::uint32_t plan = kNone;
  for (const ProcessGroup& group : program.groups) {
    const WrittenLine& line = lines_[group.definition];
    if (line.is_broken || !std::get<WrittenGroup>(line.body).units.empty()) {
      continue;
    }
    if (plan == kNone) {
      const auto first = static_cast<std::uint32_t>(program.definitions.size());
      for (const Section section : {Section::kFunctionality, Section::kUnit}) {
        program.definitions.push_back(
            {section, std::string(kNoUnit), source_.span(line.tag.place), true});
      }
      const NextLeg complete{kNextComplete};
      const std::uint32_t functionality =
          builder_.add(Functionality{first, kNone, {}, {}, {}}, {}, {}, {&complete, 1});
      const std::uint32_t unit =
          builder_.add(Unit{first + 1, false, {}, {}}, {&functionality, 1}, {});
      plan = builder_.add_plan({&unit, 1});
    }
    std::fill_n(program.plan_of.begin() + index(group.first), group.count, plan);
  }
}

/// Marks the tags that a line mentions, in all branches of its expressions, whether or not a
/// process uses the line.
void BlueprintReader::mention_written(const WrittenLine& line) {
  if (const auto* functionality = std::get_if<WrittenFunctionality>(&line.body)) {
    mention_texts({functionality->collection}, Section::kInput);
    mention_texts(functionality->computations, Section::kComputation);
    mention_texts(functionality->outputs, Section::kOutput);
    mention_texts({functionality->next}, Section::kUnit);
    if (functionality->then) {
      mention_texts({*functionality->then}, Section::kUnit);
    }
  } else if (const auto* unit = std::get_if<WrittenUnit>(&line.body)) {
    mention_texts(unit->functionalities(), Section::kFunctionality);
  } else if (const auto* output = std::get_if<WrittenOutput>(&line.body)) {
    if (const auto& combination = output->argument(OutputFlag::kCombine)) {
      mention_texts({*combination}, Section::kComputation);
    }
  } else if (const auto* group = std::get_if<WrittenGroup>(&line.body)) {
    mention_texts(group->units, Section::kUnit);
  }
}

void BlueprintReader::mention_texts(const std::vector<Template>& tags, Section section) {
  for (const Template& tag : tags) {
    for (const std::string_view text : templates_.written_texts(tag)) {
      if (const auto definition = tags_.find(section, text)) {
        builder_.program.definitions[*definition].mentioned = true;
      }
    }
  }
}

/// Reports functionalities that send to ORIGIN and that no message of a request can fire. Does
/// nothing if there are errors: the messages may come from a line with an error.
void BlueprintReader::check_origins() {
  if (problems_.has_errors()) {
    return;
  }
  for (const UnknownOrigin& unknown : find_unknown_origins(builder_.program)) {
    const auto& tags = builder_.program.definitions;
    problems_.error(
        lines_[unknown.functionality].tag.place,
        fmt::format("otag {} sends to ORIGIN, the process that began the request; but no message "
                    "that can complete {} belongs to a request: none comes from an O line with "
                    "-new",
                    text::quoted(tags[unknown.output].tag), text::quoted(tags[unknown.input].tag)),
        {problems_.note(lines_[unknown.output].tag.place, "sends to ORIGIN")});
  }
}

void BlueprintReader::read_terrain() {
  LineReader reader(templates_, variables_.values(), tags_, problems_);
  TerrainReader(source_, reader, names_, builder_.program, problems_).read(terrain_);
}

/// Does nothing if there are errors: a tag may look unused because of an error in the line that
/// uses it.
void BlueprintReader::warn_of_unused_tags() {
  if (problems_.has_errors()) {
    return;
  }
  const auto& definitions = builder_.program.definitions;
  for (std::uint32_t i = 0; i < definitions.size(); ++i) {
    if (!definitions[i].mentioned && definitions[i].section != Section::kProcess) {
      problems_.warning(lines_[i].tag.place,
                        fmt::format("{} {} is never used", tag_kind(definitions[i].section),
                                    text::quoted(definitions[i].tag)));
    }
  }
}

}  // namespace

ParsedBlueprint read_blueprint(const SourceText& source, const ReadOptions& options) {
  return BlueprintReader(source, options).read();
}

}  // namespace dps::blueprint
