/// Finds messages without a process that waits for them, and collections that can never become
/// complete.
#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "base/suggestion.h"
#include "base/text/problems.h"
#include "base/units.h"
#include "blueprint/analysis/inspection.h"
#include "blueprint/process_names.h"

namespace dps::blueprint {
namespace {

/// Limit on the comparisons of names for suggestions; larger programs get no suggestions.
constexpr std::size_t kMostComparisons = 1'000'000;

class MessageWarnings {
 public:
  MessageWarnings(const Inspection& inspection, ReportedTypes& reported,
                  std::vector<Diagnostic>& out)
      : in_(inspection), program_(inspection.program), reported_(reported), out_(out) {}

  void find() {
    sort_types();
    for (const MessageId mid : never_sent_) {
      report_never_sent(mid);
    }
    for (const MessageId mid : never_awaited_) {
      if (!reported_.by_mid[index(mid)]) {
        report_never_awaited(mid);
      }
    }
    for (const MessageId mid : misdirected_) {
      report_misdirected(mid);
    }
    flush();
    check_outputs();
    check_collections();
  }

 private:
  void sort_types() {
    for (std::uint32_t at = 0; at < program_.message_types.size(); ++at) {
      const MessageId mid{at};
      const ProcessSet& waiters = in_.type_waiters[at];
      const ProcessSet& receivers = in_.type_receivers[at];
      if (!waiters.empty() && receivers.empty()) {
        never_sent_.push_back(mid);
      } else if (waiters.empty() && !receivers.empty()) {
        never_awaited_.push_back(mid);
      } else if (!waiters.empty() && waiters.intersection(receivers).empty()) {
        misdirected_.push_back(mid);
      }
    }
    only_to_ack_.assign(program_.message_types.size(), true);
    for (const Bundle& bundle : in_.flows.bundles()) {
      if (bundle.inside) {
        continue;
      }
      only_to_ack_[index(bundle.mid)] = only_to_ack_[index(bundle.mid)] && bundle.answers;
    }
    for (const auto* types : {&never_sent_, &never_awaited_, &misdirected_}) {
      suspect_count_ += types->size();
    }
  }

  const MessageType& type(MessageId mid) const { return program_.message_types[index(mid)]; }

  /// Returns the type among `types` whose tag is so similar to that of `mid` that one of the two is
  /// probably misspelt.
  std::optional<MessageId> similar(MessageId mid, const std::vector<MessageId>& types) const {
    if (types.size() * suspect_count_ > kMostComparisons) {
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

  void report_never_sent(MessageId mid) {
    Diagnostic warning = at(type(mid).awaited_at);
    warning.text = text::quoted(program_.mtag(mid)) + " is never sent, but awaited by " +
                   names_of(program_, in_.type_waiters[index(mid)]);
    if (type(mid).sent_at.line != 0) {
      warning.text += ": no process reaches the line that sends it";
      warning.notes.push_back({type(mid).sent_at, "this line would send it"});
    } else if (const auto other = similar(mid, never_awaited_)) {
      const std::string other_tag = text::quoted(program_.mtag(*other));
      warning.text += "; did you mean " + other_tag + "?";
      warning.notes.push_back(
          {type(*other).sent_at, other_tag + " is sent, but no process waits for it"});
      reported_.by_mid[index(*other)] = true;
    } else {
      warning.text += did_you_mean(program_.mtag(mid), sent_tags());
    }
    report(mid, std::move(warning));
  }

  /// Returns the tags that are sent to some process, as candidates for suggestions.
  std::vector<std::string> sent_tags() const {
    std::vector<std::string> tags;
    if (program_.message_types.size() * suspect_count_ <= kMostComparisons) {
      for (std::uint32_t mid = 0; mid < program_.message_types.size(); ++mid) {
        if (!in_.type_receivers[mid].empty()) {
          tags.push_back(program_.message_types[mid].mtag);
        }
      }
    }
    return tags;
  }

  void report_never_awaited(MessageId mid) {
    Diagnostic warning = at(type(mid).sent_at);
    warning.text = text::quoted(program_.mtag(mid)) + " is sent to " +
                   names_of(program_, in_.type_receivers[index(mid)]) +
                   (only_to_ack_[index(mid)] ? " (ACK)" : "") + ", but no process waits for it";
    if (type(mid).awaited_at.line != 0) {
      warning.notes.push_back(
          {type(mid).awaited_at, "this line would wait for it, but no process reaches it"});
    }
    report(mid, std::move(warning));
  }

  /// Reports a type that is sent, but only to processes that do not wait for it.
  void report_misdirected(MessageId mid) {
    Diagnostic warning = at(type(mid).awaited_at);
    warning.text = text::quoted(program_.mtag(mid)) + " is sent only to " +
                   names_of(program_, in_.type_receivers[index(mid)]) + ", but awaited by " +
                   names_of(program_, in_.type_waiters[index(mid)]);
    warning.notes.push_back({type(mid).sent_at, "sent here"});
    report(mid, std::move(warning));
  }

  static Diagnostic at(Span span) { return {Severity::kWarning, span, "", {}}; }

  /// Keeps one warning per position: a line that names a different type in each process is one
  /// cause. The text must begin with the quoted type, after which flush() inserts a count.
  void report(MessageId mid, Diagnostic&& warning) {
    reported_.by_mid[index(mid)] = true;
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
        warning.text.insert(warning.text.find('\'', 1) + 1,
                            " (and " + counted(more, "more type", "more types") + " of this line)");
      }
      out_.push_back(std::move(warning));
    }
  }

