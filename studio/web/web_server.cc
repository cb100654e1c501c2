#include "studio/web/web_server.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>

#include "studio/web/request_rules.h"
#include "studio/web/token.h"

namespace dps::studio {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using tcp = asio::ip::tcp;
using boost::system::error_code;

constexpr std::size_t kMostHeadBytes = 8192;
constexpr std::size_t kMostMessageBytes = 16'000'000;
/// The maximum number of bytes that a page has not yet read.
constexpr std::size_t kMostWaitingBytes = 256'000'000;
constexpr std::size_t kMostConnections = 64;
constexpr std::chrono::seconds kTimeForRequest{10};

std::optional<std::string_view> only_value(const http::request_header<>& head, http::field name) {
  const auto values = head.equal_range(name);
  if (values.first == values.second || std::next(values.first) != values.second) {
    return std::nullopt;
  }
  const auto value = values.first->value();
  return std::string_view(value.data(), value.size());
}

std::string_view text_of(beast::string_view text) {
  return {text.data(), text.size()};
}

std::string with_nonce(std::string_view text, std::string_view nonce) {
  constexpr std::string_view kPlace = "{nonce}";
  std::string filled(text);
  for (auto at = filled.find(kPlace); at != std::string::npos; at = filled.find(kPlace)) {
    filled.replace(at, kPlace.size(), nonce);
  }
  return filled;
}

}  // namespace

/// The state of a server, which its connections share.
struct WebServer::Parts {
  asio::io_context& io;
  std::span<const PageFile> files;
  PageEvents& events;
  std::vector<tcp::acceptor> acceptors = {};
  std::set<class Connection*> connections = {};
  bool has_stopped = false;
};

