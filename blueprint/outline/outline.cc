#include "blueprint/outline/outline.h"

#include <algorithm>
#include <set>
#include <utility>

#include "blueprint/outline/mentions.h"
#include "blueprint/reading/line_parser.h"
#include "blueprint/reading/section_letters.h"
#include "blueprint/reading/tags.h"

namespace dps::blueprint {

Outline::Outline(std::string text) : text_(std::move(text)), source_(text_) {
  parse();
}

void Outline::parse() {
  scanned_ = text::scan(source_, problems_);
  lines_.reserve(scanned_.lines.size());
  for (const text::SourceLine& line : scanned_.lines) {
    const auto fields = scanned_.fields_of(line);
    const std::string_view first = source_.text(fields[0].range);
    OutlineLine& out = lines_.emplace_back();
    out.letter = section_of(first) || is_other_section(first) ? first[0] : '\0';
    out.fields = fields;
    const std::size_t end = text::gap_at(source_.text(), fields.back().range.end).end;
    out.comment = text::comment_at(source_.text(), end);
    if (out.letter == 'V') {
      variables_.define(fields, line.broken);
    }
  }
  variables_.evaluate();
  LineParser parser(templates_, variables_.names(), problems_);
  for (OutlineLine& line : lines_) {
    if (const auto section = section_of(source_.text(line.fields[0].range))) {
      line.definition = parser.parse_definition(*section, line.fields);
    } else if (line.letter == 'T') {
      line.terrain = parser.parse_terrain(line.fields);
    }
  }
  const LineNames names{source_, templates_, variables_};
  for (std::uint32_t i = 0; i < lines_.size(); ++i) {
    add_mentions(names, lines_[i], i, mentions_);
  }
}

const Mention* Outline::mention_at(std::uint32_t at) const {
  const Mention* found = nullptr;
  for (const Mention& mention : mentions_) {
    const bool is_there = mention.place.begin <= at && at <= mention.place.end;
    // The smallest place: a variable inside the braces of a tag.
    if (is_there && (found == nullptr || mention.place.end - mention.place.begin <
                                             found->place.end - found->place.begin)) {
      found = &mention;
    }
  }
  return found;
}

std::span<const Mention> Outline::mentions_in(const OutlineLine& line) const {
  const auto number = static_cast<std::uint32_t>(&line - lines_.data());
  const auto first = std::partition_point(mentions_.begin(), mentions_.end(),
                                          [&](const Mention& each) { return each.line < number; });
  const auto end = std::find_if(first, mentions_.end(),
                                [&](const Mention& each) { return each.line != number; });
  return {first, end};
}

std::vector<const Mention*> Outline::mentions_of(NameKind kind, std::string_view name) const {
  std::vector<const Mention*> all;
  for (const Mention& mention : mentions_) {
    if (mention.kind == kind && mention.name == name) {
      all.push_back(&mention);
    }
  }
  return all;
}

std::vector<std::string> Outline::names_of(NameKind kind) const {
  const bool is_defined = kind != NameKind::kMessage && kind != NameKind::kHost;
  std::set<std::string_view> known;
  std::vector<std::string> names;
  for (const Mention& mention : mentions_) {
    if (mention.kind == kind && (mention.defines || !is_defined) && !mention.name.empty() &&
        known.insert(mention.name).second) {
      names.push_back(mention.name);
    }
  }
  return names;
}

const OutlineLine* Outline::line_at(std::uint32_t at) const {
  auto after = std::partition_point(lines_.begin(), lines_.end(), [&](const OutlineLine& line) {
    return line.fields.front().range.begin <= at;
  });
  if (after == lines_.begin()) {
    return nullptr;
  }
  const OutlineLine& line = *std::prev(after);
  const std::size_t end = std::max(line.comment.end, line.fields.back().range.end);
  const std::string_view between = source_.text().substr(0, at);
  // Blanks after the last field belong to the line.
  return at <= end || between.substr(end).find('\n') == std::string_view::npos ? &line : nullptr;
}

std::optional<double> Outline::value_of(std::string_view variable) const {
  const auto known = variables_.names().variables.find(std::string(variable));
  return known == variables_.names().variables.end() ? std::nullopt
                                                     : variables_.values()[known->second];
}

}  // namespace dps::blueprint
