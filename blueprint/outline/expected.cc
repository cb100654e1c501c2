#include "blueprint/outline/expected.h"

#include <algorithm>
#include <optional>

#include "base/byte_order_mark.h"
#include "base/text/scanner.h"
#include "blueprint/keywords.h"
#include "blueprint/outline/name_bytes.h"

namespace dps::blueprint {
namespace {

/// The text of a logical line up to the place, split at blanks: a line that is being written may
/// have open braces and quotes, which the reader's scanner refuses.
struct LineBefore {
  std::vector<std::string_view> fields;  ///< complete ones
  std::size_t begin = 0;                 ///< of the field at the place
  std::optional<std::size_t> brace{};    ///< the position after an open brace before the place
  bool in_comment = false;
};

/// The start of the logical line that contains `at`.
std::size_t line_begin(std::string_view text, std::size_t at) {
  std::size_t begin = at;
  while (begin > 0) {
    if (text[begin - 1] != '\n') {
      --begin;
      continue;
    }
    const std::size_t before = begin >= 2 && text[begin - 2] == '\r' ? begin - 2 : begin - 1;
    if (before == 0 || text[before - 1] != '\\') {
      break;
    }
    begin = before - 1;
  }
  return begin == 0 && text.starts_with(kByteOrderMark) ? std::min(at, kByteOrderMark.size())
                                                        : begin;
}

LineBefore line_before(std::string_view text, std::size_t at) {
  LineBefore line;
  line.begin = line_begin(text, at);
  std::vector<std::size_t> braces;
  bool quoted = false;
  for (std::size_t i = line.begin; i < at;) {
    const char c = text[i];
    const std::size_t joined = text::continuation_length(text, i);
    if (joined > 0 || (text::is_blank(c) && braces.empty() && !quoted)) {
      if (i > line.begin) {
        line.fields.push_back(text.substr(line.begin, i - line.begin));
      }
      i += std::max<std::size_t>(joined, 1);
      line.begin = std::min(i, at);
      continue;
    }
    if (c == '#' && i == line.begin) {
      line.in_comment = true;
      return line;
    }
    if (c == '"' && (i == line.begin || quoted) && braces.empty()) {
      quoted = !quoted;
    } else if (c == '{') {
      braces.push_back(i + 1);
    } else if (c == '}' && !braces.empty()) {
      braces.pop_back();
    }
    ++i;
  }
  if (!braces.empty()) {
    line.brace = braces.back();
  }
  return line;
}

void expect_argument(std::string_view flag, Expected& out) {
  switch (*find_word(kFlags, flag)) {
    case OutputFlag::kTag:
      out.names = {NameKind::kMessage};
      break;
    case OutputFlag::kPacked:
    case OutputFlag::kXdr:
      out.words = {WordKind::kSwitch};
      break;
    case OutputFlag::kRoute:
      out.words = {WordKind::kRoute};
      break;
    case OutputFlag::kPick:
      out.words = {WordKind::kPick};
      break;
    case OutputFlag::kCollective:
      out.words = {WordKind::kOperation};
      break;
    case OutputFlag::kAlgorithm:
      out.words = {WordKind::kAlgorithm};
      break;
    case OutputFlag::kRoot:
      out.names = {NameKind::kProcess};
      break;
    case OutputFlag::kCombine:
      out.names = {NameKind::kComputation};
      break;
    default:
      break;
  }
}

void expect_in_output(const LineBefore& line, Expected& out) {
  if (line.fields.size() == 2) {
    out.names = {NameKind::kProcess};
    out.words = {WordKind::kReceiver};
  } else if (find_word(kFlags, line.fields.back())) {
    expect_argument(line.fields.back(), out);
  } else {
    out.words = {WordKind::kOutputFlag};
  }
}

void expect_in_functionality(std::size_t fields, Expected& out) {
  switch (fields) {
    case 2:
      out.names = {NameKind::kCollection};
      out.words = {WordKind::kNothing};
      break;
    case 3:
      out.names = {NameKind::kComputation};
      out.words = {WordKind::kNothing};
      break;
    case 4:
      out.names = {NameKind::kOutput};
      out.words = {WordKind::kNothing};
      break;
    case 5:
      out.names = {NameKind::kUnit};
      out.words = {WordKind::kNext};
      break;
    default:
      break;
  }
}

void expect_in_input(const LineBefore& line, Expected& out) {
  const bool each = line.fields.size() > 2 && line.fields[2] == "-each";
  const std::size_t before = line.fields.size() - (each ? 3 : 2);
  if (before % 2 == 1) {
    out.names = {NameKind::kMessage};
  } else if (line.fields.size() == 2) {
    out.words = {WordKind::kInputFlag};
  }
}

void expect_in_terrain(std::size_t fields, Expected& out) {
  if (fields == 1) {
    out.names = {NameKind::kProcess};
  } else if (fields == 2) {
    out.names = {NameKind::kHost};
  } else if (fields % 3 == 0) {
    out.words = {WordKind::kHostVariable};
  } else if (fields % 3 == 1) {
    out.words = {WordKind::kComparison};
  }
}

/// `line` has its letter, and for all sections but T its tag.
void expect_in(char letter, const LineBefore& line, Expected& out) {
  const std::size_t fields = line.fields.size();
  switch (letter) {
    case 'I':
      expect_in_input(line, out);
      break;
    case 'C':
      if (fields == 2) {
        out.words = {WordKind::kComputation};
      }
      break;
    case 'O':
      expect_in_output(line, out);
      break;
    case 'F':
      expect_in_functionality(fields, out);
      break;
    case 'U':
      out.names = {NameKind::kFunctionality};
      if (fields == 2) {
        out.words = {WordKind::kUnitFlag};
      }
      break;
    case 'P':
      if (fields > 2) {
        out.names = {NameKind::kUnit};
      }
      if (fields == 3) {
        out.words = {WordKind::kProcessFlag};
      }
      break;
    default:
      break;
  }
}

void expect_expression(Expected& out, bool process_names) {
  out.in_expression = true;
  out.names = {NameKind::kVariable};
  out.words = {WordKind::kFunction};
  if (process_names) {
    out.words.push_back(WordKind::kName);
  }
}

}  // namespace

Expected expected_at(const Outline& outline, std::uint32_t at) {
  const std::string_view text = outline.source().text();
  const LineBefore line = line_before(text, at);
  Expected out;
  out.replaced = text::range_of(line.begin, at);
  if (line.in_comment) {
    return out;
  }
  if (line.fields.empty()) {
    out.words = {WordKind::kSection};
    return out;
  }
  const std::string_view first = line.fields[0];
  const char letter = first.size() == 1 ? first[0] : '\0';
  const bool is_expression =
      line.brace || ((letter == 'V' || letter == 'A') && line.fields.size() > 1);
  if (is_expression) {
    expect_expression(out, letter != 'V' && letter != 'A' && letter != 'P');
    std::size_t begin = at;
    while (begin > line.begin && is_name_byte(text[begin - 1])) {
      --begin;
    }
    out.replaced = text::range_of(begin, at);
    return out;
  }
  if (letter == 'T') {
    expect_in_terrain(line.fields.size(), out);
  } else if (line.fields.size() > 1) {
    expect_in(letter, line, out);
  }
  // A list, alternatives, or a*K,b: only its last element.
  const std::string_view written = text.substr(line.begin, at - line.begin);
  const std::size_t cut = written.find_last_of(letter == 'U' ? "|" : ",");
  if (cut != std::string_view::npos) {
    out.replaced.begin += static_cast<std::uint32_t>(cut) + 1;
    std::erase(out.words, WordKind::kUnitFlag);
  }
  return out;
}

}  // namespace dps::blueprint
