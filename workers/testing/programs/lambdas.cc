// Lambdas, in functions, in lambdas, in initialisers; anonymous namespaces, nested and of one name in other namespaces.
#include "busy.h"

#include <algorithm>
#include <functional>
#include <vector>

namespace {

KEEP int hidden(int value) {
  SPEND(30);
  return value + 1;
}

namespace inner {
KEEP int hidden(int value) {
  SPEND(40);
  return value * 2;
}
} // namespace inner

struct counter {
  int count = 0;
  std::function<void()> tick = [this] { SPEND(20); count++; };
};

} // namespace

namespace outer {
namespace {
KEEP int hidden(int value) {
  SPEND(20);
  return value - 1;
}
} // namespace
KEEP int shown(int value) { return hidden(value); }
} // namespace outer

static const auto at_file_level = [](int value) {
  SPEND(30);
  return ::hidden(value);
};

KEEP int twice(const std::function<int(int)> &work, int value) { return work(work(value)); }

int main() {
  counter ticks;
  int total = 0;
  for (int round = 0; round < 300; round++) {
    auto weigh = [&](auto value) {
      auto deeper = [&](int more) {
        SPEND(25);
        return int(value) + more;
      };
      return deeper(round) + deeper(1);
    };
    total += weigh(3) + weigh(2.5) + at_file_level(round);
    total += twice([](int value) { SPEND(15); return inner::hidden(value) % 1000; }, round);
    total += outer::shown(round);
    std::vector<int> numbers{5, 3, 9, 1, 7};
    std::sort(numbers.begin(), numbers.end(), [](int left, int right) { SPEND(3); return left > right; });
    ticks.tick();
  }
  return total + ticks.count == 0;
}
