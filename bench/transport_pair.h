/// Two processes with a TcpTransport between them, and hand-written programs to compare with.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "transport/transport.h"

namespace dps::bench {

/// Runs `first` in this process and `second` in a child, connected, with messages of up to
/// `largest` bytes. Returns the result of `first`. Prints any failure and ends the program.
double with_pair(transport::Wait wait, std::uint64_t largest,
                 const std::function<double(transport::Transport&)>& first,
                 const std::function<void(transport::Transport&)>& second);

/// Sends a message that is not packed, of type 0.
void send(transport::Transport& transport, ProcessId to, std::uint64_t bytes);
/// Waits for a message and takes it.
void receive(transport::Transport& transport);

/// The last number that a program of bench/peers prints.
double figure_of(const std::string& command);

double median(std::vector<double> figures);

}  // namespace dps::bench
