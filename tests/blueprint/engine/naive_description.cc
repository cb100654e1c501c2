/// The description of the naive model as a blueprint.
#include <fmt/format.h>

#include "blueprint/collectives/schedule.h"
#include "tests/blueprint/engine/naive_process.h"

namespace dps::naive {
namespace {

std::string target_name(int target) {
  return target == kSame ? "SAME" : target == kNull ? "NULL" : fmt::format("u{}", target);
}

/// "(name==0?a:name==1?b:c)" for the texts of 0, 1, 2 …; the text itself if there is one.
std::string choice(const std::string& name, const std::vector<std::string>& texts) {
  if (texts.size() == 1) {
    return texts.front();
  }
  std::string text;
  for (std::size_t i = 0; i + 1 < texts.size(); ++i) {
    text += fmt::format("{}=={}?{}:", name, i, texts[i]);
  }
  return text + texts.back();
}

/// The values of all steps and receivers as one expression.
std::string by_step(const Output& output, int Share::*value) {
  const bool is_of_all = value == &Share::copies && !output.pick.empty();
  std::vector<std::string> rows;
  for (const std::vector<Share>& row : output.shares) {
    std::vector<std::string> values;
    for (const Share& share : row) {
      values.push_back(std::to_string(share.*value));
    }
    values.resize(is_of_all ? 1 : values.size());
    rows.push_back("(" + choice("to", values) + ")");
  }
  return "{" + choice("step", rows) + "}";
}

std::string collective_text(const Description& description) {
  const collectives::Collective& of = description.sum->of;
  const std::vector<int>& members = description.sum->members;
  std::string group;
  for (const int member : members) {
    group += (group.empty() ? "" : ",") + receiver_name(member);
  }
  return fmt::format(
      "C add sleep 0\nO sum {} -t m{} -collective {} -b {} -alg {}{}{}\n", group, description.types,
      name_of(of.operation), of.bytes, name_of(of.algorithm),
      collectives::has_root(of.operation) ? " -root " + receiver_name(members[of.root]) : "",
      collectives::combines(of.operation) ? " -combine add" : "");
}

}  // namespace

std::string receiver_name(int receiver) {
  return receiver == kOrigin ? "ORIGIN"
         : receiver == kAck  ? "ACK"
         : receiver == 0     ? "Me.p[0]"
                             : fmt::format("Peer.p[{}]", receiver - 1);
}

std::string Description::blueprint() const {
  std::string text;
  for (std::size_t f = 0; f < functionalities.size(); ++f) {
    const Functionality& functionality = functionalities[f];
    if (!functionality.null_itag && !functionality.same_input_as) {
      text += fmt::format("I i{}{}", f, functionality.each ? " -each" : "");
      for (std::size_t i = 0; i < functionality.pairs.size(); ++i) {
        const auto& [count, type] = functionality.pairs[i];
        const std::string of =
            functionality.quorums.empty() ? "" : fmt::format("/{}", functionality.quorums[i]);
        text += fmt::format(" {}{} m{}", count, of, type);
      }
      text += '\n';
    }
    std::string ctags;
    for (int c = 0; c < functionality.computations; ++c) {
      text +=
          fmt::format("C c{}_{} sleep {}\n", f, c, functionality.computes_by_step ? "{step}" : "0");
      ctags += fmt::format("{}c{}_{}", c == 0 ? "" : ",", f, c);
    }
    std::string otags;
    for (std::size_t o = 0; o < functionality.outputs.size(); ++o) {
      const Output& output = functionality.outputs[o];
      if (output.is_collective) {
        otags += o == 0 ? "sum" : ",sum";
        continue;
      }
      std::string receivers;
      for (const int receiver : output.receivers) {
        receivers += (receivers.empty() ? "" : ",") + receiver_name(receiver);
      }
      if (!output.first_by_step.empty()) {
        std::vector<std::string> names;
        for (const int receiver : output.first_by_step) {
          names.push_back(receiver_name(receiver));
        }
        const std::size_t comma = std::min(receivers.find(','), receivers.size());
        receivers = "{" + choice("step", names) + "}" + receivers.substr(comma);
      }
      text += fmt::format(
          "O o{}_{} {} -t x -n {} -b {}{}\n", f, o, receivers, by_step(output, &Share::copies),
          by_step(output, &Share::bytes),
          std::string(output.others ? " -others" : "") + (output.begins ? " -new" : "") +
              (output.pick.empty() ? "" : " -pick " + output.pick) +
              (output.window == 0 ? "" : fmt::format(" -window {}", output.window)));
      otags += fmt::format("{}o{}_{}", o == 0 ? "" : ",", f, o);
    }
    const int itag = functionality.same_input_as.value_or(static_cast<int>(f));
    std::string next = target_name(functionality.legs.back().first);
    if (functionality.legs.size() == 2) {
      const auto& [target, firings] = functionality.legs.front();
      next = fmt::format("{}*{},{}", target_name(target), firings, next);
    }
    text += fmt::format("F f{} {} {} {} {}\n", f,
                        functionality.null_itag ? "NULL" : fmt::format("i{}", itag),
                        ctags.empty() ? "NULL" : ctags, otags.empty() ? "NULL" : otags, next);
  }
  if (sum) {
    text += collective_text(*this);
  }
  std::string futags;
  for (std::size_t u = 0; u < units.size(); ++u) {
    text += fmt::format("U u{}{}", u, units[u].early ? " -early" : "");
    for (std::size_t i = 0; i < units[u].functionalities.size(); ++i) {
      const auto& alternatives = units[u].alternatives;
      const bool goes_on =
          !alternatives.empty() && i > 0 && alternatives[i].first == alternatives[i - 1].first;
      const bool has_others = goes_on || (i + 1 < alternatives.size() &&
                                          alternatives[i].first == alternatives[i + 1].first);
      text += fmt::format("{}f{}", goes_on ? "|" : " ", units[u].functionalities[i]);
      text += has_others ? fmt::format("*{}", alternatives[i].second) : "";
    }
    text += '\n';
    futags += fmt::format(" u{}", u);
  }
  text += "P Me.p 1" + futags + "\n";
  std::string requests = sum ? ",sum" : "";
  for (int type = 0; type < types && has_requests; ++type) {
    text += fmt::format("O new{} Me.p[0] -t m{} -new\n", type, type);
    requests += fmt::format(",new{}", type);
  }
  text += "I pi 1 y\nC pc sleep 0\nF pf NULL pc po" + requests + " NULL\nU pu pf\n";
  text += "O po Me.p[0] -n 0\n";
  for (int type = 0; type < types; ++type) {
    text += fmt::format("O all{} Me.p[0] -t m{}\n", type, type);
  }
  text += fmt::format("P Peer.p {} pu\n", peers);
  return text;
}

}  // namespace dps::naive
