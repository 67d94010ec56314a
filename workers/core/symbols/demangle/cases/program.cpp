// Names of as many kinds as fit on a few pages. Compiled for its symbol table only; see make-cases.mjs.
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <ostream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#define KEEP __attribute__((noinline, used))

namespace plain {
KEEP void nothing() {}
KEEP int pointers(char const *, int *const *, void (*)(int), int (*)[3], int (&)[4], char const (&)[5]) { return 0; }
KEEP void nested(int (*(*)(char))(long), void (*(*)(int (*)(short)))()) {}
KEEP void variadic(char const *, ...) {}
KEEP void numbers(signed char, unsigned char, short, unsigned short, unsigned, long, unsigned long, long long,
                  unsigned long long, float, double, long double, bool, wchar_t, char16_t, char32_t) {}
KEEP void wide(__int128, unsigned __int128, std::nullptr_t) {}
KEEP void strings(std::string const &, std::ostream &, std::vector<std::string>) {}
KEEP void restricted(int *__restrict, int volatile *) {}
int variable = 3;
int const table[] = {1, 2, 3};
KEEP int const *use() { return table; }
} // namespace plain

namespace {
struct Hidden {
  virtual ~Hidden();
  KEEP int method() const { return 1; }
};
KEEP Hidden::~Hidden() {}
KEEP void inside(Hidden &) {}
} // namespace

struct Base {
  virtual ~Base() {}
  virtual Base *clone() { return this; }
  virtual void one() {}
};
struct Other {
  virtual ~Other() {}
  virtual Other *copy() { return this; }
  virtual void two() {}
};
struct Shared : virtual Base {
  void one() override {}
};
struct Both : Shared, virtual Other {
  Both();
  ~Both() override;
  Both *clone() override { return this; }
  Both *copy() override { return this; }
  void two() override {}
};
Both::Both() {}
Both::~Both() {}

struct Members {
  int field;
  KEEP void plain() {}
  KEEP void constant() const {}
  KEEP void fickle() volatile {}
  KEEP void both() const volatile {}
  KEEP void left() & {}
  KEEP void right() && {}
  KEEP void constantLeft() const & {}
  KEEP static void fixed() {}
  KEEP explicit operator bool() const { return true; }
  KEEP operator int *() { return nullptr; }
  using Function = void (*)(int);
  KEEP operator Function() const { return nullptr; }
  template <class T> KEEP operator T &() { return *static_cast<T *>(nullptr); }
  KEEP void *operator new(std::size_t) { return nullptr; }
  KEEP void operator delete(void *) {}
  KEEP void *operator new[](std::size_t) { return nullptr; }
  KEEP void operator delete[](void *) {}
  KEEP int operator()(int, char) const { return 0; }
  KEEP int operator[](int) const { return 0; }
  KEEP Members *operator->() { return this; }
  KEEP int operator->*(int) { return 0; }
  KEEP bool operator<(Members const &) const { return false; }
  KEEP Members &operator<<=(int) { return *this; }
  KEEP Members operator-() const { return *this; }
  KEEP Members operator~() const { return *this; }
  KEEP bool operator!() const { return true; }
  KEEP Members &operator++() { return *this; }
  KEEP Members operator++(int) { return *this; }
  KEEP Members operator,(Members) { return *this; }
  KEEP Members *operator&() { return this; }
  KEEP Members &operator+=(int) { return *this; }
  KEEP bool operator&&(int) { return true; }
#if __cplusplus > 201703L
  KEEP auto operator<=>(int other) const { return field <=> other; }
#endif
  template <class T> KEEP bool operator<(T) const { return false; }
  template <class T> KEEP bool operator<<(T) const { return false; }
  template <class T> KEEP T convert() const { return T(); }
};
KEEP Members operator"" _members(unsigned long long) { return {}; }
KEEP Members operator"" _text(char const *, std::size_t) { return {}; }

KEEP void memberPointers(int Members::*, void (Members::*)(), int (Members::*)(char) const, int (Members::*)() const &) {}

struct Inherits : Members {
  struct Inner {
    KEEP Inner(int) {}
    struct Deeper {
      KEEP void leaf() {}
    };
  };
};
struct FromInner : Inherits::Inner {
  using Inner::Inner;
};

