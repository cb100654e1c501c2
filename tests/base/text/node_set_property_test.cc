/// expand() is the inverse of fold(), except for the order.
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/host_name.h"
#include "base/text/node_set.h"
#include "base/text/node_set_fold.h"

namespace dps::text {
namespace {

constexpr NodeSetRules kHostRules{65'536, kMaxHostName};

std::vector<std::string> names_of(const std::string& text) {
  const SourceMap source(text);
  Problems problems(source);
  auto names = expand(source, {0, static_cast<std::uint32_t>(text.size())}, kHostRules, problems);
  RC_ASSERT(names.has_value());
  return *names;
}

/// Similar names, so that they can be folded.
rc::Gen<std::string> any_name() {
  return rc::gen::map(
      rc::gen::tuple(rc::gen::element<std::string>("n", "node", "dc1n", "0", "a-"),
                     rc::gen::inRange(0, 30), rc::gen::inRange(0, 4),
                     rc::gen::element<std::string>("", "-ib0", "x", ".lab1.org")),
      [](const auto& parts) {
        const auto& [before, number, width, after] = parts;
        std::string digits = std::to_string(number);
        digits.insert(0, std::string(static_cast<std::size_t>(width), '0')
                             .substr(std::min(digits.size(), static_cast<std::size_t>(width))));
        return before + digits + after;
      });
}

RC_GTEST_PROP(NodeSetProperty, AFoldedSetExpandsToTheSameNames, ()) {
  const auto names = *rc::gen::nonEmpty(rc::gen::container<std::vector<std::string>>(any_name()));
  const auto again = names_of(fold(names));
  RC_ASSERT(std::set<std::string>(names.begin(), names.end()) ==
            std::set<std::string>(again.begin(), again.end()));
  RC_ASSERT(std::set<std::string>(again.begin(), again.end()).size() == again.size());
}

RC_GTEST_PROP(NodeSetProperty, FoldingTwiceChangesNothing, ()) {
  const auto names = *rc::gen::nonEmpty(rc::gen::container<std::vector<std::string>>(any_name()));
  const std::string once = fold(names);
  RC_ASSERT(fold(names_of(once)) == once);
}

RC_GTEST_PROP(NodeSetProperty, AnyTextIsASetOfNamesOrAMistake, ()) {
  const auto text = *rc::gen::container<std::string>(
      rc::gen::element('n', '1', '0', '9', '[', ']', ',', '-', '/', 'x', '@'));
  const SourceMap source(text);
  Problems problems(source);
  const auto names =
      expand(source, {0, static_cast<std::uint32_t>(text.size())}, kHostRules, problems);
  RC_ASSERT(names.has_value() != problems.has_errors());
  for (const std::string& name : names.value_or(std::vector<std::string>{})) {
    RC_ASSERT(is_host_name(name));
  }
}

}  // namespace
}  // namespace dps::text
