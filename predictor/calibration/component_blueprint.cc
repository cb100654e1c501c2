#include "predictor/calibration/component_blueprint.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/check.h"
#include "predictor/calibration/field.h"

namespace dps::calibration {
namespace {

/// `ours`, or `instead` if `ours` is equal to the user's tag.
const char* unlike(const std::string& tag, const char* ours, const char* instead) {
  return tag == ours ? instead : ours;
}

/// The units of ten executions: "SAME*9,NULL". `again` is the tag that leads to the next execution.
std::string repeated(std::uint32_t times, const char* again) {
  return times > 1 ? fmt::format("{}*{},NULL", again, times - 1) : "NULL";
}

/// The C line. Each word is on a line of its own, so that no line exceeds the limit of the language
/// although quoting makes words longer.
std::string computation(const Component& component) {
  std::string text = fmt::format("C {} {}", component.ctag, component.is_exec ? "exec" : "call");
  for (const std::string& word : component.words) {
    text += " \\\n" + field(word);
  }
  return text + "\n";
}

/// The process sends itself all messages that fire the component, and then takes them one by one.
std::string fired_by_message(const Component& component, std::uint32_t times, std::uint32_t self) {
  const ComponentMessage& message = *component.context.message;
  const char* const begin = unlike(component.ftag, "begin.f", "start.f");
  return fmt::format(
      "I Feed.i 1 {mtag} \n"
      "O Feed.o {ptag}[{self}] -t {mtag} -b {bytes} -n {times} -p off\n"
      "F {begin} NULL NULL {{self=={self} ? Feed.o : NULL}} SAME\n"
      "F {ftag} Feed.i {ctag} NULL {next}\n"
      "U time.u {ftag} {begin}\n",
      fmt::arg("mtag", message.mtag), fmt::arg("ptag", component.context.ptag),
      fmt::arg("self", self), fmt::arg("bytes", std::min(message.bytes, kMostMessageBytes)),
      fmt::arg("times", times), fmt::arg("begin", begin), fmt::arg("ftag", component.ftag),
      fmt::arg("ctag", component.ctag), fmt::arg("next", repeated(times, "SAME")));
}

std::string fired_by_unit(const Component& component, std::uint32_t times) {
  return fmt::format("F {0} NULL {1} NULL {2}\nU time.u {0} \n", component.ftag, component.ctag,
                     repeated(times, "time.u"));
}

/// The P line of all clones. Only the clone `self` enters the unit that is measured.
std::string processes(const Component& component, std::uint32_t self, std::uint32_t count) {
  const std::string& ptag = component.context.ptag;
  if (count == 1) {
    return fmt::format("P {} 1 time.u\n", ptag);
  }
  const char* const choose = unlike(component.ftag, "choose.f", "decide.f");
  return fmt::format(
      "F {0} NULL NULL NULL {{self=={1} ? time.u : NULL}}\nU choose.u {0}\n"
      "P {2} {3} choose.u time.u\n",
      choose, self, ptag, count);
}

}  // namespace

std::string component_blueprint(const Component& component, std::uint32_t times,
                                const std::optional<std::string>& host) {
  DPS_CHECK(times > 0);
  const std::uint32_t count = std::min(component.context.count, kMostClones);
  const std::uint32_t self = std::min(component.context.self, count - 1);
  std::string text = computation(component);
  text += component.context.message ? fired_by_message(component, times, self)
                                    : fired_by_unit(component, times);
  text += processes(component, self, count);
  if (host) {
    text += fmt::format("T {} A NAME = {}\n", component.context.ptag, field(*host));
  }
  return text;
}

double component_time(std::uint32_t times, const profiles::RunProfile& run) {
  double compute = 0;  // the other clones compute nothing
  for (const profiles::ProcessProfile& process : run.processes) {
    compute += process.compute_s;
  }
  return compute / times;
}

double cpu_share(const profiles::RunProfile& run) {
  const auto timed =
      std::max_element(run.processes.begin(), run.processes.end(),
                       [](const auto& a, const auto& b) { return a.compute_s < b.compute_s; });
  return timed->real_s > 0 ? timed->cpu_s / timed->real_s : 1;
}

}  // namespace dps::calibration
