// A ledger: named cells with formulas, which are computed when somebody asks for them.
#pragma once
#include "formula.hpp"
#include <cmath>
#include <optional>

namespace ledger {

using Function = std::function<double(const std::vector<double> &)>;

class Ledger {
public:
  Ledger();
  void set(const std::string &name, const std::string &text);
  double value_of(const std::string &name);
  void forget_values();
  std::vector<std::string> names() const;
  std::string formula_of(const std::string &name) const;
  const Function *function(const std::string &name) const;

private:
  struct Entry {
    formula::NodePtr tree;
    std::optional<double> value;
    bool is_open = false;
  };
  std::map<std::string, Entry> entries;
  std::map<std::string, Function> functions;
};

// Evaluates a tree. A cell evaluates its own formula, so that this and the ledger are one cycle.
class Evaluator final : public formula::Visitor {
public:
  explicit Evaluator(Ledger &cells) : cells(cells) {}
  double evaluate(const formula::Node &node);
  void visit(const formula::Number &) override;
  void visit(const formula::Cell &) override;
  void visit(const formula::Binary &) override;
  void visit(const formula::Call &) override;

private:
  Ledger &cells;
  double result = 0;
};

namespace statistics {

template <typename T> T sum(const std::vector<T> &values) {
  T total{};
  for (const T &value : values) total += value;
  return total;
}

template <typename T> T mean(const std::vector<T> &values) {
  return values.empty() ? T{} : sum(values) / static_cast<T>(values.size());
}

template <typename T> T deviation(const std::vector<T> &values) {
  const T middle = mean(values);
  std::vector<T> squares;
  for (const T &value : values) squares.push_back((value - middle) * (value - middle));
  return std::sqrt(mean(squares));
}

// Sorts in place: split and quick_sort, which calls itself.
template <typename Iterator, typename Less> Iterator split(Iterator from, Iterator to, Less less) {
  Iterator last = to - 1, store = from;
  std::iter_swap(from + (to - from) / 2, last);
  for (Iterator at = from; at != last; ++at)
    if (less(*at, *last)) std::iter_swap(at, store++);
  std::iter_swap(store, last);
  return store;
}

template <typename Iterator, typename Less> void quick_sort(Iterator from, Iterator to, Less less) {
  if (to - from < 2) return;
  Iterator middle = split(from, to, less);
  quick_sort(from, middle, less);
  quick_sort(middle + 1, to, less);
}

template <typename T> T median(std::vector<T> values) {
  if (values.empty()) return T{};
  quick_sort(values.begin(), values.end(), [](const T &a, const T &b) { return a < b; });
  return values[values.size() / 2];
}

} // namespace statistics

} // namespace ledger
