#include "coordinator/session/books.h"

#include <algorithm>
#include <tuple>

namespace dps::coordinator {
namespace {

auto key(const BookRow& row) {
  return std::tuple(row.mid, row.from, row.to);
}

/// The half of a row that the record of one of its two processes knows.
BookRow half_row(ProcessId owner, const profiles::FlowRow& flow) {
  BookRow row;
  row.mid = flow.mid;
  if (flow.outgoing) {
    row.from = owner;
    row.to = flow.peer;
    row.sent = flow.messages;
    row.bytes = flow.bytes;
  } else {
    row.from = flow.peer;
    row.to = owner;
    row.taken = flow.messages;
    row.late = flow.late;
    row.unclaimed = flow.unclaimed;
  }
  return row;
}

void add(BookRow& row, const BookRow& other) {
  row.sent += other.sent;
  row.bytes += other.bytes;
  row.taken += other.taken;
  row.late += other.late;
  row.unclaimed += other.unclaimed;
}

}  // namespace

std::vector<BookRow> books_of(Records records) {
  std::vector<BookRow> halves;
  for (std::uint32_t process = 0; process < records.size(); ++process) {
    if (!records[process]) {
      continue;
    }
    for (const profiles::FlowRow& flow : records[process]->flows) {
      if (flow.messages + flow.late > 0) {
        halves.push_back(half_row(ProcessId{process}, flow));
      }
    }
  }
  std::sort(halves.begin(), halves.end(),
            [](const BookRow& a, const BookRow& b) { return key(a) < key(b); });
  std::vector<BookRow> rows;
  for (const BookRow& half : halves) {
    if (rows.empty() || key(rows.back()) != key(half)) {
      rows.push_back(half);
    } else {
      add(rows.back(), half);
    }
  }
  return rows;
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
