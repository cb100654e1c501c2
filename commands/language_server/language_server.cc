#include "commands/language_server/language_server.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/text/problems.h"
#include "base/version.h"
#include "commands/language_server/completion.h"
#include "commands/language_server/diagnostics_json.h"
#include "commands/language_server/hover.h"
#include "commands/language_server/navigation.h"
#include "commands/language_server/picture.h"
#include "commands/language_server/rename.h"

namespace dps::commands {
namespace {

/// The requests about one text, besides renaming.
constexpr std::array<std::string_view, 14> kLookUps{"textDocument/completion",
                                                    "textDocument/hover",
                                                    "textDocument/definition",
                                                    "textDocument/references",
                                                    "textDocument/documentSymbol",
                                                    "textDocument/documentHighlight",
                                                    "textDocument/foldingRange",
                                                    "textDocument/formatting",
                                                    "textDocument/codeAction",
                                                    "textDocument/codeLens",
                                                    "textDocument/inlayHint",
                                                    "textDocument/prepareRename",
                                                    "dps/picture",
                                                    "dps/edit"};

LspJson capabilities() {
  constexpr int kIncremental = 2;
  return {{"positionEncoding", "utf-16"},
          {"textDocumentSync", {{"openClose", true}, {"change", kIncremental}}},
          {"completionProvider", {{"triggerCharacters", {"-", "{", ",", "|", " "}}}},
          {"hoverProvider", true},
          {"definitionProvider", true},
          {"referencesProvider", true},
          {"documentHighlightProvider", true},
          {"documentSymbolProvider", true},
          {"codeActionProvider", {{"codeActionKinds", {"quickfix"}}}},
          {"codeLensProvider", {{"resolveProvider", false}}},
          {"documentFormattingProvider", true},
          {"renameProvider", {{"prepareProvider", true}}},
          {"foldingRangeProvider", true},
          {"inlayHintProvider", true}};
}

}  // namespace

LanguageServer::LanguageServer(Send send)
    : send_(std::move(send)),
      checks_([this](const CheckJob& job, const std::vector<Diagnostic>& diagnostics,
                     const std::vector<Diagnostic>& remarks) {
        send_message(
            {{"method", "textDocument/publishDiagnostics"},
             {"params",
              {{"uri", job.uri},
               {"version", job.version},
               {"diagnostics", diagnostics_json(job.uri, job.text, diagnostics, remarks)}}}});
      }) {}

void LanguageServer::answer(const ClientMessage& received) {
  const LspJson& message = received.message;
  const bool has_method =
      message.is_object() && message.contains("method") && message["method"].is_string();
  if (has_method && message.contains("id")) {
    answer_request(message, received.is_cancelled);
  } else if (has_method) {
    const LspJson params = message.value("params", LspJson::object());
    try {
      take_notification(message["method"], params);
    } catch (const LspJson::exception& mistake) {
      send_message({{"method", "window/logMessage"},
                    {"params",
                     {{"type", 1},
                      {"message", fmt::format("dps: {}: {}", message["method"].get<std::string>(),
                                              mistake.what())}}}});
    }
  } else if (!message.is_object() || (!message.contains("result") && !message.contains("error"))) {
    send_error(nullptr, LspError::kInvalidRequest, "the message is not a request");
  }
}

void LanguageServer::refuse(const std::string& mistake) {
  send_error(nullptr, LspError::kParse, mistake);
}

bool LanguageServer::is_known(const std::string& method) {
  return method == "initialize" || method == "shutdown" || method == "textDocument/rename" ||
         std::find(kLookUps.begin(), kLookUps.end(), method) != kLookUps.end();
}

void LanguageServer::answer_request(const LspJson& message, bool is_cancelled) {
  const LspJson& id = message["id"];
  const std::string method = message["method"];
  const LspJson params = message.value("params", LspJson::object());
  if (is_cancelled) {
    send_error(id, LspError::kRequestCancelled, "the request was cancelled");
    return;
  }
  if (state_ == State::kNew && method != "initialize") {
    send_error(id, LspError::kNotInitialized, "the first request must be 'initialize'");
    return;
  }
  if (state_ == State::kShutDown || (state_ == State::kRunning && method == "initialize")) {
    send_error(id, LspError::kInvalidRequest,
               fmt::format("'{}' is not allowed {}", method,
                           state_ == State::kShutDown ? "after 'shutdown'" : "twice"));
    return;
  }
  if (!is_known(method)) {
    send_error(id, LspError::kMethodNotFound, "unknown method " + text::quoted(method));
    return;
  }
  try {
    auto result = method == "initialize"            ? initialize(params)
                  : method == "shutdown"            ? shutdown(params)
                  : method == "textDocument/rename" ? rename_symbol(params)
                                                    : look_up(method, params);
    if (result) {
      send_result(id, *std::move(result));
    } else {
      send_error(id, LspError::kRequestFailed, result.error());
    }
  } catch (const LspJson::exception& mistake) {
    send_error(id, LspError::kInvalidParams, mistake.what());
  }
}

void LanguageServer::take_notification(const std::string& method, const LspJson& params) {
  if (method == "exit") {
    has_ended_ = true;
  } else if (state_ != State::kRunning) {
    return;  // LSP 3.17: dropped
  } else if (method == "textDocument/didOpen") {
    open(params);
  } else if (method == "textDocument/didChange") {
    change(params);
  } else if (method == "textDocument/didClose") {
    close(params);
  } else if (method == "workspace/didChangeConfiguration") {
    configure(params.at("settings").value("dps", LspJson::object()));
  }
}

LanguageServer::Answer LanguageServer::initialize(const LspJson& params) {
  state_ = State::kRunning;
  if (params.contains("initializationOptions") && params["initializationOptions"].is_object()) {
    configure(params["initializationOptions"]);
  }
  return LspJson{{"capabilities", capabilities()},
                 {"serverInfo", {{"name", "dps"}, {"version", dps_version()}}}};
}

LanguageServer::Answer LanguageServer::shutdown(const LspJson& /*params*/) {
  state_ = State::kShutDown;
  return LspJson(nullptr);
}

void LanguageServer::open(const LspJson& params) {
  TextDocument document(params.at("textDocument"));
  const std::string uri = document.uri();
  documents_.erase(uri);
  check(documents_.emplace(uri, std::move(document)).first->second);
}

void LanguageServer::change(const LspJson& params) {
  const LspJson& text = params.at("textDocument");
  const auto known = documents_.find(text.at("uri"));
  if (known != documents_.end()) {
    const std::int64_t version = text.contains("version") && text["version"].is_number_integer()
                                     ? text["version"].get<std::int64_t>()
                                     : known->second.version() + 1;
    known->second.change(version, params.at("contentChanges"));
    check(known->second);
  }
}

void LanguageServer::close(const LspJson& params) {
  const std::string uri = params.at("textDocument").at("uri");
  checks_.forget(uri);
  if (documents_.erase(uri) > 0) {
    send_message({{"method", "textDocument/publishDiagnostics"},
                  {"params", {{"uri", uri}, {"diagnostics", LspJson::array()}}}});
  }
}

void LanguageServer::configure(const LspJson& settings) {
  shows_hints_ = settings.value("inlayHints", true);
}

void LanguageServer::check(const TextDocument& document) {
  checks_.submit({document.uri(), document.version(), document.kind(), document.text()});
}

TextDocument* LanguageServer::find(const LspJson& params) {
  const auto known = documents_.find(params.at("textDocument").at("uri"));
  return known == documents_.end() || !known->second.is_blueprint() ? nullptr : &known->second;
}

std::shared_ptr<const blueprint::Program> LanguageServer::program_of(const TextDocument& document) {
  if (auto known = checks_.program(document.uri(), document.version())) {
    return known;
  }
  auto checked = check_text_of(FileKind::kBlueprint, {path_of(document.uri()), document.text()});
  return checked.program;
}

LanguageServer::Answer LanguageServer::rename_symbol(const LspJson& params) {
  TextDocument* document = find(params);
  return document == nullptr
             ? LspJson(nullptr)
             : rename(*document, position_of(params.at("position")), params.at("newName"));
}

LanguageServer::Answer LanguageServer::look_up(const std::string& method, const LspJson& params) {
  TextDocument* document = find(params);
  if (document == nullptr) {
    return LspJson(nullptr);
  }
  const std::string_view name = std::string_view(method).substr(method.find('/') + 1);
  if (name == "documentSymbol") {
    return symbols(*document);
  }
  if (name == "foldingRange") {
    return folding(*document);
  }
  if (name == "formatting") {
    return formatting(*document);
  }
  if (name == "codeLens") {
    return code_lenses(*document);
  }
  if (name == "codeAction") {
    return quick_fixes(document->uri(), document->text(), params.at("context").at("diagnostics"));
  }
  if (name == "picture") {
    return picture(*document, program_of(*document).get());
  }
  if (name == "edit") {
    if (params.at("version") != document->version()) {
      return tl::unexpected<std::string>("the text has changed meanwhile");
    }
    return edit_picture(*document, params.at("edits"));
  }
  if (name == "inlayHint") {
    const LspJson& range = params.at("range");
    return shows_hints_ ? inlay_hints(*document, position_of(range.at("start")),
                                      position_of(range.at("end")), program_of(*document).get())
                        : LspJson::array();
  }
  const LspPosition position = position_of(params.at("position"));
  if (name == "completion") {
    return completion(*document, position);
  }
  if (name == "hover") {
    return hover(*document, position, program_of(*document).get());
  }
  if (name == "definition") {
    return definition(*document, position);
  }
  if (name == "references") {
    return references(*document, position,
                      params.value("context", LspJson::object()).value("includeDeclaration", true));
  }
  return name == "prepareRename" ? prepare_rename(*document, position)
                                 : highlights(*document, position);
}

void LanguageServer::send_result(const LspJson& id, LspJson result) {
  send_message({{"id", id}, {"result", std::move(result)}});
}

void LanguageServer::send_error(const LspJson& id, LspError code, const std::string& text) {
  send_message({{"id", id}, {"error", {{"code", static_cast<int>(code)}, {"message", text}}}});
}

void LanguageServer::send_message(LspJson message) {
  message["jsonrpc"] = "2.0";
  // Only an error of ours can put bytes that are not UTF-8 into a message; they are replaced.
  send_(message.dump(-1, ' ', false, LspJson::error_handler_t::replace));
}

}  // namespace dps::commands
