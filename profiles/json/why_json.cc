#include "profiles/json/why_json.h"

#include <string_view>

#include <fmt/format.h>

#include "profiles/result_fields.h"

namespace dps::profiles {
namespace {

using WhyJson = nlohmann::ordered_json;

template <RowOf<PathShare> Row, typename Visit>
void visit_why(Row& row, Visit visit) {
  visit("what", row.what);
  visit("ptag", row.ptag);
  visit("tag", row.tag);
  visit("line", row.line);
  visit("mtag", row.mtag);
  visit("peer", row.peer);
  visit("path_s", row.path_s);
  visit("main_ptag", row.main_ptag);
  visit("main_s", row.main_s);
}

template <RowOf<Meanwhile> Row, typename Visit>
void visit_why(Row& row, Visit visit) {
  visit("what", row.what);
  visit("tag", row.tag);
  visit("line", row.line);
  visit("mtag", row.mtag);
  visit("peer", row.peer);
  visit("time_s", row.time_s);
}

template <RowOf<WaitState> Row, typename Visit>
void visit_why(Row& row, Visit visit) {
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
void visit_why(Row& row, Visit visit) {
  visit("ptag", row.ptag);
  visit("clones", row.clones);
  visit("busiest", row.busiest);
  visit("busy_max_s", row.busy_max_s);
  visit("busy_mean_s", row.busy_mean_s);
}

template <RowOf<Why> Row, typename Visit>
void visit_why(Row& row, Visit visit) {
  visit("run", row.run);
  visit("no_path", row.no_path);
  visit("path_s", row.path_s);
  visit("last_ptag", row.last_ptag);
  visit("segments", row.segments);
  visit("messages", row.messages);
  visit("violations", row.violations);
  visit("largest_violation_s", row.largest_violation_s);
}

template <typename Row>
WhyJson why_object(const Row& row) {
  WhyJson object = WhyJson::object();
  visit_why(row, [&](const char* key, const auto& value) { object[key] = value; });
  return object;
}

template <typename Row>
std::string why_text(const Row& row) {
  WhyJson object = why_object(row);
  if constexpr (requires { row.meanwhile; }) {
    WhyJson& meanwhile = object["meanwhile"] = WhyJson::array();
    for (const Meanwhile& did : row.meanwhile) {
      meanwhile.push_back(why_object(did));
    }
  }
  return object.dump(-1, ' ', false, WhyJson::error_handler_t::replace);
}

template <typename Row>
std::string why_list(const char* key, const std::vector<Row>& rows) {
  std::string out;
  for (const Row& row : rows) {
    out += fmt::format("{}   {}", out.empty() ? "\n" : ",\n", why_text(row));
  }
  return fmt::format(",\n  \"{}\": [{}]", key, out.empty() ? "" : out + "\n  ");
}

template <typename Row>
void read_why_row(TreeReader& in, const Tree& object, const KeyPath& at, Row& row) {
  visit_why(row, [&](const char* key, auto& value) { in.get(object, at, key, value); });
  if constexpr (requires { row.meanwhile; }) {
    in.list(object, at, "meanwhile", row.meanwhile,
            [&](const Tree& inner, const KeyPath& path, Meanwhile& did) {
              read_why_row(in, inner, path, did);
            });
  }
}

}  // namespace

std::string why_json(const Why& why) {
  std::string out = why_text(why);
  out.pop_back();
  return out + why_list("shares", why.shares) + why_list("waits", why.waits) +
         why_list("imbalance", why.imbalance) + "}";
}

void read_why(TreeReader& in, const Tree& object, const KeyPath& at, Why& why) {
  read_why_row(in, object, at, why);
  const auto row = [&](const Tree& inner, const KeyPath& path, auto& of) {
    read_why_row(in, inner, path, of);
  };
  in.list(object, at, "shares", why.shares, row);
  in.list(object, at, "waits", why.waits, row);
  in.list(object, at, "imbalance", why.imbalance, row);
}

}  // namespace dps::profiles
