#include "predictor/rawtiming/plan/function_choice.h"

#include <algorithm>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/suggestion.h"

namespace dps::rawtiming {
namespace {

using datasheets::FunctionGroup;
using datasheets::KnownFunction;

/// True unless the name is only another name of alltoallw.
bool is_measured(const KnownFunction& function) {
  return function.name != "alltoallvi";
}

template <typename Takes>
Functions functions_that(const Takes& takes) {
  Functions functions;
  for (const KnownFunction& function : datasheets::known_functions()) {
    if (is_measured(function) && takes(function)) {
      functions.push_back(&function);
    }
  }
  return functions;
}

std::vector<std::string> split(std::string_view words) {
  std::vector<std::string> list;
  constexpr std::string_view kBetween = ", ";
  for (std::size_t at = words.find_first_not_of(kBetween); at != std::string_view::npos;) {
    const std::size_t end = std::min(words.find_first_of(kBetween, at), words.size());
    list.emplace_back(words.substr(at, end - at));
    at = words.find_first_not_of(kBetween, end);
  }
  return list;
}

text::Checked<Functions> unknown(const std::string& word) {
  std::vector<std::string> candidates;
  for (const KnownFunction& function : datasheets::known_functions()) {
    candidates.emplace_back(function.name);
  }
  const auto groups = datasheets::group_names();
  candidates.insert(candidates.end(), groups.begin(), groups.end());
  return tl::unexpected(fmt::format("there is no function or group '{}'{}; --list prints them",
                                    printable(word), did_you_mean(word, candidates)));
}

}  // namespace

Functions default_functions() {
  return functions_that([](const KnownFunction& function) {
    return function.group != FunctionGroup::kRma && function.group != FunctionGroup::kNeighbour;
  });
}

text::Checked<Functions> choose_functions(const std::string& words) {
  std::set<const KnownFunction*> chosen;
  for (const std::string& word : split(words)) {
    const auto group = datasheets::group_named(word);
    const Functions named = functions_that([&](const KnownFunction& function) {
      return group ? function.group == *group : function.name == word;
    });
    if (named.empty()) {
      return unknown(word);
    }
    chosen.insert(named.begin(), named.end());
  }
  if (chosen.empty()) {
    return tl::unexpected(std::string("expected names of functions or groups"));
  }
  return functions_that([&](const KnownFunction& function) { return chosen.contains(&function); });
}

std::string list_functions() {
  std::string text;
  const auto groups = datasheets::group_names();
  for (std::size_t group = 0; group < groups.size(); ++group) {
    text += fmt::format("{}{}\n", group == 0 ? "" : "\n", groups[group]);
    for (const KnownFunction* function : functions_that([&](const KnownFunction& known) {
           return known.group == static_cast<FunctionGroup>(group);
         })) {
      text += fmt::format("  {:<20}  {}\n", function->name, function->meaning);
    }
  }
  return text;
}

}  // namespace dps::rawtiming
