// The tree of a C++ name: its nodes, the operators of expressions, and the nodes that are always the same.
import { isLower } from '../parsing.ts'

/**
 * The tree between reading a mangled C++ name and printing it.
 *
 * Every node has the same fields, whatever its kind, so that the engine sees one object shape: this, not the
 * grammar, decides the speed. What the fields mean per kind:
 *
 * | kind                | text                | left          | right           | items         | number         |
 * |---------------------|---------------------|---------------|-----------------|---------------|----------------|
 * | name                | the text, or none   |               |                 |               | start in input |
 * | abbreviation        | `std::string`       | name for ctor | the long form   |               |                |
 * | operator            | `operator+`, …      |               |                 |               |                |
 * | qualified           |                     | scope         | member          |               |                |
 * | template            |                     | name          |                 | arguments     |                |
 * | local               |                     | function      | entity          |               | default arg #  |
 * | tagged              | the ABI tag         | name          |                 |               |                |
 * | attached            |                     | name          | module          |               |                |
 * | module              | name and separator  | parent        |                 |               |                |
 * | constructor         |                     | class name    |                 |               |                |
 * | destructor          |                     | class name    |                 |               |                |
 * | conversion          |                     | result type   |                 |               |                |
 * | lambda              |                     | heads or null |                 | parameters    | ordinal from 1 |
 * | lambdaHeads         |                     |               |                 | heads         |                |
 * | lambdaHead          | kind of parameter   | type or head  |                 | nested heads  |                |
 * | unnamed             |                     |               |                 |               | ordinal from 1 |
 * | binding             |                     |               |                 | names         |                |
 * | builtin             | the text            |               |                 |               | LiteralStyle   |
 * | modifier            | `*`, ` const`, …    | type          |                 |               |                |
 * | reference           | `&` or `&&`         | type          |                 |               |                |
 * | vendorQualifier     | name                | type          |                 | arguments     |                |
 * | vector              |                     | element       | length          |               |                |
 * | array               |                     | element       | length or null  |               |                |
 * | memberPointer       |                     | member type   | class           |               |                |
 * | function            |                     | return type   | qualifiers      | parameters    |                |
 * | functionQualifiers  |                     |               |                 | in order      |                |
 * | exceptionSpec       | `noexcept`, `throw` |               |                 | operands      |                |
 * | packExpansion       |                     | pattern       |                 |               |                |
 * | decltype            |                     | expression    |                 |               |                |
 * | parameter           |                     |               |                 |               | index from 0   |
 * | pack                |                     |               |                 | elements      |                |
 * | encoding            | trailing qualifiers | name          | function type   |               |                |
 * | special             | `vtable for `, …    | of what       | ` in what`      |               |                |
 * | literal             | the digits          | type          |                 |               |                |
 * | functionParameter   |                     |               |                 |               | 1…, 0 = this   |
 * | globalName          |                     | name          |                 |               |                |
 * | other expressions   | the operator        | operand       | second operand  | further ones  |                |
 */
export interface Node {
  readonly kind: Kind
  readonly text: string
  readonly left: Node | null
  readonly right: Node | null
  readonly items: NodeList
  readonly number: number
  /** Of a name that is a place in the input: where that ends; 0 of all other nodes. */
  readonly end: number
}

/** The kind of a node. */
export type Kind = NameKind | TypeKind | ExpressionKind

/** Kinds of nodes for names. */
export type NameKind =
  | 'name'
  | 'operator'
  | 'abbreviation'
  | 'qualified'
  | 'template'
  | 'local'
  | 'tagged'
  | 'attached'
  | 'module'
  | 'constructor'
  | 'destructor'
  | 'conversion'
  | 'lambda'
  | 'lambdaHeads'
  | 'lambdaHead'
  | 'unnamed'
  | 'binding'
  | 'encoding'
  | 'special'

/** Kinds of nodes for types. */
export type TypeKind =
  | 'builtin'
  | 'modifier'
  | 'reference'
  | 'vendorQualifier'
  | 'vector'
  | 'array'
  | 'memberPointer'
  | 'function'
  | 'functionQualifiers'
  | 'exceptionSpec'
  | 'packExpansion'
  | 'decltype'
  | 'parameter'
  | 'pack'

/** Kinds of nodes for expressions. */
export type ExpressionKind =
  | 'literal'
  | 'functionParameter'
  | 'globalName'
  | 'unary'
  | 'postfix'
  | 'binary'
  | 'index'
  | 'conditional'
  | 'call'
  | 'cast'
  | 'namedCast'
  | 'new'
  | 'braced'
  | 'designator'
  | 'fold'
  | 'packSize'
  | 'operandOfType'

/** How a literal of a builtin type is written: with a suffix, as a word, or as a cast of its digits. */
export const LiteralStyle = {
  cast: 0,
  int: 1,
  unsigned: 2,
  long: 3,
  unsignedLong: 4,
  longLong: 5,
  unsignedLongLong: 6,
  boolean: 7,
  floating: 8,
  nullptr: 9,
} as const

