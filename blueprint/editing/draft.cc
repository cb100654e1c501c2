#include "blueprint/editing/draft.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/byte_order_mark.h"
#include "base/check.h"
#include "base/printable.h"
#include "base/text/problems.h"
#include "blueprint/layout/layout_lines.h"
#include "blueprint/layout/standard_layout.h"

namespace dps::blueprint {
namespace {

/// The order of the paper. Source: docs/language.md, "A first blueprint".
constexpr std::string_view kSections = "VAICOFUPT";

std::optional<std::string> laid_out(const std::string& text) {
  const text::SourceMap source(text);
  text::Problems problems(source);
  return standard_layout(source, problems);
}

std::vector<Cell> cells_of(const std::string& line) {
  const text::SourceMap source(line);
  text::Problems problems(source);
  auto lines = layout_lines(source, problems);
  return lines && lines->size() == 1 ? std::move(lines->front().cells) : std::vector<Cell>();
}

/// The line with its cells in the columns of another one of the section, as far as they fit.
std::string in_columns_of(std::string_view neighbour, const std::string& line) {
  const std::size_t end = std::min(neighbour.find('\n'), neighbour.size());
  const bool is_continued = end + 1 < neighbour.size();
  const auto columns = is_continued ? std::vector<Cell>() : cells_of(std::string(neighbour));
  const auto cells = cells_of(line);
  std::string out = line.substr(0, 1);
  std::size_t at = 1;  // in the neighbour
  bool is_wide = false;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    std::size_t column = 0;
    if (i < columns.size() && at != std::string_view::npos) {
      const std::size_t found = neighbour.find(columns[i].text, at);
      is_wide = is_wide || (i > 0 && found != std::string_view::npos && found > at + 1);
      column = found == std::string_view::npos ? 0 : printed_width(neighbour.substr(0, found));
      at = found == std::string_view::npos ? found : found + columns[i].text.size();
    }
    const std::size_t width = printed_width(out);
    const std::size_t least = i > 0 && is_wide ? 2 : 1;
    out.append(std::max(column, width + least) - width, ' ');
    out += cells[i].text;
  }
  return cells.empty() ? line : out;
}

/// The changed paragraph, in the standard layout if it was before. The layout has no empty lines at
/// its beginning and end; those of the text stay.
std::string in_layout_of(const std::string& before, std::string after) {
  const auto standard = laid_out(before);
  if (!standard || (*standard != before && *standard != before + '\n')) {
    return after;
  }
  const std::size_t first = std::min(after.find_first_not_of('\n'), after.size());
  const std::size_t last = after.find_last_not_of('\n');
  const bool has_more = last != std::string::npos && last + 2 <= after.size();
  const std::string below = has_more ? after.substr(last + 2) : "";
  const auto aligned = laid_out(after);
  return aligned ? after.substr(0, first) + *aligned + below : after;
}

}  // namespace

Draft::Draft(std::string text)
    : text_(std::move(text)),
      line_end_(text_.find("\r\n") == std::string::npos ? "\n" : "\r\n"),
      outline_(std::make_unique<Outline>(text_)) {}

const OutlineLine* Draft::find(NameKind kind, std::string_view name) const {
  for (const Mention* mention : outline_->mentions_of(kind, name)) {
    if (mention->defines) {
      return &outline_->lines()[mention->line];
    }
  }
  return nullptr;
}

std::vector<std::string> Draft::names_in(const OutlineLine& line, NameKind kind) const {
  std::vector<std::string> names;
  for (const Mention& mention : outline_->mentions_in(line)) {
    if (mention.kind == kind && !mention.defines) {
      names.push_back(mention.name);
    }
  }
  return names;
}

std::string_view Draft::field(const OutlineLine& line, std::size_t at) const {
  return at < line.fields.size() ? outline_->source().text(line.fields[at].range)
                                 : std::string_view();
}

std::string Draft::free_tag(NameKind kind, const std::string& stem, std::string_view ending) const {
  std::string tag = stem + std::string(ending);
  for (std::size_t number = 2; !outline_->mentions_of(kind, tag).empty(); ++number) {
    tag = stem + std::to_string(number) + std::string(ending);
  }
  return tag;
}

std::size_t Draft::begin_of_line(std::size_t at) const {
  const std::size_t end = at == 0 ? std::string::npos : text_.rfind('\n', at - 1);
  return end != std::string::npos            ? end + 1
         : text_.starts_with(kByteOrderMark) ? kByteOrderMark.size()
                                             : 0;
}

