/**
 * Reads the names gcj mangles: those of C++, with characters spelled out, and with a `$` behind names that would be
 * keywords in C++.
 */
import type { Node } from '../itanium/node.ts'
import { named, Parser } from '../itanium/parser.ts'
import { spelledOut } from './spelling.ts'

const DOLLAR = 36

export class JavaParser extends Parser {
  protected override sourceText(): string {
    const text = spelledOut(super.sourceText())
    this.accept(DOLLAR)
    return text
  }

  protected override identifier(): Node {
    return named(this.sourceText())
  }
}