/// A connection: one request, whose answer ends it, or a page.
class Connection : public Page, public std::enable_shared_from_this<Connection> {
 public:
  Connection(std::shared_ptr<WebServer::Parts> parts, tcp::socket socket)
      : parts_(std::move(parts)), stream_(std::move(socket)) {
    parts_->connections.insert(this);
    parser_.emplace();
    parser_->header_limit(kMostHeadBytes);
    parser_->body_limit(0);
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() override { parts_->connections.erase(this); }

  void start() {
    beast::get_lowest_layer(stream_).expires_after(kTimeForRequest);
    http::async_read(stream_.next_layer(), buffer_, *parser_,
                     [self = shared_from_this()](error_code error, std::size_t /*bytes*/) {
                       self->take_request(error);
                     });
  }

  void send(std::string text) override {
    waiting_bytes_ += text.size();
    waiting_.push_back(std::move(text));
    if (waiting_bytes_ > kMostWaitingBytes) {
      close(CloseCode::kPolicy);
    } else if (waiting_.size() == 1) {
      write_next();
    }
  }

  void close(CloseCode code) override {
    if (is_closing_) {
      return;
    }
    is_closing_ = true;
    stream_.async_close(websocket::close_reason(static_cast<websocket::close_code>(code)),
                        [self = shared_from_this()](error_code /*error*/) { self->end(); });
  }

  /// Ends the connection now; no event follows. Sends the reason if that is possible at once.
  void drop() {
    if (is_page_ && !is_closing_) {
      error_code ignored;
      auto& socket = beast::get_lowest_layer(stream_).socket();
      // Source: RFC 6455, section 5.5.1: FIN and opcode 8; two bytes, 1001.
      constexpr std::string_view kGoingAway("\x88\x02\x03\xe9", 4);
      if (waiting_.empty()) {
        socket.non_blocking(true, ignored);
        socket.write_some(asio::buffer(kGoingAway), ignored);
      }
    }
    is_closing_ = true;
    end();
    beast::get_lowest_layer(stream_).close();
  }

 private:
  void take_request(error_code error) {
    if (error == http::error::header_limit) {
      answer(http::status::request_header_fields_too_large, "text/plain", "too long a head\n");
      return;
    }
    if (error) {
      if (error.category() == http::make_error_code(http::error::end_of_stream).category() &&
          error != http::error::end_of_stream) {
        answer(http::status::bad_request, "text/plain", "no request that is answered here\n");
      }
      return;
    }
    const auto& request = parser_->get();
    const std::string_view target = text_of(request.target());
    const auto file = std::find_if(parts_->files.begin(), parts_->files.end(),
                                   [&](const PageFile& each) { return each.target == target; });
    const bool is_file = file != parts_->files.end();
    const unsigned refused = refusal_of(
        {text_of(request.method_string()), target, only_value(request, http::field::host),
         only_value(request, http::field::origin), websocket::is_upgrade(request)},
        is_file);
    if (refused != 0) {
      answer(static_cast<http::status>(refused), "text/plain", "refused\n");
    } else if (is_file) {
      answer(http::status::ok, file->type, file->text);
    } else {
      accept_page();
    }
  }

  void answer(http::status status, std::string_view type, std::string_view body) {
    const auto nonce = make_token();
    auto response = std::make_shared<http::response<http::string_body>>(status, 11);
    response->set(http::field::content_type, beast::string_view(type.data(), type.size()));
    response->set("Content-Security-Policy", content_security_policy(nonce ? *nonce : ""));
    response->set("X-Content-Type-Options", "nosniff");
    response->set("Referrer-Policy", "no-referrer");
    response->set("Cross-Origin-Resource-Policy", "same-origin");
    response->set("Cross-Origin-Opener-Policy", "same-origin");
    response->set(http::field::cache_control, "no-store");
    response->keep_alive(false);
    response->body() =
        type.starts_with("text/html") ? with_nonce(body, nonce ? *nonce : "") : std::string(body);
    response->prepare_payload();
    http::async_write(
        stream_.next_layer(), *response,
        [self = shared_from_this(), response](error_code /*error*/, std::size_t /*bytes*/) {
          error_code ignored;
          beast::get_lowest_layer(self->stream_)
              .socket()
              .shutdown(tcp::socket::shutdown_send, ignored);
        });
  }

  void accept_page() {
    beast::get_lowest_layer(stream_).expires_never();
    // An answer does not wait until the page has acknowledged the one before (40 ms).
    error_code ignored;
    beast::get_lowest_layer(stream_).socket().set_option(tcp::no_delay(true), ignored);
    auto timeouts = websocket::stream_base::timeout::suggested(beast::role_type::server);
    timeouts.handshake_timeout = kTimeForRequest;
    stream_.set_option(timeouts);
    stream_.read_message_max(kMostMessageBytes);
    stream_.async_accept(parser_->get(), [self = shared_from_this()](error_code error) {
      if (error || self->is_closing_) {
        return;
      }
      self->is_page_ = true;
      self->stream_.text(true);
      self->stream_.auto_fragment(false);
      self->parts_->events.on_open(*self);
      self->read_next();
    });
  }

  void read_next() {
    buffer_.clear();
    stream_.async_read(buffer_,
                       [self = shared_from_this()](error_code error, std::size_t /*bytes*/) {
                         self->take_message(error);
                       });
  }

  void take_message(error_code error) {
    if (error || has_ended_) {
      end();
      return;
    }
    if (is_closing_) {
      read_next();  // a message that was sent before the page knew
      return;
    }
    if (!stream_.got_text()) {
      close(CloseCode::kPolicy);
    } else {
      parts_->events.on_text(*this, beast::buffers_to_string(buffer_.data()));
    }
    if (!has_ended_) {
      read_next();
    }
  }

  void write_next() {
    stream_.async_write(asio::buffer(waiting_.front()),
                        [self = shared_from_this()](error_code error, std::size_t /*bytes*/) {
                          if (error || self->has_ended_) {
                            self->end();
                            return;
                          }
                          self->waiting_bytes_ -= self->waiting_.front().size();
                          self->waiting_.pop_front();
                          if (!self->waiting_.empty() && !self->is_closing_) {
                            self->write_next();
                          }
                        });
  }

  /// Reports the end of a page. Only the first call has an effect.
  void end() {
    if (std::exchange(has_ended_, true) || !is_page_) {
      return;
    }
    parts_->events.on_close(*this);
  }

  std::shared_ptr<WebServer::Parts> parts_;
  websocket::stream<beast::tcp_stream> stream_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::empty_body>> parser_;
  std::deque<std::string> waiting_;
  std::size_t waiting_bytes_ = 0;
  bool is_page_ = false;
  bool is_closing_ = false;
  bool has_ended_ = false;
};

namespace {

void accept_next(const std::shared_ptr<WebServer::Parts>& parts, std::size_t which) {
  parts->acceptors[which].async_accept([parts, which](error_code error, tcp::socket socket) {
    if (parts->has_stopped) {
      return;
    }
    if (!error && parts->connections.size() < kMostConnections) {
      std::make_shared<Connection>(parts, std::move(socket))->start();
    }
    accept_next(parts, which);
  });
}

/// Opens the acceptor. Returns the error of the system, if there is one.
error_code open_acceptor(tcp::acceptor& acceptor, const tcp::endpoint& endpoint) {
  error_code error;
  acceptor.open(endpoint.protocol(), error);
  if (!error && endpoint.address().is_v6()) {
    acceptor.set_option(asio::ip::v6_only(true), error);
  }
  if (!error) {
    acceptor.bind(endpoint, error);
  }
  if (!error) {
    acceptor.listen(asio::socket_base::max_listen_connections, error);
  }
  return error;
}

}  // namespace

WebServer::WebServer(asio::io_context& io, std::span<const PageFile> files, PageEvents& events)
    : parts_(new Parts{io, files, events}) {}

WebServer::~WebServer() {
  stop();
}

Result<std::uint16_t> WebServer::listen() {
  constexpr int kMostTries = 20;  // another program may have the port on ::1
  error_code error;
  for (int tries = 0; tries < kMostTries; ++tries) {
    tcp::acceptor first(parts_->io);
    error = open_acceptor(first, {asio::ip::address_v4::loopback(), 0});
    if (error) {
      break;
    }
    const std::uint16_t port = first.local_endpoint().port();
    tcp::acceptor second(parts_->io);
    const error_code of_second = open_acceptor(second, {asio::ip::address_v6::loopback(), port});
    if (of_second == boost::system::errc::address_in_use) {
      error = of_second;
      continue;
    }
    parts_->acceptors.push_back(std::move(first));
    if (!of_second) {
      parts_->acceptors.push_back(std::move(second));
    }
    for (std::size_t i = 0; i < parts_->acceptors.size(); ++i) {
      accept_next(parts_, i);
    }
    return port;
  }
  return failure(ErrorCode::kSystem, "cannot listen on 127.0.0.1: " + error.message());
}

void WebServer::stop() {
  if (std::exchange(parts_->has_stopped, true)) {
    return;
  }
  error_code ignored;
  for (tcp::acceptor& acceptor : parts_->acceptors) {
    acceptor.close(ignored);
  }
  for (Connection* connection : std::set<Connection*>(parts_->connections)) {
    connection->drop();
  }
}

}  // namespace dps::studio
