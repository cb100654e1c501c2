#include "studio/hub/runs.h"

#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "base/file_bytes.h"
#include "base/processes/new_process.h"
#include "studio/hub/message_depth.h"

namespace dps::studio {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostShownBytes = 200'000;
constexpr std::size_t kMostLineBytes = 10'000;
constexpr std::size_t kMostResultBytes = std::size_t{64} << 20;

Result<void> write_private(const std::string& path, std::string_view text) {
  constexpr mode_t kMine = 0600;
  const Descriptor file(
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, kMine));
  if (!file.is_open() || !write_all(file.get(), text)) {
    return failure(ErrorCode::kSystem, "the hosts file cannot be written to the private folder");
  }
  return {};
}

/// The members of a line of progress that the page shows; null for other lines. Processes can print
/// similar lines, so no other members are forwarded.
nlohmann::ordered_json progress_of(std::string_view line) {
  constexpr std::size_t kMostPhaseBytes = 100;
  if (!line.starts_with('{') || is_nested_deeper(line, kMostDepth)) {
    return nullptr;
  }
  const Json found = Json::parse(line, nullptr, false);
  const auto phase = found.is_object() ? found.find("phase") : found.end();
  if (phase == found.end() || !phase->is_string() ||
      phase->get_ref<const std::string&>().size() > kMostPhaseBytes) {
    return nullptr;
  }
  nlohmann::ordered_json progress;
  progress["phase"] = *phase;
  for (const char* name : {"run", "runs", "complete", "processes", "messages", "left_s"}) {
    if (const auto value = found.find(name); value != found.end() && value->is_number()) {
      progress[name] = *value;
    }
  }
  return progress;
}

}  // namespace

std::string Runs::path(std::string_view name) const {
  return fmt::format("{}/{}", setup_.private_folder, name);
}

std::vector<std::string> Runs::words(const ShownRun& shown) const {
  std::vector<std::string> words{setup_.dps, "run",   "-",          "-o",  path("run.json"),
                                 "--color",  "never", "--progress", "json"};
  if (!shown.hosts) {
    words.insert(words.end(), {"--launcher", "local"});
  } else {
    words.insert(words.end(), {"--hosts", path("run.hosts")});
  }
  for (const auto& [name, value] : shown.settings) {
    words.insert(words.end(), {"--set", fmt::format("{}={}", name, value)});
  }
  for (const auto& [library, state] : shown.libraries) {
    words.insert(words.end(), {"--userfuncs", library});
  }
  words.insert(words.end(),
               {"--runs", std::to_string(shown.runs), "--seed", std::to_string(shown.seed)});
  return words;
}

Result<void> Runs::start(const void* owner, std::uint64_t id, const ShownRun& shown, Send send) {
  if (setup_.private_folder.empty()) {
    return failure(ErrorCode::kSystem,
                   "the studio has no private folder for the files of a run; nothing was started");
  }
  remove_files();
  if (shown.hosts) {
    if (auto written = write_private(path("run.hosts"), *shown.hosts); !written) {
      return written;
    }
  }
  auto child = Child::start(io_, words(shown), {shown.folder.descriptor.get(), true});
  if (!child) {
    remove_files();
    return tl::unexpected(child.error());
  }
  child_ = *std::move(child);
  owner_ = owner;
  send_ = std::move(send);
  id_ = id;
  is_interrupted_ = false;
  output_.clear();
  shown_bytes_ = 0;
  progress_ = nullptr;
  results_.erase(owner);
  child_->write(shown.text);
  child_->finish_input();
  child_->read([this](std::string_view bytes) { take(bytes); }, [this] { finish(); });
  return {};
}

void Runs::take(std::string_view bytes) {
  output_ += bytes;
  std::size_t begin = 0;
  for (auto end = output_.find('\n'); end != std::string::npos; end = output_.find('\n', begin)) {
    take_line(std::string_view(output_).substr(begin, end - begin));
    begin = end + 1;
  }
  output_.erase(0, begin);
  if (output_.size() > kMostLineBytes) {
    take_line(output_);
    output_.clear();
  }
  send_progress();
}

/// Handles a line: progress, or a line that dps or a process has printed.
void Runs::take_line(std::string_view line) {
  if (nlohmann::ordered_json progress = progress_of(line); !progress.is_null()) {
    progress_ = std::move(progress);
    return;
  }
  if (shown_bytes_ > kMostShownBytes) {
    return;
  }
  shown_bytes_ += line.size() + 1;
  send_({{"kind", "run"},
         {"id", id_},
         {"output",
          shown_bytes_ > kMostShownBytes ? "more output is not shown" : std::string(line)}});
}

void Runs::send_progress() {
  if (!progress_.is_null()) {
    send_({{"kind", "run"}, {"id", id_}, {"progress", std::exchange(progress_, nullptr)}});
  }
}

void Runs::remove_files() const {
  ::unlink(path("run.json").c_str());
  ::unlink(path("run.hosts").c_str());
}

void Runs::finish() {
  if (!output_.empty()) {
    take_line(output_);
    send_progress();
  }
  const int status = shell_status(child_->wait_status());
  child_.reset();
  auto text = read_file(path("run.json"), kMostResultBytes);
  const bool has_result = text && !text->empty();
  if (has_result) {
    results_[owner_] = *std::move(text);
  }
  remove_files();
  send_({{"kind", "run"}, {"id", id_}, {"status", status}, {"has_result", has_result}});
}

void Runs::interrupt(const void* owner) {
  if (!child_ || owner != owner_) {
    return;
  }
  if (std::exchange(is_interrupted_, true)) {
    child_->kill();
  } else {
    child_->interrupt();
  }
}

void Runs::end(const void* owner) {
  if (child_ && owner == owner_) {
    child_->end();
    child_.reset();
    remove_files();
  }
  results_.erase(owner);
}

}  // namespace dps::studio
