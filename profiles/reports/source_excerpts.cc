#include "profiles/reports/source_excerpts.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "base/file_bytes.h"
#include "base/printable.h"

namespace dps::reports {
namespace {

constexpr std::uint64_t kAround = 3;              // lines
constexpr std::size_t kLongestLine = 400;         // bytes; longer ones are generated
constexpr std::size_t kLargestFile = 16UL << 20;  // bytes

/// The file and the number of "life.cc:42"; nullopt for "life+0x1a3c".
std::optional<std::pair<std::string, std::uint64_t>> place_of(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || text.find('/') != std::string_view::npos) {
    return std::nullopt;
  }
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data() + colon + 1, end, number);
  return error == std::errc{} && rest == end && number > 0
             ? std::optional(std::pair(std::string(text.substr(0, colon)), number))
             : std::nullopt;
}

std::optional<std::string> text_of(const std::string& file, std::span<const std::string> folders) {
  for (const std::string& folder : folders) {
    if (auto text = read_file((std::filesystem::path(folder) / file).string(), kLargestFile)) {
      return *std::move(text);
    }
  }
  return std::nullopt;
}

std::vector<std::pair<std::uint64_t, std::string>> lines_around(
    std::string_view text, const std::set<std::uint64_t>& numbers) {
  std::vector<std::pair<std::uint64_t, std::string>> lines;
  for (std::uint64_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const auto near = numbers.lower_bound(number > kAround ? number - kAround : 0);
    if (near != numbers.end() && *near <= number + kAround) {
      std::string_view line = text.substr(0, std::min(end, kLongestLine));
      if (line.ends_with('\r')) {
        line.remove_suffix(1);
      }
      lines.emplace_back(number, printable(std::string(line)));
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

}  // namespace

std::vector<SourceExcerpt> source_excerpts(const profiles::MpiProfile& program,
                                           std::span<const std::string> folders) {
  std::map<std::string, std::set<std::uint64_t>> numbers;  // by file
  const auto add = [&](std::string_view text) {
    if (auto place = place_of(text)) {
      numbers[place->first].insert(place->second);
    }
  };
  for (const profiles::SiteProfile& site : program.sites) {
    add(site.place);
  }
  for (const profiles::ComputingProfile& row : program.computing) {
    add(row.hottest);
  }
  std::vector<SourceExcerpt> excerpts;
  for (const auto& [file, of_file] : numbers) {
    if (const auto text = text_of(file, folders)) {
      auto lines = lines_around(*text, of_file);
      if (!lines.empty()) {
        excerpts.push_back({file, std::move(lines)});
      }
    }
  }
  return excerpts;
}

}  // namespace dps::reports
