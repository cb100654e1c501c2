/// What a line of a hosts file says of its hosts: key=value.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "terrain/host_list.h"
#include "text/problems.h"
#include "text/scanner.h"
#include "text/source_map.h"

namespace dps::terrain {

/// What may be handed to ssh as a user name: never what begins with '-'.
bool is_login(std::string_view text);

/// Reads the fields after a line's hosts. Own keys, Open MPI's and PVM's may be mixed. What is
/// wrong is added to `problems`.
class HostOptions {
 public:
  HostOptions(const text::SourceMap& source, text::Problems& problems)
      : source_(source), problems_(problems) {}

  /// Fills in `host`. `shared` is how many hosts the line is about; a default counts as many.
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
  std::map<std::string_view, text::Range> given_;  ///< on this line, by meaning
};

}  // namespace dps::terrain