namespace templates {
template <class T> struct Box {
  T value;
  KEEP void set(T const &) {}
  template <class U> KEEP Box<U> map(U (*)(T)) { return {}; }
  struct Part {
    KEEP void of(Box const &, T *) {}
  };
  static int counter;
};
template <class T> int Box<T>::counter = 0;
template <class T, int N = 3> KEEP T array(T (&)[N]) { return T(); }
template <class... T> KEEP int pack(T const &...) { return sizeof...(T); }
template <class... T> KEEP std::tuple<T *...> pointers(T...) { return {}; }
template <class... T> KEEP void functions(T (*...f)(int)) {}
template <class F, class... A> KEEP auto apply(F f, A &&...a) -> decltype(f(std::forward<A>(a)...)) { return f(a...); }
template <class A, class B> KEEP auto add(A a, B b) -> decltype(a + b) { return a + b; }
template <class A> KEEP auto size(A const &) -> char (*)[sizeof(A)] { return nullptr; }
template <class A> KEEP auto arrow(A *a) -> decltype(a->value) { return a->value; }
template <class A> KEEP auto dot(A a) -> decltype((a.value)) { return *static_cast<decltype(&a.value)>(nullptr); }
template <class A> KEEP auto index(A a) -> decltype(a[0]) { return a[0]; }
template <class A> KEEP auto ternary(A a) -> decltype(a ? 1 : -a) { return 0; }
template <class A> KEEP auto casts(A a) -> decltype(static_cast<long>(a) + (long)a + long(a)) { return 0; }
template <class A> KEEP auto unary(A a) -> decltype(!a && ~a) { return false; }
template <class A> KEEP auto braced(A a) -> decltype(Box<A>{a}) { return {a}; }
template <class A> KEEP auto fresh(A a) -> decltype(new A(a)) { return nullptr; }
template <class A> KEEP auto shifted(A a) -> decltype((a >> 1) > 2) { return false; }
template <class A> KEEP auto stepped(A a) -> decltype(++a, a--) { return a; }
template <class A> KEEP auto member(A *a) -> decltype(&A::value) { return nullptr; }
template <class A> KEEP auto known(A a) -> decltype(plain::variable + a) { return a; }
template <class A> KEEP auto called(A a) -> decltype(Box<A>::counter + sizeof(a)) { return 0; }
template <class A> KEEP typename A::Part part(A) { return {}; }
template <class A> KEEP typename std::enable_if<std::is_integral<A>::value && !std::is_same<A, bool>::value, A>::type
enabled(A a) {
  return a;
}
template <template <class> class T, class U> KEEP void templated(T<U>) {}
template <bool B> KEEP void boolean() {}
template <char C> KEEP void character() {}
template <auto V> KEEP void value() {}
template <int *P> KEEP void pointer() {}
template <int &R> KEEP void reference() {}
template <void (*F)()> KEEP void function() {}
template <int Members::*M> KEEP void data() {}
template <void (Members::*M)()> KEEP void method() {}
template <void (Members::*M)() const> KEEP void constantMethod() {}
template <std::nullptr_t> KEEP void null() {}
template <int N> KEEP void sized(char (&)[N + 1]) {}
template <class T> KEEP T reference(T &&t) { return t; }
template <class T> KEEP void qualified(T const *, T volatile &) {}
template <class... A> KEEP auto fold(A... a) -> decltype((a + ...)) { return (a + ...); }
template <class... A> KEEP auto foldFrom(A... a) -> decltype((0 + ... + a)) { return 0; }
template <class T> KEEP void throws(T (*)() noexcept, void (*)(T) noexcept(sizeof(T) > 1)) {}
template <class T> T const shown = T();
template <class T> KEEP void (*functionPointer(T))(char) { return nullptr; }
template <class T> KEEP int (&arrayReference(T))[3] { return *static_cast<int (*)[3]>(nullptr); }
enum class Colour : unsigned char { red, green = 7 };
enum Signed { minus = -3 };
template <Colour C, Signed S> KEEP void enumerated() {}
struct Empty {};
template <class, class...> struct List {
  KEEP static void go() {}
};
} // namespace templates

namespace local {
template <class F> KEEP void call(F f) { f(); }
inline auto generic = [](auto a, auto const &...rest) { return sizeof...(rest) + sizeof(a); };
KEEP int host(int n) {
  struct Local {
    KEEP static void method() {}
    struct Nested {
      KEEP void deep(Local *) {}
    };
  };
  static int counter = n;
  struct {
    KEEP void go() {}
  } unnamed;
  enum { a = 1 };
  Local::method();
  Local::Nested().deep(nullptr);
  unnamed.go();
  call([] {});
  call([&n] { n++; });
  auto takes = [](int x, char const *) KEEP { return x; };
  auto any = [](auto x) KEEP { return x; };
  takes(1, "");
  any(1);
  any("");
  generic(1, 2L, 'c');
  call([s = std::string()]() mutable { call([&s] { s += "x"; }); });
  void (*pointer)(int) = [](int) {};
  pointer(1);
  return counter + a;
}
inline int defaulted(int (*f)(int) = [](int x) { return x; }, int y = [] { return 4; }()) { return f(y); }
KEEP int uses() { return defaulted(); }
struct Holder {
  std::function<int()> member = [] { return 1; };
  KEEP Holder() {}
};
template <class T> KEEP int inTemplate(T) {
  static T kept = T();
  struct Inner {
    KEEP void run(T) {}
  };
  Inner().run(kept);
  auto l = [](T, auto b) KEEP { return sizeof(b); };
  return l(kept, 'x');
}
KEEP int const &temporary() {
  static int const &bound = 5 + plain::variable;
  return bound;
}
} // namespace local

