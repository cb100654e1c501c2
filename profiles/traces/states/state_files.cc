#include "profiles/traces/states/state_files.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/file_bytes.h"
#include "base/printable.h"
#include "profiles/traces/states/state_reader.h"

namespace dps::traces {
namespace {

namespace fs = std::filesystem;

/// The rank of p<rank>.trace.
std::optional<std::uint64_t> rank_of(const std::string& name) {
  constexpr std::string_view kSuffix = ".trace";
  if (!name.starts_with('p') || !name.ends_with(kSuffix)) {
    return std::nullopt;
  }
  std::uint64_t rank = 0;
  const char* const end = name.data() + name.size() - kSuffix.size();
  const auto read = std::from_chars(name.data() + 1, end, rank);
  return read.ec == std::errc() && read.ptr == end ? std::optional(rank) : std::nullopt;
}

Result<std::vector<std::string>> paths_of(const std::string& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) {
    return std::vector<std::string>{path};
  }
  std::vector<std::pair<std::uint64_t, std::string>> ranked;
  for (auto entry = fs::directory_iterator(path, error); !error && entry != fs::end(entry);
       entry.increment(error)) {
    if (const auto rank = rank_of(entry->path().filename())) {
      ranked.emplace_back(*rank, entry->path());
    }
  }
  if (error || ranked.empty()) {
    return failure(ErrorCode::kInput,
                   fmt::format("'{}' is not a trace: {}", printable(path),
                               error ? error.message() : "the folder has no file p0.trace"));
  }
  std::sort(ranked.begin(), ranked.end());
  std::vector<std::string> paths;
  paths.reserve(ranked.size());
  for (auto& [rank, name] : ranked) {
    paths.push_back(std::move(name));
  }
  return paths;
}

/// Adds the processes of one file. Each may list all of them, but only one has the events of each.
Result<void> merge(StateTrace& trace, StateTrace more, const std::string& path) {
  for (StateProcess& process : more.processes) {
    const auto found =
        std::find_if(trace.processes.begin(), trace.processes.end(),
                     [&](const StateProcess& one) { return one.name == process.name; });
    if (found == trace.processes.end()) {
      trace.processes.push_back(std::move(process));
    } else if (found->states.empty()) {
      *found = std::move(process);
    } else if (!process.states.empty()) {
      return failure(
          ErrorCode::kInput,
          fmt::format("{}: process '{}' also has events in an earlier file; move the file "
                      "that does not belong to this trace out of the folder",
                      printable(path), printable(process.name)));
    }
  }
  return {};
}

}  // namespace

bool names_states(const std::string& path) {
  std::error_code ignored;
  return path.ends_with(".trace") || fs::is_directory(path, ignored);
}

Result<LoadedStates> load_states(const std::string& path) {
  auto paths = paths_of(path);
  if (!paths) {
    return tl::unexpected(paths.error());
  }
  LoadedStates loaded;
  loaded.trace.emplace();
  for (const std::string& name : *paths) {
    auto text = read_text(name, kMostStateBytes);
    if (!text) {
      return failure(ErrorCode::kInput, fmt::format("cannot read trace '{}': {}", printable(name),
                                                    text.error().message));
    }
    StateReading reading = read_states(*text);
    if (!reading.diagnostics.empty()) {
      loaded.files.push_back({{name, *std::move(text)}, std::move(reading.diagnostics)});
    }
    if (!reading.trace || !loaded.trace) {
      loaded.trace.reset();
    } else if (auto merged = merge(*loaded.trace, *std::move(reading.trace), name); !merged) {
      return tl::unexpected(merged.error());
    }
  }
  return loaded;
}

}  // namespace dps::traces
