#include "blueprint/outline/mentions.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/text/scanner.h"
#include "blueprint/outline/name_bytes.h"
#include "blueprint/reading/tags.h"

namespace dps::blueprint {
namespace {

/// The number of fields of an F line, including the section letter.
constexpr std::size_t kFieldsOfFunctionality = 6;

class LineMentions {
 public:
  LineMentions(const LineNames& names, std::uint32_t number, std::vector<Mention>& out)
      : names_(names), source_(names.source), line_(number), out_(out) {}

  void add(const OutlineLine& line) {
    if (line.letter == 'V' || line.letter == 'A') {
      add_variable_line(line);
      return;
    }
    if (line.definition) {
      tag(line.definition->tag, kind_of(line.definition->section), true);
      std::visit([this](const auto& body) { add_body(body); }, line.definition->body);
      if (line.letter == 'F' && line.fields.size() < kFieldsOfFunctionality) {
        add_incomplete(line.fields);
      }
    } else if (line.letter != 0 && line.letter != 'T' && line.fields.size() > 1) {
      // Its tag has an error; other lines may mention it all the same.
      name(kind_of(static_cast<Section>(line.letter)), line.fields[1].content, true);
    }
    if (line.terrain) {
      add_terrain(*line.terrain);
    }
    add_variables_in_braces(line);
  }

 private:
  void add_variable_line(const OutlineLine& line) {
    const std::size_t first = 2;
    if (line.letter == 'V' && line.fields.size() > 1) {
      name(NameKind::kVariable, line.fields[1].range, true);
    }
    if (line.fields.size() > first) {
      variables({line.fields[first].range.begin, line.fields.back().range.end}, {});
    }
  }

  void add_body(const WrittenInput& input) {
    for (const WrittenInput::Pair& pair : input.pairs) {
      tag(pair.mtag, NameKind::kMessage, false);
    }
  }
  void add_body(const WrittenComputation& /*computation*/) {}
  void add_body(const WrittenOutput& output) {
    for (const Template& receiver : output.receivers) {
      add_receiver(receiver);
    }
    if (const auto& type = output.argument(OutputFlag::kTag)) {
      tag(*type, NameKind::kMessage, true);
    }
    if (const auto& root = output.argument(OutputFlag::kRoot)) {
      add_receiver(*root);
    }
    if (const auto& combine = output.argument(OutputFlag::kCombine)) {
      tag(*combine, NameKind::kComputation, false);
    }
  }
  void add_body(const WrittenFunctionality& functionality) {
    tag(functionality.collection, NameKind::kCollection, false);
    tags(functionality.computations, NameKind::kComputation);
    tags(functionality.outputs, NameKind::kOutput);
    tag(functionality.next, NameKind::kUnit, false);
    if (functionality.then) {
      tag(*functionality.then, NameKind::kUnit, false);
    }
  }
  /// The parser does not parse the fields of an F line that has too few of them.
  void add_incomplete(std::span<const text::Field> fields) {
    static constexpr std::array<NameKind, 3> kKinds{NameKind::kCollection, NameKind::kComputation,
                                                    NameKind::kOutput};
    for (std::size_t i = 2; i < fields.size(); ++i) {
      for (const text::Range part : expression::split_list(source_.text(), fields[i].content)) {
        if (source_.text(part).find('{') == std::string_view::npos) {
          name(kKinds.at(i - 2), part, false);
        }
      }
    }
  }
  void add_body(const WrittenUnit& unit) { tags(unit.functionalities(), NameKind::kFunctionality); }
  void add_body(const WrittenGroup& group) { tags(group.units, NameKind::kUnit); }

  void add_terrain(const WrittenTerrain& terrain) {
    add_receiver(terrain.process);
    tag(terrain.htag, NameKind::kHost, true);
  }

  /// The ptag in a receiver, which may be followed by an index or be the beginning of ptags.
  void add_receiver(const Template& receiver) {
    for (const std::string_view written : literal_parts(receiver)) {
      const text::Range place = range_of(written);
      const std::size_t end = std::min(written.find_first_of("[{"), written.size());
      name(NameKind::kProcess, {place.begin, place.begin + static_cast<std::uint32_t>(end)}, false);
    }
  }

