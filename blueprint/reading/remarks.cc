#include "blueprint/reading/remarks.h"

#include <string_view>

namespace dps::blueprint {
namespace {

constexpr std::string_view kPrefix = "dps:";
constexpr std::string_view kAllowEarly = "allow early";
constexpr std::string_view kBlanks = " \t\r";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  return first == std::string_view::npos
             ? std::string_view()
             : text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

/// The text after "# dps:" in a comment, which may follow blanks; its data is null if it is another
/// comment or none.
std::string_view remark_in(std::string_view text) {
  text = trimmed(text);
  if (!text.starts_with('#')) {
    return {};
  }
  text = trimmed(text.substr(1));
  return text.starts_with(kPrefix) ? trimmed(text.substr(kPrefix.size())) : std::string_view();
}

text::Range rest_of_line(const text::SourceMap& source, std::uint32_t from) {
  const std::size_t end = source.text().find('\n', from);
  return text::range_of(from, end == std::string_view::npos ? source.text().size() : end);
}

/// Warns of comments on lines of their own.
void warn_of_lone_remarks(const text::SourceMap& source, text::Problems& problems) {
  for (std::uint32_t begin = 0; begin < source.text().size();) {
    const text::Range line = rest_of_line(source, begin);
    if (remark_in(source.text(line)).data() != nullptr) {
      problems.warning(line, "this comment has an effect only at the end of a U line");
    }
    begin = line.end + 1;
  }
}

}  // namespace

std::string_view comment_after(const text::SourceMap& source, const text::Field& last) {
  const std::size_t at = text::gap_at(source.text(), last.range.end).end;
  const text::Range comment = text::comment_at(source.text(), at);
  return comment.empty() ? std::string_view() : trimmed(source.text(comment).substr(1));
}

std::vector<std::uint32_t> find_allowed_early(const text::SourceMap& source,
                                              const text::Scanned& scanned,
                                              text::Problems& problems) {
  std::vector<std::uint32_t> lines;
  if (source.text().find(kPrefix) == std::string_view::npos) {
    return lines;
  }
  warn_of_lone_remarks(source, problems);
  for (const text::SourceLine& line : scanned.lines) {
    const auto fields = scanned.fields_of(line);
    const text::Range comment = rest_of_line(source, fields.back().range.end);
    const std::string_view remark = remark_in(source.text(comment));
    if (remark.data() == nullptr || line.broken) {
      continue;
    }
    if (remark != kAllowEarly || source.text(fields[0].range) != "U" || fields.size() < 2) {
      problems.warning(comment,
                       remark == kAllowEarly
                           ? "this comment has an effect only at the end of a U line"
                           : "unknown comment for dps; the only one is '# dps: allow early'");
      continue;
    }
    lines.push_back(source.span(fields[1].range).line);
  }
  return lines;
}

}  // namespace dps::blueprint
