// Nodes that are the same in every name: builtin types with how literals of each are written, operators,
// abbreviations of the standard library’s names.
//
// Source:  Itanium C++ ABI, 5.1.5.2, 5.1.3 and 5.1.10; the styles of literals are those of GNU's tools.
import { isLower } from '../parsing.ts'
import { LiteralStyle, type Node, fixedNode } from './nodes.ts'
import { OPERATORS } from './operators.ts'

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
