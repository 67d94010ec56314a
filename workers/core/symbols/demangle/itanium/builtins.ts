/**
 * The builtin types by their letters, and how literals of each are written.
 *
 * Source:  Itanium C++ ABI, 5.1.5.2; the styles are those of GNU's tools.
 */
import { LiteralStyle, node, type Node } from './node.ts'

export function builtin(text: string, style: number = LiteralStyle.cast): Node {
  return node('builtin', text, null, null, [], style)
}

/** By the letter of the type, `a` first. */
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

/** By the letter behind `D`. */
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
