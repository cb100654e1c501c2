#include "tests/predictor/virtual_time/random_case.h"

#include <cstddef>
#include <initializer_list>
#include <utility>

#include <fmt/format.h>

#include "base/check.h"
#include "base/random.h"
#include "predictor/machines/kinds/machine_file.h"
#include "tests/support/fixed_machine.h"

namespace dps::predictor::test {
namespace {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : random_(seed) {}

  std::size_t any(std::size_t low, std::size_t high) {  // both included
    return low + random_.next() % (high - low + 1);
  }
  bool one_in(std::size_t n) { return any(1, n) == 1; }
  template <typename T>
  T pick(std::initializer_list<T> values) {
    return *(values.begin() + any(0, values.size() - 1));
  }

 private:
  Random random_;
};

/// Writes a blueprint.
class Author {
 public:
  explicit Author(Dice& dice) : dice_(dice) {}

  std::string text() {
    groups_ = dice_.any(1, 4);
    for (std::size_t type = 0; type < kTypes; ++type) {
      text_ += fmt::format("I in{0}.i {1} m{0}\n", type, dice_.pick({1, 1, 1, 2, 3}));
    }
    text_ += "I both.i 1 m0 1 m1\n";
    text_ += fmt::format("C sleep.c sleep {}us\nC compute.c compute {}us\n", dice_.any(0, 9),
                         dice_.any(1, 9));
    text_ += fmt::format("C spin.c busywait {}us\nC work.c work {}\n", dice_.any(0, 9),
                         dice_.any(1, 3000));
    text_ += "C random.c compute {uniform(0.000001,0.00002)}\nC none.c compute 0\n";
    text_ += "C second.c compute 1us\n";
    if (dice_.one_in(3)) {
      write_collective();
    }
    for (group_ = 0; group_ < groups_; ++group_) {
      write_group();
    }
    return text_;
  }
  [[nodiscard]] std::size_t processes() const { return processes_; }

 private:
  static constexpr std::size_t kTypes = 3;

  /// An operation of the first group, and the collection of its completions.
  void write_collective() {
    has_collective_ = true;
    const std::string operation = dice_.pick(
        {"barrier", "bcast", "reduce", "allreduce", "scan", "gather", "scatter", "allgather",
         "alltoall", "reduce_scatter", "allreduce -alg ring", "allreduce -alg recursive_doubling",
         "allreduce -alg rabenseifner", "allgather -alg linear", "bcast -alg scatter_allgather",
         "scan -alg recursive_doubling"});
    const bool combines = operation.find("reduce") != std::string::npos || operation == "scan";
    text_ += fmt::format(
        "I sum.i {} sum\nO sum.o G0.p -t sum -collective {}{}{}{}\n", dice_.pick({1, 1, 2}),
        operation,
        operation == "barrier" ? "" : fmt::format(" -b {}", dice_.pick({0, 8, 100, 1000, 5000})),
        combines ? dice_.pick({"", " -combine compute.c", " -combine sleep.c", " -combine random.c",
                               " -combine work.c"})
                 : "",
        dice_.pick({"", " -p off"}));
  }

