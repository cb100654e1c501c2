#include "studio/hub/hub.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/file_identity.h"
#include "base/version.h"
#include "studio/hub/message_depth.h"
#include "studio/hub/messages.h"
#include "studio/hub/text_edits.h"
#include "studio/hub/worker_request.h"
#include "studio/web/token.h"

namespace dps::studio {
namespace {

using boost::system::error_code;

constexpr int kVersion = 1;
constexpr std::size_t kMostPages = 16;
constexpr std::size_t kMostWaitingJobs = 64;
constexpr std::size_t kMostLspBytes = 64'000'000;
constexpr std::size_t kMostTextBytes = 16'000'000;
constexpr std::chrono::seconds kTimeForGreeting{10};
constexpr std::chrono::milliseconds kLookEvery{500};
constexpr std::chrono::minutes kTimeWithoutPages{1};

/// The text of a message, or the previous text with its changes; nullopt if they do not fit.
std::optional<std::string> text_of(const SharedText& before, const nlohmann::json& message) {
  if (!message.contains("changes")) {
    return message.at("text").get<std::string>();
  }
  const std::uint64_t base = message.at("base");
  std::vector<TextEdit> edits;
  for (const nlohmann::json& each : message.at("changes")) {
    edits.push_back({each.at("from"), each.at("to"), each.at("insert")});
  }
  return base == before.number() ? edited_text(before.text(), edits, kMostTextBytes) : std::nullopt;
}

}  // namespace

Hub::Hub(boost::asio::io_context& io, const Setup& setup, const StartFolder& folder,
         std::string token)
    : io_(io),
      setup_(setup),
      folder_(folder),
      token_(std::move(token)),
      machines_(setup.machines, folder),
      layouts_(setup.layouts),
      look_(io),
      abandoned_(io),
      predictions_(
          io, setup.dps, setup.workers,
          [this](const PredictionJob& job, std::string_view line) { pass_answer(job, line); }),
      runs_(io, setup) {
  look_for_changes();
}

void Hub::pass_answer(const PredictionJob& job, std::string_view line) {
  const auto guest = std::find_if(guests_.begin(), guests_.end(),
                                  [&](const auto& each) { return each.second.get() == job.owner; });
  if (guest != guests_.end()) {
    auto& shown = guest->second->shown_run;
    if (shown && shown->id == job.id && line.starts_with(R"({"kind":"result")")) {
      shown->is_shown = true;
    }
    guest->second->page.send(std::string(line));
  }
}

void Hub::on_open(Page& page) {
  auto& guest = *guests_.emplace(&page, std::make_unique<Guest>(io_, page)).first->second;
  if (guests_.size() > kMostPages) {
    page.close(CloseCode::kPolicy);
    return;
  }
  guest.deadline.expires_after(kTimeForGreeting);
  guest.deadline.async_wait([&page](error_code error) {
    if (!error) {
      page.close(CloseCode::kPolicy);
    }
  });
}

void Hub::on_close(Page& page) {
  const auto found = guests_.find(&page);
  Guest& guest = *found->second;
  guest.deadline.cancel();
  predictions_.cancel(&guest, [](const PredictionJob&) { return false; });
  runs_.end(&guest);
  if (guest.language_server) {
    guest.language_server->end();
  }
  leave_text(guest);
  const bool had_greeted = guest.has_greeted;
  guests_.erase(found);
  if (had_greeted) {
    wait_for_pages();
  }
}

void Hub::wait_for_pages() {
  const bool has_pages = std::any_of(guests_.begin(), guests_.end(),
                                     [](const auto& each) { return each.second->has_greeted; });
  if (has_pages || setup_.keeps_on) {
    return;
  }
  abandoned_.expires_after(kTimeWithoutPages);
  abandoned_.async_wait([this](error_code error) {
    if (!error) {
      on_abandoned_();
    }
  });
}

void Hub::on_text(Page& page, const std::string& text) {
  const auto guest = guests_.find(&page);
  const Json message = is_nested_deeper(text, kMostDepth) ? Json(Json::value_t::discarded)
                                                          : Json::parse(text, nullptr, false);
  if (guest == guests_.end() || !message.is_object()) {
    page.close(CloseCode::kPolicy);
    return;
  }
  try {
    answer(*guest->second, message);
  } catch (const Json::exception&) {  // a member is missing, or has another type
    page.close(CloseCode::kPolicy);
  }
}

void Hub::answer(Guest& guest, const Json& message) {
  static constexpr std::array<Kind, 14> kKinds{{{"open", &Hub::open, true},
                                                {"text", &Hub::take_text, false},
                                                {"take_over", &Hub::take_over, true},
                                                {"save", &Hub::save, true},
                                                {"save_as", &Hub::save_as, true},
                                                {"save_machine", &Hub::save_machine, true},
                                                {"files", &Hub::list, true},
                                                {"layout", &Hub::keep_layout, false},
                                                {"lsp", &Hub::pass_to_language_server, false},
                                                {"predict", &Hub::predict, true},
                                                {"cancel", &Hub::cancel, false},
                                                {"plan_run", &Hub::plan_run, true},
                                                {"run", &Hub::run, true},
                                                {"end_run", &Hub::end_run, false}}};
  if (!guest.has_greeted) {
    greet(guest, message);
    return;
  }
  const std::string name = message.at("kind");
  const auto kind = std::find_if(kKinds.begin(), kKinds.end(),
                                 [&](const Kind& each) { return each.name == name; });
  if (kind == kKinds.end()) {
    refuse(guest, message, "this studio knows no such request");
    return;
  }
  if (kind->has_id) {
    const std::uint64_t id = message.at("id");
    if (id <= guest.last_id) {
      guest.page.close(CloseCode::kPolicy);
      return;
    }
    guest.last_id = id;
  }
  (this->*kind->answer)(guest, message);
}

void Hub::greet(Guest& guest, const Json& message) {
  const std::string token = message.at("token");
  if (message.at("kind") != "hello" || message.at("version") != kVersion ||
      !is_token(token_, token)) {
    guest.page.close(CloseCode::kPolicy);
    return;
  }
  guest.has_greeted = true;
  guest.deadline.cancel();
  abandoned_.cancel();
  on_greeting_();
  send(guest, {{"kind", "hello"},
               {"version", kVersion},
               {"dps", dps_version()},
               {"folder", std::filesystem::path(folder_.path()).filename().string()},
               {"file", setup_.file},
               {"machines", machines_.chosen()},
               {"library", MachineTexts::library()},
               {"workers", setup_.workers}});
}

std::string Hub::named_path(const std::string& path) const {
  return path == setup_.file ? path : "";
}

const SharedText* Hub::open_text(const std::string& path) const {
  const auto found = std::find_if(texts_.begin(), texts_.end(),
                                  [&](const auto& each) { return is_same_file(each.first, path); });
  return found == texts_.end() ? nullptr : found->second.get();
}

void Hub::open(Guest& guest, const Json& message) {
  const std::string path = message.at("path");
  auto known = texts_.find(path);
  if (known == texts_.end()) {
    auto file = EditedFile::open(folder_, path, named_path(path));
    if (!file) {
      refuse(guest, message, file.error().message);
      return;
    }
    known = texts_.emplace(path, std::make_unique<SharedText>(*std::move(file))).first;
  }
  if (guest.text != known->second.get()) {
    leave_text(guest);
    guest.text = known->second.get();
    guest.text->add(guest.page);
  }
  SharedText& text = *guest.text;
  send(guest, {{"kind", "opened"},
               {"id", message.at("id")},
               {"path", text.file().path()},
               {"uri", text.file().uri()},
               {"text", text.text()},
               {"saved", text.file().on_disk().value_or("")},
               {"number", text.number()},
               {"is_mine", text.is_owner(guest.page)},
               {"layout", OrderedJson::parse(layouts_.read(text.file().uri()))},
               {"is_new", text.file().is_new()}});
}

/// Drops a text that no page has open; a page that reloads, or connects again, sends it again.
void Hub::leave_text(Guest& guest) {
  guest.shown_run.reset();
  SharedText* text = std::exchange(guest.text, nullptr);
  if (text == nullptr) {
    return;
  }
  text->remove(guest.page);
  if (text->pages().empty()) {
    std::erase_if(texts_, [&](const auto& each) { return each.second.get() == text; });
  }
}

/// Returns false after refusing the request.
bool Hub::may_edit(Guest& guest, const Json& message) {
  const bool may = guest.text != nullptr && guest.text->is_owner(guest.page);
  if (!may) {
    refuse(guest, message, "another page edits this text");
  }
  return may;
}

void Hub::take_text(Guest& guest, const Json& message) {
  if (!may_edit(guest, message)) {
    return;
  }
  const std::uint64_t number = message.at("number");
  if (number <= guest.text->number()) {
    return;
  }
  auto text = text_of(*guest.text, message);
  if (!text) {  // the page has another text than this program, and sends it again
    guest.page.close(CloseCode::kPolicy);
    return;
  }
  guest.text->set(number, *std::move(text));
  for (const auto& [page, other] : guests_) {
    if (other->text == guest.text) {
      predictions_.cancel(other.get(),
                          [&](const PredictionJob& job) { return job.number >= number; });
    }
  }
}

void Hub::take_over(Guest& guest, const Json& message) {
  if (guest.text == nullptr) {
    refuse(guest, message, "no text is open");
    return;
  }
  guest.text->give_to(guest.page);
}

void Hub::save(Guest& guest, const Json& message) {
  if (!may_edit(guest, message)) {
    return;
  }
  const auto saved = guest.text->file().save(guest.text->text(), message.at("force"));
  if (!saved) {
    refuse(guest, message, saved.error().message);
  } else if (!*saved) {
    send_changed(*guest.text);
    refuse(guest, message, "the file has changed outside; nothing was written");
  } else {
    send(guest, {{"kind", "saved"},
                 {"id", message.at("id")},
                 {"path", guest.text->file().path()},
                 {"number", guest.text->number()}});
  }
}

void Hub::save_as(Guest& guest, const Json& message) {
  const std::string path = message.at("path");
  if (!may_edit(guest, message)) {
    return;
  }
  if (const SharedText* there = open_text(path); there != nullptr && there != guest.text) {
    refuse(guest, message, fmt::format("'{}' is open in another page", path));
    return;
  }
  auto file = path.empty() ? failure(ErrorCode::kInput, "the file needs a name")
                           : EditedFile::open(folder_, path, named_path(path));
  if (!file) {
    refuse(guest, message, file.error().message);
    return;
  }
  if (!file->is_new() && !message.at("force").get<bool>()) {
    send(guest, {{"kind", "exists"}, {"id", message.at("id")}, {"path", path}});
    return;
  }
  if (const auto saved = file->save(guest.text->text(), true); !saved) {
    refuse(guest, message, saved.error().message);
    return;
  }
  auto moved = texts_.extract(guest.text->file().path());
  moved.key() = path;
  texts_.insert(std::move(moved));
  guest.text->move_to(*std::move(file));
  for (const auto& [page, other] : guests_) {
    if (other->text == guest.text) {
      other->shown_run.reset();  // it would run in the folder of the other file
    }
  }
  send(guest, {{"kind", "saved"},
               {"id", message.at("id")},
               {"path", path},
               {"uri", guest.text->file().uri()},
               {"number", guest.text->number()}});
}

void Hub::list(Guest& guest, const Json& message) {
  const std::string path = message.at("folder");
  const auto listing = folder_.list(path);
  if (!listing) {
    refuse(guest, message, listing.error().message);
    return;
  }
  OrderedJson folders = OrderedJson::array();
  for (const Entry& entry : listing->folders) {
    folders.push_back(entry.name);
  }
  OrderedJson files = OrderedJson::array();
  for (const Entry& entry : listing->files) {
    files.push_back({{"name", entry.name}, {"what", entry.what}});
  }
  send(guest, {{"kind", "files"},
               {"id", message.at("id")},
               {"folder", path},
               {"folders", std::move(folders)},
               {"files", std::move(files)}});
}

/// Stores the layout, unless the text has no file or the page only reads it. Ignores a failure,
/// which does not matter to the user.
void Hub::keep_layout(Guest& guest, const Json& message) {
  static_cast<void>(message.at("layout").get_ref<const Json::object_t&>());  // no other type
  const bool has_file = guest.text != nullptr && !guest.text->file().path().empty();
  if (has_file && guest.text->is_owner(guest.page)) {
    static_cast<void>(layouts_.keep(guest.text->file().uri(), message.at("layout").dump()));
  }
}

bool Hub::start_language_server(Guest& guest) {
  auto child = Child::start(io_, {setup_.dps, "language-server"});
  if (!child) {
    return false;
  }
  guest.language_server = *std::move(child);
  guest.frames = LspFrames();
  guest.language_server->read(
      [&guest](std::string_view bytes) {
        guest.frames.add(bytes, [&](std::string_view content) {
          guest.page.send(fmt::format(R"({{"kind":"lsp","message":{}}})", content));
        });
      },
      [&guest] {
        guest.language_server.reset();
        send(guest, {{"kind", "lsp_ended"}});
      });
  return true;
}

void Hub::pass_to_language_server(Guest& guest, const Json& message) {
  const std::string content = message.at("message").dump();
  if (!guest.language_server && !start_language_server(guest)) {
    send(guest, {{"kind", "lsp_ended"}});
    return;
  }
  guest.language_server->write(lsp_frame(content));
  if (guest.language_server->waiting_bytes() > kMostLspBytes) {  // the language server hangs
    guest.language_server->end();
    guest.language_server.reset();
    send(guest, {{"kind", "lsp_ended"}});
  }
}

/// Returns false after refusing the request.
bool Hub::may_wait(Guest& guest, const Json& message) {
  const bool may = predictions_.count(&guest) < kMostWaitingJobs;
  if (!may) {
    refuse(guest, message, "too many predictions wait");
  }
  return may;
}

void Hub::predict(Guest& guest, const Json& message) {
  const std::uint64_t number = message.at("number");
  if (guest.text == nullptr || number != guest.text->number()) {
    return;  // outdated: the page has sent a newer text meanwhile
  }
  if (!may_wait(guest, message)) {
    return;
  }
  const std::string machine = message.at("machine");
  const auto text = machines_.text_of(machine);
  if (!text) {
    refuse(guest, message, text.error().message);
    return;
  }
  const bool is_measured = message.at("part") == "measured";
  if (is_measured && runs_.result_of(&guest).empty()) {
    refuse(guest, message, "no run of this page has a result");
    return;
  }
  const OrderedJson request =
      worker_request(message, {guest.text->file().path(), guest.text->text(), *text,
                               is_measured ? runs_.result_of(&guest) : "", setup_.memory});
  predictions_.add({&guest, message.at("id"), number, message_text(request) + '\n'});
}

void Hub::cancel(Guest& guest, const Json& message) {
  const std::uint64_t id = message.at("id");
  predictions_.cancel(&guest, [&](const PredictionJob& job) { return job.id != id; });
}

void Hub::look_for_changes() {
  look_.expires_after(kLookEvery);
  look_.async_wait([this](error_code error) {
    if (error) {
      return;
    }
    for (const auto& [path, text] : texts_) {
      if (text->file().has_changed()) {
        send_changed(*text);
      }
    }
    look_for_changes();
  });
}

void Hub::send_changed(SharedText& text) {
  const auto& now = text.file().on_disk();
  const std::string message =
      message_text({{"kind", "changed"}, {"text", now ? OrderedJson(*now) : OrderedJson()}});
  for (Page* page : text.pages()) {
    page->send(message);
  }
}

void Hub::send(Guest& guest, const OrderedJson& message) {
  guest.page.send(message_text(message));
}

void Hub::refuse(Guest& guest, const Json& message, const std::string& why) {
  send(guest, {{"kind", "refused"}, {"id", message.value("id", std::uint64_t{0})}, {"text", why}});
}

}  // namespace dps::studio