inline namespace [[gnu::abi_tag("v2")]] versioned {}
struct [[gnu::abi_tag("tagged")]] Tagged {
  KEEP Tagged() {}
  KEEP void method() {}
};
KEEP Tagged makesTagged() { return {}; }
[[gnu::abi_tag("b", "a")]] KEEP void twoTags() {}
Tagged taggedVariable;
thread_local std::string perThread = "x";
KEEP std::string &thread() { return perThread; }
typedef float Vector __attribute__((vector_size(16)));
KEEP void vectors(Vector, Vector *) {}
KEEP void complexes(_Complex float, _Complex double *) {}
std::pair<int, char> const made(1, 'c');
auto [bound, second] = std::pair<int, char>(1, 'c');
KEEP int usesBound() { return bound + second; }
void exact() noexcept;
KEEP void noexcepts(void (*)() noexcept, void (Members::*)() const noexcept) {}

#if __cplusplus > 201703L
namespace modern {
template <class T> concept Small = sizeof(T) < 8;
template <Small T> KEEP void constrained(T) {}
template <class T> requires Small<T> KEEP void required(T) {}
KEEP void abbreviated(Small auto) {}
KEEP auto deduced(auto a) { return a; }
struct Point {
  int x, y;
  constexpr bool operator==(Point const &) const = default;
};
template <Point P> KEEP void at() {}
#ifndef __clang__
template <double D> KEEP void floating() {}
#endif
KEEP void utf8(char8_t) {}
KEEP void heads() {
  auto l = []<class T, int N>(T (&)[N]) KEEP { return N; };
  int numbers[3] = {};
  l(numbers);
  auto p = []<class... T>(T...) KEEP { return sizeof...(T); };
  p(1, 'c');
}
} // namespace modern
#endif

KEEP void everything() {
  using namespace templates;
  int numbers[3] = {};
  char chars[4] = {};
  array(numbers);
  pack();
  pack(1);
  pack(1, 'c', "x");
  pointers(1, 'c');
  functions<int, char>(nullptr, nullptr);
  apply([](int x) { return x; }, 1);
  add(1, 2L);
  size(1);
  Box<int> box;
  box.set(1);
  box.map<char>(nullptr);
  Box<int>::Part().of(box, nullptr);
  arrow(&box);
  dot(box);
  index(numbers);
  ternary(1);
  casts(1);
  unary(1);
  braced(1);
  fresh(1);
  shifted(1);
  stepped(1);
  member(&box);
  known(1);
  called(1);
  part(box);
  enabled(1);
  templated(box);
  boolean<true>();
  boolean<false>();
  character<'a'>();
  character<'\xff'>();
  value<5>();
  value<-5>();
  value<5u>();
  value<5L>();
  value<5UL>();
  value<-5LL>();
  value<5ULL>();
  value<'c'>();
  value<u'c'>();
  value<true>();
  value<(short)-2>();
  value<Colour::green>();
  value<nullptr>();
  value<&plain::variable>();
  value<&plain::nothing>();
  value<&Members::field>();
  pointer<&plain::variable>();
  pointer<nullptr>();
  reference<plain::variable>();
  function<plain::nothing>();
  data<&Members::field>();
  method<&Members::plain>();
  constantMethod<&Members::constant>();
  null<nullptr>();
  sized<3>(chars);
  reference(1);
  int lvalue = 1;
  reference<int &>(lvalue);
  qualified<int>(nullptr, lvalue);
  fold(1, 2, 3);
  foldFrom(1, 2);
  throws<int>(nullptr, nullptr);
  (void)&shown<Box<int>>;
  functionPointer(1);
  arrayReference(1);
  enumerated<Colour::red, minus>();
  List<int>::go();
  List<Box<int>>::go();
  List<Box<int>, List<int>>::go();
  List<int, char, List<Empty, List<Empty>>>::go();
  local::inTemplate(1);
  local::inTemplate(Box<int>());
  Members members;
  (void)(members < 1);
  (void)(members << 1);
  members.convert<std::string>();
  (void)static_cast<std::map<int, Hidden> &>(members);
  Hidden hidden;
  hidden.method();
  inside(hidden);
  FromInner inherited(1);
  Inherits::Inner::Deeper().leaf();
  std::unique_ptr<Both> both(new Both);
  local::Holder holder;
#if __cplusplus > 201703L
  using namespace modern;
  constrained(1);
  required('c');
  abbreviated(1);
  deduced(1.0);
  at<Point{1, -2}>();
#ifndef __clang__
  floating<1.5>();
#endif
#endif
}