/** Positions of the dots in a fold: `(... + x)`, `(x + ...)`, `(x + ... + y)`. */
export const FOLD_SHAPES = { left: 0, right: 1, binary: 2 } as const

/** Nodes side by side: arguments, parameters, elements. `cut` keeps the memory for other nodes. */
export class NodeList {
  readonly #nodes: Node[] = []
  #length = 0

  /** Number of nodes. */
  get length(): number {
    return this.#length
  }

  /** Returns the node at a position; null beyond the end. */
  get(at: number): Node | null {
    return at < this.#length ? this.#nodes[at] : null
  }

  /**
   * Returns the node at a position, without a check.
   *
   * @param at below `length`
   */
  at(at: number): Node {
    return this.#nodes[at]
  }

  /** Appends a node. */
  add(node: Node): void {
    this.#nodes[this.#length++] = node
  }

  /**
   * Keeps only the first `length` nodes.
   *
   * @param length at most the present one
   */
  cut(length: number): void {
    this.#length = length
  }
}

/** The empty list. */
export const NO_NODES: NodeList = new NodeList()

/** Returns a new node that is the same in every name, without items. */
export function fixedNode(
  kind: Kind,
  text: string,
  left: Node | null = null,
  right: Node | null = null,
  number = 0,
): Node {
  return { kind, text, left, right, items: NO_NODES, number, end: 0 }
}

/**
 * All nodes and lists of one name. They are made once, and the next name uses them again: a program has a
 * hundred thousand names, and collecting the garbage of each would take as long as reading it.
 */
export class Tree {
  readonly #nodes: { -readonly [Field in keyof Node]: Node[Field] }[] = []
  #used = 0
  readonly #lists: NodeList[] = []
  #usedLists = 0

  /** Begins another name: all nodes and lists made so far may be overwritten. */
  clear(): void {
    this.#used = this.#usedLists = 0
  }

