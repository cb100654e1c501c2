/// Checks texts in a thread of its own, so that requests are answered meanwhile.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "commands/files/file_kind.h"
#include "commands/language_server/text_check.h"

namespace dps::commands {

/// A version of a text that is to be checked.
struct CheckJob {
  std::string uri;
  std::int64_t version = 0;
  FileKind kind = FileKind::kBlueprint;
  std::string text;
};

/// A blueprint is checked in two steps: its text, and after a pause its play, with what both found.
/// A job replaces an older one of the same uri and interrupts its play; outdated results are
/// dropped.
class BackgroundChecks {
 public:
  using Publish = std::function<void(const CheckJob&, const std::vector<Diagnostic>& diagnostics,
                                     const std::vector<Diagnostic>& remarks)>;

  /// `publish` is called by the thread, with a lock: it must not call this object. No result of a
  /// text is published after forget() or a newer submit().
  explicit BackgroundChecks(Publish publish);
  BackgroundChecks(const BackgroundChecks&) = delete;
  BackgroundChecks& operator=(const BackgroundChecks&) = delete;
  ~BackgroundChecks();

  void submit(CheckJob job);
  /// Removes the job of a text that was closed.
  void forget(const std::string& uri);
  /// The program of this version, if its check has ended without errors; null otherwise.
  std::shared_ptr<const blueprint::Program> program(const std::string& uri, std::int64_t version);
  /// Waits until all jobs are done, which then are without pauses.
  void wait();

 private:
  struct Newest {
    std::uint64_t number = 0;  ///< of the newest job
    std::int64_t checked_version = 0;
    std::shared_ptr<const blueprint::Program> program;
  };

  void run();
  void check(const CheckJob& job, std::uint64_t number);
  /// With the lock.
  [[nodiscard]] bool is_newest(const CheckJob& job, std::uint64_t number) const;
  /// The pause before the play; false if the job is outdated then.
  bool pause(const CheckJob& job, std::uint64_t number);
  /// Publishes unless the job is outdated; false if it is.
  bool publish(const CheckJob& job, std::uint64_t number, const CheckedText& checked,
               const std::vector<Diagnostic>& remarks);

  Publish publish_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<CheckJob> waiting_;
  std::map<std::string, Newest> newest_;  ///< by uri
  std::uint64_t last_number_ = 0;
  int waiters_ = 0;
  bool is_busy_ = false;
  bool ends_ = false;
  std::thread thread_;  // the last member: it uses all others
};

}  // namespace dps::commands
