/// Messages of 32-bit integers over blocking TCP sockets. Integers travel big-endian, since the
/// hosts may differ; in front of them stand the message's type and how many there are.
///
/// A plain program: what goes wrong with a socket ends it, with the reason on stderr.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

enum class MessageType : std::uint32_t { kMatrix, kPair, kValue, kHalt };

struct Message {
  MessageType type;
  std::vector<std::int32_t> values;
};

struct Address {
  std::string host;  ///< a numeric IPv4 address
  std::uint16_t port = 0;
};

[[noreturn]] void fail(const std::string& what);

/// "10.1.0.1:5000"; nothing if it is not that.
std::optional<Address> parse_address(const std::string& text);

/// A listening socket; the port chosen (0 asks for any) is written back to `address`.
int listen_on(Address& address);
/// Waits for the next connection.
int accept_from(int listener);
/// Connects, and tries again for ten seconds while nobody listens there yet.
int connect_to(const Address& address);

void send_message(int socket, MessageType type, std::span<const std::int32_t> values);
/// Waits for the next message and puts it into `message`, whose memory is used again.
void receive_message(int socket, Message& message);
