#include "coordinator/measurement/step_progress.h"

#include <utility>

#include "base/printable.h"

namespace dps::coordinator {

void StepProgress::begin(const std::string& what, double done) {
  what_ = printable(what);
  done_ = done;
  refresh();
}

void StepProgress::refresh() {
  const Seconds now = std::chrono::steady_clock::now().time_since_epoch();
  std::string text = "measuring " + what_ + time_left_text(time_left_.at(done_, now));
  if (text != drawn_) {
    line_.show(text);
    drawn_ = std::move(text);
  }
}

}  // namespace dps::coordinator
