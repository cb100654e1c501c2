#include "profiles/json/why_json.h"

#include <fmt/format.h>

#include "profiles/json/json_fields.h"

namespace dps::profiles {
template <RowOf<PathShare> Row, typename Visit>
void visit_fields(Row& row, Visit visit) {
  visit("what", row.what);
  visit("kind", row.kind);
  visit("ptag", row.ptag);
  visit("tag", row.tag);
  visit("line", row.line);
  visit("mtag", row.mtag);
  visit("peer", row.peer);
  visit("other_tag", row.other_tag);
  visit("other_line", row.other_line);
  visit("link", row.link);
  visit("path_s", row.path_s);
  visit("main_ptag", row.main_ptag);
  visit("main_s", row.main_s);
}

template <RowOf<SlowShare> Row, typename Visit>
void visit_fields(Row& row, Visit visit) {
  visit_fields(row.of, visit);
  visit("own", row.own);
}

template <RowOf<Slow> Row, typename Visit>
void visit_fields(Row& row, Visit visit) {
  visit("run", row.run);
  visit("no_request", row.no_request);
  visit("ftag", row.ftag);
  visit("quantile", row.quantile);
  visit("ages", row.ages);
  visit("origin", row.origin);
  visit("number", row.number);
  visit("begin_s", row.begin_s);
  visit("age_s", row.age_s);
}

template <RowOf<Slow> Row, typename Visit>
void visit_lists(Row& row, Level /*level*/, Visit visit) {
  visit("shares", row.shares);
}

template <RowOf<Meanwhile> Row, typename Visit>
void visit_fields(Row& row, Visit visit) {
  visit("what", row.what);
  visit("kind", row.kind);
  visit("tag", row.tag);
  visit("line", row.line);
  visit("mtag", row.mtag);
  visit("peer", row.peer);
  visit("time_s", row.time_s);
}

template <RowOf<WaitState> Row, typename Visit>
void visit_fields(Row& row, Visit visit) {
  visit("ptag", row.ptag);
  visit("clones", row.clones);
  visit("ftag", row.ftag);
  visit("mtag", row.mtag);
  visit("sender", row.sender);
  visit("receiver", row.receiver);
  visit("waits", row.waits);
  visit("late_s", row.late_s);
  visit("sending_s", row.sending_s);
  visit("under_way_s", row.under_way_s);
  visit("wake_up_s", row.wake_up_s);
  visit("timer_s", row.timer_s);
  visit("idle_s", row.idle_s);
  visit("unknown_s", row.unknown_s);
  visit("held_s", row.held_s);
}

template <RowOf<CloneImbalance> Row, typename Visit>
void visit_fields(Row& row, Visit visit) {
  visit("ptag", row.ptag);
  visit("clones", row.clones);
  visit("busiest", row.busiest);
  visit("busy_max_s", row.busy_max_s);
  visit("busy_mean_s", row.busy_mean_s);
}

template <RowOf<PackedType> Row, typename Visit>
void visit_fields(Row& row, Visit visit) {
  visit("mtag", row.mtag);
  visit("packing_s", row.packing_s);
  visit("taking_s", row.taking_s);
}

template <RowOf<RegionFunction> Row, typename Visit>
void visit_fields(Row& row, Visit visit) {
  visit("ptag", row.ptag);
  visit("tag", row.tag);
  visit("function", row.function);
  visit("place", row.place);
  visit("module", row.module);
  visit("share", row.share);
}

template <RowOf<Why> Row, typename Visit>
void visit_fields(Row& row, Visit visit) {
  visit("run", row.run);
  visit("no_path", row.no_path);
  visit("path_s", row.path_s);
  visit("last_ptag", row.last_ptag);
  visit("segments", row.segments);
  visit("messages", row.messages);
  visit("violations", row.violations);
  visit("largest_violation_s", row.largest_violation_s);
  visit("next_without", row.next_without);
  visit("next_path_s", row.next_path_s);
}

template <RowOf<WaitState> Row, typename Visit>
void visit_lists(Row& row, Level /*level*/, Visit visit) {
  visit("meanwhile", row.meanwhile);
}

template <RowOf<Why> Row, typename Visit>
void visit_lists(Row& row, Level /*level*/, Visit visit) {
  visit("shares", row.shares);
  visit("waits", row.waits);
  visit("imbalance", row.imbalance);
}

/// Lists that older results lack, and that are left out if they are empty.
template <RowOf<Why> Row, typename Visit>
void visit_newer_lists(Row& row, Visit visit) {
  visit("packed", row.packed);
  visit("functions", row.functions);
}

namespace {

constexpr Level kAnyLevel = Level::kProcess;  // the lists do not depend on it

template <typename Row>
std::string object_with_lists(const Row& object) {
  std::string out = json_line(fields_object(object));
  out.pop_back();
  const auto add = [&](const char* key, const auto& rows) {
    const auto line = [](const auto& row) { return json_line(row_object(row, kAnyLevel)); };
    out += fmt::format(",\n  \"{}\": {}", key, json_lines(rows, "  ", line));
  };
  visit_lists(object, kAnyLevel, add);
  if constexpr (requires { visit_newer_lists(object, add); }) {
    visit_newer_lists(object, [&](const char* key, const auto& rows) {
      if (!rows.empty()) {
        add(key, rows);
      }
    });
  }
  return out + "}";
}

}  // namespace

std::string why_json(const Why& why) {
  return object_with_lists(why);
}

std::string slow_json(const Slow& slow) {
  return object_with_lists(slow);
}

void read_slow(TreeReader& in, const Tree& object, const KeyPath& at, Slow& slow) {
  read_row(in, object, at, kAnyLevel, slow);
}

void read_why(TreeReader& in, const Tree& object, const KeyPath& at, Why& why) {
  read_row(in, object, at, kAnyLevel, why);
  visit_newer_lists(why, [&](const char* key, auto& list) {
    if (in.find_optional(object, at, key) != nullptr) {
      in.list(object, at, key, list, [&](const Tree& element, const KeyPath& path, auto& row) {
        read_row(in, element, path, kAnyLevel, row);
      });
    }
  });
}

}  // namespace dps::profiles
