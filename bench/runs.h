/// Runs of dps itself, and blueprints written for a benchmark.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "bench/child.h"

namespace dps::bench {

/// A ping-pong between Ping.p and Pong.p. Its variables are `rounds` and `bytes`; the real time of
/// Ping.p is that of all rounds. `flags`, such as "-p off", are added to the outputs.
std::string ping_pong_blueprint(const std::string& flags);
/// A stream from Source.p to Sink.p, with the variables `messages` and `bytes`.
std::string stream_blueprint(const std::string& flags);

/// The command "<build folder>/bin/dps" with `words` as arguments.
std::vector<std::string> dps_command(const std::vector<std::string>& words);

/// Runs a `dps` command and parses its JSON; adds --format. Returns nullopt, after printing the
/// error, if the command fails.
std::optional<nlohmann::json> result_of(std::vector<std::string> words);

/// Runs `dps run BLUEPRINT options`. Returns nullopt, after printing the error, if it fails.
std::optional<nlohmann::json> run_blueprint(const std::string& path,
                                            const std::vector<std::string>& options);

/// Times of the process in the first run of a result; 0 if it has no such process.
double real_seconds(const nlohmann::json& result, const std::string& process);
double cpu_seconds(const nlohmann::json& result, const std::string& process);
double makespan_seconds(const nlohmann::json& result);
/// The makespan of each run.
std::vector<double> makespans_seconds(const nlohmann::json& result);

/// The argument at this index, a number above 0; `otherwise` if there is none.
std::uint64_t count_or(int argc, char** argv, int index, std::uint64_t otherwise);

}  // namespace dps::bench
