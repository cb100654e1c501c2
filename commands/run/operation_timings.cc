#include "commands/run/operation_timings.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/diagnostic.h"
#include "base/printable.h"
#include "base/text/load_source.h"
#include "commands/files/machine_library.h"
#include "predictor/machines/kinds/machine_file.h"
#include "predictor/machines/kinds/parasol/file/parasol_reader.h"
#include "predictor/machines/limits.h"

namespace dps::commands {
namespace {

Error needs_timings(const std::vector<std::string>& tags) {
  constexpr std::size_t kMostTags = 8;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(tags.size(), kMostTags); ++i) {
    names.push_back(fmt::format("'{}'", printable(tags[i])));
  }
  const std::string more =
      tags.size() > kMostTags ? fmt::format(" and {} more", tags.size() - kMostTags) : "";
  return {ErrorCode::kInput,
          fmt::format("{}{} {} operations (ops): a run needs their times, --timings FILE; 'dps "
                      "calibrate --operations -o FILE' measures them",
                      fmt::join(names, ", "), more, tags.size() == 1 ? "counts" : "count")};
}

}  // namespace

Result<std::vector<coordinator::NamedTimings>> timings_for_run(const std::string& path,
                                                               const blueprint::Program& program) {
  std::vector<coordinator::NamedTimings> timings;
  if (path.empty()) {
    const auto tags = coordinator::tags_of_sums(program);
    return tags.empty() ? Result<std::vector<coordinator::NamedTimings>>(std::move(timings))
                        : tl::unexpected(needs_timings(tags));
  }
  const auto source =
      text::load_source(machine_path(path), "timings file", machines::kMostMachineBytes);
  if (!source) {
    return tl::unexpected(source.error());
  }
  if (const std::string_view kind = machines::kind_of_machine(source->text).name;
      kind != "parasol") {
    return failure(
        ErrorCode::kInput,
        fmt::format("--timings: '{}' is not a Parasol file; 'dps calibrate --operations' "
                    "writes one",
                    printable(path)));
  }
  const auto parsed = parasol::parse_parasol_file(*source);
  if (parsed.file == nullptr) {
    std::vector<Diagnostic> errors;
    for (const Diagnostic& one : parsed.diagnostics) {
      if (one.severity == Severity::kError) {
        errors.push_back(one);
      }
    }
    return failure(ErrorCode::kInput,
                   fmt::format("--timings: the file has mistakes\n{}", render(*source, errors)));
  }
  for (const parasol::Processor& type : parsed.file->description.processors) {
    timings.push_back({type.name.value_or(""), type.operation_times()});
  }
  if (timings.empty()) {
    return failure(ErrorCode::kInput,
                   fmt::format("--timings: '{}' has no processor type", printable(path)));
  }
  if (const auto lacking = coordinator::lacking_everywhere(program, timings)) {
    return failure(ErrorCode::kInput,
                   fmt::format("--timings: {}; 'dps calibrate --operations -o FILE' measures all "
                               "operations of this host",
                               *lacking));
  }
  return timings;
}

}  // namespace dps::commands
