#include "coordinator/agents/agent_links.h"

#include <algorithm>
#include <utility>

namespace dps::coordinator {

void AgentLinks::set(std::uint32_t host, std::unique_ptr<AgentLink> link) {
  if (links_[host]) {
    links_[host]->retire();
    retire(links_[host]);
  }
  links_[host] = std::move(link);
}

void AgentLinks::keep_only(std::span<const std::uint32_t> kept) {
  std::vector<std::unique_ptr<AgentLink>> links(kept.size());
  for (std::uint32_t i = 0; i < kept.size(); ++i) {
    links[i] = std::move(links_[kept[i]]);
    if (links[i]) {
      links[i]->set_host(i);
    }
  }
  dismiss_all();
  links_ = std::move(links);
}

void AgentLinks::dismiss_all() {
  for (auto& link : links_) {
    if (link) {
      link->dismiss();
      retire(link);
    }
  }
  links_.clear();
}

void AgentLinks::clear() {
  links_.clear();
  retired_.clear();
}

void AgentLinks::send(std::uint32_t host, const control::Frame& frame, std::uint32_t process,
                      std::uint32_t run) {
  if (links_[host]) {
    links_[host]->send(control::encode(frame, process, run));
  }
}

std::string AgentLinks::words_of(std::uint32_t host) const {
  return links_[host] ? links_[host]->words() : std::string();
}

bool AgentLinks::all_exited() const {
  const auto has_exited = [](const auto& link) { return !link || link->has_exited(); };
  return std::all_of(links_.begin(), links_.end(), has_exited) &&
         std::all_of(retired_.begin(), retired_.end(), has_exited);
}

void AgentLinks::signal_all(int signal) {
  for (const auto* links : {&links_, &retired_}) {
    for (const auto& link : *links) {
      if (link) {
        link->signal_group(signal);
      }
    }
  }
}

void AgentLinks::retire(std::unique_ptr<AgentLink>& link) {
  retired_.push_back(std::move(link));
}

}  // namespace dps::coordinator
