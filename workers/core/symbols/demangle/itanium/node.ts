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
  readonly items: readonly Node[]
  readonly number: number
  /** Of a name that is a place in the input: where that ends; 0 of all other nodes. */
  readonly end: number
}

export type Kind = NameKind | TypeKind | ExpressionKind

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

/** Where the dots of a fold stand: `(... + x)`, `(x + ...)`, `(x + ... + y)`. */
export const FOLD_SHAPES = { left: 0, right: 1, binary: 2 } as const

export const NO_NODES: readonly Node[] = []

export function node(
  kind: Kind,
  text: string,
  left: Node | null = null,
  right: Node | null = null,
  items: readonly Node[] = NO_NODES,
  number = 0,
): Node {
  return { kind, text, left, right, items, number, end: 0 }
}

/** A name that is a place in the input. */
export function nameAt(from: number, end: number): Node {
  return { kind: 'name', text: '', left: null, right: null, items: NO_NODES, number: from, end }
}
