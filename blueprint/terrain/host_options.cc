#include "blueprint/terrain/host_options.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include <fmt/format.h>

#include "base/host_name.h"
#include "base/suggestion.h"
#include "base/text/quantities.h"
#include "base/units.h"

namespace dps::terrain {
namespace {

using text::Field;
using text::quoted;
using text::Range;

constexpr std::uint64_t kMostCores = 1'000'000;
constexpr std::size_t kMaxWord = 255;

constexpr std::string_view kIgnored = "";

struct HostKey {
  std::string_view name;
  std::string_view meaning;  ///< dps's name for the key; kIgnored: accepted, but not used
};

/// Source: docs/hosts.md; Open MPI 4.1's orte_hosts(7); PVM 3.4's pvmd3(1).
constexpr std::array kKeys{HostKey{"slots", "slots"},      HostKey{"type", "type"},
                           HostKey{"speed", "speed"},      HostKey{"memory", "memory"},
                           HostKey{"address", "address"},  HostKey{"login", "login"},
                           HostKey{"path", "path"},        HostKey{"folder", "folder"},
                           HostKey{"cores", "slots"},      HostKey{"cpu", "slots"},
                           HostKey{"count", "slots"},      HostKey{"max_slots", kIgnored},
                           HostKey{"max-slots", kIgnored}, HostKey{"slots_max", kIgnored},
                           HostKey{"slots-max", kIgnored}, HostKey{"cpu_max", kIgnored},
                           HostKey{"cpu-max", kIgnored},   HostKey{"max_cpu", kIgnored},
                           HostKey{"max-cpu", kIgnored},   HostKey{"count_max", kIgnored},
                           HostKey{"count-max", kIgnored}, HostKey{"max_count", kIgnored},
                           HostKey{"max-count", kIgnored}, HostKey{"username", "login"},
                           HostKey{"user-name", "login"},  HostKey{"user_name", "login"},
                           HostKey{"sp", "speed"},         HostKey{"lo", "login"},
                           HostKey{"ep", "path"},          HostKey{"wd", "folder"},
                           HostKey{"ip", "address"},       HostKey{"so", "so"},
                           HostKey{"dx", kIgnored},        HostKey{"bx", kIgnored},
                           HostKey{"id", kIgnored}};

const HostKey* find_key(std::string_view name) {
  const auto* key = std::find_if(kKeys.begin(), kKeys.end(),
                                 [&](const HostKey& each) { return each.name == name; });
  return key == kKeys.end() ? nullptr : key;
}

/// "; did you mean 'slots'?" for the nearest key; the keys of dps precede others.
std::string suggestion_for(std::string_view name) {
  std::vector<std::string> names;
  names.reserve(kKeys.size());
  for (const HostKey& key : kKeys) {
    if (key.name.size() > 2) {  // two letters would be similar to any short word
      names.emplace_back(key.name);
    }
  }
  std::string text = did_you_mean(name, names);
  return text.empty() ? "; the options are slots, type, speed, memory, address, login, path and "
                        "folder, and those of Open MPI and PVM"
                      : text;
}

Range sub_range(Range range, std::size_t from, std::size_t to) {
  return {range.begin + static_cast<std::uint32_t>(from),
          range.begin + static_cast<std::uint32_t>(to)};
}

bool is_printable_word(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) > ' ' && c != '\x7f'; });
}

}  // namespace

bool is_login(std::string_view text) {
  return !text.empty() && text.size() <= kMaxWord && text[0] != '-' &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                  std::string_view("._-$\\").find(c) != std::string_view::npos;
         });
}

void HostOptionReader::read(std::span<const Field> fields, std::size_t shared, ListedHost& host) {
  given_.clear();
  for (const Option& option : pair_up(fields)) {
    set(option, shared, host);
  }
}

/// Splits the fields into options. Like Open MPI, it allows blanks around '='.
std::vector<HostOptionReader::Option> HostOptionReader::pair_up(std::span<const Field> fields) {
  std::vector<Option> options;
  for (std::size_t at = 0; at < fields.size(); ++at) {
    const std::string_view text = source_.text(fields[at].content);
    const std::string_view next =
        at + 1 < fields.size() ? source_.text(fields[at + 1].content) : std::string_view();
    const std::size_t equals = text.find('=');
    const bool begins_next = equals == std::string_view::npos && next.starts_with('=');
    if (equals == 0 || (equals == std::string_view::npos && !begins_next)) {
      refuse_field(fields[at].range);
      continue;
    }
    const Range key = begins_next ? fields[at].content : sub_range(fields[at].content, 0, equals);
    Range value = begins_next ? sub_range(fields[++at].content, 1, next.size())
                              : sub_range(fields[at].content, equals + 1, text.size());
    const bool has_more = at + 1 < fields.size() &&
                          source_.text(fields[at + 1].content).find('=') == std::string_view::npos;
    if (value.empty() && has_more) {
      value = fields[++at].content;
    }
    options.push_back({key, value});
  }
  return options;
}

