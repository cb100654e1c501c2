/// Runs of `dps run` that pages have confirmed, one at a time.
/// Source: docs/protocol_studio.md, "Runs".
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <nlohmann/json.hpp>

#include "base/result.h"
#include "studio/children/child.h"
#include "studio/hub/setup.h"
#include "studio/hub/shown_run.h"

namespace dps::studio {

class Runs {
 public:
  using Send = std::function<void(const nlohmann::ordered_json& message)>;

  /// Both are borrowed.
  Runs(boost::asio::io_context& io, const Setup& setup) : io_(io), setup_(setup) {}
  Runs(const Runs&) = delete;
  Runs& operator=(const Runs&) = delete;
  ~Runs() { end(owner_); }

  [[nodiscard]] bool is_busy() const { return child_ != nullptr; }

  /// Starts the run in its folder. `send` gets its reports, with the id of the request. Errors
  /// (kSystem): there is no private folder; a file or a process cannot be made.
  Result<void> start(const void* owner, std::uint64_t id, const ShownRun& shown, Send send);
  /// Interrupts the run, like Ctrl-C; a second call kills it.
  void interrupt(const void* owner);
  /// Kills the run, with all processes that it has started, if this is its owner.
  void end(const void* owner);

  /// The result of the newest run of this owner, in the format of -o; "" if there is none.
  [[nodiscard]] std::string result_of(const void* owner) const {
    const auto found = results_.find(owner);
    return found == results_.end() ? "" : found->second;
  }

 private:
  [[nodiscard]] std::vector<std::string> words(const ShownRun& shown) const;
  [[nodiscard]] std::string path(std::string_view name) const;
  void take(std::string_view bytes);
  void take_line(std::string_view line);
  void send_progress();
  void finish();
  void remove_files() const;

  boost::asio::io_context& io_;
  const Setup& setup_;
  std::shared_ptr<Child> child_;
  const void* owner_ = nullptr;
  Send send_;
  std::uint64_t id_ = 0;
  bool is_interrupted_ = false;
  std::string output_;                          // an incomplete line
  nlohmann::ordered_json progress_;             // the newest progress that was not sent; null: none
  std::size_t shown_bytes_ = 0;                 // bytes of its output that were sent
  std::map<const void*, std::string> results_;  // by owner
};

}  // namespace dps::studio
