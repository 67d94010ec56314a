#include "ledger.hpp"

namespace ledger {

Ledger::Ledger() {
  functions["sum"] = [](const std::vector<double> &values) { return statistics::sum(values); };
  functions["mean"] = [](const std::vector<double> &values) { return statistics::mean(values); };
  functions["median"] = [](const std::vector<double> &values) { return statistics::median(values); };
  functions["deviation"] = [](const std::vector<double> &values) { return statistics::deviation(values); };
  functions["root"] = [](const std::vector<double> &values) { return std::sqrt(std::fabs(values.at(0))); };
  functions["wave"] = [](const std::vector<double> &values) { return std::sin(values.at(0)); };
}

void Ledger::set(const std::string &name, const std::string &text) {
  entries[name].tree = formula::fold(formula::Parser(text).parse());
  entries[name].value.reset();
}

double Ledger::value_of(const std::string &name) {
  const auto found = entries.find(name);
  if (found == entries.end() || found->second.is_open) return 0;
  Entry &entry = found->second;
  if (!entry.value) {
    entry.is_open = true;
    entry.value = Evaluator(*this).evaluate(*entry.tree);
    entry.is_open = false;
  }
  return *entry.value;
}

void Ledger::forget_values() {
  for (auto &[name, entry] : entries) entry.value.reset();
}

std::vector<std::string> Ledger::names() const {
  std::vector<std::string> all;
  for (const auto &[name, entry] : entries) all.push_back(name);
  return all;
}

std::string Ledger::formula_of(const std::string &name) const {
  const auto found = entries.find(name);
  return found == entries.end() ? "" : formula::Printer().print(*found->second.tree);
}

const Function *Ledger::function(const std::string &name) const {
  const auto found = functions.find(name);
  return found == functions.end() ? nullptr : &found->second;
}

double Evaluator::evaluate(const formula::Node &node) {
  node.accept(*this);
  return result;
}

void Evaluator::visit(const formula::Number &number) { result = number.value; }
void Evaluator::visit(const formula::Cell &cell) { result = cells.value_of(cell.name); }

void Evaluator::visit(const formula::Binary &binary) {
  const double left = evaluate(*binary.left), right = evaluate(*binary.right);
  switch (binary.what) {
  case formula::Operator::plus: result = left + right; break;
  case formula::Operator::minus: result = left - right; break;
  case formula::Operator::times: result = std::fmod(left * right, 1e6); break;
  case formula::Operator::divided: result = right == 0 ? 0 : left / right; break;
  }
}

void Evaluator::visit(const formula::Call &call) {
  std::vector<double> arguments;
  for (const formula::NodePtr &argument : call.arguments) arguments.push_back(evaluate(*argument));
  const Function *function = cells.function(call.name);
  result = function ? (*function)(arguments) : 0;
}

} // namespace ledger
