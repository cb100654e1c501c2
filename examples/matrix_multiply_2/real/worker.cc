#include "worker.h"

#include <array>
#include <cmath>
#include <cstdint>

#include "matrix.h"
#include "message.h"

void run_worker(int master) {
  Message message{};
  Matrices factors;
  for (Cells* matrix : {&factors.a, &factors.b}) {
    receive_message(master, message);
    *matrix = message.values;
  }
  const auto size = static_cast<std::size_t>(std::lround(std::sqrt(factors.a.size())));
  if (factors.b.size() != size * size || factors.a.size() != size * size) {
    fail("the matrices are not square, or not of one size");
  }

  std::array<std::int32_t, 3> answer = {0, -1, -1};  // value, row, column
  send_message(master, MessageType::kValue, answer);
  while (true) {
    receive_message(master, message);
    if (message.type == MessageType::kHalt) {
      return;
    }
    if (message.type != MessageType::kPair || message.values.size() != 2) {
      fail("expected a row and a column");
    }
    answer = {0, message.values[0], message.values[1]};
    answer[0] = multiply_vectors(factors, size, static_cast<std::size_t>(answer[1]),
                                 static_cast<std::size_t>(answer[2]));
    send_message(master, MessageType::kValue, answer);
  }
}
