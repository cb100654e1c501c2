/// Messages of 32-bit integers over blocking TCP sockets. All integers are big-endian, since the
/// hosts may differ. A message consists of its type, the number of integers, and the integers.
///
/// Errors: print the reason on stderr and end the program.
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

/// Parses an address such as "10.1.0.1:5000"; nullopt for other texts.
std::optional<Address> parse_address(const std::string& text);

/// Creates a listening socket. Port 0 selects a free port, which is written to `address`.
int listen_on(Address& address);
/// Waits for the next connection and returns its socket.
int accept_from(int listener);
/// Connects to the address; retries for ten seconds while no process listens there.
int connect_to(const Address& address);

void send_message(int socket, MessageType type, std::span<const std::int32_t> values);
/// Waits for the next message and stores it in `message`, whose memory it reuses.
void receive_message(int socket, Message& message);
