// Keeps the books of an invented village for some years: fills a ledger with formulas, changes the prices again
// and again, and writes a report. Every run computes the same numbers.
#include "ledger.hpp"
#include <cstdint>
#include <cstdio>
#include <set>

namespace village {

class Dice {
public:
  explicit Dice(std::uint32_t seed) : state(seed) {}
  int roll(int sides) {
    state = state * 1664525u + 1013904223u;
    return static_cast<int>((state >> 8) % static_cast<std::uint32_t>(sides));
  }

private:
  std::uint32_t state;
};

static std::string cell(const char *kind, int number) { return kind + std::to_string(number); }

class Author {
public:
  explicit Author(Dice &dice) : dice(dice) {}
  // Writes a formula over cells of lower numbers; term and formula call each other.
  std::string formula(int below, int depth) {
    std::string text = term(below, depth);
    for (int more = dice.roll(3); more > 0; more--) text += std::string(1, "+-*"[dice.roll(3)]) + term(below, depth);
    return text;
  }

private:
  std::string term(int below, int depth) {
    if (depth > 0 && dice.roll(3) == 0) return "(" + formula(below, depth - 1) + ")";
    if (depth > 0 && dice.roll(3) == 0) return list(below, depth - 1);
    return below > 0 && dice.roll(4) > 0 ? cell("price", dice.roll(below)) : std::to_string(dice.roll(90) + 1);
  }
  std::string list(int below, int depth) {
    static const char *const names[] = {"sum", "mean", "median", "deviation", "root", "wave"};
    std::string text = std::string(names[dice.roll(6)]) + "(" + formula(below, depth);
    for (int more = 3 + dice.roll(9); more > 0; more--) text += "," + term(below, depth);
    return text + ")";
  }
  Dice &dice;
};

// Counts words of the report: a map from a word to the lines it is on.
class Index {
public:
  void add(const std::string &line, int number) {
    std::string word;
    for (const char character : line) {
      if (character != ' ' && character != ',' && character != '(') word.push_back(character);
      else add_word(std::move(word), number), word.clear();
    }
    add_word(std::move(word), number);
  }
  std::size_t words() const { return lines.size(); }

private:
  void add_word(std::string word, int number) {
    if (!word.empty()) lines[std::move(word)].insert(number);
  }
  std::map<std::string, std::set<int>> lines;
};

struct Household {
  int number;
  double wealth;
};

static std::vector<Household> by_wealth(ledger::Ledger &books, int count) {
  std::vector<Household> all;
  for (int number = 0; number < count; number++) all.push_back({number, books.value_of(cell("house", number))});
  ledger::statistics::quick_sort(all.begin(), all.end(), [](const Household &a, const Household &b) {
    return a.wealth != b.wealth ? a.wealth > b.wealth : a.number < b.number;
  });
  return all;
}

constexpr int PRICES = 120, HOUSES = 400, YEARS = 700;

static void found(ledger::Ledger &books, Author &author) {
  for (int number = 0; number < PRICES; number++) books.set(cell("price", number), author.formula(number, 2));
  for (int number = 0; number < HOUSES; number++) books.set(cell("house", number), author.formula(PRICES, 3));
}

static double live_a_year(ledger::Ledger &books, Author &author, Dice &dice) {
  for (int change = 0; change < 12; change++) {
    const int number = dice.roll(PRICES);
    books.set(cell("price", number), author.formula(number, 2));
  }
  books.forget_values();
  return by_wealth(books, HOUSES).front().wealth;
}

static std::size_t report(const ledger::Ledger &books) {
  Index index;
  int line = 0;
  for (const std::string &name : books.names()) index.add(name + " " + books.formula_of(name), line++);
  return index.words();
}

} // namespace village

int main() {
  village::Dice dice(1815);
  village::Author author(dice);
  ledger::Ledger books;
  village::found(books, author);
  double best = 0;
  std::size_t words = 0;
  for (int year = 0; year < village::YEARS; year++) {
    best = std::fmod(best + village::live_a_year(books, author, dice), 1e6);
    if (year % 10 == 0) words += village::report(books);
  }
  std::printf("%.3f %zu\n", best, words);
}