  std::string component() {
    return dice_.pick({"NULL", "NULL", "sleep.c", "compute.c", "random.c", "none.c", "spin.c",
                       "work.c", "second.c,compute.c", "compute.c,second.c,work.c"});
  }
  /// An O line, of which ACK is the receiver only where a message fires the functionality.
  std::string output(bool may_ack) {
    if (has_collective_ && group_ == 0 && dice_.one_in(3)) {
      return "sum.o";
    }
    std::string tag = fmt::format("out{}.o", outputs_++);
    const std::size_t type = dice_.any(0, kTypes - 1);
    const bool is_timer = dice_.one_in(7);
    std::string to = fmt::format("G{}.p", dice_.any(0, groups_ - 1));
    if (is_timer) {
      to = fmt::format("G{}.p[{{self}}]", group_);
    } else if (may_ack && dice_.one_in(3)) {
      to = "ACK";
    }
    lines_ += fmt::format(
        "O {} {} -t m{} -b {} -n {}{}{}\n", tag, to, type,
        dice_.pick({0, 100, 100, 125, 1000, 1000, 4000, 20000}), dice_.pick({1, 1, 1, 2}),
        dice_.pick({"", " -p off", " -p off"}),
        is_timer ? fmt::format(" -d {}us", dice_.pick({0, 1, 2, 10, 50})) : std::string());
    return tag;
  }
  std::string outputs(bool may_ack) {
    if (dice_.one_in(5)) {
      return "NULL";
    }
    std::string list = output(may_ack);
    while (dice_.one_in(3)) {
      list += "," + output(may_ack);
    }
    return list;
  }
  std::string functionality(std::size_t unit, std::size_t units) {
    std::string tag = fmt::format("f{}.f", functionalities_++);
    const bool is_first = dice_.one_in(3);
    std::string next = dice_.one_in(6) ? "NULL" : "SAME";
    if (unit + 1 < units && dice_.one_in(3)) {
      next = fmt::format("u{}_{}.u", group_, unit + 1);
    } else if (!is_first && dice_.one_in(4)) {
      next = fmt::format("SAME*{},NULL", dice_.any(1, 20));
    }
    const bool awaits_sum = has_collective_ && group_ == 0 && dice_.one_in(3);
    const std::string itag = is_first          ? "NULL"
                             : awaits_sum      ? "sum.i"
                             : dice_.one_in(6) ? "both.i"
                                               : fmt::format("in{}.i", dice_.any(0, kTypes - 1));
    const std::string made = outputs(!is_first);
    lines_ += fmt::format("F {} {} {} {} {}\n", tag, itag, component(), made, next);
    return tag;
  }
  void write_group() {
    const std::size_t units = dice_.any(1, 3);
    std::string plan;
    for (std::size_t unit = 0; unit < units; ++unit) {
      std::string list;
      for (std::size_t f = dice_.any(1, 3); f > 0; --f) {
        list += " " + functionality(unit, units);
      }
      plan += fmt::format(" u{}_{}.u", group_, unit);
      lines_ +=
          fmt::format("U u{}_{}.u{}{}\n", group_, unit, dice_.one_in(4) ? " -early" : "", list);
    }
    const std::size_t clones = dice_.any(1, 4);
    processes_ += clones;
    text_ += lines_ + fmt::format("P G{}.p {}{}{}\n", group_, clones,
                                  dice_.one_in(4) ? " -server" : "", plan);
    lines_.clear();
  }

