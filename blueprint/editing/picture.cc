#include "blueprint/editing/picture.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/text/quantities.h"
#include "base/text/scanner.h"
#include "base/units.h"
#include "blueprint/flows.h"
#include "blueprint/graph_labels.h"
#include "blueprint/reach.h"

namespace dps::blueprint {
namespace {

void add_once(std::vector<std::string>& list, const std::string& name) {
  if (std::find(list.begin(), list.end(), name) == list.end()) {
    list.push_back(name);
  }
}

/// The flags of an O line with arguments that are pictured.
constexpr std::array<std::pair<std::string_view, std::string PicturedOutput::*>, 15> kArguments{{
    {"-t", &PicturedOutput::type},
    {"-m", &PicturedOutput::type},
    {"-b", &PicturedOutput::size},
    {"-s", &PicturedOutput::size},
    {"-n", &PicturedOutput::copies},
    {"-pick", &PicturedOutput::pick},
    {"-window", &PicturedOutput::window},
    {"-collective", &PicturedOutput::operation},
    {"-root", &PicturedOutput::root},
    {"-alg", &PicturedOutput::algorithm},
    {"-combine", &PicturedOutput::combine},
    {"-d", &PicturedOutput::delay},
    {"-p", &PicturedOutput::packed},
    {"-e", &PicturedOutput::xdr},
    {"-X", &PicturedOutput::route},
}};

/// The product, limited to text::kMaxCount; no factor exceeds that limit.
std::uint64_t product(std::uint64_t copies, std::uint64_t receivers) {
  return receivers > 0 && copies > text::kMaxCount / receivers ? text::kMaxCount
                                                               : copies * receivers;
}

class PictureMaker {
 public:
  PictureMaker(const Outline& outline, const Program& program)
      : outline_(outline), program_(program), reach_(program) {
    for (const Mention& mention : outline.mentions()) {
      if (mention.defines) {
        lines_.try_emplace({mention.kind, mention.name}, mention.line);
      }
    }
  }

  Picture make() {
    for (std::uint32_t at = 0; at < program_.groups.size(); ++at) {
      add_process(at);
    }
    add_lines();
    add_terrain();
    add_arrows();
    return std::move(picture_);
  }

 private:
  [[nodiscard]] const OutlineLine* line_of(std::uint32_t definition) const {
    const Definition& of = program_.definitions[definition];
    const auto found = lines_.find({kind_of(of.section), of.tag});
    return found == lines_.end() ? nullptr : &outline_.lines()[found->second];
  }

  [[nodiscard]] std::string field(const OutlineLine* line, std::size_t at) const {
    return line == nullptr || at >= line->fields.size()
               ? ""
               : std::string(outline_.source().text(line->fields[at].range));
  }

  /// The fields from one on, without a flag before them.
  [[nodiscard]] std::string rest(const OutlineLine* line, std::size_t first,
                                 std::string_view flag) const {
    first += field(line, first) == flag ? 1 : 0;
    return line == nullptr || first >= line->fields.size()
               ? ""
               : text::text_of(outline_.source(), line->fields.subspan(first));
  }

  template <typename Line>
  Line pictured(std::uint32_t definition) const {
    Line out;
    out.tag = program_.tag(definition);
    if (const OutlineLine* line = line_of(definition)) {
      out.line = outline_.source().span(line->fields.front().range).line;
      out.text = text::text_of(outline_.source(),
                               line->fields.subspan(std::min<std::size_t>(2, line->fields.size())));
    }
    return out;
  }

  void add_process(std::uint32_t at) {
    const ProcessGroup& group = program_.groups[at];
    auto process = pictured<PicturedProcess>(group.definition);
    process.count = group.count;
    process.count_text = field(line_of(group.definition), 2);
    process.is_server = group.server;
    process.units_text = rest(line_of(group.definition), 3, "-server");
    std::set<std::uint32_t> seen;
    std::set<std::uint32_t> named;    // units
    std::set<std::uint32_t> entered;  // functionalities
    for (std::uint32_t i = 0; i < group.count; ++i) {
      const std::uint32_t plan = program_.plan_of[index(group.first) + i];
      if (plan == kNone || !seen.insert(plan).second) {
        continue;
      }
      for (const std::uint32_t unit : program_.units_of(program_.plans[plan])) {
        if (named.insert(unit).second) {
          add_once(process.units, program_.tag(program_.units[unit].definition));
        }
      }
      for (const Firing& firing : reach_.firings_of(plan)) {
        if (entered.insert(firing.functionality).second) {
          enter_outputs(at, program_.functionalities[firing.functionality]);
        }
      }
      if (!may_step()) {
        break;  // after the sends of one clone
      }
    }
    picture_.processes.push_back(std::move(process));
  }

