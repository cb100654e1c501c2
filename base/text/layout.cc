#include "base/text/layout.h"

#include <algorithm>

#include "base/printable.h"

namespace dps::text {
namespace {

std::string blanks_for(std::string_view text, std::size_t width) {
  const std::size_t taken = printed_width(text);
  return std::string(taken < width ? width - taken : 0, ' ');
}

bool continues_code_point(char c) {
  return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

/// The beginning of `text` in at most `width`, with an ellipsis if it is shortened.
std::string cut(const std::string& text, std::size_t width) {
  if (printed_width(text) <= width) {
    return text;
  }
  std::size_t end = 0;
  for (std::size_t kept = 1; end < text.size() && kept < width; ++kept) {
    ++end;
    while (end < text.size() && continues_code_point(text[end])) {
      ++end;
    }
  }
  return text.substr(0, end) + "…";
}

bool are_distinct(std::vector<std::string> texts) {
  std::sort(texts.begin(), texts.end());
  return std::adjacent_find(texts.begin(), texts.end()) == texts.end();
}

/// The length of the common prefix of all texts.
std::size_t common_beginning(const std::vector<std::string>& texts) {
  std::size_t same = texts.front().size();
  for (const std::string& text : texts) {
    const auto [end, ignored] = std::mismatch(
        text.begin(), text.begin() + static_cast<std::ptrdiff_t>(std::min(same, text.size())),
        texts.front().begin());
    same = static_cast<std::size_t>(end - text.begin());
  }
  while (same > 0 && same < texts.front().size() && continues_code_point(texts.front()[same])) {
    --same;
  }
  return same;
}

}  // namespace

std::string left_aligned(std::string_view text, std::size_t width) {
  return std::string(text) + blanks_for(text, width);
}

std::string right_aligned(std::string_view text, std::size_t width) {
  return blanks_for(text, width) + std::string(text);
}

std::string shortened(std::string_view text, std::size_t width) {
  if (printed_width(text) <= width) {
    return std::string(text);
  }
  std::size_t begin = text.size();
  for (std::size_t kept = 1; begin > 0 && kept < width; ++kept) {
    --begin;
    while (begin > 0 && continues_code_point(text[begin])) {
      --begin;
    }
  }
  return "…" + std::string(text.substr(begin));
}

std::vector<std::string> shortened_names(const std::vector<std::string>& names, std::size_t width) {
  const auto changed = [&](auto change) {
    std::vector<std::string> all;
    all.reserve(names.size());
    for (const std::string& name : names) {
      all.push_back(printed_width(name) <= width ? name : change(name));
    }
    return all;
  };
  std::vector<std::string> ends = changed([&](const auto& name) { return shortened(name, width); });
  if (are_distinct(ends)) {
    return ends;
  }
  std::vector<std::string> begins = changed([&](const auto& name) { return cut(name, width); });
  if (are_distinct(begins)) {
    return begins;
  }
  const std::size_t same = common_beginning(names);
  std::vector<std::string> parts =
      changed([&](const auto& name) { return cut("…" + name.substr(same), width); });
  return are_distinct(parts) ? parts : ends;
}

std::string wrapped(std::string_view first, std::string_view text, std::size_t hanging) {
  std::string out;
  std::string line(first);
  const std::string next_line(printed_width(first) + hanging, ' ');
  bool has_word = false;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(word.size() + (word.size() < text.size() ? 1 : 0));
    const std::size_t gap = has_word ? 1 : 0;
    if (has_word && printed_width(line) + gap + printed_width(word) > kLineWidth) {
      out += line + '\n';
      line = next_line;
      has_word = false;
    }
    line += has_word ? " " : "";
    line += word;
    has_word = true;
  }
  return out + line + '\n';
}

std::string trimmed(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

std::string joined(const std::vector<std::string>& items, std::string_view separator) {
  std::string out;
  for (const std::string& item : items) {
    out += out.empty() ? "" : separator;
    out += item;
  }
  return out;
}

std::string listed(const std::vector<std::string>& items, std::string_view last) {
  if (items.size() < 2) {
    return joined(items, "");
  }
  std::string out = joined({items.begin(), items.end() - 1}, ", ");
  out += ' ';
  out += last;
  out += ' ';
  return out + items.back();
}

}  // namespace dps::text
