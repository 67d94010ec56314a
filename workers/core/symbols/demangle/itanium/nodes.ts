// The tree of a C++ name.

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
