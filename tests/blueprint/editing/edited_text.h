// A plan, and texts after edits.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "blueprint/editing/edit.h"

namespace dps::blueprint {

inline std::string edited(const std::string& text, const std::vector<Edit>& edits) {
  const auto changes = edit_blueprint(text, edits);
  EXPECT_TRUE(changes) << changes.error();
  return changes ? changed(text, *changes) : "";
}

inline std::string refusal(const std::string& text, const Edit& edit) {
  const auto changes = edit_blueprint(text, {&edit, 1});
  EXPECT_FALSE(changes) << changed(text, *changes);
  return changes ? "" : changes.error();
}

inline NewMessage message(const std::string& from, const std::string& to, const std::string& type,
                          const std::string& size) {
  return {from, to, type, size, "", "", false};
}

inline constexpr const char* kPlan =
    "# A client and a server.\n"
    "\n"
    "# tag         message\n"
    "I Question.i  1 Ask.m  # asked\n"
    "I Answer.i    1 Reply.m\n"
    "\n"
    "C Look.c  busywait  20ms\n"
    "\n"
    "O Ask.o    Server.p  -t Ask.m    -b 100\n"
    "O Reply.o  ACK       -t Reply.m  -b 4000  # the page\n"
    "\n"
    "F ask.f    NULL        NULL    Ask.o    SAME\n"
    "F got.f    Answer.i    NULL    NULL     NULL\n"
    "F serve.f  Question.i  Look.c  Reply.o  NULL\n"
    "\n"
    "U client.fu  ask.f    got.f\n"
    "U server.fu  serve.f\n"
    "\n"
    "P Client.p  1  client.fu\n"
    "P Server.p  1  server.fu\n";

/// The plan with a part replaced.
inline std::string plan_with(const std::string& before, const std::string& after) {
  std::string text = kPlan;
  const std::size_t at = text.find(before);
  EXPECT_NE(at, std::string::npos) << before;
  return text.replace(at, before.size(), after);
}

/// The lines of the plan that edits remove ("-…") and add ("+…").
inline std::string difference(const std::vector<Edit>& edits) {
  const std::string text = kPlan;
  std::string out;
  for (const TextChange& change : line_changes(text, edited(text, edits))) {
    const std::string before =
        text.substr(change.place.begin, change.place.end - change.place.begin);
    for (const auto& [sign, lines] : {std::pair("-", before), std::pair("+", change.text)}) {
      for (std::size_t at = 0; at < lines.size(); at = lines.find('\n', at) + 1) {
        out += sign + lines.substr(at, lines.find('\n', at) + 1 - at);
      }
    }
  }
  return out;
}

}  // namespace dps::blueprint