void HostOptionReader::refuse_field(Range field) {
  const std::string_view text = source_.text(field);
  std::string advice;
  if (find_key(text) != nullptr) {
    advice = fmt::format("; write {}=...", text);
  } else if (!text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos) {
    advice = fmt::format("; did you mean 'slots={}'?", text);
  } else if (is_host_name(text)) {
    advice = "; write each host on a line of its own, or all in one list: node1,node2";
  }
  problems_.error(field, "expected an option such as slots=4, got " + quoted(text) + advice);
}

void HostOptionReader::set(const Option& option, std::size_t shared, ListedHost& host) {
  const std::string_view name = source_.text(option.key);
  const HostKey* key = find_key(name);
  if (key == nullptr) {
    problems_.error(option.key, "unknown option " + quoted(name) + suggestion_for(name));
    return;
  }
  if (option.value.empty()) {
    problems_.error(option.key, fmt::format("{}= has no value", name));
    return;
  }
  if (key->meaning == "so") {
    refuse_start_option(option.value);
    return;
  }
  if (key->meaning == kIgnored || !is_first(key->meaning, option)) {
    return;
  }
  const std::string_view meaning = key->meaning;
  if (meaning == "slots" || meaning == "speed" || meaning == "memory") {
    set_number(meaning, option, host);
  } else {
    set_text(meaning, option, shared, host);
  }
}

bool HostOptionReader::is_first(std::string_view meaning, const Option& option) {
  const auto [known, is_new] = given_.emplace(meaning, option.key);
  if (!is_new) {
    problems_.error(option.key, fmt::format("{} is given twice", quoted(source_.text(option.key))),
                    {problems_.note(known->second, "first given here")});
  }
  return is_new;
}

void HostOptionReader::set_number(std::string_view meaning, const Option& option,
                                  ListedHost& host) {
  const std::string_view text = source_.text(option.value);
  const std::string name(source_.text(option.key));
  if (meaning == "memory") {
    if (const auto memory = text::read_host_memory(text, name)) {
      host.facts.memory = *memory;
    } else {
      problems_.error(option.value, memory.error());
    }
    return;
  }
  const auto number =
      text::read_whole(text, {name, 1, meaning == "slots" ? kMostCores : text::kMaxCount});
  if (!number) {
    problems_.error(option.value, number.error());
  } else if (meaning == "slots") {
    host.facts.cores = static_cast<std::uint32_t>(*number);
  } else {
    host.facts.speed = *number;
  }
}

void HostOptionReader::set_text(std::string_view meaning, const Option& option, std::size_t shared,
                                ListedHost& host) {
  const std::string_view text = source_.text(option.value);
  const auto refuse = [&](const std::string& why) { problems_.error(option.value, why); };
  if (meaning == "address") {
    if (shared > 1) {
      refuse(fmt::format("{} hosts cannot have one address; give each a line of its own",
                         format_count(shared)));
    } else if (!is_host_name(text) && text != "::1") {
      refuse(quoted(text) + " is neither an address nor a host name");
    }
    host.address = text;
  } else if (meaning == "login") {
    if (!is_login(text)) {
      refuse(quoted(text) + " is not a user name");
    }
    host.login = text;
  } else if (meaning == "type") {
    if (text.size() > kMaxWord || !is_printable_word(text)) {
      refuse(fmt::format("a type must be one word of at most {} bytes", kMaxWord));
    }
    host.facts.type = text;
  } else {
    (meaning == "path" ? host.program_path : host.folder) = text;
  }
}

/// Rejects PVM's so=, which selects another way to start the daemon of a host.
void HostOptionReader::refuse_start_option(Range value) {
  const std::string_view text = source_.text(value);
  if (text == "pw") {
    problems_.error(value,
                    "so=pw: dps never asks for a password; set up ssh keys (ssh-keygen, "
                    "ssh-copy-id HOST) and remove so=pw");
  } else if (text == "ms") {
    problems_.error(
        value,
        "so=ms: daemons cannot be started by hand; make the host reachable by ssh (ProxyJump "
        "in ~/.ssh/config passes a firewall) and remove so=ms");
  } else if (text == "rsh" || text == "rexec") {
    problems_.error(value,
                    fmt::format("so={}: dps uses only ssh; set up ssh keys (ssh-copy-id HOST) "
                                "and remove so={}",
                                text, text));
  } else {
    problems_.error(value, "unknown start method so=" + std::string(quoted(text)) +
                               "; dps uses only ssh: remove it");
  }
}

}  // namespace dps::terrain
