// Templates: of functions and classes, with types, numbers and other templates for arguments; recursive; specialised.
#include "busy.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace measure {

template <typename T> KEEP T largest(const std::vector<T> &values) {
  T best = values.front();
  for (const T &value : values) {
    SPEND(2);
    if (best < value) best = value;
  }
  return best;
}

template <int N> struct tower {
  KEEP static int height(int step) {
    SPEND(8);
    return tower<N - 1>::height(step) + N;
  }
};
template <> struct tower<0> {
  KEEP static int height(int step) { return step; }
};

template <typename Key, typename Value> class memo {
public:
  template <typename Make> KEEP const Value &get(const Key &key, Make make) {
    SPEND(3);
    auto found = kept.find(key);
    if (found == kept.end()) found = kept.emplace(key, make(key)).first;
    return found->second;
  }

private:
  std::map<Key, Value> kept;
};

template <template <typename...> class Container, typename... Rest> KEEP int count_all(const Container<Rest...> &some) {
  int count = 0;
  for (const auto &item : some) {
    (void)item;
    SPEND(2);
    count++;
  }
  return count;
}

template <typename First, typename... Rest> KEEP int sum(First first, Rest... rest) {
  SPEND(4);
  if constexpr (sizeof...(rest) == 0) return int(first);
  else return int(first) + sum(rest...);
}

} // namespace measure

static std::string repeat(int times) { return std::string(std::size_t(times), 'x'); }

int main() {
  measure::memo<int, std::string> lines;
  measure::memo<std::string, std::vector<int>> lists;
  int total = 0;
  for (int round = 0; round < 1400; round++) {
    std::vector<int> numbers{round, 3, 7};
    std::vector<std::string> words{"one", "two", repeat(round % 9)};
    total += measure::largest(numbers) + int(measure::largest(words).size());
    total += measure::tower<5>::height(round);
    total += int(lines.get(round % 50, repeat).size());
    total += int(lists.get(words[2], [](const std::string &key) { return std::vector<int>(key.size() + 1, 2); }).size());
    total += measure::count_all(numbers) + measure::count_all(words) + measure::sum(1, 2.5, 'c', round);
  }
  return total == 0;
}
