/// Messages that do not meet anyone who waits for them, and collections that wait in vain.
#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "base/suggestion.h"
#include "base/units.h"
#include "blueprint/analysis/inspection.h"
#include "blueprint/process_names.h"
#include "text/problems.h"

namespace dps::blueprint {
namespace {

/// Names compared for suggestions, at most: beyond it none is looked for.
constexpr std::size_t kMostComparisons = 1'000'000;

class MessageWarnings {
 public:
  MessageWarnings(const Inspection& inspection, ToldTypes& told, std::vector<Diagnostic>& out)
      : in_(inspection), program_(inspection.program), told_(told), out_(out) {}

  void find() {
    sort_types();
    for (const MessageId mid : never_sent_) {
      tell_never_sent(mid);
    }
    for (const MessageId mid : never_awaited_) {
      if (!told_.by_mid[index(mid)]) {
        tell_never_awaited(mid);
      }
    }
    for (const MessageId mid : apart_) {
      tell_apart(mid);
    }
    flush();
    lines_that_send_in_vain();
    collections_that_wait_in_vain();
  }

 private:
  void sort_types() {
    for (std::uint32_t at = 0; at < program_.message_types.size(); ++at) {
      const MessageId mid{at};
      const ProcessSet& awaiting = in_.awaiting[at];
      const ProcessSet& getting = in_.getting[at];
      if (!awaiting.empty() && getting.empty()) {
        never_sent_.push_back(mid);
      } else if (awaiting.empty() && !getting.empty()) {
        never_awaited_.push_back(mid);
      } else if (!awaiting.empty() && awaiting.intersection(getting).empty()) {
        apart_.push_back(mid);
      }
    }
    answered_only_.assign(program_.message_types.size(), true);
    for (const Bundle& bundle : in_.flows.bundles()) {
      answered_only_[index(bundle.mid)] = answered_only_[index(bundle.mid)] && bundle.answers;
    }
    for (const auto* types : {&never_sent_, &never_awaited_, &apart_}) {
      suspects_ += types->size();
    }
  }

  const MessageType& type(MessageId mid) const { return program_.message_types[index(mid)]; }

  /// The type among `types` whose tag is so near to that of `mid` that one of them is a slip.
  std::optional<MessageId> near(MessageId mid, const std::vector<MessageId>& types) const {
    if (types.size() * suspects_ > kMostComparisons) {
      return std::nullopt;
    }
    std::vector<std::string> tags;
    tags.reserve(types.size());
    for (const MessageId other : types) {
      tags.push_back(program_.mtag(other));
    }
    const auto found = nearest(program_.mtag(mid), tags);
    if (!found) {
      return std::nullopt;
    }
    return types[static_cast<std::size_t>(std::find(tags.begin(), tags.end(), *found) -
                                          tags.begin())];
  }

  void tell_never_sent(MessageId mid) {
    Diagnostic warning = at(type(mid).awaited_at);
    const std::string who = names_of(program_, in_.awaiting[index(mid)]);
    warning.text = text::quoted(program_.mtag(mid)) + " is awaited by " + who;
    if (type(mid).sent_at.line != 0) {
      warning.text += ", but no process reaches a line that sends it";
      warning.notes.push_back({type(mid).sent_at, "it would be sent here"});
    } else if (const auto other = near(mid, never_awaited_)) {
      warning.text +=
          " and sent by nobody; did you mean " + text::quoted(program_.mtag(*other)) + "?";
      warning.notes.push_back({type(*other).sent_at, text::quoted(program_.mtag(*other)) +
                                                         " is sent and awaited by nobody"});
      told_.by_mid[index(*other)] = true;
    } else {
      warning.text += " and sent by nobody" + did_you_mean(program_.mtag(mid), sent_tags());
    }
    tell(mid, std::move(warning));
  }

  /// The tags that somebody gets, for a suggestion.
  std::vector<std::string> sent_tags() const {
    std::vector<std::string> tags;
    if (program_.message_types.size() * suspects_ <= kMostComparisons) {
      for (std::uint32_t mid = 0; mid < program_.message_types.size(); ++mid) {
        if (!in_.getting[mid].empty()) {
          tags.push_back(program_.message_types[mid].mtag);
        }
      }
    }
    return tags;
  }

  void tell_never_awaited(MessageId mid) {
    Diagnostic warning = at(type(mid).sent_at);
    const std::string who = names_of(program_, in_.getting[index(mid)]);
    warning.text = text::quoted(program_.mtag(mid)) +
                   (answered_only_[index(mid)] ? " answers " : " is sent to ") + who +
                   ", and nobody waits for it";
    if (type(mid).awaited_at.line != 0) {
      warning.notes.push_back({type(mid).awaited_at, "no process reaches this line, which would"});
    }
    tell(mid, std::move(warning));
  }

  void tell_apart(MessageId mid) {
    Diagnostic warning = at(type(mid).awaited_at);
    warning.text = text::quoted(program_.mtag(mid)) + " is awaited by " +
                   names_of(program_, in_.awaiting[index(mid)]) + ", but sent only to " +
                   names_of(program_, in_.getting[index(mid)]);
    warning.notes.push_back({type(mid).sent_at, "sent here"});
    tell(mid, std::move(warning));
  }

