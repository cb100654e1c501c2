/// Texts of Parasol machine files for tests.
#pragma once

#include <string>

#include "base/diagnostic.h"
#include "predictor/machines/kinds/parasol/file/parasol_reader.h"

namespace dps::parasol {

/// The example of docs/parasol.md, with formulas.
inline constexpr const char* kTwo = R"(begin machine; id = 1; name = "two"
processors = 1; topologies = 1
begin processor; id = 1; name = "A"
  begin timings; ila = 1.0e-7 2.0e-9; dlm = 2.0e-7; end timings
  begin cache; size = 100; smallloopspeedup = 1.62; end cache
  begin combinations; ia_spd = pt(1).ila / tl(1)(1).speed; end combinations
end processor
begin topology; id = 1; setup = 0.5; routing = "broadcast"; processors = 2; links = 1
  begin procid; p[1] = 1; p[2] = 1; end procid
  begin linklist
    begin link; id = 1; latency = 2.0e-6; speed = 1.0e-7; connect = 2 1 2; end link
  end linklist
end topology
begin pvm; send = 1.0e-3 + size * 2.0e-8; receive = pv.send * 2; packbyte = size*1.0e-9 ; end pvm
end machine
)";

inline std::string complaints(const std::string& text) {
  return render({"m.par", text}, parse_parasol_file({"m.par", text}).diagnostics, {100, false});
}

}  // namespace dps::parasol
