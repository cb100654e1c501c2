/// Runs of dps itself, and blueprints written for a benchmark.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "bench/child.h"

namespace dps::bench {

/// A ping-pong of rounds={rounds} messages of bytes={bytes} each way between Ping.p and Pong.p. The
/// real time of Ping.p is the time of all rounds. `flags` are added to the outputs: "-p off".
std::string ping_pong_blueprint(const std::string& flags);
/// messages={messages} of bytes={bytes} one way, from Source.p to Sink.p.
std::string stream_blueprint(const std::string& flags);

/// "<build folder>/bin/dps", then `words`.
std::vector<std::string> dps_command(const std::vector<std::string>& words);

/// Runs a `dps` command, given without --format, and parses its JSON. Nothing, after printing the
/// error, if it fails.
std::optional<nlohmann::json> result_of(std::vector<std::string> words);

/// Runs `dps run BLUEPRINT options`. Nothing, after printing the error, if it fails.
std::optional<nlohmann::json> run_blueprint(const std::string& path,
                                            const std::vector<std::string>& options);

/// Figures of the first run in the result of run_blueprint(); 0 if it has no such process.
double real_seconds(const nlohmann::json& result, const std::string& process);
double cpu_seconds(const nlohmann::json& result, const std::string& process);
double makespan_seconds(const nlohmann::json& result);
/// The same of each run.
std::vector<double> makespans_seconds(const nlohmann::json& result);

}  // namespace dps::bench