  static Diagnostic at(Span span) { return {Severity::kWarning, span, "", {}}; }

  /// Keeps one warning a place: a line that names a type for each process is one cause. The text
  /// begins with the type.
  void tell(MessageId mid, Diagnostic&& warning) {
    told_.by_mid[index(mid)] = true;
    const std::pair place(warning.span.line, warning.span.column);
    const auto [entry, added] = by_place_.try_emplace(place, std::move(warning), 0);
    if (!added) {
      ++entry->second.second;
    }
  }

  void flush() {
    for (auto& [place, entry] : by_place_) {
      auto& [warning, more] = entry;
      if (more > 0) {
        warning.text.insert(
            warning.text.find('\'', 1) + 1,
            " (and " + format_count(more) +
                (more == 1 ? " more type of this line)" : " more types of this line)"));
      }
      out_.push_back(std::move(warning));
    }
  }

  /// O lines whose type somebody waits for, but none of those whom the line sends it to.
  void lines_that_send_in_vain() {
    struct Line {
      const Bundle* first = nullptr;
      bool met = false;
    };
    std::map<std::pair<std::uint32_t, bool>, Line> lines;  // by definition and whether it answers
    for (const Bundle& bundle : in_.flows.bundles()) {
      Line& line = lines[{bundle.definition, bundle.answers}];
      if (line.first == nullptr) {
        line.first = &bundle;
      }
      line.met = line.met || told_.by_mid[index(bundle.mid)] ||
                 !bundle.receivers.intersection(in_.awaiting[index(bundle.mid)]).empty();
    }
    for (const auto& [key, line] : lines) {
      if (!line.met) {
        tell_line(*line.first);
      }
    }
  }

  void tell_line(const Bundle& bundle) {
    const Definition& definition = program_.definitions[bundle.definition];
    Diagnostic warning = at(definition.tag_span);
    warning.text =
        text::quoted(definition.tag) + (bundle.answers ? " answers " : " sends ") +
        (bundle.answers ? names_of(program_, bundle.receivers) + " with " : std::string()) +
        text::quoted(program_.mtag(bundle.mid)) +
        (bundle.answers ? "" : " to " + names_of(program_, bundle.receivers)) +
        ", and nobody waits for it there";
    warning.notes.push_back({type(bundle.mid).awaited_at,
                             names_of(program_, in_.awaiting[index(bundle.mid)]) + " would"});
    out_.push_back(std::move(warning));
  }

  /// I lines that no process can have complete.
  void collections_that_wait_in_vain() {
    std::map<std::uint32_t, std::uint32_t> failing;  // definition to its first reading
    std::vector<bool> fine(program_.definitions.size(), false);
    for (std::uint32_t at = 0; at < program_.collections.size(); ++at) {
      const Collection& collection = program_.collections[at];
      if (fine[collection.definition] || in_.waiting[at].empty()) {
        continue;
      }
      if (can_complete(at)) {
        fine[collection.definition] = true;
        failing.erase(collection.definition);
      } else {
        failing.try_emplace(collection.definition, at);
      }
    }
    for (const auto& [definition, reading] : failing) {
      tell_collection(definition, reading);
    }
  }

  /// Some process gets every type of it; or a type of it has been told of.
  bool can_complete(std::uint32_t at) const {
    ProcessSet served = in_.waiting[at];
    const auto pairs = program_.pairs_of(program_.collections[at]);
    for (const CountedTag& pair : pairs) {
      if (told_.by_mid[index(pair.mid)]) {
        return true;
      }
      served = served.intersection(in_.getting[index(pair.mid)]);
    }
    return !pairs.empty() && !served.empty();
  }

  void tell_collection(std::uint32_t definition, std::uint32_t reading) {
    const std::string tag = text::quoted(program_.tag(definition));
    Diagnostic warning = at(program_.definitions[definition].tag_span);
    const auto pairs = program_.pairs_of(program_.collections[reading]);
    const ProcessSet& waiting = in_.waiting[reading];
    if (pairs.empty()) {
      warning.text =
          tag + " can never be complete: its counts are 0 for " + names_of(program_, waiting);
      out_.push_back(std::move(warning));
      return;
    }
    const auto missing = std::ranges::find_if(pairs, [&](const CountedTag& pair) {
      return waiting.intersection(in_.getting[index(pair.mid)]).empty();
    });
    warning.text =
        tag + " can never be complete: " +
        (missing == pairs.end() ? "nobody gets all its types"
                                : "nobody sends " + text::quoted(program_.mtag(missing->mid)) +
                                      " to " + names_of(program_, waiting));
    out_.push_back(std::move(warning));
  }

  const Inspection& in_;
  const Program& program_;
  ToldTypes& told_;
  std::vector<Diagnostic>& out_;
  std::vector<MessageId> never_sent_;
  std::vector<MessageId> never_awaited_;
  std::vector<MessageId> apart_;
  std::size_t suspects_ = 0;         ///< all of the above
  std::vector<bool> answered_only_;  ///< by mid: never sent but to ACK
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<Diagnostic, std::uint64_t>> by_place_;
};

}  // namespace

void warn_of_messages(const Inspection& inspection, ToldTypes& told, std::vector<Diagnostic>& out) {
  MessageWarnings(inspection, told, out).find();
}

}  // namespace dps::blueprint
