#include "commands/measurement/kernel_programs.h"

#include <array>
#include <cerrno>
#include <fstream>
#include <memory>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include "base/file_bytes.h"
#include "base/printable.h"
#include "predictor/calibration/operations/kernel_source.h"
#include "predictor/calibration/operations/store_lines.h"
#include "predictor/estimator/recorder/spmd_source.h"

namespace dps::commands {
namespace {

constexpr std::string_view kFlags = "-O0 -fno-inline";

estimator::Language compiled_language(calibration::KernelLanguage language) {
  return language == calibration::KernelLanguage::kC ? estimator::Language::kC
                                                     : estimator::Language::kFreeFortran;
}

std::string contents_of(const std::string& path) {
  constexpr std::size_t kMost = std::size_t{256} << 20;
  return read_file(path, kMost).value_or("");
}

std::string kernel_name(std::size_t number) {
  return fmt::format("kernel{}", number);
}

}  // namespace

KernelPrograms::KernelPrograms(calibration::KernelLanguage language, TemporaryFolder folder)
    : language_(language),
      folder_(std::move(folder)),
      signals_(std::make_unique<SignalDescriptor>()) {}

std::string KernelPrograms::path(const std::string& name) const {
  return folder_.path() + "/" + name;
}

std::string KernelPrograms::command() const {
  return fmt::format("{} {}", estimator::compiler_for(compiled_language(language_)), kFlags);
}

Result<KernelPrograms> KernelPrograms::open(calibration::KernelLanguage language) {
  if (auto found = estimator::find_compiler(compiled_language(language)); !found) {
    return tl::unexpected(found.error());
  }
  auto folder = TemporaryFolder::make_marked("calibrate");
  if (!folder) {
    return tl::unexpected(folder.error());
  }
  KernelPrograms programs(language, *std::move(folder));
  const std::string driver = fmt::format("driver.{}", calibration::source_suffix(language));
  std::ofstream(programs.path(driver)) << calibration::driver_source(language);
  const auto compiled =
      programs.execute(fmt::format("{} -c {} -o driver.o", programs.command(), driver));
  if (!compiled) {
    return tl::unexpected(compiled.error());
  }
  if (!*compiled) {
    return failure(ErrorCode::kSystem,
                   fmt::format("'{}' does not compile", printable(programs.command())));
  }
  const std::string compiler = estimator::compiler_for(compiled_language(language));
  const auto asked = programs.execute(compiler + " --version 2>/dev/null", "version");
  if (asked && *asked) {
    programs.version_ = contents_of(programs.path("version"));
    programs.version_.resize(std::min(programs.version_.find('\n'), programs.version_.size()));
  }
  return programs;
}

Result<GuardedCommand> KernelPrograms::start(const std::string& script,
                                             const std::string& output) const {
  const Descriptor nothing(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  Descriptor file;
  if (!output.empty()) {
    constexpr mode_t kMode = 0600;
    file =
        Descriptor(::open(path(output).c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kMode));
  }
  CommandStart command{{"sh", "-c", "cd \"$0\" || exit 1; " + script, folder_.path()}, {}, "", {}};
  command.environment.push_back("TMPDIR=" +
                                folder_.path());  // the folder for files of the compiler
  command.descriptors = {{nothing.get(), STDIN_FILENO},
                         {file.is_open() ? file.get() : STDERR_FILENO, STDOUT_FILENO}};
  return GuardedCommand::start(command);
}

Result<bool> KernelPrograms::wait(GuardedCommand& command) {
  std::array<pollfd, 2> watched{{{signals_->get(), POLLIN, 0}, {command.descriptor(), POLLIN, 0}}};
  int ready = 0;
  do {
    ready = ::poll(watched.data(), watched.size(), -1);
  } while (ready < 0 && errno == EINTR);
  if (watched[0].revents != 0) {
    const auto signal = signals_->take();
    signal_ = signal ? static_cast<int>(signal->ssi_signo) : SIGINT;
    return failure(ErrorCode::kInterrupted, "asked to stop");
  }
  return command.take_status() == 0;
}

Result<bool> KernelPrograms::execute(const std::string& script, const std::string& output) {
  auto command = start(script, output);
  if (!command) {
    return tl::unexpected(command.error());
  }
  return wait(*command);
}

Result<bool> KernelPrograms::prepare_without_stores(const calibration::Kernel& kernel,
                                                    const std::string& name) {
  auto assembled = execute(fmt::format("{} -S {}.{} -o {}.s", command(), name,
                                       calibration::source_suffix(language_), name));
  if (!assembled || !*assembled) {
    return assembled;
  }
  const std::string text = calibration::without_stores(
      contents_of(path(name + ".s")), static_cast<std::uint32_t>(kernel.first.size()));
  std::ofstream(path(name + ".s")) << text;
  return !text.empty();
}

/// Starts all compilers in one shell: two guarded commands at a time would hold each other's
/// lifelines.
Result<std::vector<bool>> KernelPrograms::compile(std::span<const calibration::Kernel> kernels) {
  std::string script;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    const std::string name = kernel_name(i);
    const std::string source = fmt::format("{}.{}", name, calibration::source_suffix(language_));
    ::unlink(path(name).c_str());
    std::ofstream(path(source)) << calibration::kernel_source(kernels[i], language_);
    if (kernels[i].deletes_stores) {
      const auto prepared = prepare_without_stores(kernels[i], name);
      if (!prepared) {
        return tl::unexpected(prepared.error());
      }
      if (!*prepared) {
        continue;
      }
    }
    script += fmt::format("{} {} driver.o -o {} -lm & ", command(),
                          kernels[i].deletes_stores ? name + ".s" : source, name);
  }
  if (const auto ended = execute(script + "wait"); !ended) {
    return tl::unexpected(ended.error());
  }
  std::vector<bool> compiled;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    compiled.push_back(::access(path(kernel_name(i)).c_str(), X_OK) == 0);
  }
  return compiled;
}

Result<std::vector<calibration::RoundTimes>> KernelPrograms::run(std::size_t kernel,
                                                                 const KernelRun& run) {
  const auto ended = execute(fmt::format("exec ./{} {} {} {}", kernel_name(kernel), run.rounds,
                                         run.milliseconds, run.dependent ? 1 : 0),
                             "times");
  if (!ended) {
    return tl::unexpected(ended.error());
  }
  return *ended ? calibration::read_rounds(contents_of(path("times")))
                : std::vector<calibration::RoundTimes>();
}

}  // namespace dps::commands
