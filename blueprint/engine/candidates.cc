#include "blueprint/engine/candidates.h"

#include <algorithm>

#include "base/check.h"

namespace dps::engine {

using blueprint::Receivers;

/// Only ACK and ORIGIN can name a process that another element names, too; the first one counts.
void Candidates::assign(const blueprint::Program& program, const blueprint::Output& output,
                        ProcessId self, ProcessId ack, ProcessId origin) {
  runs_.clear();
  left_out_.clear();
  count_ = 0;
  if (output.others) {
    left_out_.push_back(index(self));
  }
  std::uint32_t share = 0;
  for (const Receivers& element : program.receivers_of(output)) {
    if (!element.depends_on_message()) {
      add({index(element.first), element.count == 1 ? 1 : element.step, element.count, share});
      share += element.count;
      continue;
    }
    const ProcessId named = element.is_origin() ? origin : ack;
    const bool is_left_out =
        std::ranges::find(left_out_, index(named)) != left_out_.end() || contains(named);
    if (!is_left_out) {
      add({index(named), 1, 1, share});
      left_out_.push_back(index(named));
    }
  }
}

/// Adds the run without the processes that are left out.
void Candidates::add(Run run) {
  for (;;) {
    std::uint32_t cut = run.count;  // the position of the first one that is left out
    for (const std::uint32_t process : left_out_) {
      if (run.contains(process)) {
        cut = std::min(cut, (process - run.first) / run.step);
      }
    }
    if (cut > 0) {
      runs_.push_back({run.first, run.step, cut, run.share});
      count_ += cut;
    }
    if (cut >= run.count || cut + 1 == run.count) {
      return;
    }
    run = {run.first + (cut + 1) * run.step, run.step, run.count - cut - 1, run.share + cut + 1};
  }
}

Candidates::Candidate Candidates::at(std::uint64_t position) const {
  DPS_CHECK(position < count_);
  auto run = runs_.begin();
  for (; position >= run->count; ++run) {
    position -= run->count;
  }
  const auto offset = static_cast<std::uint32_t>(position);
  return {ProcessId{run->first + offset * run->step}, run->share + offset};
}

bool Candidates::contains(ProcessId process) const {
  return std::ranges::any_of(runs_, [&](const Run& run) { return run.contains(index(process)); });
}

}  // namespace dps::engine
