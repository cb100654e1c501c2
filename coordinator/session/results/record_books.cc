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

}  // namespace dps::coordinator
