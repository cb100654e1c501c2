#include "commands/language_server/background_checks.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

#include "commands/language_server/deadlock_warnings.h"
#include "commands/language_server/lsp_json.h"

namespace dps::commands {
namespace {

/// The pause leaves the cores to other work after a change, such as the prediction of the studio.
constexpr std::chrono::milliseconds kPauseBeforePlay(400);

}  // namespace

BackgroundChecks::BackgroundChecks(Publish publish)
    : publish_(std::move(publish)), thread_([this] { run(); }) {}

BackgroundChecks::~BackgroundChecks() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
    waiting_.clear();
    newest_.clear();
    changed_.notify_all();
  }
  thread_.join();
}

void BackgroundChecks::submit(CheckJob job) {
  const std::lock_guard lock(mutex_);
  newest_[job.uri].number = ++last_number_;
  std::erase_if(waiting_, [&](const CheckJob& older) { return older.uri == job.uri; });
  waiting_.push_back(std::move(job));
  changed_.notify_all();
}

void BackgroundChecks::forget(const std::string& uri) {
  const std::lock_guard lock(mutex_);
  newest_.erase(uri);
  std::erase_if(waiting_, [&](const CheckJob& older) { return older.uri == uri; });
  changed_.notify_all();
}

std::shared_ptr<const blueprint::Program> BackgroundChecks::program(const std::string& uri,
                                                                    std::int64_t version) {
  const std::lock_guard lock(mutex_);
  const auto known = newest_.find(uri);
  return known == newest_.end() || known->second.checked_version != version ? nullptr
                                                                            : known->second.program;
}

void BackgroundChecks::wait() {
  std::unique_lock lock(mutex_);
  ++waiters_;
  changed_.notify_all();
  changed_.wait(lock, [this] { return waiting_.empty() && !is_busy_; });
  --waiters_;
}

void BackgroundChecks::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return ends_ || !waiting_.empty(); });
    if (ends_) {
      return;
    }
    const CheckJob job = std::move(waiting_.front());
    waiting_.pop_front();
    const std::uint64_t number = newest_[job.uri].number;
    is_busy_ = true;
    lock.unlock();
    check(job, number);
    lock.lock();
    is_busy_ = false;
    changed_.notify_all();
  }
}

void BackgroundChecks::check(const CheckJob& job, std::uint64_t number) {
  CheckedText checked = check_text_of(job.kind, {path_of(job.uri), job.text});
  if (!publish(job, number, checked, {}) || !checked.program || !pause(job, number)) {
    return;
  }
  PlayLimit limit;
  limit.is_outdated = [&] {
    const std::lock_guard lock(mutex_);
    return !is_newest(job, number);
  };
  PlayFindings played = play_findings(*checked.program, limit);
  if (played.diagnostics.empty() && played.remarks.empty()) {
    return;
  }
  std::move(played.diagnostics.begin(), played.diagnostics.end(),
            std::back_inserter(checked.diagnostics));
  sort_by_place(checked.diagnostics);
  publish(job, number, checked, played.remarks);
}

bool BackgroundChecks::pause(const CheckJob& job, std::uint64_t number) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, kPauseBeforePlay,
                    [&] { return waiters_ > 0 || ends_ || !is_newest(job, number); });
  return is_newest(job, number);
}

bool BackgroundChecks::publish(const CheckJob& job, std::uint64_t number,
                               const CheckedText& checked, const std::vector<Diagnostic>& remarks) {
  const std::lock_guard lock(mutex_);
  if (!is_newest(job, number)) {
    return false;
  }
  Newest& newest = newest_[job.uri];
  newest.checked_version = job.version;
  newest.program = checked.program;
  publish_(job, checked.diagnostics, remarks);
  return true;
}

bool BackgroundChecks::is_newest(const CheckJob& job, std::uint64_t number) const {
  const auto known = newest_.find(job.uri);
  return known != newest_.end() && known->second.number == number;
}

}  // namespace dps::commands
