#include "commands/measurement/step_progress.h"

#include <utility>

#include <nlohmann/json.hpp>

#include "base/printable.h"

namespace dps::commands {

void StepProgress::begin(const std::string& what, double done) {
  what_ = printable(what);
  done_ = done;
  refresh();
}

void StepProgress::refresh() {
  const Seconds now = std::chrono::steady_clock::now().time_since_epoch();
  const auto left = time_left_.at(done_, now);
  std::string text = "measuring " + what_ + time_left_text(left);
  if (text != drawn_) {
    nlohmann::ordered_json fields{{"phase", "measuring"}, {"step", what_}, {"share", done_}};
    if (left) {
      fields["left_s"] = left->count();
    }
    line_.show(text, fields);
    drawn_ = std::move(text);
  }
}

}  // namespace dps::commands
