#include "commands/language_server/picture.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text/problems.h"
#include "blueprint/editing/edit.h"
#include "blueprint/editing/picture.h"

namespace dps::commands {
namespace {

using blueprint::NameKind;
using blueprint::PicturedLine;
using blueprint::Property;

constexpr std::size_t kMostEdits = 64;

constexpr std::array<std::pair<std::string_view, NameKind>, 8> kSectionKinds{{
    {"I", NameKind::kCollection},
    {"C", NameKind::kComputation},
    {"O", NameKind::kOutput},
    {"F", NameKind::kFunctionality},
    {"U", NameKind::kUnit},
    {"P", NameKind::kProcess},
    {"V", NameKind::kVariable},
    {"mtag", NameKind::kMessage},
}};

constexpr std::array<std::pair<std::string_view, Property>, 29> kProperties{{
    {"count", Property::kCount},
    {"size", Property::kSize},
    {"copies", Property::kCopies},
    {"type", Property::kType},
    {"receivers", Property::kReceivers},
    {"pick", Property::kPick},
    {"window", Property::kWindow},
    {"operation", Property::kOperation},
    {"root", Property::kRoot},
    {"algorithm", Property::kAlgorithm},
    {"combine", Property::kCombine},
    {"delay", Property::kDelay},
    {"packed", Property::kPacked},
    {"xdr", Property::kXdr},
    {"route", Property::kRoute},
    {"request", Property::kRequest},
    {"others", Property::kOthers},
    {"each", Property::kEach},
    {"early", Property::kEarly},
    {"server", Property::kServer},
    {"work", Property::kWork},
    {"pairs", Property::kPairs},
    {"awaited", Property::kAwaited},
    {"computes", Property::kComputes},
    {"sends", Property::kSends},
    {"next", Property::kNext},
    {"functionalities", Property::kChoices},
    {"units", Property::kUnits},
    {"value", Property::kValue},
}};

template <typename Table>
auto row_of(const Table& table, const std::string& word) {
  const auto* row = std::find_if(table.begin(), table.end(),
                                 [&](const auto& each) { return each.first == word; });
  return row == table.end() ? std::nullopt : std::optional(row->second);
}

/// Reads an edit; nullopt for an unknown name of an edit, section or property.
std::optional<blueprint::Edit> edit_of(const LspJson& json) {
  const auto text = [&](const char* name) { return json.at(name).get<std::string>(); };
  const std::string name = text("edit");
  if (name == "process") {
    return blueprint::NewProcess{text("tag"), text("count")};
  }
  if (name == "unit") {
    return blueprint::NewUnit{text("process"), text("tag")};
  }
  if (name == "functionality") {
    return blueprint::NewFunctionality{text("unit"), text("tag"), text("awaited"), text("next")};
  }
  if (name == "message") {
    return blueprint::NewMessage{text("from"),
                                 text("to"),
                                 text("type"),
                                 text("size"),
                                 text("tag"),
                                 text("functionality"),
                                 json.at("answer").get<bool>(),
                                 json.value("delay", ""),
                                 json.value("request", false),
                                 json.value("origin", false),
                                 json.value("pick", "")};
  }
  if (name == "computation") {
    return blueprint::NewComputation{text("functionality"), text("tag"), text("work")};
  }
  if (name == "variable") {
    return blueprint::NewVariable{text("tag"), text("value")};
  }
  if (name == "terrain") {
    return blueprint::Terrain{text("process"), text("host"), text("conditions")};
  }
  const auto kind = row_of(kSectionKinds, text("section"));
  if (name == "rename" && kind) {
    return blueprint::Renaming{*kind, text("tag"), text("to")};
  }
  if (name == "delete" && kind) {
    return blueprint::Removal{*kind, text("tag")};
  }
  const auto property = name == "change" ? row_of(kProperties, text("property")) : std::nullopt;
  return kind && property ? std::optional<blueprint::Edit>(
                                blueprint::Change{*kind, text("tag"), *property, text("text")})
                          : std::nullopt;
}

LspJson json_of_line(const PicturedLine& line) {
  return {{"tag", line.tag}, {"line", line.line}, {"text", line.text}};
}

LspJson json_of_line(const blueprint::PicturedProcess& process) {
  LspJson json = json_of_line(static_cast<const PicturedLine&>(process));
  json["count"] = process.count;
  json["count_text"] = process.count_text;
  json["is_server"] = process.is_server;
  json["units_text"] = process.units_text;
  json["units"] = process.units;
  return json;
}

LspJson json_of_line(const blueprint::PicturedUnit& unit) {
  LspJson json = json_of_line(static_cast<const PicturedLine&>(unit));
  json["is_early"] = unit.is_early;
  json["choices"] = unit.choices;
  json["functionalities"] = unit.functionalities;
  return json;
}

LspJson json_of_line(const blueprint::PicturedCollection& collection) {
  LspJson json = json_of_line(static_cast<const PicturedLine&>(collection));
  json["pairs"] = collection.pairs;
  json["is_each"] = collection.is_each;
  return json;
}

LspJson json_of_line(const blueprint::PicturedFunctionality& functionality) {
  LspJson json = json_of_line(static_cast<const PicturedLine&>(functionality));
  json["awaited"] = functionality.awaited;
  json["computes"] = functionality.computes;
  json["sends"] = functionality.sends;
  json["next"] = functionality.next;
  json["collections"] = functionality.collections;
  json["computations"] = functionality.computations;
  json["outputs"] = functionality.outputs;
  return json;
}

LspJson json_of_line(const blueprint::PicturedOutput& output) {
  LspJson json = json_of_line(static_cast<const PicturedLine&>(output));
  json["receivers"] = output.receivers;
  json["type"] = output.type;
  json["size"] = output.size;
  json["copies"] = output.copies;
  json["pick"] = output.pick;
  json["window"] = output.window;
  json["operation"] = output.operation;
  json["root"] = output.root;
  json["algorithm"] = output.algorithm;
  json["combine"] = output.combine;
  json["delay"] = output.delay;
  json["packed"] = output.packed;
  json["xdr"] = output.xdr;
  json["route"] = output.route;
  json["begins_request"] = output.begins_request;
  json["to_others"] = output.to_others;
  return json;
}

LspJson json_of_line(const blueprint::PicturedTerrain& terrain) {
  LspJson json = json_of_line(static_cast<const PicturedLine&>(terrain));
  json["process"] = terrain.process;
  json["host"] = terrain.host;
  json["conditions"] = terrain.conditions;
  return json;
}

template <typename Line>
LspJson json_of_lines(const std::vector<Line>& lines) {
  LspJson all = LspJson::array();
  for (const Line& line : lines) {
    all.push_back(json_of_line(line));
  }
  return all;
}

LspJson json_of_arrows(const std::vector<blueprint::Arrow>& arrows) {
  LspJson all = LspJson::array();
  for (const blueprint::Arrow& arrow : arrows) {
    all.push_back({{"output", arrow.output},
                   {"from", arrow.from},
                   {"to", arrow.to},
                   {"label", arrow.label},
                   {"count", arrow.count},
                   {"bytes", arrow.bytes},
                   {"is_answer", arrow.is_answer},
                   {"is_picked", arrow.is_picked},
                   {"is_collective", arrow.is_collective}});
  }
  return all;
}

}  // namespace

tl::expected<LspJson, std::string> picture(TextDocument& document,
                                           const blueprint::Program* program) {
  const auto made = blueprint::picture_of(document.outline(), program);
  if (!made) {
    return tl::unexpected(made.error());
  }
  return LspJson{{"version", document.version()},
                 {"processes", json_of_lines(made->processes)},
                 {"units", json_of_lines(made->units)},
                 {"functionalities", json_of_lines(made->functionalities)},
                 {"collections", json_of_lines(made->collections)},
                 {"computations", json_of_lines(made->computations)},
                 {"outputs", json_of_lines(made->outputs)},
                 {"variables", json_of_lines(made->variables)},
                 {"terrain", json_of_lines(made->terrain)},
                 {"messages", json_of_arrows(made->arrows)},
                 {"more_messages", made->more_arrows},
                 {"is_partial", made->is_partial}};
}

tl::expected<LspJson, std::string> edit_picture(TextDocument& document, const LspJson& edits) {
  std::vector<blueprint::Edit> all;
  for (const LspJson& each : edits) {
    auto edit = edit_of(each);
    if (!edit) {
      return tl::unexpected<std::string>("unknown edit, section or property");
    }
    all.push_back(*std::move(edit));
  }
  if (all.empty() || all.size() > kMostEdits) {
    return tl::unexpected<std::string>("a request has 1 to 64 edits");
  }
  const auto changes = blueprint::edit_blueprint(document.text(), all);
  if (!changes) {
    return tl::unexpected(changes.error());
  }
  LspJson json = LspJson::array();
  for (const blueprint::TextChange& change : *changes) {
    json.push_back(edit_json(document.lines(), change.place, change.text));
  }
  return json;
}

}  // namespace dps::commands
