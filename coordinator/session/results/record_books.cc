#include "coordinator/session/results/record_books.h"

#include <utility>

#include "base/ids.h"

namespace dps::coordinator {
namespace {

using profiles::BookRow;

constexpr double kPicosecondsPerNanosecond = 1000;

/// The half of a row that the record of one of its two processes has.
BookRow half_row(std::uint32_t owner, const profiles::FlowRow& flow) {
  BookRow row;
  row.mid = flow.mid;
  if (flow.outgoing) {
    row.from = owner;
    row.to = index(flow.peer);
    row.sent = flow.messages;
    row.bytes = flow.bytes;
  } else {
    row.from = index(flow.peer);
    row.to = owner;
    row.taken = flow.messages;
    row.late = flow.late;
    row.unclaimed = flow.unclaimed;
    row.waited_ps = static_cast<double>(flow.waited.count()) * kPicosecondsPerNanosecond;
  }
  return row;
}

}  // namespace

profiles::MessageBooks books_of(Records records) {
  std::vector<BookRow> halves;
  for (std::uint32_t process = 0; process < records.size(); ++process) {
    if (!records[process]) {
      continue;
    }
    for (const profiles::FlowRow& flow : records[process]->flows) {
      if (flow.messages + flow.late > 0) {
        halves.push_back(half_row(process, flow));
      }
    }
  }
  return profiles::MessageBooks::joined(std::move(halves));
}

std::vector<std::uint64_t> sent_to(Records records) {
  std::vector<std::uint64_t> expected(records.size(), 0);
  for (const auto& record : records) {
    if (!record) {
      continue;
    }
    for (const profiles::FlowRow& flow : record->flows) {
      if (flow.outgoing && index(flow.peer) < expected.size()) {
        expected[index(flow.peer)] += flow.messages;
      }
    }
  }
  return expected;
}

void forget_late_of_stopped(const blueprint::Program& program, PlayedRun& run) {
  std::vector<bool> is_timer(program.message_types.size());  // by message type
  for (const blueprint::Output& output : program.outputs) {
    is_timer[index(output.mid)] = is_timer[index(output.mid)] || output.delay.has_value();
  }
  for (std::uint32_t p = 0; p < run.records.size(); ++p) {
    if (!run.records[p] || !run.endings[p] || run.endings[p]->ending != events::Ending::kStopped) {
      continue;
    }
    profiles::ProcessRecord& record = *run.records[p];
    record.late = 0;
    for (profiles::FlowRow& flow : record.flows) {
      const bool is_own = index(flow.peer) == p && is_timer[index(flow.mid)];
      flow.late = is_own ? flow.late : 0;
      record.late += flow.late;
    }
  }
}

}  // namespace dps::coordinator
