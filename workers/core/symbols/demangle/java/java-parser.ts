/**
 * Reads the names gcj mangles: those of C++, with characters spelled out, and with a `$` behind names that would be
 * keywords in C++.
 */
import { EncodingParser } from '../itanium/encoding.ts'
import { spelledOut } from './spelling.ts'

const DOLLAR = 36

export class JavaParser extends EncodingParser {
  protected override sourceText(): string {
    const text = spelledOut(super.sourceText())
    this.accept(DOLLAR)
    return text
  }
}
