// Formulas of a ledger: their text as a tree, and a tree as text.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace formula {

enum class Operator { plus, minus, times, divided };

class Visitor;

class Node {
public:
  virtual ~Node() = default;
  virtual void accept(Visitor &visitor) const = 0;
};

using NodePtr = std::unique_ptr<Node>;

class Number final : public Node {
public:
  explicit Number(double value) : value(value) {}
  void accept(Visitor &visitor) const override;
  const double value;
};

class Cell final : public Node {
public:
  explicit Cell(std::string name) : name(std::move(name)) {}
  void accept(Visitor &visitor) const override;
  const std::string name;
};

class Binary final : public Node {
public:
  Binary(Operator what, NodePtr left, NodePtr right) : what(what), left(std::move(left)), right(std::move(right)) {}
  void accept(Visitor &visitor) const override;
  const Operator what;
  const NodePtr left, right;
};

class Call final : public Node {
public:
  Call(std::string name, std::vector<NodePtr> arguments) : name(std::move(name)), arguments(std::move(arguments)) {}
  void accept(Visitor &visitor) const override;
  const std::string name;
  const std::vector<NodePtr> arguments;
};

class Visitor {
public:
  virtual ~Visitor() = default;
  virtual void visit(const Number &) = 0;
  virtual void visit(const Cell &) = 0;
  virtual void visit(const Binary &) = 0;
  virtual void visit(const Call &) = 0;
};

// Recursive descent: sum, product and primary are a cycle of three.
class Parser {
public:
  explicit Parser(const std::string &text) : text(text) {}
  NodePtr parse();

private:
  NodePtr sum();
  NodePtr product();
  NodePtr primary();
  std::vector<NodePtr> arguments();
  std::string word();
  double number();
  bool take(char expected);
  void skip_blanks();
  const std::string &text;
  std::size_t at = 0;
};

class Printer final : public Visitor {
public:
  std::string print(const Node &node);
  void visit(const Number &) override;
  void visit(const Cell &) override;
  void visit(const Binary &) override;
  void visit(const Call &) override;

private:
  std::string out;
};

// Replaces what is constant by its value.
NodePtr fold(NodePtr node);

} // namespace formula
