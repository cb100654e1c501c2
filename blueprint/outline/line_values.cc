#include "blueprint/outline/line_values.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/expression/expression.h"
#include "blueprint/outline/line_templates.h"

namespace dps::blueprint {
namespace {

/// Limit on the clones that are evaluated.
constexpr std::uint32_t kMostClones = 1000;

/// The definition of the line in the program; kNone if it has none.
std::uint32_t definition_of(const Outline& outline, const OutlineLine& line,
                            const Program& program) {
  const Span span = outline.source().span(line.definition->tag.place);
  for (std::uint32_t i = 0; i < program.definitions.size(); ++i) {
    const Definition& definition = program.definitions[i];
    if (definition.tag_span == span && definition.section == line.definition->section) {
      return i;
    }
  }
  return kNone;
}

/// True if a process with this plan can use an instance of the definition.
bool uses(const Program& program, const Plan& plan, std::uint32_t definition) {
  for (const std::uint32_t u : program.units_of(plan)) {
    const Unit& unit = program.units[u];
    if (unit.definition == definition) {
      return true;
    }
    for (const std::uint32_t at : program.functionalities_of(unit)) {
      const Functionality& f = program.functionalities[at];
      const auto is_it = [&](const auto& table, std::uint32_t position) {
        return table[position].definition == definition;
      };
      const auto computations = program.computations_of(f);
      const auto outputs = program.outputs_of(f);
      if (f.definition == definition ||
          (f.collection != kNone && is_it(program.collections, f.collection)) ||
          std::any_of(computations.begin(), computations.end(),
                      [&](auto c) { return is_it(program.computations, c); }) ||
          std::any_of(outputs.begin(), outputs.end(),
                      [&](auto o) { return is_it(program.outputs, o); })) {
        return true;
      }
    }
  }
  return false;
}

/// Clones with the indices `first` to `last` of a group.
struct Clones {
  const ProcessGroup* group = nullptr;
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

/// The clones that use a line, in the order of the processes.
std::vector<Clones> users(const Outline& outline, const OutlineLine& line, const Program& program) {
  const std::uint32_t definition = line.definition ? definition_of(outline, line, program) : kNone;
  const std::string_view process =
      line.terrain ? outline.source().text(line.terrain->process.place) : "";
  std::vector<Clones> all;
  for (const ProcessGroup& group : program.groups) {
    if (line.terrain) {
      if (process.substr(0, process.find('[')) == program.tag(group.definition)) {
        all.push_back({&group, 0, std::min(group.count, kMostClones) - 1});
      }
      continue;
    }
    for (std::uint32_t i = 0; i < std::min(group.count, kMostClones); ++i) {
      const Plan& plan = program.plan(ProcessId{index(group.first) + i});
      if (group.definition != definition && !uses(program, plan, definition)) {
        continue;
      }
      if (!all.empty() && all.back().group == &group && all.back().last + 1 == i) {
        all.back().last = i;
      } else {
        all.push_back({&group, i, i});
      }
    }
  }
  return all;
}

std::string name_of(const Program& program, const Clones& clones) {
  const std::string& ptag = program.tag(clones.group->definition);
  if (clones.first == 0 && clones.last + 1 == clones.group->count) {
    return ptag;
  }
  return clones.first == clones.last ? fmt::format("{}[{}]", ptag, clones.first)
                                     : fmt::format("{}[{}..{}]", ptag, clones.first, clones.last);
}

class Evaluator {
 public:
  Evaluator(const Outline& outline, const Program* program, std::vector<Clones> clones)
      : outline_(outline), program_(program), clones_(std::move(clones)) {}

  std::optional<FieldValues> values(const Template& field) const {
    FieldValues out{field.place, {}};
    if (field.uses_step || field.uses_receiver || outline_.templates().varies(field)) {
      return std::nullopt;
    }
    if (field.dependence == Dependence::kNothing) {
      const auto text = fill(field, 0, 0);
      return text ? std::optional(FieldValues{field.place, {{"", *text}}}) : std::nullopt;
    }
    for (const Clones& clones : clones_) {
      add(field, clones, out);
    }
    const bool is_same =
        std::all_of(out.values.begin(), out.values.end(),
                    [&](const FieldValue& each) { return each.text == out.values[0].text; });
    if (is_same && !out.values.empty() && !out.has_more) {
      out.values = {{"", out.values[0].text}};
    }
    return out.values.empty() ? std::nullopt : std::optional(std::move(out));
  }

 private:
  [[nodiscard]] std::optional<std::string> fill(const Template& field, double self,
                                                double count) const {
    return outline_.templates()
        .fill(field, expression::Values{outline_.variables().values(), self, count})
        .text;
  }

  /// Adds the values of the clones; neighbours with one value share an entry.
  void add(const Template& field, const Clones& clones, FieldValues& out) const {
    Clones run{clones.group, clones.first, clones.first};
    std::optional<std::string> text;
    for (std::uint32_t i = clones.first; i <= clones.last; ++i) {
      auto next = fill(field, i, clones.group->count);
      if (next != text && i > clones.first) {
        finish(run, text, out);
        run.first = i;
      }
      if (out.has_more) {
        return;
      }
      run.last = i;
      text = std::move(next);
    }
    finish(run, text, out);
  }

  void finish(const Clones& run, const std::optional<std::string>& text, FieldValues& out) const {
    out.has_more |= out.values.size() == kMostValues;
    if (text && !out.has_more) {
      out.values.push_back({name_of(*program_, run), *text});
    }
  }

  const Outline& outline_;
  const Program* program_;
  std::vector<Clones> clones_;
};

}  // namespace

std::vector<FieldValues> values_of(const Outline& outline, const OutlineLine& line,
                                   const Program* program) {
  std::vector<FieldValues> all;
  if (line.letter == 'V' && line.fields.size() > 2) {
    const text::Range place{line.fields[2].range.begin, line.fields.back().range.end};
    const auto value = outline.value_of(outline.source().text(line.fields[1].range));
    const std::string text = value ? expression::number_text(*value) : "";
    if (value && text != outline.source().text(place)) {
      all.push_back({place, {{"", text}}});
    }
    return all;
  }
  const bool depends =
      line.terrain || (line.definition && line.definition->dependence != Dependence::kNothing);
  const Evaluator evaluator(
      outline, program,
      depends && program != nullptr ? users(outline, line, *program) : std::vector<Clones>());
  for (const Template* field : templates_of(line)) {
    const bool has_braces = outline.source().text(field->place).find('{') != std::string_view::npos;
    if (auto values = has_braces ? evaluator.values(*field) : std::nullopt) {
      all.push_back(std::move(*values));
    }
  }
  return all;
}

}  // namespace dps::blueprint
