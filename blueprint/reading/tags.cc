#include "blueprint/reading/tags.h"

#include <algorithm>

#include <fmt/format.h>

#include "blueprint/limits.h"

namespace dps::blueprint {
namespace {

constexpr std::array<Section, 6> kOrder{Section::kInput,  Section::kComputation,
                                        Section::kOutput, Section::kFunctionality,
                                        Section::kUnit,   Section::kProcess};

std::string_view article(std::string_view kind) {
  const bool is_spoken_with_a_vowel =
      kind == "itag" || kind == "otag" || kind == "ftag" || kind == "mtag" || kind == "htag";
  return is_spoken_with_a_vowel ? "an" : "a";
}

}  // namespace

std::string_view tag_kind(Section section) {
  static constexpr std::array<std::string_view, 6> kTagKinds{"itag", "ctag",  "otag",
                                                             "ftag", "futag", "ptag"};
  const auto found = std::find(kOrder.begin(), kOrder.end(), section);
  return kTagKinds[static_cast<std::size_t>(found - kOrder.begin())];
}

bool is_reserved(std::string_view tag) {
  return tag == "NULL" || tag == "SAME" || tag == "ACK" || tag == "ORIGIN";
}

std::optional<std::string> refuse_tag(std::string_view tag, std::string_view kind) {
  if (tag.empty()) {
    return fmt::format("{} {} cannot be empty", article(kind), kind);
  }
  if (is_reserved(tag)) {
    return fmt::format("{} is reserved and cannot be {} {}", text::quoted(tag), article(kind),
                       kind);
  }
  if (tag.size() > kMaxTagBytes) {
    return fmt::format("{} {} can have at most {} bytes, {} has {}", article(kind), kind,
                       kMaxTagBytes, text::quoted(tag), tag.size());
  }
  if (tag.starts_with('-')) {
    return fmt::format("{} {} cannot begin with '-', got {}", article(kind), kind,
                       text::quoted(tag));
  }
  const std::string_view odd = kind == "ptag"   ? " \t,{}\"#[]"
                               : kind == "ftag" ? " \t,{}\"#|"
                                                : " \t,{}\"#";
  const std::size_t at = tag.find_first_of(odd);
  if (at == std::string_view::npos) {
    return std::nullopt;
  }
  const std::string_view c = tag.substr(at, 1);
  return fmt::format("{} {} cannot contain {}, got {}", article(kind), kind,
                     c == " " || c == "\t" ? "blanks" : fmt::format("'{}'", c), text::quoted(tag));
}

std::size_t Tags::slot(Section section) {
  return static_cast<std::size_t>(std::find(kOrder.begin(), kOrder.end(), section) -
                                  kOrder.begin());
}

std::optional<std::uint32_t> Tags::define(Section section, const std::string& tag,
                                          std::uint32_t definition) {
  const auto [known, is_new] = defined_[slot(section)].emplace(tag, definition);
  if (!is_new) {
    return known->second;
  }
  names_[slot(section)].push_back(tag);
  return std::nullopt;
}

void Tags::excuse(std::optional<Section> section, std::string_view tag) {
  for (const Section each : kOrder) {
    if (!section || *section == each) {
      excused_[slot(each)].emplace(tag);
    }
  }
}

bool Tags::is_excused(Section section, std::string_view tag) const {
  return all_excused_[slot(section)] || excused_[slot(section)].contains(std::string(tag));
}

std::optional<std::uint32_t> Tags::find(Section section, std::string_view tag) const {
  const auto& defined = defined_[slot(section)];
  const auto found = defined.find(std::string(tag));
  return found == defined.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::uint32_t> Tags::lookup(Section section, const std::string& tag,
                                          text::Range place) {
  if (const auto found = find(section, tag)) {
    return found;
  }
  if (is_excused(section, tag)) {
    return std::nullopt;
  }
  const std::string_view kind = tag_kind(section);
  const std::string name = fmt::format("{} {}", kind, tag);
  const auto refused = refuse_tag(tag, kind);
  if (refused) {
    problems_.error(place, *refused);
  } else if (problems_.knows(name)) {
    problems_.error_about(name, place, "");
  } else {
    problems_.error_about(
        name, place, fmt::format("unknown {} {}{}", kind, text::quoted(tag), hint(section, tag)));
  }
  return std::nullopt;
}

std::string Tags::hint(Section section, const std::string& tag) {
  if (tag == "\\") {
    return "; to continue a line, '\\' must be its last character";
  }
  const std::string once = tag.substr(0, tag.rfind('*'));
  if (section == Section::kUnit && once != tag && (once == "SAME" || find(section, once))) {
    return fmt::format("; the unit that follows is missing, as in '{},NULL'", tag);
  }
  if (section == Section::kFunctionality && once != tag && find(section, once)) {
    return fmt::format("; a weight belongs to one of several alternatives, as in '{}|other.f'",
                       tag);
  }
  for (const Section other : kOrder) {
    if (other != section && find(other, tag)) {
      return fmt::format("; it is {} {}", article(tag_kind(other)), tag_kind(other));
    }
  }
  return suggestions_.did_you_mean(tag, names_[slot(section)]);
}

}  // namespace dps::blueprint
