#include "simulator/pvm/bridge_order.h"

#include <array>
#include <cerrno>
#include <cstdint>
#include <sstream>
#include <string_view>

#include <unistd.h>

#include "transport/control/chunk_stream.h"
#include "transport/control/launch_reports.h"
#include "transport/little_endian.h"

namespace dps::simulator {
namespace {

constexpr std::size_t kStreamBytes = 4;

bool read_exactly(int fd, std::byte* at, std::size_t bytes) {
  while (bytes > 0) {
    const ssize_t count = read(fd, at, bytes);
    if (count <= 0 && errno != EINTR) {
      return false;
    }
    if (count > 0) {
      at += count;
      bytes -= static_cast<std::size_t>(count);
    }
  }
  return true;
}

/// Feeds the next chunk of the trunk's own stream to `lines`. Returns false if the stream ends.
bool read_chunk(int down, control::LineSplitter& lines) {
  std::array<std::byte, control::kChunkHeaderBytes> header;
  std::array<std::byte, control::kMaxChunk> bytes;
  if (!read_exactly(down, header.data(), header.size())) {
    return false;
  }
  const auto stream = transport::load_little_endian<std::uint32_t>(header.data());
  const auto length = transport::load_little_endian<std::uint32_t>(header.data() + kStreamBytes);
  if (stream != control::kTrunkItself || length > bytes.size() ||
      !read_exactly(down, bytes.data(), length)) {
    return false;
  }
  lines.feed(std::span(bytes).first(length));
  return true;
}

/// "NAME OPTION…".
BridgeOrder::BridgeHost read_host(const std::string& text, const std::string& program) {
  constexpr std::string_view kProgramOption = "dx=";
  std::istringstream words(text);
  BridgeOrder::BridgeHost host;
  words >> host.name;
  host.program = program;
  for (std::string word; words >> word;) {
    if (word.starts_with(kProgramOption)) {
      host.program = word.substr(kProgramOption.size());
    } else {
      host.options += (host.options.empty() ? "" : " ") + word;
    }
  }
  return host;
}

}  // namespace

Result<BridgeOrder> read_bridge_order(int down) {
  BridgeOrder order;
  control::LineSplitter lines;
  for (;;) {
    const auto line = lines.next();
    if (!line) {
      if (!read_chunk(down, lines)) {
        return failure(ErrorCode::kProtocol, "only dps starts the bridge");
      }
      continue;
    }
    const std::size_t blank = line->find(' ');
    const std::string key = line->substr(0, blank);
    const std::string value = blank == std::string::npos ? "" : line->substr(blank + 1);
    if (key == "start") {
      return order;
    }
    if (key == "program") {
      order.program = value;
    } else if (key == "host") {
      order.hosts.push_back(read_host(value, order.program));
    } else {
      return failure(ErrorCode::kProtocol, "the bridge got the unknown order '" + key + "'");
    }
  }
}

}  // namespace dps::simulator
