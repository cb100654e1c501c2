#include "coordinator/agents/hello_facts.h"

namespace dps::coordinator {

void fill_in(Host& host, const control::HelloFrame& hello) {
  if (host.type.empty()) {
    host.type = hello.machine;
  }
  if (!host.cores) {
    host.cores = hello.cores;
  }
  if (!host.memory) {
    host.memory = hello.memory;
  }
  if (!host.address_given && !hello.address.empty()) {
    host.address = hello.address;
  }
}

}  // namespace dps::coordinator
