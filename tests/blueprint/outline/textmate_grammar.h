// Evaluates a TextMate grammar like editors, with their engine of regular expressions.
// Source: macromates.com, "Language Grammars"; the rules that dps.tmLanguage.json uses.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace dps::blueprint {

class TextMateGrammar {
 public:
  explicit TextMateGrammar(const std::string& path);
  ~TextMateGrammar();

  /// The scopes of each byte of the text, outermost first, with a blank between them.
  std::vector<std::string> scopes(std::string_view text);

 private:
  using Json = nlohmann::json;
  class Pattern;

  /// An open rule with a `begin` and an `end`.
  struct Open {
    const Json* rule;
    std::string scopes;  ///< the scopes of its content
  };
  struct Match {
    const Json* rule = nullptr;  ///< null: the end of the innermost open rule
    std::vector<std::pair<int, int>> groups;
  };

  const Pattern& pattern(const std::string& text);
  std::optional<std::vector<std::pair<int, int>>> search(const std::string& regex,
                                                         const std::string& line, int from);
  /// The first match of the rules in `patterns` from a place on, and of the end of an open rule.
  void find(const Json& patterns, const std::string& line, int from, std::optional<Match>& best);
  void scan_line(const std::string& line, std::vector<Open>& open, std::vector<std::string>& out);
  void give_captures(const Json& captures, const Match& match, const std::string& line,
                     std::vector<std::string>& out);
  void step(const Match& match, const std::string& line, std::vector<Open>& open,
            std::vector<std::string>& out);

  Json grammar_;
  std::map<std::string, std::unique_ptr<Pattern>> patterns_;
};

}  // namespace dps::blueprint
