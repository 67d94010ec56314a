/**
 * Names of the D language, as GNU's tools print them.
 *
 * Shape:   `_Dmain`, or a name behind `_D`, to text or null.
 * Errors:  null for whatever is not such a name, or passes a bound (cursor.ts).
 */
import { NOT_MANGLED } from '../not-mangled.ts'
import { NameReader } from './names.ts'

export function demangleDlang(name: string): string | null {
  if (!name.startsWith('_D')) return null
  if (name === '_Dmain') return 'D main'
  try {
    return new NameReader(name, 0).wholeName()
  } catch (error) {
    if (error === NOT_MANGLED) return null
    throw error
  }
}
