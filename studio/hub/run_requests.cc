/// The requests of pages for runs. Source: docs/protocol_studio.md, "Runs".
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "studio/hub/hub.h"
#include "studio/hub/messages.h"
#include "studio/hub/worker_request.h"

namespace dps::studio {

void Hub::plan_run(Guest& guest, const Json& message) {
  const std::uint64_t number = message.at("number");
  const std::string hosts = message.at("hosts");
  if (!may_edit(guest, message) || !may_wait(guest, message)) {
    return;
  }
  auto folder = guest.text->file().folder();
  bool exists = true;
  auto hosts_text = hosts.empty() ? std::string() : folder_.read_known(hosts, exists);
  if (!folder || !hosts_text || number != guest.text->number()) {
    refuse(guest, message,
           !folder       ? folder.error().message
           : !hosts_text ? hosts_text.error().message
                         : "the text has changed meanwhile");
    return;
  }
  ShownRun shown{.id = message.at("id"),
                 .number = number,
                 .of = guest.text,
                 .folder = *std::move(folder),
                 .text = guest.text->text(),
                 .settings = message.at("settings"),
                 .runs = message.at("runs"),
                 .seed = message.at("seed"),
                 .hosts = std::nullopt,
                 .libraries = {}};
  for (const std::string& library : setup_.libraries) {
    shown.libraries.emplace_back(library, state_of(library));
  }
  if (!hosts.empty()) {
    shown.hosts = *std::move(hosts_text);
  }
  const RunPlace place{guest.text->file().path(), shown.folder.path, hosts, setup_.libraries};
  predictions_.add({&guest, shown.id, number,
                    message_text(run_plan_request(shown, place, setup_.memory)) + '\n'});
  guest.shown_run = std::move(shown);
}

/// The reason for which the run that was shown may not start; "" if it is the one that would run.
std::string Hub::reason_not_to_run(const Guest& guest, const Json& message) const {
  const auto& shown = guest.shown_run;
  const std::uint64_t plan = message.at("plan");
  const std::uint64_t number = message.at("number");
  if (!shown || shown->of != guest.text) {
    return "there is no plan: it was run, or the page has opened or saved another file since";
  }
  if (shown->id != plan) {
    return "another plan was asked for since that was shown";
  }
  if (!shown->is_shown) {
    return "what would run was not shown yet";
  }
  if (shown->number != number || number != guest.text->number()) {
    return "the text has changed since that was shown";
  }
  for (const auto& [library, state] : shown->libraries) {
    if (state_of(library) != state) {
      return fmt::format("the library '{}' has changed since that was shown", printable(library));
    }
  }
  return runs_.is_busy() ? "another run is running" : "";
}

void Hub::run(Guest& guest, const Json& message) {
  const std::string reason = reason_not_to_run(guest, message);
  if (!may_edit(guest, message)) {
    return;
  }
  if (!reason.empty()) {
    refuse(guest, message, reason + "; nothing was started");
    return;
  }
  const auto started = runs_.start(&guest, message.at("id"), *guest.shown_run,
                                   [&guest](const OrderedJson& report) { send(guest, report); });
  if (!started) {
    refuse(guest, message, started.error().message);
    return;
  }
  guest.shown_run.reset();
}

void Hub::end_run(Guest& guest, const Json& /*message*/) {
  runs_.interrupt(&guest);
}

}  // namespace dps::studio
