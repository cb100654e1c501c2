/// Runs of dps itself, and blueprints written for a benchmark.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "bench/child.h"

namespace dps::bench {

/// rounds={rounds} balls of bytes={bytes} between Ping.p and Pong.p; Ping.p's real time is that of
/// all of them. `flags` are further ones of their outputs: "-p off".
std::string ping_pong_blueprint(const std::string& flags);
/// messages={messages} of bytes={bytes} one way, from Source.p to Sink.p.
std::string stream_blueprint(const std::string& flags);

/// "<build folder>/bin/dps", then `words`.
std::vector<std::string> dps_command(const std::vector<std::string>& words);

/// What a `dps` command, without its --format, answers; nothing (after a word on stderr) if it
/// fails.
std::optional<nlohmann::json> result_of(std::vector<std::string> words);

/// dps run BLUEPRINT `options`; its result, or nothing (and a word on stderr) if it failed.
std::optional<nlohmann::json> run_blueprint(const std::string& path,
                                            const std::vector<std::string>& options);

/// Figures of the first run in the result of run_blueprint(); of a process that it does not have,
/// 0.
double real_seconds(const nlohmann::json& result, const std::string& process);
double cpu_seconds(const nlohmann::json& result, const std::string& process);
double makespan_seconds(const nlohmann::json& result);
/// Of each of its runs.
std::vector<double> makespans_seconds(const nlohmann::json& result);

}  // namespace dps::bench
