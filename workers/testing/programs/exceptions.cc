// Exceptions: thrown through frames that clean up, caught by type, rethrown; function-try-blocks; cold landing pads.
#include "busy.h"

#include <stdexcept>
#include <string>

namespace {

class guard {
public:
  explicit guard(int &count) : count(count) { SPEND(4 * 4); }
  ~guard() { SPEND(4 * 4); count++; }

private:
  int &count;
};

struct refusal : std::runtime_error {
  explicit refusal(int code) : std::runtime_error("refused " + std::to_string(code)), code(code) { SPEND(4 * 10); }
  int code;
};

} // namespace

KEEP int descend(int depth, int &cleaned) {
  guard here(cleaned);
  SPEND(4 * 8);
  if (depth == 0) throw refusal(cleaned);
  if (depth == 13) throw depth;
  return descend(depth - 1, cleaned) + 1;
}

KEEP int wrapped(int depth, int &cleaned) try {
  return descend(depth, cleaned);
} catch (const refusal &problem) {
  SPEND(4 * 10);
  if (problem.code % 3 == 0) throw;
  return problem.code;
}

KEEP int attempt(int depth, int &cleaned) {
  try {
    return wrapped(depth, cleaned);
  } catch (const std::exception &problem) {
    SPEND(4 * 12);
    return int(std::string(problem.what()).size());
  } catch (int number) {
    SPEND(4 * 12);
    return number;
  }
}

int main() {
  int cleaned = 0, total = 0;
  for (int round = 0; round < 1800; round++) total += attempt(round % 17, cleaned);
  return total + cleaned == 0;
}
