/// The server of the page: HTTP for its files, and a WebSocket for each page.
/// Source: docs/protocol_studio.md, "HTTP".
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include <boost/asio/io_context.hpp>

#include "base/result.h"
#include "studio/web/page_file.h"

namespace dps::studio {

/// Codes of the end of a WebSocket. Source: RFC 6455, section 7.4.1.
enum class CloseCode : std::uint16_t { kGoingAway = 1001, kPolicy = 1008 };

/// The connection of a page. It lives until PageEvents::on_close() has returned.
class Page {
 public:
  virtual ~Page() = default;
  /// Sends a text frame. Closes a page that does not read its frames.
  virtual void send(std::string text) = 0;
  virtual void close(CloseCode code) = 0;
};

class PageEvents {
 public:
  virtual ~PageEvents() = default;
  virtual void on_open(Page& page) = 0;
  virtual void on_text(Page& page, const std::string& text) = 0;
  virtual void on_close(Page& page) = 0;
};

class WebServer {
 public:
  /// The arguments are borrowed. Events are called in the thread of `io`.
  WebServer(boost::asio::io_context& io, std::span<const PageFile> files, PageEvents& events);
  WebServer(const WebServer&) = delete;
  WebServer& operator=(const WebServer&) = delete;
  ~WebServer();

  /// Listens on 127.0.0.1, and on ::1 if there is IPv6. Returns the port, which is the same for
  /// both. Errors (kSystem).
  Result<std::uint16_t> listen();
  /// Closes all connections, with on_close(); there are no events afterwards.
  void stop();

  struct Parts;  ///< shared with the connections

 private:
  std::shared_ptr<Parts> parts_;
};

}  // namespace dps::studio
