#include "tests/blueprint/outline/textmate_grammar.h"

#include <algorithm>
#include <fstream>
#include <stdexcept>

#include <oniguruma.h>

namespace dps::blueprint {
namespace {

const OnigUChar* bytes(const char* text) {
  return reinterpret_cast<const OnigUChar*>(text);
}

std::string with(const std::string& scopes, const nlohmann::json& rule, const char* key) {
  return rule.contains(key) ? scopes + " " + rule[key].get<std::string>() : scopes;
}

}  // namespace

class TextMateGrammar::Pattern {
 public:
  explicit Pattern(const std::string& text) {
    OnigErrorInfo info;
    const int result =
        onig_new(&regex, bytes(text.data()), bytes(text.data() + text.size()),
                 ONIG_OPTION_CAPTURE_GROUP, ONIG_ENCODING_UTF8, ONIG_SYNTAX_DEFAULT, &info);
    if (result != ONIG_NORMAL) {
      throw std::runtime_error("bad pattern: " + text);
    }
  }
  Pattern(const Pattern&) = delete;
  Pattern& operator=(const Pattern&) = delete;
  ~Pattern() { onig_free(regex); }

  regex_t* regex = nullptr;
};

TextMateGrammar::TextMateGrammar(const std::string& path) {
  std::ifstream file(path);
  grammar_ = Json::parse(file);
  OnigEncoding utf8 = ONIG_ENCODING_UTF8;
  onig_initialize(&utf8, 1);
}

TextMateGrammar::~TextMateGrammar() = default;

const TextMateGrammar::Pattern& TextMateGrammar::pattern(const std::string& text) {
  auto& known = patterns_[text];
  if (!known) {
    known = std::make_unique<Pattern>(text);
  }
  return *known;
}

std::optional<std::vector<std::pair<int, int>>> TextMateGrammar::search(const std::string& regex,
                                                                        const std::string& line,
                                                                        int from) {
  OnigRegion* region = onig_region_new();
  const OnigUChar* begin = bytes(line.data());
  const OnigUChar* end = begin + line.size();
  const auto at =
      onig_search(pattern(regex).regex, begin, end, begin + from, end, region, ONIG_OPTION_NONE);
  std::optional<std::vector<std::pair<int, int>>> groups;
  if (at >= 0) {
    groups.emplace();
    for (int i = 0; i < region->num_regs; ++i) {
      groups->emplace_back(region->beg[i], region->end[i]);
    }
  }
  onig_region_free(region, 1);
  return groups;
}

void TextMateGrammar::find(const Json& patterns, const std::string& line, int from,
                           std::optional<Match>& best) {
  for (const Json& each : patterns) {
    const Json& rule = each.contains("include")
                           ? grammar_["repository"].at(each["include"].get<std::string>().substr(1))
                           : each;
    const char* key = rule.contains("match") ? "match" : "begin";
    if (!rule.contains(key)) {
      find(rule["patterns"], line, from, best);
      continue;
    }
    const auto groups = search(rule[key].get<std::string>(), line, from);
    if (groups && (!best || groups->front().first < best->groups.front().first)) {
      best = Match{&rule, *groups};
    }
  }
}

void TextMateGrammar::give_captures(const Json& captures, const Match& match,
                                    const std::string& line, std::vector<std::string>& out) {
  for (const auto& [number, capture] : captures.items()) {
    const auto at = static_cast<std::size_t>(std::stoi(number));
    if (at >= match.groups.size() || match.groups[at].first < 0) {
      continue;
    }
    const auto [begin, end] = match.groups[at];
    std::string scopes;
    for (int i = begin; i < end; ++i) {
      scopes = with(out[static_cast<std::size_t>(i)], capture, "name");
      out[static_cast<std::size_t>(i)] = scopes;
    }
    if (capture.contains("patterns")) {
      std::vector<Open> open{{&capture, scopes}};
      const std::string part = line.substr(0, static_cast<std::size_t>(end));
      for (int from = begin; from < end;) {
        std::optional<Match> best;
        if (open.size() > 1) {
          if (const auto groups = search(open.back().rule->at("end"), part, from)) {
            best = Match{nullptr, *groups};
          }
        }
        find(open.back().rule->at("patterns"), part, from, best);
        if (!best || best->groups.front().second <= from) {
          break;
        }
        for (int i = from; i < best->groups.front().first; ++i) {
          out[static_cast<std::size_t>(i)] = open.back().scopes;
        }
        from = best->groups.front().second;
        step(*best, part, open, out);
      }
    }
  }
}

/// Gives the bytes of a match their scopes, and opens or closes a rule.
void TextMateGrammar::step(const Match& match, const std::string& line, std::vector<Open>& open,
                           std::vector<std::string>& out) {
  const auto [begin, end] = match.groups.front();
  const bool closes = match.rule == nullptr;
  const Json& rule = closes ? *open.back().rule : *match.rule;
  const std::string scopes = closes ? open.back().scopes : with(open.back().scopes, rule, "name");
  std::fill(out.begin() + begin, out.begin() + end, scopes);
  const bool opens = !closes && rule.contains("begin");
  if (closes) {
    open.pop_back();
  } else if (opens) {
    open.push_back({&rule, scopes});
  }
  give_captures(rule.value(closes  ? "endCaptures"
                           : opens ? "beginCaptures"
                                   : "captures",
                           Json::object()),
                match, line, out);
}

void TextMateGrammar::scan_line(const std::string& line, std::vector<Open>& open,
                                std::vector<std::string>& out) {
  int from = 0;
  for (std::size_t turns = 0; turns < 4 * line.size() + 4; ++turns) {
    std::optional<Match> best;
    if (open.size() > 1) {
      if (const auto groups = search(open.back().rule->at("end"), line, from)) {
        best = Match{nullptr, *groups};
      }
    }
    find(open.back().rule->at("patterns"), line, from, best);
    const int until = best ? best->groups.front().first : static_cast<int>(line.size());
    std::fill(out.begin() + from, out.begin() + until, open.back().scopes);
    if (!best) {
      return;
    }
    const bool is_stuck = best->rule != nullptr && best->groups.front().second == from;
    from = best->groups.front().second;
    step(*best, line, open, out);
    if (is_stuck) {
      throw std::runtime_error("a rule matches nothing");
    }
  }
}

std::vector<std::string> TextMateGrammar::scopes(std::string_view text) {
  std::vector<std::string> all;
  std::vector<Open> open{{&grammar_, grammar_["scopeName"]}};
  while (!text.empty()) {
    const std::size_t size = std::min(text.find('\n'), text.size() - 1) + 1;
    std::string line(text.substr(0, size));
    line += line.back() == '\n' ? "" : "\n";  // like editors
    std::vector<std::string> out(line.size());
    scan_line(line, open, out);
    all.insert(all.end(), out.begin(), out.begin() + static_cast<std::ptrdiff_t>(size));
    text.remove_prefix(size);
  }
  return all;
}

}  // namespace dps::blueprint
