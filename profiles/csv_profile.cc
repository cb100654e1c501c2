#include "profiles/csv_profile.h"

#include <string_view>

#include <fmt/format.h>

#include "profiles/csv_field.h"
#include "profiles/view.h"

namespace dps::profiles {
namespace {

constexpr std::string_view kHeader =
    "level,ptag,futag,ftag,host,htag,run,start_late_s,real_s,cpu_s,user_s,sys_s,compute_s,send_s,"
    "wait_s,take_s,bytes_in,msgs_in,bytes_out,msgs_out,late_msgs,unclaimed_msgs,active,triggered";

/// The columns that are the same in all rows of a process.
struct ProcessColumns {
  std::string ptag, host, htag;
  std::size_t run;
};

std::string first_columns(const ProcessColumns& process, std::string_view level,
                          std::string_view futag, std::string_view ftag) {
  return fmt::format("{},{},{},{},{},{},{},", level, process.ptag, csv_field(futag),
                     csv_field(ftag), process.host, process.htag, process.run);
}

void append_functionality(std::string& out, const ProcessColumns& process, std::string_view futag,
                          const FunctionalityProfile& f) {
  out += first_columns(process, "functionality", futag, f.ftag);
  out += fmt::format(",{},{},{},{},{},{},,,,,{},{},,,,{}\r\n", f.real_s, f.cpu_s, f.user_s, f.sys_s,
                     f.compute_s, f.send_s, f.bytes_out, f.msgs_out, f.triggered);
}

void append_unit(std::string& out, const ProcessColumns& process, const UnitProfile& unit) {
  out += first_columns(process, "unit", unit.futag, "");
  out += fmt::format(",{},{},{},{},,,,,{},{},{},{},,,{},\r\n", unit.real_s, unit.cpu_s, unit.user_s,
                     unit.sys_s, unit.bytes_in, unit.msgs_in, unit.bytes_out, unit.msgs_out,
                     unit.active);
  for (const FunctionalityProfile& functionality : unit.functionalities) {
    append_functionality(out, process, unit.futag, functionality);
  }
}

void append_process(std::string& out, const ProcessProfile& p, std::size_t run) {
  const ProcessColumns columns{csv_field(p.ptag), csv_field(p.host), csv_field(p.htag), run};
  out += first_columns(columns, "process", "", "");
  out += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},,\r\n", p.start_late_s, p.real_s,
                     p.cpu_s, p.user_s, p.sys_s, p.compute_s, p.send_s, p.wait_s, p.take_s,
                     p.bytes_in, p.msgs_in, p.bytes_out, p.msgs_out, p.late_msgs, p.unclaimed_msgs);
  for (const UnitProfile& unit : p.units) {
    append_unit(out, columns, unit);
  }
}

}  // namespace

std::string csv_profile(const RunResult& result) {
  std::string out(kHeader);
  out += "\r\n";
  if (result.runs.empty()) {
    return out;
  }
  const std::size_t run = shown_run(result);
  for (const ProcessProfile& process : result.runs[run].processes) {
    append_process(out, process, run + 1);
  }
  return out;
}

}  // namespace dps::profiles
