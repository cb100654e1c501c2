#include "commands/cli/host_choice.h"

#include <filesystem>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "base/file_bytes.h"
#include "base/file_identity.h"
#include "base/printable.h"
#include "base/text/load_source.h"
#include "blueprint/terrain/host_list.h"
#include "commands/files/file_kind.h"
#include "commands/files/similar_file.h"

namespace dps::commands {
namespace {

using ReadHosts = tl::expected<terrain::HostList, HostRefusal>;

tl::unexpected<HostRefusal> refuse(const std::string& why, Color color) {
  return tl::unexpected(HostRefusal{error_line(why, color)});
}

ReadHosts checked(const SourceText& source, terrain::HostList list, Color color) {
  if (has_errors(list.diagnostics)) {
    return tl::unexpected(
        HostRefusal{render(source, list.diagnostics, {.color = use_color(color, STDERR_FILENO)})});
  }
  return list;
}

ReadHosts read_file(const std::string& path, Color color) {
  auto source = text::load_source(path, "hosts file");
  if (!source) {
    return refuse(source.error().message, color);
  }
  terrain::HostList list = terrain::read_hosts_file(*source);
  const std::string other =
      has_errors(list.diagnostics) ? wrong_kind(*source, FileKind::kHosts) : "";
  return other.empty() ? checked(*source, std::move(list), color) : refuse(other, color);
}

/// Returns true for the usual extensions of hosts files.
bool looks_like_file(const std::string& word) {
  const std::string extension = std::filesystem::path(word).extension().string();
  return word.find_first_of("[,") == std::string::npos &&
         (extension == ".hosts" || extension == ".host" || extension == ".txt" ||
          extension == ".conf" || extension == ".list");
}

ReadHosts read_word(const std::string& origin, const std::string& word, Color color) {
  if (names_hosts_file(word)) {
    return read_file(word, color);
  }
  if (looks_like_file(word)) {
    const std::string near = similar_file(word);
    return refuse(fmt::format("{}: there is no file '{}'{}", origin, printable(word),
                              near.empty() ? "" : "; did you mean the file '" + near + "'?"),
                  color);
  }
  const SourceText source{origin, word};
  return checked(source, terrain::read_node_set(source), color);
}

struct HostSource {
  std::string origin;
  ReadHosts list;
};

/// The first source that names hosts.
std::optional<HostSource> find_source(const HostOptions& given, Color color,
                                      const HostEnvironment& environment) {
  if (!given.hosts.empty()) {
    return HostSource{"--hosts " + printable(given.hosts),
                      read_word("--hosts", given.hosts, color)};
  }
  if (!environment.slurm_nodes.empty()) {
    const SourceText nodes{"SLURM_JOB_NODELIST", environment.slurm_nodes};
    return HostSource{
        "$SLURM_JOB_NODELIST",
        checked(nodes, terrain::read_slurm_allocation(nodes, environment.slurm_cpus), color)};
  }
  if (!environment.dps_hosts.empty()) {
    return HostSource{"$DPS_HOSTS", read_word("DPS_HOSTS", environment.dps_hosts, color)};
  }
  const std::string path = hosts_file_at_home(environment);
  if (!path.empty() && is_there(path)) {
    return HostSource{path, read_file(path, color)};
  }
  return std::nullopt;
}

}  // namespace

coordinator::Host host_of(const terrain::ListedHost& listed) {
  coordinator::Host host;
  host.name = listed.facts.name;
  host.address = listed.address.empty() ? listed.facts.name : listed.address;
  host.address_given = !listed.address.empty();
  host.speed = listed.facts.speed;
  host.type = listed.facts.type;
  host.cores = listed.facts.cores;
  host.memory = listed.facts.memory;
  host.login = listed.login;
  host.program_path = listed.program_path;
  host.folder = listed.folder;
  return host;
}

tl::expected<HostChoice, HostRefusal> choose_hosts(const HostOptions& given, Color color,
                                                   const HostEnvironment& environment) {
  HostChoice choice;
  choice.launcher = given.launcher;
  if (given.launcher == "local") {
    return choice;
  }
  const auto source = find_source(given, color, environment);
  if (!source) {
    if (given.launcher == "ssh") {
      return refuse(
          "--launcher ssh: there are no hosts; name them with --hosts FILE|NODESET, in "
          "$DPS_HOSTS, or in ~/.config/dps/hosts",
          color);
    }
    choice.launcher = given.launcher.empty() ? "local" : given.launcher;
    return choice;
  }
  if (!source->list) {
    return tl::unexpected(source->list.error());
  }
  choice.origin = source->origin;
  choice.launcher = given.launcher.empty() ? "ssh" : given.launcher;
  choice.hosts.reserve(source->list->hosts.size());
  for (const terrain::ListedHost& listed : source->list->hosts) {
    choice.hosts.push_back(host_of(listed));
  }
  return choice;
}

}  // namespace dps::commands
