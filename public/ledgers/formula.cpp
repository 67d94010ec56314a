#include "formula.hpp"
#include <cctype>
#include <cstdlib>

namespace formula {

void Number::accept(Visitor &visitor) const { visitor.visit(*this); }
void Cell::accept(Visitor &visitor) const { visitor.visit(*this); }
void Binary::accept(Visitor &visitor) const { visitor.visit(*this); }
void Call::accept(Visitor &visitor) const { visitor.visit(*this); }

NodePtr Parser::parse() {
  NodePtr made = sum();
  skip_blanks();
  return made;
}

NodePtr Parser::sum() {
  NodePtr left = product();
  for (;;) {
    if (take('+')) left = std::make_unique<Binary>(Operator::plus, std::move(left), product());
    else if (take('-')) left = std::make_unique<Binary>(Operator::minus, std::move(left), product());
    else return left;
  }
}

NodePtr Parser::product() {
  NodePtr left = primary();
  for (;;) {
    if (take('*')) left = std::make_unique<Binary>(Operator::times, std::move(left), primary());
    else if (take('/')) left = std::make_unique<Binary>(Operator::divided, std::move(left), primary());
    else return left;
  }
}

NodePtr Parser::primary() {
  skip_blanks();
  if (take('(')) {
    NodePtr inner = sum();
    take(')');
    return inner;
  }
  if (at < text.size() && std::isalpha(static_cast<unsigned char>(text[at]))) {
    std::string name = word();
    if (take('(')) return std::make_unique<Call>(std::move(name), arguments());
    return std::make_unique<Cell>(std::move(name));
  }
  return std::make_unique<Number>(number());
}

std::vector<NodePtr> Parser::arguments() {
  std::vector<NodePtr> made;
  if (take(')')) return made;
  do made.push_back(sum());
  while (take(','));
  take(')');
  return made;
}

std::string Parser::word() {
  std::string made;
  while (at < text.size() && std::isalnum(static_cast<unsigned char>(text[at]))) made.push_back(text[at++]);
  return made;
}

double Parser::number() {
  double value = 0, unit = 0;
  for (; at < text.size() && (std::isdigit(static_cast<unsigned char>(text[at])) || text[at] == '.'); at++) {
    if (text[at] == '.') unit = 1;
    else {
      value = value * 10 + (text[at] - '0');
      unit *= 10;
    }
  }
  return unit > 1 ? value / unit : value;
}

bool Parser::take(char expected) {
  skip_blanks();
  if (at >= text.size() || text[at] != expected) return false;
  at++;
  return true;
}

void Parser::skip_blanks() {
  while (at < text.size() && text[at] == ' ') at++;
}

std::string Printer::print(const Node &node) {
  out.clear();
  node.accept(*this);
  return out;
}

void Printer::visit(const Number &number) { out += std::to_string(number.value); }
void Printer::visit(const Cell &cell) { out += cell.name; }

void Printer::visit(const Binary &binary) {
  out += '(';
  binary.left->accept(*this);
  out += "+-*/"[static_cast<int>(binary.what)];
  binary.right->accept(*this);
  out += ')';
}

void Printer::visit(const Call &call) {
  out += call.name + '(';
  for (const NodePtr &argument : call.arguments) {
    argument->accept(*this);
    out += ',';
  }
  out += ')';
}

namespace {

// Tells whether a tree is constant, and its value.
class Constant final : public Visitor {
public:
  void visit(const Number &number) override { value = number.value; }
  void visit(const Cell &) override { is_constant = false; }
  void visit(const Call &) override { is_constant = false; }
  void visit(const Binary &binary) override {
    binary.left->accept(*this);
    const double left = value;
    binary.right->accept(*this);
    switch (binary.what) {
    case Operator::plus: value = left + value; break;
    case Operator::minus: value = left - value; break;
    case Operator::times: value = left * value; break;
    case Operator::divided: value = value == 0 ? 0 : left / value; break;
    }
  }
  bool is_constant = true;
  double value = 0;
};

} // namespace

NodePtr fold(NodePtr node) {
  Constant constant;
  node->accept(constant);
  return constant.is_constant ? std::make_unique<Number>(constant.value) : std::move(node);
}

} // namespace formula
