// Operators: arithmetic, comparison, conversion, call, subscript, literals, new and delete.
#include "busy.h"

#include <cstddef>
#include <cstdlib>
#include <new>

namespace exact {

struct fraction {
  long above, below;
  KEEP explicit operator bool() const { SPEND(4); return above != 0; }
  KEEP operator double() const { SPEND(4); return double(above) / double(below); }
  KEEP fraction &operator+=(const fraction &other) {
    SPEND(6);
    above = (above * other.below + other.above * below) % 9973;
    below = below * other.below % 9967 + 1;
    return *this;
  }
  KEEP fraction operator-() const { SPEND(5); return {-above, below}; }
  KEEP fraction &operator++() { SPEND(3); above += below; return *this; }
  KEEP fraction operator++(int) { SPEND(3); fraction before = *this; ++*this; return before; }
  KEEP long operator()(long by) const { SPEND(7); return above * by / below; }
  KEEP long operator[](std::size_t which) const { SPEND(3); return which == 0 ? above : below; }
  KEEP static void *operator new(std::size_t size) { SPEND(5); return std::malloc(size); }
  KEEP static void operator delete(void *memory) { SPEND(5); std::free(memory); }
};

KEEP fraction operator+(fraction left, const fraction &right) { SPEND(3); return left += right; }
KEEP bool operator<(const fraction &left, const fraction &right) { SPEND(3); return left.above * right.below < right.above * left.below; }
KEEP bool operator==(const fraction &left, const fraction &right) { SPEND(3); return !(left < right) && !(right < left); }
KEEP fraction operator""_over(unsigned long long above) { SPEND(3); return {long(above), 7}; }
KEEP fraction operator,(const fraction &left, const fraction &right) { SPEND(3); return left < right ? right : left; }

} // namespace exact

int main() {
  using exact::operator""_over;
  exact::fraction sum{1, 3};
  double total = 0;
  for (long round = 1; round < 1500; round++) {
    exact::fraction step = 5_over;
    sum += -step;
    sum = (sum + step, step++);
    auto *kept = new exact::fraction{round, 11};
    if (*kept == sum || kept->operator bool()) total += double(*kept) + double(sum(round)) + double(sum[0]);
    delete kept;
  }
  return total == 0;
}
