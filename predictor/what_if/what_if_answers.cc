#include "predictor/what_if/what_if_answers.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/processes/pending_signals.h"
#include "base/worker_pool.h"
#include "predictor/machines/kinds/machine_changes.h"
#include "predictor/machines/kinds/machine_file.h"
#include "predictor/virtual_time/predictor.h"
#include "profiles/result.h"

namespace dps::predictor {
namespace {

using profiles::WhatIfRow;

double mean_makespan(const std::vector<double>& makespans) {
  double sum = 0;
  for (const double makespan : makespans) {
    sum += makespan;
  }
  return sum / static_cast<double>(makespans.size());
}

/// A question, with the mean makespan or the reason why there is none.
struct Answer {
  std::size_t question = 0;
  double makespan_s = profiles::kUnknown;
  std::string problem;
};

/// Predicts for one question; called in several threads.
class Answerer {
 public:
  explicit Answerer(const WhatIfSubject& subject)
      : subject_(subject), unchanged_s_(mean_makespan(subject.makespans)) {}

  [[nodiscard]] Answer answer(std::size_t number, const WhatIfQuestion& question,
                              const StopSignal& stop) const {
    Answer answer{number, profiles::kUnknown, ""};
    if (!question.is_of_machine()) {
      PredictionOptions options = plain_options();
      options.scale = {question.definition, question.factor};
      predict_with(subject_.machine, options, stop, answer);
      return answer;
    }
    const auto text = machines::scaled_machine(subject_.source, question.name, question.factor);
    if (!text) {
      answer.problem = text.error().message;
    } else if (*text == subject_.source.text) {
      answer.makespan_s = unchanged_s_;
    } else {
      const auto machine =
          machines::read_machine({subject_.source.path, *text}, subject_.machine_options).machine;
      predict_with(*machine, plain_options(), stop, answer);
    }
    return answer;
  }

  [[nodiscard]] double unchanged_s() const { return unchanged_s_; }

 private:
  [[nodiscard]] PredictionOptions plain_options() const {
    PredictionOptions options;
    options.costs = subject_.costs;
    return options;
  }

  void predict_with(const machines::Machine& machine, PredictionOptions options,
                    const StopSignal& stop, Answer& answer) const {
    options.is_to_stop = [&stop](const PredictionProgress& /*progress*/) {
      return stop.load(std::memory_order_relaxed) != 0;
    };
    std::vector<double> makespans;
    for (const engine::Chance& chance : subject_.chances) {
      options.chance = chance;
      const auto made = predict(subject_.program, machine, subject_.host_of_process, options);
      if (!made || !made->deadlock.empty()) {
        answer.problem = made ? made->deadlock.front() : made.error().message;
        return;
      }
      makespans.push_back(made->run.makespan_s);
    }
    answer.makespan_s = mean_makespan(makespans);
  }

  const WhatIfSubject& subject_;
  double unchanged_s_;
};

/// True for the activities that wait for cores.
bool depends_on_cores(std::string_view path) {
  return path == "compute" || path == "send" || path == "pack" || path == "take";
}

/// The type of the messages of an O line; empty if no process has the line.
std::string mtag_of(const blueprint::Program& program, const WhatIfQuestion& question) {
  for (const blueprint::Output& output : program.outputs) {
    if (output.definition == question.definition) {
      return program.message_types[index(output.mid)].mtag;
    }
  }
  return "";
}

/// The part of the critical path that the element could shorten.
double path_of(const WhatIfQuestion& question, const blueprint::Program& program,
               const profiles::Why* why) {
  if (why == nullptr || !why->no_path.empty() ||
      (question.is_of_machine() && question.path.empty())) {
    return profiles::kUnknown;
  }
  double path_s = 0;
  for (const profiles::PathShare& share : why->shares) {
    const bool is_core = share.what == "core";
    const bool is_link = share.what == "link";
    bool is_part = share.what == question.path || (is_core && depends_on_cores(question.path)) ||
                   (is_link && question.path == "under_way");
    if (!question.is_of_machine()) {
      const blueprint::Definition& line = program.definitions[question.definition];
      const bool is_sent = share.what == "send" || share.what == "pack" ||
                           share.what == "under_way" || share.what == "held" || is_link;
      const bool is_taken = share.what == "take" && share.mtag == mtag_of(program, question);
      const bool is_output = line.section == blueprint::Section::kOutput;
      const bool is_of_line = is_core || (is_output ? is_sent : share.what == "compute");
      is_part = (share.line == line.tag_span.line && is_of_line) ||
                ((is_core || is_link) && share.other_line == line.tag_span.line) ||
                (is_output && is_taken);
    }
    path_s += is_part ? share.path_s : 0;
  }
  return path_s;
}

WhatIfRow row_of_answer(const WhatIfSubject& subject, const WhatIfQuestion& question,
                        const Answer& answer, double unchanged_s) {
  const blueprint::Program& program = subject.program;
  WhatIfRow row;
  row.name = question.name;
  row.line = question.is_of_machine() ? 0 : program.definitions[question.definition].tag_span.line;
  row.factor = question.factor.value();
  row.problem = answer.problem;
  row.makespan_s = answer.makespan_s;
  row.change_s = answer.makespan_s - unchanged_s;
  row.path_s = path_of(question, program, subject.why);
  return row;
}

/// Waits for all answers, in the order in which they are found. Returns the signal that came first.
std::optional<int> collect(std::span<const WhatIfQuestion> questions, std::size_t threads,
                           const Answerer& answerer, const OnAnswers& on_answers,
                           std::vector<Answer>& answers) {
  constexpr std::chrono::milliseconds kPause(200);
  PendingSignals signals;  // before the threads, which inherit the mask
  WorkerPool<Answer> pool(threads, [&](std::size_t question, const StopSignal& stop) {
    return answerer.answer(question, questions[question], stop);
  });
  for (std::size_t i = 0; i < questions.size(); ++i) {
    pool.add(i);
  }
  while (answers.size() < questions.size()) {
    on_answers(answers.size());
    if (auto answer = pool.next(kPause)) {
      answers.push_back(*std::move(answer));
    }
    if (const auto signal = signals.take()) {
      return signal;
    }
  }
  return std::nullopt;
}

}  // namespace

WhatIfAnswers answer_what_if(const WhatIfSubject& subject,
                             std::span<const WhatIfQuestion> questions, std::size_t threads,
                             const OnAnswers& on_answers) {
  const Answerer answerer(subject);
  std::vector<Answer> answers;
  WhatIfAnswers all;
  all.stopped = collect(questions, threads, answerer, on_answers, answers);
  std::sort(answers.begin(), answers.end(),
            [](const Answer& a, const Answer& b) { return a.question < b.question; });
  profiles::WhatIf& what_if = all.what_if;
  what_if.runs = subject.makespans.size();
  what_if.makespan_s = answerer.unchanged_s();
  what_if.path_s = subject.why != nullptr && subject.why->no_path.empty() ? subject.why->path_s
                                                                          : profiles::kUnknown;
  what_if.questions = questions.size();
  for (const Answer& answer : answers) {
    what_if.rows.push_back(
        row_of_answer(subject, questions[answer.question], answer, answerer.unchanged_s()));
  }
  // Rows without an answer have no change to be compared, and follow the others.
  std::stable_sort(what_if.rows.begin(), what_if.rows.end(),
                   [](const WhatIfRow& a, const WhatIfRow& b) {
                     return a.problem.empty() != b.problem.empty()
                                ? a.problem.empty()
                                : a.problem.empty() && a.change_s < b.change_s;
                   });
  return all;
}

}  // namespace dps::predictor
