/// A blueprint whose run uses only the engine, the log and, if it is traced, the recorder.
#pragma once

#include <string>

#include <fmt/format.h>

namespace dps::bench {

/// One process, Loop.p[0], that fires this number of times, by messages to itself.
inline std::string loop_blueprint(int firings) {
  return fmt::format("V firings {}\n", firings) + R"(
I Again.i 1 Again.m
O Again.o Loop.p[0] -t Again.m
F first.f NULL NULL Again.o SAME
F again.f Again.i NULL Again.o SAME*{firings-2},last.u
F last.f Again.i NULL NULL NULL
U loop.u first.f again.f
U last.u last.f
P Loop.p 1 loop.u last.u
)";
}

}  // namespace dps::bench