  /// Reports O lines whose type is awaited, but not by any process that the line sends it to.
  void check_outputs() {
    struct LineReceivers {
      const Bundle* first = nullptr;
      bool is_awaited = false;
    };
    std::map<std::pair<std::uint32_t, bool>, LineReceivers>
        lines;  // keys: definition, sends to ACK
    for (const Bundle& bundle : in_.flows.bundles()) {
      if (bundle.inside) {
        continue;
      }
      LineReceivers& line = lines[{bundle.definition, bundle.answers}];
      if (line.first == nullptr) {
        line.first = &bundle;
      }
      line.is_awaited = line.is_awaited || reported_.by_mid[index(bundle.mid)] ||
                        !bundle.receivers.intersection(in_.type_waiters[index(bundle.mid)]).empty();
    }
    for (const auto& [key, line] : lines) {
      if (!line.is_awaited) {
        report_output(*line.first);
      }
    }
  }

  void report_output(const Bundle& bundle) {
    const Definition& definition = program_.definitions[bundle.definition];
    Diagnostic warning = at(definition.tag_span);
    warning.text = text::quoted(definition.tag) + " sends " +
                   text::quoted(program_.mtag(bundle.mid)) + " to " +
                   names_of(program_, bundle.receivers) +
                   (bundle.to_origin ? " (ORIGIN)"
                    : bundle.answers ? " (ACK)"
                                     : "") +
                   ", where no process waits for it";
    warning.notes.push_back(
        {type(bundle.mid).awaited_at,
         "it is awaited by " + names_of(program_, in_.type_waiters[index(bundle.mid)])});
    out_.push_back(std::move(warning));
  }

  /// Reports I lines that cannot become complete in any process.
  void check_collections() {
    std::map<std::uint32_t, std::uint32_t> failing;  // definition to its first instance
    std::vector<bool> fine(program_.definitions.size(), false);
    for (std::uint32_t at = 0; at < program_.collections.size(); ++at) {
      const Collection& collection = program_.collections[at];
      if (fine[collection.definition] || in_.collection_waiters[at].empty()) {
        continue;
      }
      if (can_complete(at)) {
        fine[collection.definition] = true;
        failing.erase(collection.definition);
      } else {
        failing.try_emplace(collection.definition, at);
      }
    }
    for (const auto& [definition, collection] : failing) {
      report_collection(definition, collection);
    }
  }

  /// Returns true if some process receives all types of the collection, or if one of the types has
  /// been reported already.
  bool can_complete(std::uint32_t at) const {
    ProcessSet served = in_.collection_waiters[at];
    const auto pairs = program_.pairs_of(program_.collections[at]);
    for (const CountedTag& pair : pairs) {
      if (reported_.by_mid[index(pair.mid)]) {
        return true;
      }
      served = served.intersection(in_.type_receivers[index(pair.mid)]);
    }
    return !pairs.empty() && !served.empty();
  }

  void report_collection(std::uint32_t definition, std::uint32_t collection) {
    const std::string tag = text::quoted(program_.tag(definition));
    Diagnostic warning = at(program_.definitions[definition].tag_span);
    const auto pairs = program_.pairs_of(program_.collections[collection]);
    const ProcessSet& waiters = in_.collection_waiters[collection];
    warning.text = tag + " can never become complete: ";
    if (pairs.empty()) {
      warning.text += "it has no pair with a count above 0 in " + names_of(program_, waiters);
      out_.push_back(std::move(warning));
      return;
    }
    const auto missing = std::ranges::find_if(pairs, [&](const CountedTag& pair) {
      return waiters.intersection(in_.type_receivers[index(pair.mid)]).empty();
    });
    warning.text += missing == pairs.end()
                        ? "no process receives all its types"
                        : "no process sends " + text::quoted(program_.mtag(missing->mid)) + " to " +
                              names_of(program_, waiters);
    out_.push_back(std::move(warning));
  }

  const Inspection& in_;
  const Program& program_;
  ReportedTypes& reported_;
  std::vector<Diagnostic>& out_;
  std::vector<MessageId> never_sent_;     ///< awaited types that no process sends
  std::vector<MessageId> never_awaited_;  ///< sent types that no process waits for
  std::vector<MessageId> misdirected_;    ///< types that are not sent to the processes that wait
  std::size_t suspect_count_ = 0;         ///< size of the three lists together
  std::vector<bool> only_to_ack_;         ///< by mid: all senders send it to ACK
  /// The first warning for each line and column, and the number of further types that it covers.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<Diagnostic, std::uint64_t>> by_place_;
};

}  // namespace

void warn_of_messages(const Inspection& inspection, ReportedTypes& reported,
                      std::vector<Diagnostic>& out) {
  MessageWarnings(inspection, reported, out).find();
}

}  // namespace dps::blueprint
