#include "studio/children/predictions.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace dps::studio {
namespace {

/// The last byte, before the line feed, of a complete line, which a killed writer does not write.
constexpr char kWhole = '\x1e';
constexpr std::string_view kDone = R"({"kind":"done",)";
constexpr std::string_view kCancelled = R"({"kind":"cancelled",)";

}  // namespace

Predictions::Predictions(boost::asio::io_context& io, std::string dps, std::size_t workers,
                         OnAnswer on_answer)
    : io_(io), dps_(std::move(dps)), on_answer_(std::move(on_answer)) {
  for (std::size_t i = 0; i < workers; ++i) {
    start(*workers_.emplace_back(std::make_unique<Worker>()));
  }
}

Predictions::~Predictions() {
  for (const auto& worker : workers_) {
    if (worker->child) {
      worker->child->end();
    }
  }
}

void Predictions::add(PredictionJob job) {
  waiting_.push_back(std::move(job));
  begin_next();
}

void Predictions::cancel(const void* owner,
                         const std::function<bool(const PredictionJob&)>& is_wanted) {
  const auto is_outdated = [&](const PredictionJob& job) {
    return job.owner == owner && !is_wanted(job);
  };
  std::erase_if(waiting_, is_outdated);
  for (const auto& worker : workers_) {
    if (worker->job && !worker->is_cancelled && is_outdated(*worker->job)) {
      worker->is_cancelled = true;
      worker->child->write(fmt::format("{{\"cancel\": {}}}\n", worker->job->id));
    }
  }
}

std::size_t Predictions::count(const void* owner) const {
  return static_cast<std::size_t>(
      std::count_if(waiting_.begin(), waiting_.end(),
                    [&](const PredictionJob& job) { return job.owner == owner; }));
}

/// Begins waiting jobs, first on the worker that has been idle longest: it is ready for a request.
void Predictions::begin_next() {
  while (!waiting_.empty()) {
    const auto found = std::find_if(workers_.begin(), workers_.end(),
                                    [](const auto& worker) { return !worker->job; });
    if (found == workers_.end()) {
      return;
    }
    std::rotate(found, found + 1, workers_.end());
    Worker& worker = *workers_.back();
    PredictionJob job = std::move(waiting_.front());
    waiting_.pop_front();
    if (!worker.child && !start(worker)) {
      fail(job, "the process for predictions cannot be started");
      continue;
    }
    worker.is_cancelled = false;
    worker.job = std::move(job);
    worker.child->write(std::move(worker.job->request));
  }
}

bool Predictions::start(Worker& worker) {
  auto child = Child::start(io_, {dps_, "studio-worker"});
  if (!child) {
    return false;
  }
  worker.child = *std::move(child);
  worker.output.clear();
  worker.child->read([this, &worker](std::string_view bytes) { take(worker, bytes); },
                     [this, &worker] { take_end(worker); });
  return true;
}

void Predictions::take(Worker& worker, std::string_view bytes) {
  std::string& output = worker.output;
  std::size_t searched = output.size();
  output += bytes;
  std::size_t begin = 0;
  for (auto end = output.find('\n', searched); end != std::string::npos;
       end = output.find('\n', begin)) {
    const std::string_view line = std::string_view(output).substr(begin, end - begin);
    if (line.ends_with(kWhole)) {
      take_line(worker, line.substr(0, line.size() - 1));
    }
    begin = end + 1;
  }
  output.erase(0, begin);
  begin_next();
}

void Predictions::take_line(Worker& worker, std::string_view line) {
  if (!worker.job) {
    return;
  }
  const bool is_done = line.starts_with(kDone);
  if (!line.starts_with(kCancelled) && !worker.is_cancelled) {
    on_answer_(*worker.job, line);
  }
  if (is_done || line.starts_with(kCancelled)) {
    worker.job.reset();
  }
}

void Predictions::take_end(Worker& worker) {
  worker.child.reset();
  if (const auto job = std::exchange(worker.job, std::nullopt); job && !worker.is_cancelled) {
    fail(*job, "the process for predictions has ended");
  }
  begin_next();
}

void Predictions::fail(const PredictionJob& job, std::string_view reason) {
  const nlohmann::ordered_json line{{"kind", "failed"},     {"id", job.id},
                                    {"number", job.number}, {"part", ""},
                                    {"text", reason},       {"details", nlohmann::json::array()}};
  on_answer_(job, line.dump());
}

}  // namespace dps::studio