  /// Counts a step. Returns false and marks the picture as partial when the limit is reached.
  bool may_step() {
    if (steps_ < kMostSteps) {
      ++steps_;
      return true;
    }
    picture_.is_partial = true;
    return false;
  }

  /// Merges the messages of the functionality with those of others, and of other clones of the
  /// P line.
  void enter_outputs(std::uint32_t group, const Functionality& functionality) {
    const auto outputs = program_.outputs_of(functionality, 0);
    for (std::uint32_t i = 0; i < outputs.size() && may_step(); ++i) {
      const Output& output = program_.outputs[outputs[i]];
      const Sending sending = sending_of(program_, functionality, i);
      const auto [known, is_new] = sendings_.try_emplace({group, output.definition}, sending);
      if (!is_new) {
        merge(sending, known->second);
      }
      if (sending.copies > 0) {
        count_receivers(group, output);
      }
    }
  }

  void count_receivers(std::uint32_t group, const Output& output) {
    std::map<std::uint32_t, std::uint64_t> counts;  // by group of the receivers
    for (const Receivers& element : program_.receivers_of(output)) {
      if (element.depends_on_message()) {
        continue;
      }
      const ProcessSet set(ProcessRange{index(element.first), element.count, element.step});
      for (const std::uint32_t to : groups_in(program_, set)) {
        if (!may_step()) {
          break;
        }
        const ProcessGroup& receivers = program_.groups[to];
        const ProcessSet all(ProcessRange{index(receivers.first), receivers.count, 1});
        counts[to] += set.intersection(all).size();
      }
    }
    for (const auto& [to, count] : counts) {
      std::uint64_t& most = receivers_[{group, output.definition, to}];
      const bool is_without_itself = output.others && to == group && count > 0;
      most = std::max(most, output.pick == Pick::kAll ? count - (is_without_itself ? 1 : 0) : 1);
    }
  }

  void add_lines() {
    std::map<std::uint32_t, PicturedUnit> units;  // by definition, as the others
    for (const Unit& unit : program_.units) {
      auto& out =
          units.try_emplace(unit.definition, pictured<PicturedUnit>(unit.definition)).first->second;
      out.is_early = unit.early;
      out.choices = rest(line_of(unit.definition), 2, "-early");
      for (const std::uint32_t at : program_.functionalities_of(unit)) {
        add_once(out.functionalities, program_.tag(program_.functionalities[at].definition));
      }
    }
    for (auto& [definition, unit] : units) {
      picture_.units.push_back(std::move(unit));
    }
    add_functionalities();
    for (std::uint32_t at = 0; at < program_.definitions.size(); ++at) {
      const Section section = program_.definitions[at].section;
      if (section == Section::kInput) {
        add_collection(at);
      } else if (section == Section::kComputation) {
        picture_.computations.push_back(pictured<PicturedLine>(at));
      } else if (section == Section::kOutput) {
        add_output(at);
      }
    }
  }

  void add_functionalities() {
    std::map<std::uint32_t, PicturedFunctionality> all;
    for (const Functionality& each : program_.functionalities) {
      const auto [known, is_new] =
          all.try_emplace(each.definition, pictured<PicturedFunctionality>(each.definition));
      PicturedFunctionality& out = known->second;
      if (is_new) {
        const OutlineLine* line = line_of(each.definition);
        out.awaited = field(line, 2);
        out.computes = field(line, 3);
        out.sends = field(line, 4);
        out.next = field(line, 5);
      }
      if (each.collection != kNone) {
        add_once(out.collections, program_.tag(program_.collections[each.collection].definition));
      }
      for (const std::uint32_t at : program_.computations_of(each, 0)) {
        add_once(out.computations, program_.tag(program_.computations[at].definition));
      }
      for (const std::uint32_t at : program_.outputs_of(each, 0)) {
        add_once(out.outputs, program_.tag(program_.outputs[at].definition));
      }
    }
    for (auto& [definition, functionality] : all) {
      picture_.functionalities.push_back(std::move(functionality));
    }
  }

  void add_collection(std::uint32_t definition) {
    auto out = pictured<PicturedCollection>(definition);
    const OutlineLine* line = line_of(definition);
    out.is_each = field(line, 2) == "-each";
    out.pairs = rest(line, 2, "-each");
    picture_.collections.push_back(std::move(out));
  }

