#include "simulator/pvm/unix_socket.h"

#include <cerrno>
#include <cstring>

#include <sys/socket.h>
#include <sys/un.h>

namespace dps::simulator {
namespace {

/// Calls bind() or connect().
template <typename Call>
Descriptor open_at(const std::string& path, int flags, Call call) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof(address.sun_path)) {
    errno = ENAMETOOLONG;
    return {};
  }
  std::memcpy(address.sun_path, path.c_str(), path.size());
  Descriptor opened(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | flags, 0));
  const auto* const any = reinterpret_cast<const sockaddr*>(&address);
  return opened.is_open() && call(opened.get(), any, sizeof(address)) == 0 ? std::move(opened)
                                                                           : Descriptor();
}

}  // namespace

Descriptor listen_unix_socket(const std::string& path) {
  Descriptor listener = open_at(path, SOCK_NONBLOCK, bind);
  if (listener.is_open() && listen(listener.get(), SOMAXCONN) != 0) {
    listener.close();
  }
  return listener;
}

Descriptor connect_unix_socket(const std::string& path) {
  return open_at(path, 0, connect);
}

Descriptor accept_connection(const Descriptor& listener) {
  return Descriptor(accept4(listener.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
}

}  // namespace dps::simulator
