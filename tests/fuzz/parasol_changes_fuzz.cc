// Any bytes as changes of a Parasol machine file, one a line.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "predictor/machines/kinds/parasol/file/changes/parasol_changes.h"
#include "predictor/machines/kinds/parasol/file/machine_model.h"
#include "predictor/machines/kinds/parasol/file/parasol_reader.h"

namespace {

/// A grid with a mapping and formulas of each kind.
constexpr const char* kGrid =
    R"(begin machine; id = 1; name = "grid"; processors = 1; topologies = 2
begin processor; id = 1
  begin timings; ila = 1.0e-7 2.0e-9; dlm = 2.0e-7; goto = 0x0; end timings # and a comment
  begin cache; size = 100; end cache
  begin combinations; ia_spd = pt(1).ila / tl(1)(1).speed; end combinations
end processor
begin topology; id = 1; routing = "XY"; processors = 4; links = 4
  begin procid; p[1] = 1; p[2] = 1; p[3] = 1; p[4] = 1; end procid
  begin linklist
    begin link; id = 1; latency = 2.0e-6; speed = 1.0e-7; connect = 2 1 2; end link
    begin link; id = 2; latency = 3.0e-6; speed = 1.0e-7; connect = 2 3 4; end link
    begin link; id = 3; latency = 2.0e-6; speed = 1.0e-7; connect = 2 1 3; end link
    begin link; id = 4; latency = 2.0e-6; speed = 1.0e-7; connect = 2 2 4; end link
  end linklist
end topology
begin virtual; id = 1; routing = "1Dtorus"; processors = 4
  begin mapping; map[1] = 1; map[2] = 2; map[3] = 4; map[4] = 3; end mapping
end virtual
begin machinecombinations; maxtotalspd = to(1).links / tl(1)(1).speed; end machinecombinations
begin pvm; send = 1.0e-3 + size * 2.0e-8; receive = pv.send * 2; end pvm
end machine
)";

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  // Half of the time of an input with one change would go into reading the grid again.
  static const auto grid = dps::parasol::read_parasol_file({"grid.par", kGrid}, {}).machine;
  const dps::machines::Machine* machine = grid.get();
  std::string text = kGrid;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    const auto change = dps::machines::parse_machine_change(line);
    if (!change) {
      continue;
    }
    const auto changed = dps::parasol::changed_parasol(text, machine, *change);
    // A value may be one that the file must not have, but a text with it is still a text.
    if (!changed) {
      continue;
    }
    const bool has_errors = dps::parasol::parse_parasol_text(changed->text).file == nullptr;
    if (has_errors && changed->is_checked) {
      __builtin_trap();
    }
    if (!has_errors) {
      text = changed->text;
      machine = nullptr;
    }
  }
  return 0;
}
