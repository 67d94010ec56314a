// Virtual functions, several and virtual bases with their thunks, constructors and destructors under two names each,
// deleting destructors, static and inline members.
#include "busy.h"

#include <memory>
#include <vector>

class shape {
public:
  shape() { SPEND(10); }
  virtual ~shape() { SPEND(10); }
  virtual int area() const = 0;
  virtual int cost() const { SPEND(10); return area() / 2; }
};

class drawn {
public:
  virtual ~drawn() { SPEND(5); }
  virtual void draw() { SPEND(15); }
};

class named : virtual public drawn {
public:
  explicit named(int name) : name(name) { SPEND(5); }
  ~named() override { SPEND(5); }
  void draw() override { SPEND(25); drawn::draw(); }
  int name;
};

class square : public shape, public named {
public:
  explicit square(int side) : named(side), side(side) { made++; }
  ~square() override;
  int area() const override { SPEND(20); return side * side; }
  void draw() override;
  static int how_many() { SPEND(5); return made; }

private:
  int side;
  static int made;
};

class cube final : public square {
public:
  using square::square;
  int area() const override { SPEND(10); return 6 * square::area(); }
};

int square::made = 0;
square::~square() { SPEND(15); }
void square::draw() {
  SPEND(10);
  named::draw();
}

KEEP static int visit(const std::vector<std::unique_ptr<shape>> &shapes) {
  int total = 0;
  for (const auto &each : shapes) total += each->area() + each->cost();
  return total;
}

int main() {
  int total = 0;
  for (int round = 0; round < 250; round++) {
    std::vector<std::unique_ptr<shape>> shapes;
    shapes.push_back(std::make_unique<square>(round));
    shapes.push_back(std::make_unique<cube>(round));
    total += visit(shapes) + square::how_many();
    square on_the_stack(round);
    drawn &picture = on_the_stack;
    picture.draw();
  }
  return total == 0;
}
