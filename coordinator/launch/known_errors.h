/// Errors that ssh, mpirun, pvmd and related programs print, and the user's next step for each.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "coordinator/launch/launcher.h"

namespace dps::coordinator {

/// An error that is recognised in the output of another program.
struct KnownError {
  std::string_view words;      ///< the error is recognised by these words in the output
  std::string_view next_step;  ///< {0}: the host's name, {1}: our version
  std::string_view text = {};  ///< shown in place of the line; empty: the line is shown
  bool try_again = false;      ///< refused under load: the next attempt may succeed
};

using KnownErrors = std::span<const KnownError>;

/// The next step after a login that failed without a known reason.
inline constexpr std::string_view kTryByHand = "'ssh {0} true' must work without a prompt";

/// Failed logins, as ssh reports them.
KnownErrors login_errors();
/// Logins that sshd drops when there are many at once (MaxStartups).
KnownErrors refused_logins();

/// Returns the first row, of the first table, whose words are part of `output`; null if none is.
const KnownError* find_known_error(std::string_view output,
                                   std::initializer_list<KnownErrors> tables);

/// The next step on this host; empty without an error.
LaunchVerdict verdict_on(const KnownError* error, const std::string& host);

}  // namespace dps::coordinator