  /** Returns a node with these fields, which holds until `clear`. */
  node(
    kind: Kind,
    text: string,
    left: Node | null = null,
    right: Node | null = null,
    items = NO_NODES,
    number = 0,
    end = 0,
  ): Node {
    const at = this.#used++
    if (at === this.#nodes.length) this.#nodes.push({ kind, text, left, right, items, number, end })
    const node = this.#nodes[at]
    node.kind = kind
    node.text = text
    node.left = left
    node.right = right
    node.items = items
    node.number = number
    node.end = end
    return node
  }

  /** Returns an empty list, which holds until `clear`. */
  list(): NodeList {
    if (this.#usedLists === this.#lists.length) this.#lists.push(new NodeList())
    const list = this.#lists[this.#usedLists++]
    list.cut(0)
    return list
  }
}

/**
 * The operators: their two-letter code, how they are written, and how many operands an expression gives them.
 *
 * Source:  Itanium C++ ABI, 5.1.3 (operator encodings).
 */
export interface Operator {
  /** As written; a trailing space parts a word from its operand. */
  readonly text: string
  readonly operands: 1 | 2 | 3
}

const TABLE: readonly (readonly [code: string, text: string, operands: 1 | 2 | 3])[] = [
  ['aN', '&=', 2],
  ['aS', '=', 2],
  ['aa', '&&', 2],
  ['ad', '&', 1],
  ['an', '&', 2],
  ['at', 'alignof ', 1],
  ['aw', 'co_await ', 1],
  ['az', 'alignof ', 1],
  ['cc', 'const_cast', 2],
  ['cl', '()', 2],
  ['cm', ',', 2],
  ['co', '~', 1],
  ['dV', '/=', 2],
  ['dX', '[...]=', 3],
  ['da', 'delete[] ', 1],
  ['dc', 'dynamic_cast', 2],
  ['de', '*', 1],
  ['di', '=', 2],
  ['dl', 'delete ', 1],
  ['ds', '.*', 2],
  ['dt', '.', 2],
  ['dv', '/', 2],
  ['dx', ']=', 2],
  ['eO', '^=', 2],
  ['eo', '^', 2],
  ['eq', '==', 2],
  ['fL', '...', 3],
  ['fR', '...', 3],
  ['fl', '...', 2],
  ['fr', '...', 2],
  ['ge', '>=', 2],
  ['gs', '::', 1],
  ['gt', '>', 2],
  ['ix', '[]', 2],
  ['lS', '<<=', 2],
  ['le', '<=', 2],
  ['li', '"" ', 1],
  ['ls', '<<', 2],
  ['lt', '<', 2],
  ['mI', '-=', 2],
  ['mL', '*=', 2],
  ['mi', '-', 2],
  ['ml', '*', 2],
  ['mm', '--', 1],
  ['na', 'new[]', 3],
  ['ne', '!=', 2],
  ['ng', '-', 1],
  ['nt', '!', 1],
  ['nw', 'new', 3],
  ['oR', '|=', 2],
  ['oo', '||', 2],
  ['or', '|', 2],
  ['pL', '+=', 2],
  ['pl', '+', 2],
  ['pm', '->*', 2],
  ['pp', '++', 1],
  ['ps', '+', 1],
  ['pt', '->', 2],
  ['qu', '?', 3],
  ['rM', '%=', 2],
  ['rS', '>>=', 2],
  ['rc', 'reinterpret_cast', 2],
  ['rm', '%', 2],
  ['rs', '>>', 2],
  ['sP', 'sizeof...', 1],
  ['sZ', 'sizeof...', 1],
  ['sc', 'static_cast', 2],
  ['ss', '<=>', 2],
  ['st', 'sizeof ', 1],
  ['sz', 'sizeof ', 1],
  ['tr', 'throw', 1],
  ['tw', 'throw ', 1],
]

/**
 * Returns two character codes as one number, the first in the upper byte.
 *
 * @param first below 256, as `second`
 */
export function operatorCode(first: number, second: number): number {
  return (first << 8) | second
}

/**
 * Returns the `operatorCode` of the first two characters of a text.
 *
 * @param letters at least two characters, ASCII
 */
export function codeOf(letters: string): number {
  return operatorCode(letters.charCodeAt(0), letters.charCodeAt(1))
}

/** The operators, by operatorCode. */
export const OPERATORS: ReadonlyMap<number, Operator> = new Map(
  TABLE.map(([code, text, operands]) => [codeOf(code), { text, operands }]),
)

/**
 * Nodes that are the same in every name: builtin types with how literals of each are written, operators, and abbreviations of the
 * standard library's names.
 *
 * Source:  Itanium C++ ABI, 5.1.5.2, 5.1.3 and 5.1.10; the styles of literals are those of GNU's tools.
 */

/**
 * Returns the node of a builtin type.
 *
 * @param text the type's name as it is printed, such as `unsigned int`
 * @param style how literals of the type are printed, a LiteralStyle
 */
export function builtin(text: string, style: number = LiteralStyle.cast): Node {
  return fixedNode('builtin', text, null, null, style)
}

/** Builtin types by their letter, `a` first; null for a letter without type. */
export const BUILTINS: readonly (Node | null)[] = [
  builtin('signed char'),
  builtin('bool', LiteralStyle.boolean),
  builtin('char'),
  builtin('double', LiteralStyle.floating),
  builtin('long double', LiteralStyle.floating),
  builtin('float', LiteralStyle.floating),
  builtin('__float128', LiteralStyle.floating),
  builtin('unsigned char'),
  builtin('int', LiteralStyle.int),
  builtin('unsigned int', LiteralStyle.unsigned),
  null,
  builtin('long', LiteralStyle.long),
  builtin('unsigned long', LiteralStyle.unsignedLong),
  builtin('__int128'),
  builtin('unsigned __int128'),
  null,
  null,
  null,
  builtin('short'),
  builtin('unsigned short'),
  null,
  builtin('void'),
  builtin('wchar_t'),
  builtin('long long', LiteralStyle.longLong),
  builtin('unsigned long long', LiteralStyle.unsignedLongLong),
  builtin('...'),
]

/** Builtin types by the character code behind `D`. */
export const D_BUILTINS: ReadonlyMap<number, Node> = new Map([
  [97, builtin('auto')],
  [99, builtin('decltype(auto)')],
  [100, builtin('decimal64')],
  [101, builtin('decimal128')],
  [102, builtin('decimal32')],
  [104, builtin('half', LiteralStyle.floating)],
  [105, builtin('char32_t')],
  [110, builtin('decltype(nullptr)', LiteralStyle.nullptr)],
  [115, builtin('char16_t')],
  [117, builtin('char8_t')],
])

function abbreviation(text: string, base: string, long: string): Node {
  return fixedNode('abbreviation', text, fixedNode('name', base), fixedNode('name', long))
}

/**
 * Abbreviations by the character code behind `S`. The long form appears in front of a constructor or
 * destructor only.
 */
export const ABBREVIATIONS: ReadonlyMap<number, Node> = new Map([
  [97, abbreviation('std::allocator', 'allocator', 'std::allocator')],
  [98, abbreviation('std::basic_string', 'basic_string', 'std::basic_string')],
  [
    115,
    abbreviation(
      'std::string',
      'basic_string',
      'std::basic_string<char, std::char_traits<char>, std::allocator<char> >',
    ),
  ],
  [105, abbreviation('std::istream', 'basic_istream', 'std::basic_istream<char, std::char_traits<char> >')],
  [111, abbreviation('std::ostream', 'basic_ostream', 'std::basic_ostream<char, std::char_traits<char> >')],
  [
    100,
    abbreviation('std::iostream', 'basic_iostream', 'std::basic_iostream<char, std::char_traits<char> >'),
  ],
])

/** Names of operator functions, by operatorCode. */
export const OPERATOR_NODES: ReadonlyMap<number, Node> = new Map(
  Array.from(OPERATORS, ([code, { text }]) => {
    const word = text.trimEnd()
    return [code, fixedNode('operator', isLower(word.charCodeAt(0)) ? `operator ${word}` : `operator${word}`)]
  }),
)
