// Any bytes as a machine file of any kind, and the use of the machine if it is valid.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "predictor/machines/kinds/machine_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const dps::SourceText source{"machine", std::string(reinterpret_cast<const char*>(data), size)};
  const auto reading = dps::machines::read_machine(source);
  const std::string text = render(source, reading.diagnostics);
  if ((reading.machine == nullptr) != has_errors(reading.diagnostics) || text.size() > 1'000'000) {
    __builtin_trap();
  }
  if (reading.machine != nullptr && reading.machine->hosts().size() < 1000) {
    const std::size_t hosts = reading.machine->hosts().size();
    const std::vector<std::uint32_t> host_of{0,
                                             static_cast<std::uint32_t>(hosts < 2 ? 0 : hosts - 1)};
    const auto network = reading.machine->make_network(host_of, nullptr);
    network->listen(1, true, dps::Picoseconds{});
    network->enter(0, {0, 1, 1000, true, true}, dps::Picoseconds{});
    dps::machines::NetworkEvents events;
    for (int i = 0; i < 10 && network->next() != dps::machines::kNever; ++i) {
      network->advance(network->next(), events);
    }
  }
  return 0;
}