std::size_t Draft::end_of_line(std::size_t at) const {
  const std::size_t end = text_.find('\n', at);
  return end == std::string::npos ? text_.size() : end + 1;
}

std::size_t Draft::end_of(const OutlineLine& line) const {
  return end_of_line(std::max(line.fields.back().range.end, line.comment.end));
}

bool Draft::is_empty_line(std::size_t begin) const {
  return text_.find_first_not_of(" \t\r", begin) >= std::min(text_.find('\n', begin), text_.size());
}

const OutlineLine* Draft::last_of(char letter) const {
  const auto& lines = outline_->lines();
  const auto found = std::find_if(lines.rbegin(), lines.rend(),
                                  [&](const OutlineLine& line) { return line.letter == letter; });
  return found == lines.rend() ? nullptr : &*found;
}

const OutlineLine* Draft::first_of(char letter) const {
  const auto& lines = outline_->lines();
  const auto found = std::find_if(lines.begin(), lines.end(),
                                  [&](const OutlineLine& line) { return line.letter == letter; });
  return found == lines.end() ? nullptr : &*found;
}

bool Draft::has_space_between_sections() const {
  bool changes = false;
  const auto& lines = outline_->lines();
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (lines[i].letter != lines[i - 1].letter) {
      changes = true;
      const std::size_t end = lines[i].fields.front().range.begin;
      for (std::size_t at = end_of(lines[i - 1]); at < end; at = end_of_line(at)) {
        if (is_empty_line(at)) {
          return true;
        }
      }
    }
  }
  return !changes;
}

text::Range Draft::paragraph_of(text::Range place) const {
  std::size_t begin = begin_of_line(place.begin);
  while (begin > begin_of_line(0) && !is_empty_line(begin_of_line(begin - 1))) {
    begin = begin_of_line(begin - 1);
  }
  std::size_t end = place.end == begin_of_line(place.end) ? place.end : end_of_line(place.end);
  while (end < text_.size() && !is_empty_line(end)) {
    end = end_of_line(end);
  }
  return text::range_of(begin, std::max<std::size_t>(end, place.end));
}

void Draft::replace(text::Range place, const std::string& words) {
  replace_all({{place, words}});
}

void Draft::replace_all(const std::vector<TextChange>& changes) {
  std::vector<TextChange> whole;  // of paragraphs
  for (auto change = changes.begin(); change != changes.end();) {
    text::Range paragraph = paragraph_of(change->place);
    auto last = std::next(change);  // after the changes of the paragraph
    for (; last != changes.end(); ++last) {
      const text::Range next = paragraph_of(last->place);
      if (next.begin >= paragraph.end) {
        break;
      }
      paragraph.end = std::max(paragraph.end, next.end);
    }
    const std::string before(text_.substr(paragraph.begin, paragraph.end - paragraph.begin));
    std::string after;
    std::size_t at = paragraph.begin;
    for (; change != last; ++change) {
      after += text_.substr(at, change->place.begin - at) + change->text;
      at = change->place.end;
    }
    after += text_.substr(at, paragraph.end - at);
    whole.push_back({paragraph, in_layout_of(before, std::move(after))});
  }
  text_ = changed(text_, whole);
  outline_ = std::make_unique<Outline>(text_);
}

void Draft::set_fields(const OutlineLine& line, std::size_t first, std::size_t count,
                       const std::string& words) {
  DPS_CHECK(first > 0 && first + count <= line.fields.size());
  if (count == 0) {
    const std::uint32_t at = line.fields[first - 1].range.end;
    replace({at, at}, " " + words);
    return;
  }
  text::Range place{line.fields[first].range.begin, line.fields[first + count - 1].range.end};
  if (words.empty()) {  // with the gap before it
    place.begin = line.fields[first - 1].range.end;
    replace(place, "");
    return;
  }
  // The next field keeps its column.
  const std::size_t gap =
      std::min(text_.find_first_not_of(' ', place.end), text_.size()) - place.end;
  const std::size_t before = printed_width(outline_->source().text(place)) + gap;
  const std::size_t width = printed_width(words);
  const bool has_more = place.end + gap < text_.size() && text_[place.end + gap] != '\n' &&
                        text_[place.end + gap] != '\r' && text_[place.end + gap] != '\\';
  if (has_more && gap > 1) {
    place.end += static_cast<std::uint32_t>(gap);
    replace(place, words + std::string(std::max<std::size_t>(before, width + 2) - width, ' '));
  } else {
    replace(place, words);
  }
}

void Draft::insert_line(std::size_t at, const std::string& line) {
  const bool is_open = at == text_.size() && !text_.empty() && text_.back() != '\n';
  replace(text::range_of(at, at), (is_open ? line_end_ : "") + line + line_end_);
}

