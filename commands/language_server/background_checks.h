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

/// Checks a blueprint in two steps: its text, then after a pause its play; publishes the findings
/// after each step.
/// A job replaces an older one of the same uri and interrupts its play; outdated results are
/// dropped.
class BackgroundChecks {
 public:
  using Publish = std::function<void(const CheckJob&, const std::vector<Diagnostic>& diagnostics,
                                     const std::vector<Diagnostic>& remarks)>;

  /// `publish` is called by the thread, which holds a lock: it must not call this object. No result
  /// of a text is published after forget() or a newer submit().
  explicit BackgroundChecks(Publish publish);
  BackgroundChecks(const BackgroundChecks&) = delete;
  BackgroundChecks& operator=(const BackgroundChecks&) = delete;
  ~BackgroundChecks();

  void submit(CheckJob job);
  /// Removes the job of a text that was closed.
  void forget(const std::string& uri);
  /// The program of this version, if its check has ended without errors; null otherwise.
  std::shared_ptr<const blueprint::Program> program(const std::string& uri, std::int64_t version);
  /// Waits until all jobs are done. There are no pauses while it waits.
  void wait();

 private:
  struct Newest {
    std::uint64_t number = 0;  ///< the number of the newest job
    std::int64_t checked_version = 0;
    std::shared_ptr<const blueprint::Program> program;
  };

  void run();
  void check(const CheckJob& job, std::uint64_t number);
  /// To be called with the lock held.
  [[nodiscard]] bool is_newest(const CheckJob& job, std::uint64_t number) const;
  /// Pauses before the play. Returns false if the job is outdated afterwards.
  bool pause(const CheckJob& job, std::uint64_t number);
  /// Publishes the findings. Returns false, without publishing, if the job is outdated.
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
