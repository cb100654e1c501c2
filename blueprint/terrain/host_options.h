/// The options key=value of a line in a hosts file.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/problems.h"
#include "base/text/scanner.h"
#include "base/text/source_map.h"
#include "blueprint/terrain/listed_host.h"

namespace dps::terrain {

/// True if the text is a valid user name for ssh; it cannot begin with '-', like an option.
bool is_login(std::string_view text);

/// Reads the fields after the hosts of a line. Keys of dps, Open MPI and PVM may be mixed. Errors
/// are added to `problems`.
class HostOptionReader {
 public:
  HostOptionReader(const text::SourceMap& source, text::Problems& problems)
      : source_(source), problems_(problems) {}

  /// Sets the options in `host`. `shared` is the number of hosts with these options; for the
  /// defaults of a '*' line, any number above 1.
  void read(std::span<const text::Field> fields, std::size_t shared, ListedHost& host);

 private:
  struct Option {
    text::Range key;
    text::Range value;
  };

  std::vector<Option> pair_up(std::span<const text::Field> fields);
  void refuse_field(text::Range field);
  void set(const Option& option, std::size_t shared, ListedHost& host);
  void set_number(std::string_view meaning, const Option& option, ListedHost& host);
  void set_text(std::string_view meaning, const Option& option, std::size_t shared,
                ListedHost& host);
  void refuse_start_option(text::Range value);
  [[nodiscard]] bool is_first(std::string_view meaning, const Option& option);

  const text::SourceMap& source_;
  text::Problems& problems_;
  std::map<std::string_view, text::Range> given_;  ///< keys on this line, by meaning
};

}  // namespace dps::terrain