void Draft::add_line(char letter, const std::string& words, const OutlineLine* after) {
  after = after == nullptr ? last_of(letter) : after;
  if (after == nullptr) {
    add_section(letter, words);
    return;
  }
  const std::size_t begin = begin_of_line(after->fields.front().range.begin);
  const std::string_view neighbour = std::string_view(text_).substr(begin, end_of(*after) - begin);
  const std::string line = std::string(1, letter) + " " + words;
  insert_line(end_of(*after), in_columns_of(neighbour, line));
}

void Draft::add_section(char letter, const std::string& words) {
  std::string bare = std::string(1, letter) + " " + words;
  bare = laid_out(bare).value_or(bare + '\n');
  bare.pop_back();
  const std::string space = has_space_between_sections() ? line_end_ : "";
  const std::size_t order = kSections.find(letter);
  for (std::size_t earlier = order; earlier-- > 0;) {
    if (const OutlineLine* last = last_of(kSections[earlier])) {
      std::size_t at = end_of(*last);
      while (at < text_.size() && text_[at] == '#') {
        at = end_of_line(at);
      }
      std::string added = at == text_.size() && text_.back() != '\n' ? line_end_ : "";
      added.append(space).append(bare).append(line_end_);
      if (at < text_.size() && !is_empty_line(at)) {
        added += space;
      }
      replace(text::range_of(at, at), added);
      return;
    }
  }
  for (const char later : kSections.substr(order + 1)) {
    if (const OutlineLine* first = first_of(later)) {
      const std::size_t at = above_headings(begin_of_line(first->fields.front().range.begin));
      replace(text::range_of(at, at), bare.append(line_end_).append(space));
      return;
    }
  }
  const bool is_close = !text_.empty() && !is_empty_line(begin_of_line(text_.size() - 1));
  insert_line(text_.size(), (is_close ? line_end_ : "") + bare);
}

/// Comments of several parts above a line are headings of its columns.
std::size_t Draft::above_headings(std::size_t at) const {
  while (at > begin_of_line(0)) {
    const std::size_t above = begin_of_line(at - 1);
    const std::string line = text_.substr(above, at - 1 - above);
    if (!line.starts_with('#') || cells_of_comment(line).size() < 2) {
      break;
    }
    at = above;
  }
  return at;
}

/// Lines that are removed, with the empty lines above if they are whole paragraphs; or with those
/// below if there are none above. `later`: the changes after them, the last one of the text first.
text::Range Draft::with_empty_lines(text::Range lines, const std::vector<TextChange>& later) const {
  std::size_t begin = lines.begin;
  std::size_t end = lines.end;
  const bool is_top = begin == begin_of_line(0);
  const bool is_first = is_top || is_empty_line(begin_of_line(begin - 1));
  const bool is_last = end == text_.size() || is_empty_line(end);
  if (!is_first || !is_last) {
    return lines;
  }
  while (begin > begin_of_line(0) && is_empty_line(begin_of_line(begin - 1))) {
    begin = begin_of_line(begin - 1);
  }
  for (auto next = later.rbegin(); is_top && end < text_.size();) {
    if (next != later.rend() && next->text.empty() && next->place.begin == end) {
      end = next++->place.end;
    } else if (is_empty_line(end)) {
      end = end_of_line(end);
    } else {
      break;
    }
  }
  return text::range_of(begin, end);
}

void Draft::remove_lines(const std::vector<const OutlineLine*>& lines) {
  std::vector<TextChange> changes;  // from the last one on
  for (auto last = lines.rbegin(); last != lines.rend();) {
    const OutlineLine& line = **last++;
    const std::size_t begin = begin_of_line(line.fields.front().range.begin);
    const std::size_t end = end_of(line);
    if (!line.comment.empty()) {
      changes.push_back(
          {text::range_of(begin, end), std::string(outline_->source().text(line.comment)) +
                                           (text_[end - 1] == '\n' ? line_end_ : "")});
      continue;
    }
    text::Range place = text::range_of(begin, end);
    for (; last != lines.rend() && (*last)->comment.empty() && end_of(**last) == place.begin;
         ++last) {
      place = text::range_of(begin_of_line((*last)->fields.front().range.begin), end);
    }
    place = with_empty_lines(place, changes);
    while (!changes.empty() && changes.back().place.begin < place.end) {
      changes.pop_back();  // within this one
    }
    changes.push_back({place, ""});
  }
  std::reverse(changes.begin(), changes.end());
  replace_all(changes);
}

}  // namespace dps::blueprint
