#include "coordinator/launch/known_errors.h"

#include <array>

#include <fmt/format.h>

#include "base/version.h"

namespace dps::coordinator {
namespace {

constexpr std::array kLoginErrors{
    KnownError{"Host key verification failed",
               "log in once by hand (ssh {0}) and compare its key: dps accepts no unknown key"},
    KnownError{"Permission denied",
               "'ssh {0} true' must work without a prompt: put your key there (ssh-copy-id) or "
               "into your agent (ssh-add)"},
    KnownError{"Could not resolve hostname",
               "look for a misspelt name in the hosts file, or give it a HostName in "
               "~/.ssh/config"},
    KnownError{"Connection refused", "check whether sshd runs on {0}"},
    KnownError{"during banner exchange", "check sshd on {0}: it sends no banner"},
    KnownError{"onnection timed out", "check whether {0} is up, or leave it out of the hosts"},
    KnownError{"Operation timed out", "check whether {0} is up, or leave it out of the hosts"},
    KnownError{"No route to host", "check whether {0} is up, or leave it out of the hosts"},
    KnownError{"etwork is unreachable", "check whether the network of {0} is up"},
    KnownError{"Bad configuration option",
               "correct your ~/.ssh/config, or use OpenSSH 7.6 or later"},
};

constexpr std::array kRefusedLogins{
    KnownError{"MaxStartups", kTryByHand, {}, true},
    KnownError{"exchange_identification", kTryByHand, {}, true},
    KnownError{"Connection closed by", kTryByHand, {}, true},
    KnownError{"Connection reset by", kTryByHand, {}, true},
    KnownError{"Not allowed at this time", kTryByHand, {}, true},
};

}  // namespace

KnownErrors login_errors() {
  return kLoginErrors;
}

KnownErrors refused_logins() {
  return kRefusedLogins;
}

const KnownError* find_known_error(std::string_view output,
                                   std::initializer_list<KnownErrors> tables) {
  for (const KnownErrors& table : tables) {
    for (const KnownError& error : table) {
      if (output.find(error.words) != std::string_view::npos) {
        return &error;
      }
    }
  }
  return nullptr;
}

LaunchVerdict verdict_on(const KnownError* error, const std::string& host) {
  if (error == nullptr) {
    return {};
  }
  return {error->try_again, fmt::format(fmt::runtime(error->next_step), host, dps_version())};
}

}  // namespace dps::coordinator
