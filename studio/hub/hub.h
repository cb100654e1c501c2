/// The part of the studio that answers the messages of pages.
/// Source: docs/protocol_studio.md, "Messages".
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <nlohmann/json.hpp>

#include "studio/children/child.h"
#include "studio/children/lsp_frames.h"
#include "studio/children/predictions.h"
#include "studio/files/kept_layouts.h"
#include "studio/files/start_folder.h"
#include "studio/hub/machine_texts.h"
#include "studio/hub/runs.h"
#include "studio/hub/setup.h"
#include "studio/hub/shared_text.h"
#include "studio/web/web_server.h"

namespace dps::studio {

class Hub : public PageEvents {
 public:
  /// `on_greeting` is called when a page has given the token, and `on_abandoned` a minute after the
  /// last of these pages has closed. The references are borrowed.
  Hub(boost::asio::io_context& io, const Setup& setup, const StartFolder& folder,
      std::string token);
  void set_on_greeting(std::function<void()> call) { on_greeting_ = std::move(call); }
  void set_on_abandoned(std::function<void()> call) { on_abandoned_ = std::move(call); }

  void on_open(Page& page) override;
  void on_text(Page& page, const std::string& text) override;
  void on_close(Page& page) override;

 private:
  using Json = nlohmann::json;

  /// A connected page.
  struct Guest {
    Guest(boost::asio::io_context& io, Page& connected) : page(connected), deadline(io) {}

    Page& page;
    boost::asio::steady_timer deadline;  // deadline of its greeting
    bool has_greeted = false;
    std::uint64_t last_id = 0;
    SharedText* text = nullptr;
    std::shared_ptr<Child> language_server;
    LspFrames frames;
    std::optional<ShownRun> shown_run;  // the newest plan_run of this text and file
  };
  using Answer = void (Hub::*)(Guest& guest, const Json& message);
  struct Kind {
    std::string_view name;
    Answer answer;
    bool has_id;
  };

  void answer(Guest& guest, const Json& message);
  void greet(Guest& guest, const Json& message);
  void open(Guest& guest, const Json& message);
  void take_text(Guest& guest, const Json& message);
  void take_over(Guest& guest, const Json& message);
  void save(Guest& guest, const Json& message);
  void save_as(Guest& guest, const Json& message);
  void save_machine(Guest& guest, const Json& message);
  void list(Guest& guest, const Json& message);
  void keep_layout(Guest& guest, const Json& message);
  void pass_to_language_server(Guest& guest, const Json& message);
  void predict(Guest& guest, const Json& message);
  void cancel(Guest& guest, const Json& message);
  void plan_run(Guest& guest, const Json& message);
  void run(Guest& guest, const Json& message);
  void end_run(Guest& guest, const Json& message);

  void pass_answer(const PredictionJob& job, std::string_view line);
  bool start_language_server(Guest& guest);
  void leave_text(Guest& guest);
  static bool may_edit(Guest& guest, const Json& message);
  bool may_wait(Guest& guest, const Json& message);
  [[nodiscard]] std::string reason_not_to_run(const Guest& guest, const Json& message) const;
  /// The open text of this file, also if its path is another one; null if there is none.
  [[nodiscard]] const SharedText* open_text(const std::string& path) const;
  [[nodiscard]] std::string reason_not_to_save_machine(const std::string& path,
                                                       const std::string& text) const;
  void look_for_changes();
  void send_changed(SharedText& text);
  void wait_for_pages();
  [[nodiscard]] std::string named_path(const std::string& path) const;
  static void send(Guest& guest, const nlohmann::ordered_json& message);
  static void refuse(Guest& guest, const Json& message, const std::string& why);

  boost::asio::io_context& io_;
  const Setup& setup_;
  const StartFolder& folder_;
  std::string token_;
  std::function<void()> on_greeting_ = [] {};
  std::function<void()> on_abandoned_ = [] {};
  MachineTexts machines_;
  KeptLayouts layouts_;
  std::map<Page*, std::unique_ptr<Guest>> guests_;
  std::map<std::string, std::unique_ptr<SharedText>> texts_;  // by path
  boost::asio::steady_timer look_;
  boost::asio::steady_timer abandoned_;
  Predictions predictions_;
  Runs runs_;
};

}  // namespace dps::studio
