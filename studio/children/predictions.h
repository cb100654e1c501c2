/// Predictions in warm child processes, at most as many at a time as there are cores.
/// Source: docs/protocol_studio.md, "Workers".
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/asio/io_context.hpp>

#include "studio/children/child.h"

namespace dps::studio {

/// A request that waits or is answered.
struct PredictionJob {
  const void* owner = nullptr;  ///< a page
  std::uint64_t id = 0;         ///< assigned by the page
  std::uint64_t number = 0;     ///< the version of the text
  std::string request;          ///< a line for a worker
};

class Predictions {
 public:
  /// `on_answer` gets each line for the owner of a job, until that is done or cancelled.
  using OnAnswer = std::function<void(const PredictionJob& job, std::string_view line)>;

  /// `dps`: the path of the program. `io` is borrowed.
  Predictions(boost::asio::io_context& io, std::string dps, std::size_t workers,
              OnAnswer on_answer);
  Predictions(const Predictions&) = delete;
  Predictions& operator=(const Predictions&) = delete;
  ~Predictions();

  /// Adds a job. Jobs begin in the order of these calls.
  void add(PredictionJob job);
  /// Cancels the jobs of this owner for which `is_wanted` is false; they get no further answers.
  void cancel(const void* owner, const std::function<bool(const PredictionJob&)>& is_wanted);
  [[nodiscard]] std::size_t count(const void* owner) const;

 private:
  struct Worker {
    std::shared_ptr<Child> child;
    std::string output;
    std::optional<PredictionJob> job;
    bool is_cancelled = false;
  };

  void begin_next();
  bool start(Worker& worker);
  void take(Worker& worker, std::string_view bytes);
  void take_line(Worker& worker, std::string_view line);
  void take_end(Worker& worker);
  void fail(const PredictionJob& job, std::string_view reason);

  boost::asio::io_context& io_;
  std::string dps_;
  OnAnswer on_answer_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::deque<PredictionJob> waiting_;
};

}  // namespace dps::studio
