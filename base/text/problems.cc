#include "base/text/problems.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/units.h"

namespace dps::text {
namespace {

/// Bounds the memory for a file in which each of millions of lines has an error.
constexpr std::size_t kMostKept = 100'000;
constexpr std::size_t kMostMentions = 3;
constexpr std::size_t kMostQuoted = 80;

/// A key that is equal for messages that differ only in their values: the position, and the text
/// without digits and quoted words.
std::string cause(Range place, std::string_view text) {
  std::string out = fmt::format("{} {} ", place.begin, place.end);
  bool inside = false;
  for (const char c : text) {
    inside ^= c == '\'';
    if (!inside && !(c >= '0' && c <= '9')) {
      out += c;
    }
  }
  return out;
}

std::string prefix_for(const std::string& subject, std::uint32_t others) {
  if (subject.empty()) {
    return "";
  }
  return others == 0 ? subject + ": "
                     : fmt::format("{} and {}: ", subject,
                                   counted(others, "other process", "other processes"));
}

std::string text_of(const CloneName& name) {
  return fmt::format("{}[{}]", printable(name.ptag), name.index);
}

/// Formats a subject: "for Worker.p[3] in step 7 to Sink.p[0]"; empty if the values depend on none.
std::string text_of(const Subject& subject) {
  std::string text = subject.process ? "for " + text_of(*subject.process) : "";
  const auto add = [&text](const std::string& words) { text += (text.empty() ? "" : " ") + words; };
  if (subject.step) {
    add(fmt::format("in step {}", *subject.step));
  }
  if (subject.receiver) {
    add("to " + text_of(*subject.receiver));
  }
  return text;
}

}  // namespace

std::string quoted(std::string_view words) {
  if (words.size() <= kMostQuoted) {
    return "'" + printable(words) + "'";
  }
  std::size_t cut = kMostQuoted;
  while (cut > 0 && (static_cast<unsigned char>(words[cut]) & 0xc0) == 0x80) {
    --cut;
  }
  return "'" + printable(words.substr(0, cut)) + "...'";
}

void Problems::error(Range place, std::string text, std::vector<Note> notes) {
  if (Problem* entry = find_repeated(place, text)) {
    repeat(*entry);
    return;
  }
  add(Severity::kError, place, std::move(text)).diagnostic.notes = std::move(notes);
}

void Problems::warning(Range place, std::string text, std::vector<Note> notes) {
  if (find_repeated(place, text) == nullptr) {
    add(Severity::kWarning, place, std::move(text)).diagnostic.notes = std::move(notes);
  }
}

void Problems::error_without_place(std::string text) {
  errors_ = true;
  entries_.push_back({Diagnostic{Severity::kError, Span{}, std::move(text), {}}, ""});
}

void Problems::error_about(const std::string& name, Range place, std::string text) {
  if (const auto known = by_name_.find(name); known != by_name_.end()) {
    auto& mentions = entries_[known->second].mentions;
    if (mentions.size() < kMostMentions &&
        std::find(mentions.begin(), mentions.end(), place) == mentions.end()) {
      mentions.push_back(place);
    }
    return;
  }
  if (Problem* entry = find_repeated(place, text)) {
    repeat(*entry);
    return;
  }
  by_name_.emplace(name, entries_.size());
  add(Severity::kError, place, std::move(text)).mentions.push_back(place);
}

Note Problems::note(Range place, std::string text) const {
  return Note{source_.span(place), std::move(text)};
}

Problems::Problem* Problems::find_repeated(Range place, const std::string& text) {
  if (entries_.size() >= kMostKept) {
    return &entries_.back();
  }
  if (repeats_ == Repeats::kKept) {
    return nullptr;
  }
  const auto [known, is_new] = by_cause_.emplace(cause(place, text), entries_.size());
  return is_new ? nullptr : &entries_[known->second];
}

Problems::Problem& Problems::add(Severity severity, Range place, std::string text) {
  errors_ |= severity == Severity::kError;
  entries_.push_back({Diagnostic{severity, source_.span(place), std::move(text), {}},
                      text_of(subject_), 0, subject_.number});
  return entries_.back();
}

/// Counts a repetition for another process; those for other steps and receivers are not counted.
void Problems::repeat(Problem& entry) const {
  if (subject_.process && !entry.subject.empty() && subject_.number != entry.last) {
    ++entry.others;
    entry.last = subject_.number;
  }
}

Diagnostic Problems::finished(Problem& entry) const {
  Diagnostic diagnostic = std::move(entry.diagnostic);
  diagnostic.text = prefix_for(entry.subject, entry.others) + diagnostic.text;
  auto& mentions = entry.mentions;
  std::sort(mentions.begin(), mentions.end(), [](Range a, Range b) { return a.begin < b.begin; });
  for (std::size_t i = 0; i < mentions.size(); ++i) {
    if (i == 0) {
      diagnostic.span = source_.span(mentions[i]);
    } else {
      diagnostic.notes.push_back(note(mentions[i], "and here"));
    }
  }
  return diagnostic;
}

std::vector<Diagnostic> Problems::take() {
  std::vector<Diagnostic> all;
  all.reserve(entries_.size());
  for (Problem& entry : entries_) {
    all.push_back(finished(entry));
  }
  entries_.clear();
  by_cause_.clear();
  by_name_.clear();
  sort_by_place(all);
  return all;
}

}  // namespace dps::text
