/// The answers to a request of the studio, with its numbers.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/diagnostic.h"
#include "commands/studio/prediction_request.h"
#include "coordinator/agents/failure.h"

namespace dps::commands {

using SendAnswer = std::function<void(const nlohmann::ordered_json& answer)>;

class Answers {
 public:
  /// Both are borrowed.
  Answers(const StudioRequest& request, const SendAnswer& send) : request_(request), send_(send) {}

  /// An answer of this kind, to which members may be added.
  [[nodiscard]] nlohmann::ordered_json begin(std::string_view kind) const;
  void send(const nlohmann::ordered_json& answer) const { send_(answer); }

  void progress(const std::string& text) const;
  /// Sends "failed". Returns false.
  bool fail(const std::string& text, const std::vector<std::string>& details = {}) const;
  /// Sends "failed" with the errors, each as "plan.txt:4:7: …", but without a position for errors
  /// in settings. Returns false.
  bool fail_with(const std::string& text, const SourceText& source,
                 const std::vector<Diagnostic>& diagnostics) const;
  /// Sends the failure, if there is one. Returns true if there was one.
  bool send_failure(const std::optional<coordinator::Failure>& failed) const;

 private:
  const StudioRequest& request_;
  const SendAnswer& send_;
};

}  // namespace dps::commands