  Dice& dice_;  // borrowed
  std::string text_;
  std::string lines_;
  std::size_t groups_ = 0;
  std::size_t group_ = 0;
  std::size_t processes_ = 0;
  std::size_t outputs_ = 0;
  std::size_t functionalities_ = 0;
  bool has_collective_ = false;
};

constexpr auto kBandwidths = {"1Gbit/s", "8Gbit/s", "100Mbit/s", "300Mbit/s"};
constexpr auto kLatencies = {"0s", "0s", "1us", "10us", "50us"};
constexpr auto kCosts = {"0s", "0s", "1us", "1us", "500ns", "333333ps"};
constexpr auto kCostsPerByte = {"0s", "0s", "1ns", "0.3ns"};

std::string native_host(Dice& dice, std::size_t number, bool has_cores, bool has_links) {
  std::string text =
      fmt::format("[[host]]\nname = \"h{}\"\nspeed = {}\ncores = {}\nmultiply = \"{}\"\n", number,
                  dice.pick({1000, 1000, 3000, 700}), has_cores ? 16 : dice.any(1, 3),
                  dice.pick({"1ns", "0.7ns"}));
  text += dice.one_in(3) ? fmt::format("turn = \"{}\"\n", dice.pick({"1us", "3us", "17us"}))
                         : std::string();
  if (has_links && dice.one_in(2)) {
    text += fmt::format("bandwidth = \"{}\"\nlatency = \"{}\"\n", dice.pick(kBandwidths),
                        dice.pick(kLatencies));
    text += dice.one_in(2) ? fmt::format("burst = \"{}B\"\n", dice.any(1, 3000)) : std::string();
  }
  return text;
}

std::string native_machine(Dice& dice, std::size_t hosts) {
  const bool is_bus = dice.one_in(5);
  const bool has_links = !is_bus && dice.one_in(4);
  const bool has_cores = dice.one_in(3);
  std::string text = "name = \"random\"\n";
  for (std::size_t i = 0; i < hosts; ++i) {
    text += native_host(dice, i, has_cores, has_links);
  }
  text += fmt::format("[network]\nkind = \"{}\"\nbandwidth = \"{}\"\nlatency = \"{}\"\n",
                      is_bus ? "bus" : "switch", dice.pick(kBandwidths), dice.pick(kLatencies));
  text += dice.one_in(6) ? fmt::format("burst = \"{}B\"\n", dice.any(1, 3000)) : std::string();
  text += fmt::format("[local]\nbandwidth = \"{}\"\nlatency = \"{}\"\n[cost]\n",
                      dice.pick(kBandwidths), dice.pick(kLatencies));
  for (const char* key : {"send", "receive", "wakeup"}) {
    text += fmt::format("{} = \"{}\"\n", key, dice.pick(kCosts));
  }
  for (const char* key :
       {"send_per_byte", "receive_per_byte", "pack_per_byte", "xdr_per_byte", "unpack_per_byte"}) {
    text += fmt::format("{} = \"{}\"\n", key, dice.pick(kCostsPerByte));
  }
  text += dice.one_in(2) ? fmt::format("rest = \"{}\"\nwakeup_rested = \"{}\"\n",
                                       dice.pick({"0s", "1us", "100us", "1ms"}),
                                       dice.pick({"0s", "3us", "77us"}))
                         : std::string();
  text += dice.one_in(4) ? fmt::format("buffer = \"{}B\"\n", dice.pick({100, 1000, 5000}))
                         : std::string();
  return text;
}

std::string point_to_point(Dice& dice, const char* name) {
  return fmt::format(
      "[[function]]\nname = \"{}\"\nclass = \"point-to-point\"\nrange = [{{c = \"{}\", data = "
      "\"d\", d = \"{}\"}}]\n",
      name, dice.pick({"1us", "30us", "4us"}), dice.pick({"1ns", "10ns"}));
}

std::string data_sheet(Dice& dice, std::size_t hosts) {
  std::string text =
      "format = \"dps-datasheet\"\nversion = 1\nname = \"random\"\nelement = \"4B\"\n";
  for (std::size_t i = 0; i < hosts; ++i) {
    text += fmt::format("[[host]]\nname = \"h{}\"\nmultiply = \"2ns\"\ncores = {}\n", i,
                        dice.any(1, 3));
  }
  text += "[alias]\nrecvmin = \"irecv2\"\n";
  for (const char* name : {"send", "recv", "irecv2"}) {
    text += point_to_point(dice, name);
  }
  return text;
}

std::string architecture(Dice& dice) {
  return fmt::format(
      "SP2\nreceive latency = {0} seconds\nsend latency = {0} seconds\ntime to send 1 word "
      "(8bytes) "
      "= 2.39e-7 seconds\ntime for one multiply = 0.178e-7 seconds\nnetwork type = {1}\n",
      dice.pick({"0.24e-4", "1e-6"}), dice.pick({"nobus", "bus"}));
}

std::unique_ptr<machines::Machine> fixed_machine(Dice& dice, std::size_t hosts) {
  const auto time = [&] {
    return Picoseconds(dice.pick<std::int64_t>({0, 0, 1'000'000, 1'000'000, 777, 5'005}));
  };
  machines::FixedFigures figures;
  for (std::size_t i = 0; i < hosts; ++i) {
    figures.hosts.push_back({fmt::format("h{}", i), "", 1000,
                             static_cast<std::uint32_t>(dice.any(1, 3)), std::nullopt});
  }
  figures.message = {time(), time(), time(), time(), time()};
  figures.waiting.listen = time();
  figures.waiting.wakeup = time();
  figures.transit = time() + Picoseconds(dice.pick<std::int64_t>({0, 1'000'000, 10'000'000}));
  figures.multiply = Attoseconds(1'000'000'000);
  return std::make_unique<machines::FixedMachine>(figures);
}

void make_machine(RandomCase& made, Dice& dice, std::size_t processes) {
  const std::size_t hosts = dice.one_in(3) ? processes : dice.any(1, 3);
  const std::size_t kind = dice.any(0, 9);
  if (kind >= 8) {
    made.machine = fixed_machine(dice, dice.one_in(3) ? 0 : hosts);
  } else {
    made.machine_text = kind == 6   ? data_sheet(dice, hosts)
                        : kind == 7 ? architecture(dice)
                                    : native_machine(dice, hosts);
    machines::MachineOptions options;
    if (kind == 6 && dice.one_in(2)) {
      options.eager = 1000;
    }
    const SourceText source{"machine", made.machine_text};
    auto reading = machines::read_machine(source, options);
    if (!reading.machine) {
      fmt::print(stderr, "{}\n{}", made.machine_text, render(source, reading.diagnostics));
    }
    DPS_CHECK(reading.machine != nullptr);
    made.machine = std::move(reading.machine);
  }
  const bool is_even = dice.one_in(2);
  for (std::uint32_t p = 0; p < processes; ++p) {
    const std::size_t count = made.machine->hosts().size();
    const std::size_t host = count == 0 ? p : is_even ? p % count : dice.any(0, count - 1);
    made.host_of.push_back(static_cast<std::uint32_t>(host));
  }
}

}  // namespace

RandomCase random_case(std::uint64_t seed) {
  RandomCase made;
  Dice dice(seed);
  Author author(dice);
  made.blueprint = author.text();
  make_machine(made, dice, author.processes());
  made.level = dice.pick({profiles::Level::kProcess, profiles::Level::kUnit,
                          profiles::Level::kFunctionality, profiles::Level::kFunctionality});
  made.stop = dice.one_in(2) ? machines::kNever
                             : Picoseconds(static_cast<std::int64_t>(dice.any(0, 300)) * 1'000'000);
  made.reach = dice.pick({machines::kNever, Picoseconds(0), Picoseconds(5'000'000)});
  return made;
}

}  // namespace dps::predictor::test