  /// The texts of a template that stand in the source: all of it, or its branches.
  [[nodiscard]] std::vector<std::string_view> literal_parts(const Template& written) const {
    auto parts = names_.templates.written_texts(written);
    if (parts.empty()) {
      parts.push_back(source_.text(written.place));
    }
    return parts;
  }

  void tags(const std::vector<Template>& all, NameKind kind) {
    for (const Template& each : all) {
      tag(each, kind, false);
    }
  }

  void tag(const Template& written, NameKind kind, bool defines) {
    if (written.place.empty()) {
      return;
    }
    const auto parts = names_.templates.written_texts(written);
    for (const std::string_view part : parts) {
      name(kind, range_of(part), defines);
    }
    if (parts.empty()) {  // an expression in the tag
      const expression::Values values{names_.variables.values()};
      const bool is_one = written.dependence == expression::Dependence::kNothing &&
                          !written.uses_step && !written.uses_receiver;
      const auto filled = is_one ? names_.templates.fill(written, values).text : std::nullopt;
      out_.push_back({kind, filled.value_or(""), written.place, defines, false, line_});
    }
  }

  void name(NameKind kind, text::Range place, bool defines) {
    const std::string_view text = source_.text(place);
    if (!text.empty() && !is_reserved(text)) {
      out_.push_back({kind, std::string(text), place, defines, true, line_});
    }
  }

  [[nodiscard]] text::Range range_of(std::string_view part) const {
    const auto begin = static_cast<std::size_t>(part.data() - source_.text().data());
    return text::range_of(begin, begin + part.size());
  }

  /// The variables in `{…}`. Tags inside, the branches of a choice, are not variables.
  void add_variables_in_braces(const OutlineLine& line) {
    const std::size_t first_mention = first_of_line();
    std::vector<text::Range> inside;  // tags that are branches
    for (std::size_t i = first_mention; i < out_.size(); ++i) {
      inside.push_back(out_[i].place);
    }
    const std::string_view text = source_.text();
    for (const text::Field& field : line.fields) {
      const std::string_view upto = text.substr(0, field.content.end);
      for (std::size_t at = field.content.begin; at < upto.size();) {
        if (upto[at] != '{') {
          ++at;
        } else if (at + 1 < upto.size() && upto[at + 1] == '{') {
          at += 2;
        } else {
          const std::size_t end = std::min(text::end_of_braces(upto, at), upto.size());
          variables(text::range_of(at + 1, end), inside);
          at = end;
        }
      }
    }
  }

  [[nodiscard]] std::size_t first_of_line() const {
    std::size_t first = out_.size();
    while (first > 0 && out_[first - 1].line == line_) {
      --first;
    }
    return first;
  }

  /// Adds the variables in an expression, except in `excluded`, the tags of the line.
  void variables(text::Range range, const std::vector<text::Range>& excluded) {
    const std::string_view text = source_.text();
    for (std::size_t at = range.begin; at < range.end;) {
      if (!is_name_byte(text[at])) {
        ++at;
        continue;
      }
      std::size_t end = at;
      while (end < range.end &&
             (is_name_byte(text[end]) || (is_digit(text[at]) && text[end] == '.'))) {
        ++end;
      }
      const text::Range place = text::range_of(at, end);
      const std::size_t next = text::gap_at(text, end).end;
      const bool is_call = next < range.end && text[next] == '(';
      const bool is_tag = std::any_of(excluded.begin(), excluded.end(), [&](text::Range tag) {
        return tag.begin <= place.begin && place.end <= tag.end && text[tag.begin] != '{' &&
               source_.text(tag).find('{') == std::string_view::npos;
      });
      if (!is_digit(text[at]) && !is_call && !is_tag &&
          names_.variables.names().variables.contains(std::string(source_.text(place)))) {
        name(NameKind::kVariable, place, false);
      }
      at = end;
    }
  }

  static bool is_digit(char c) { return c >= '0' && c <= '9'; }

  const LineNames& names_;
  const text::SourceMap& source_;
  std::uint32_t line_;
  std::vector<Mention>& out_;
};

}  // namespace

void add_mentions(const LineNames& names, const OutlineLine& line, std::uint32_t number,
                  std::vector<Mention>& out) {
  LineMentions(names, number, out).add(line);
}

}  // namespace dps::blueprint
