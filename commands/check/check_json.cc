#include <nlohmann/json.hpp>

#include "commands/check/check_report.h"
#include "commands/check/unclaimed_notes.h"

namespace dps::commands {
namespace {

using Json = nlohmann::ordered_json;  // keeps the keys in insertion order

constexpr int kCheckVersion = 1;

Json object_of(const Span& span) {
  return Json{{"line", span.line}, {"column", span.column}, {"length", span.length}};
}

Json object_of(const Diagnostic& diagnostic) {
  Json object{{"severity", diagnostic.severity == Severity::kError ? "error" : "warning"}};
  object.update(object_of(diagnostic.span));
  object["text"] = diagnostic.text;
  object["notes"] = Json::array();
  for (const Note& note : diagnostic.notes) {
    object["notes"].push_back(object_of(note.span));
    object["notes"].back()["text"] = note.text;
  }
  return object;
}

Json object_of(const blueprint::Program& program) {
  Json object{{"processes", program.process_count()}, {"groups", Json::array()}};
  for (const blueprint::ProcessGroup& group : program.groups) {
    Json units = Json::array();
    for (const std::uint32_t unit : program.units_of(program.plan(group.first))) {
      units.push_back(program.tag(program.units[unit].definition));
    }
    object["groups"].push_back(Json{{"ptag", program.tag(group.definition)},
                                    {"count", group.count},
                                    {"server", group.server},
                                    {"units", std::move(units)}});
  }
  object["message_types"] = Json::array();
  for (const blueprint::MessageType& type : program.message_types) {
    object["message_types"].push_back(type.mtag);
  }
  return object;
}

Json object_of(const blueprint::Program& program, const CheckedTerrain& terrain) {
  Json object{{"hosts_from", terrain.origin}};
  if (!terrain.placement) {
    object["hosts"] = nullptr;
    object["reason"] = terrain.placement.error().report;
    return object;
  }
  std::vector<Json> hosts;
  for (const coordinator::Host& host : terrain.placement->hosts) {
    hosts.push_back(Json{{"name", host.name}, {"htags", host.htags}, {"processes", Json::array()}});
  }
  if (!terrain.matrix.empty()) {
    const auto satisfied = satisfied_htags(program, terrain.placement->hosts);
    for (std::size_t host = 0; host < hosts.size(); ++host) {
      hosts[host]["satisfies"] = satisfied[host];
    }
  }
  for (std::uint32_t p = 0; p < terrain.placement->host_of.size(); ++p) {
    hosts[terrain.placement->host_of[p]]["processes"].push_back(program.process_name(ProcessId{p}));
  }
  object["hosts"] = std::move(hosts);
  if (!terrain.note.empty()) {
    object["note"] = terrain.note;
  }
  return object;
}

Json object_of(const engine::WaitingProcess& process) {
  Json object{{"process", process.ptag + "[" + std::to_string(process.index) + "]"},
              {"futag", process.futag},
              {"lacks", Json::array()},
              {"unclaimed", Json::array()}};
  for (const engine::Lack& lack : process.lacks) {
    object["lacks"].push_back(Json{{"ftag", lack.ftag},
                                   {"itag", lack.itag},
                                   {"mtag", lack.mtag},
                                   {"has", lack.has},
                                   {"wants", lack.wants}});
    if (!lack.request.name.empty()) {
      object["lacks"].back()["request"] = lack.request.name;
    }
  }
  for (const engine::LeftOver& left : process.unclaimed) {
    object["unclaimed"].push_back(
        Json{{"mtag", left.mtag}, {"futag", left.futag}, {"count", left.count}});
  }
  for (const engine::QueueState& queue : process.queues) {
    object["queues"].push_back(Json{{"mtag", queue.mtag},
                                    {"receivers", queue.receivers},
                                    {"count", queue.count},
                                    {"window", queue.window}});
  }
  return object;
}

const char* name_of(const engine::PlayResult& play) {
  switch (play.end) {
    case engine::PlayEnd::kFinished:
      return "end";
    case engine::PlayEnd::kDeadlock:
      return play.is_certain ? "certain deadlock" : "deadlock in this order";
    case engine::PlayEnd::kFailed:
      return "failure";
    case engine::PlayEnd::kGaveUp:
      break;
  }
  return "unknown";
}

Json object_of(const blueprint::Program& program, const engine::PlayResult& play) {
  Json object{{"outcome", name_of(play)}, {"messages", play.messages}};
  if (!play.failure.empty()) {
    object["failure"] = play.failure;
  }
  object["late"] = late_messages(play);
  object["unclaimed"] = unclaimed_messages(play);
  object["notes"] = unclaimed_notes(program, play);
  object["waiting"] = Json::array();
  for (const engine::WaitingProcess& process : play.waiting) {
    object["waiting"].push_back(object_of(process));
  }
  return object;
}

}  // namespace

std::string check_json(const CheckReport& report) {
  Json object{{"dps_check", kCheckVersion},
              {"file", report.file->source.path},
              {"exit_status", static_cast<int>(report.status)},
              {"diagnostics", Json::array()}};
  for (const Diagnostic& diagnostic : report.file->diagnostics) {
    object["diagnostics"].push_back(object_of(diagnostic));
  }
  const auto& program = report.file->program;
  object["program"] = program ? object_of(*program) : Json(nullptr);
  object["variables"] = Json::array();
  for (const blueprint::DescribedVariable& variable : report.file->variables) {
    object["variables"].push_back(Json{{"name", variable.name},
                                       {"value", variable.value},
                                       {"expression", variable.expression},
                                       {"text", variable.text}});
  }
  object["placement"] =
      program && report.terrain ? object_of(*program, *report.terrain) : Json(nullptr);
  object["refusals"] = report.refusals;
  object["notes"] = report.notes;
  object["play"] = report.play ? object_of(*program, *report.play) : Json(nullptr);
  return object.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace dps::commands