  void add_output(std::uint32_t definition) {
    auto out = pictured<PicturedOutput>(definition);
    const OutlineLine* line = line_of(definition);
    out.receivers = field(line, 2);
    for (std::size_t at = 3; line != nullptr && at < line->fields.size(); ++at) {
      const std::string flag = field(line, at);
      out.begins_request = out.begins_request || flag == "-new";
      out.to_others = out.to_others || flag == "-others";
      const auto known = std::find_if(kArguments.begin(), kArguments.end(),
                                      [&](const auto& each) { return each.first == flag; });
      if (known != kArguments.end()) {
        out.*known->second = field(line, at + 1);
      }
    }
    picture_.outputs.push_back(std::move(out));
  }

  void add_terrain() {
    std::set<std::string_view> known;
    for (const PicturedProcess& process : picture_.processes) {
      known.insert(process.tag);
    }
    for (const OutlineLine& line : outline_.lines()) {
      PicturedTerrain out;
      out.tag = line.letter == 'T' ? field(&line, 1) : "";
      out.process = out.tag.substr(0, out.tag.find('['));
      if (known.contains(out.process)) {
        out.line = outline_.source().span(line.fields.front().range).line;
        out.text = text::text_of(outline_.source(), line.fields.subspan(2));
        out.host = field(&line, 2);
        out.conditions = text::text_of(outline_.source(), line.fields.subspan(3));
        picture_.terrain.push_back(std::move(out));
      }
    }
  }

  void add_arrows() {
    const Flows flows(program_, reach_, kMostBundles);
    std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> known;
    steps_ = 0;
    for (const Bundle& bundle : flows.bundles()) {
      if (bundle.inside) {
        continue;
      }
      const auto receivers = groups_in(program_, bundle.receivers);
      for (const std::uint32_t from : groups_in(program_, bundle.senders)) {
        if (!sendings_.contains({from, bundle.definition})) {
          continue;
        }
        for (const std::uint32_t to : receivers) {
          if (!may_step()) {
            return;
          }
          if (known.emplace(from, bundle.definition, to).second) {
            add_arrow(bundle, from, to);
          }
        }
      }
    }
  }

  void add_arrow(const Bundle& bundle, std::uint32_t from, std::uint32_t to) {
    if (picture_.arrows.size() == kMostArrows) {
      ++picture_.more_arrows;
      return;
    }
    const Sending& sending = sendings_.at({from, bundle.definition});
    const auto counted = receivers_.find({from, bundle.definition, to});
    Arrow arrow;
    arrow.output = program_.tag(bundle.definition);
    arrow.from = from;
    arrow.to = to;
    arrow.label = message_label(program_, bundle.mid, sending);
    arrow.count = product(sending.copies, counted == receivers_.end() ? 1 : counted->second);
    arrow.bytes = sending.bytes;
    arrow.is_answer = bundle.answers;
    arrow.is_picked = sending.is_picked;
    arrow.is_collective = std::binary_search(program_.collective_types.begin(),
                                             program_.collective_types.end(), bundle.mid);
    picture_.arrows.push_back(std::move(arrow));
  }

  /// Limit on the bundles; above it, Flows enlarges the sets of senders and receivers of answers.
  static constexpr std::size_t kMostBundles = 100'000;

  const Outline& outline_;
  const Program& program_;
  Reach reach_;
  std::map<std::pair<NameKind, std::string>, std::uint32_t> lines_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Sending> sendings_;  // group, definition
  /// Receivers of one message; by the group of the sender, the definition, the group of receivers.
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::uint64_t> receivers_;
  std::size_t steps_ = 0;
  Picture picture_;
};

std::vector<PicturedLine> variables_of(const Outline& outline) {
  std::vector<PicturedLine> all;
  for (const OutlineLine& line : outline.lines()) {
    if (line.letter == 'V' && line.fields.size() > 1) {
      all.push_back({std::string(outline.source().text(line.fields[1].range)),
                     outline.source().span(line.fields.front().range).line,
                     text::text_of(outline.source(), line.fields.subspan(2))});
    }
  }
  return all;
}

}  // namespace

tl::expected<Picture, std::string> picture_of(const Outline& outline, const Program* program) {
  const bool has_only_variables =
      std::all_of(outline.lines().begin(), outline.lines().end(),
                  [](const OutlineLine& line) { return line.letter == 'V' || line.letter == 'A'; });
  if (program == nullptr && !has_only_variables) {
    return tl::unexpected<std::string>("the text has errors");
  }
  if (outline.lines().size() > kMostPicturedLines) {
    return tl::unexpected(fmt::format("the text has more than {} lines, the limit of a picture",
                                      format_count(kMostPicturedLines)));
  }
  Picture picture = program == nullptr ? Picture() : PictureMaker(outline, *program).make();
  picture.variables = variables_of(outline);
  return picture;
}

}  // namespace dps::blueprint
