#include "studio/files/kept_layouts.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/file_bytes.h"
#include "base/replace_file.h"

namespace dps::studio {
namespace {

using nlohmann::json;

/// FNV-1a. The file also contains the path, so that a collision of hashes is noticed.
std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  return hash;
}

std::string replaced_bytes(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

/// Returns true for the names of file_of(). Only such files are removed.
bool is_kept_name(const std::filesystem::path& name) {
  constexpr std::size_t kDigits = 16;
  const std::string digits = name.stem().string();
  return name.extension() == ".json" && digits.size() == kDigits &&
         digits.find_first_not_of("0123456789abcdef") == std::string::npos;
}

}  // namespace

std::string KeptLayouts::folder_of_user() {
  // An empty or relative path must be ignored. Source: XDG Base Directory Specification 0.8.
  const char* state = std::getenv("XDG_STATE_HOME");
  if (state != nullptr && state[0] == '/') {
    return std::string(state) + "/dps/studio";
  }
  const char* home = std::getenv("HOME");
  return home != nullptr && home[0] == '/' ? std::string(home) + "/.local/state/dps/studio" : "";
}

std::string KeptLayouts::file_of(const std::string& path) const {
  return fmt::format("{}/{:016x}.json", folder_, hash_of(path));
}

std::string KeptLayouts::read(const std::string& path) const {
  std::string none = "{}";
  if (folder_.empty()) {
    return none;
  }
  constexpr std::size_t kMost = 2 * kMostLayoutBytes;
  const auto text = read_file(file_of(path), kMost);
  const json kept = text ? json::parse(*text, nullptr, false) : json();
  const bool is_whole = kept.is_object() && kept.value("path", json()) == path &&
                        kept.contains("layout") && kept["layout"].is_object();
  return is_whole ? replaced_bytes(kept["layout"]) : none;
}

Result<void> KeptLayouts::keep(const std::string& path, const std::string& layout) const {
  if (folder_.empty()) {
    return {};
  }
  if (layout.size() > kMostLayoutBytes) {
    return failure(ErrorCode::kInput, "the layout is too large to be kept");
  }
  std::error_code error;
  if (std::filesystem::create_directories(folder_, error)) {
    std::filesystem::permissions(folder_, std::filesystem::perms::owner_all, error);
  }
  const std::string file = file_of(path);
  const bool is_new = !std::filesystem::exists(file, error);
  const json content{{"path", path}, {"layout", json::parse(layout, nullptr, false)}};
  auto written = replace_file({file, file, false}, [&](int fd) -> Result<void> {
    return write_all(fd, replaced_bytes(content))
               ? Result<void>()
               : failure(ErrorCode::kSystem, "cannot write '" + file + "'");
  });
  if (is_new) {
    forget_oldest();
  }
  return written;
}

void KeptLayouts::forget_oldest() const {
  namespace fs = std::filesystem;
  std::vector<std::pair<fs::file_time_type, fs::path>> all;
  std::error_code error;
  for (fs::directory_iterator entry(folder_, error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code gone;
    const auto time = entry->last_write_time(gone);
    if (!gone && is_kept_name(entry->path().filename())) {
      all.emplace_back(time, entry->path());
    }
  }
  std::sort(all.begin(), all.end());
  for (std::size_t i = 0; i + kMostLayouts < all.size(); ++i) {
    fs::remove(all[i].second, error);
  }
}

}  // namespace dps::studio
