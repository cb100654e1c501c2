/// Lists the fields of a result's rows with their JSON keys (docs/result.md) once, for the code
/// that reads, writes and compares them. visit_lists() has the rows within a row.
#pragma once

#include <concepts>
#include <string_view>
#include <type_traits>

#include "profiles/result.h"

namespace dps::profiles {

/// `T` or `const T`, so that one list of fields serves both reading and writing.
template <typename Row, typename T>
concept RowOf = std::same_as<std::remove_const_t<Row>, T>;

/// Returns false for the counts of a process, or of a sum over processes, that are unknown.
inline bool is_known_count(Counted counted, std::string_view key) {
  const bool is_of_bytes = key == "bytes_in" || key == "bytes_out" || key == "unclaimed_msgs";
  const bool is_of_messages = key == "msgs_in" || key == "msgs_out" || key == "late_msgs";
  return !(is_of_bytes && counted != Counted::kAll) &&
         !(is_of_messages && counted == Counted::kNothing);
}

/// True for a time that only the results of programs with -collective have.
inline bool is_of_collectives(std::string_view key) {
  return key == "collective_s";
}

/// True for a name that most rows lack: an empty one is left out of the JSON.
inline bool is_left_out_if_empty(std::string_view key) {
  return key == "operation" || key == "kind";
}

template <RowOf<FunctionalityProfile> Row, typename Visit>
void visit_fields(Row& row, Visit visit) {
  visit("ftag", row.ftag);
  visit("triggered", row.triggered);
  visit("real_s", row.real_s);
  visit("cpu_s", row.cpu_s);
  visit("user_s", row.user_s);
  visit("sys_s", row.sys_s);
  visit("compute_s", row.compute_s);
  visit("send_s", row.send_s);
  visit("bytes_out", row.bytes_out);
  visit("msgs_out", row.msgs_out);
}

template <RowOf<LinkProfile> Row, typename Visit>
void visit_fields(Row& row, Visit visit) {
  visit("name", row.name);
  visit("bytes", row.bytes);
  visit("busy_s", row.busy_s);
}

template <RowOf<UnitProfile> Row, typename Visit>
void visit_fields(Row& row, Visit visit) {
  visit("futag", row.futag);
  visit("active", row.active);
  visit("real_s", row.real_s);
  visit("cpu_s", row.cpu_s);
  visit("user_s", row.user_s);
  visit("sys_s", row.sys_s);
  visit("collective_s", row.collective_s);
  visit("bytes_in", row.bytes_in);
  visit("msgs_in", row.msgs_in);
  visit("bytes_out", row.bytes_out);
  visit("msgs_out", row.msgs_out);
}

template <RowOf<ProcessProfile> Row, typename Visit>
void visit_fields(Row& row, Visit visit) {
  visit("ptag", row.ptag);
  visit("host", row.host);
  visit("htag", row.htag);
  visit("start_late_s", row.start_late_s);
  visit("real_s", row.real_s);
  visit("cpu_s", row.cpu_s);
  visit("user_s", row.user_s);
  visit("sys_s", row.sys_s);
  visit("compute_s", row.compute_s);
  visit("send_s", row.send_s);
  visit("wait_s", row.wait_s);
  visit("take_s", row.take_s);
  visit("sleep_s", row.sleep_s);
  visit("pack_s", row.pack_s);
  visit("idle_s", row.idle_s);
  visit("collective_s", row.collective_s);
  visit("bytes_in", row.bytes_in);
  visit("msgs_in", row.msgs_in);
  visit("bytes_out", row.bytes_out);
  visit("msgs_out", row.msgs_out);
  visit("late_msgs", row.late_msgs);
  visit("unclaimed_msgs", row.unclaimed_msgs);
}

template <RowOf<MessageProfile> Row, typename Visit>
void visit_fields(Row& row, Visit visit) {
  visit("mtag", row.mtag);
  visit("sender", row.sender);
  visit("receiver", row.receiver);
  visit("sent", row.sent);
  visit("taken", row.taken);
  visit("late", row.late);
  visit("unclaimed", row.unclaimed);
  visit("bytes", row.bytes);
  visit("waited_s", row.waited_s);
  visit("operation", row.operation);
}

template <RowOf<RunTotals> Row, typename Visit>
void visit_fields(Row& row, Visit visit) {
  visit("processes", row.processes);
  visit("hosts", row.hosts);
  visit("msgs_out", row.msgs_out);
  visit("bytes_out", row.bytes_out);
  visit("late_msgs", row.late_msgs);
  visit("unclaimed_msgs", row.unclaimed_msgs);
  visit("first_end_s", row.first_end_s);
  visit("last_end_s", row.last_end_s);
  visit("last_ptag", row.last_ptag);
  visit("busiest", row.busiest);
  visit("busiest_processes", row.busiest_processes);
  visit("busiest_min_s", row.busiest_min_s);
  visit("busiest_max_s", row.busiest_max_s);
}

template <RowOf<HostProfile> Row, typename Visit>
void visit_fields(Row& row, Visit visit) {
  visit("name", row.name);
  visit("address", row.address);
  visit("type", row.type);
  visit("speed", row.speed);
  visit("cores", row.cores);
  visit("memory", row.memory);
  visit("htags", row.htags);
  visit("clock_offset_s", row.clock_offset_s);
  visit("clock_error_s", row.clock_error_s);
}

template <RowOf<BlueprintFacts> Row, typename Visit>
void visit_fields(Row& row, Visit visit) {
  visit("path", row.path);
  visit("sha256", row.sha256);
  visit("text", row.text);
  visit("variables", row.variables);
}

template <RowOf<UnitProfile> Row, typename Visit>
void visit_lists(Row& row, Level level, Visit visit) {
  if (level == Level::kFunctionality) {
    visit("functionalities", row.functionalities);
  }
}

template <RowOf<ProcessProfile> Row, typename Visit>
void visit_lists(Row& row, Level level, Visit visit) {
  if (level != Level::kProcess) {
    visit("units", row.units);
  }
}

}  // namespace dps::profiles
