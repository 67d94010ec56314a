// Equations in symbols, as MathML.
import { createElement, type ReactNode } from 'react'
import { type Equation, equationText, type Term } from '../../workers/core/reports/equation.ts'
import styles from './symbols.module.css'

export function Symbols({ equations = [] }: { readonly equations?: readonly Equation[] | undefined }) {
  return equations.map(({ symbols, where }) => (
    <span key={equationText(symbols)} className={styles.equation}>
      {createElement('math', { 'aria-label': equationText(symbols), displaystyle: 'true' }, row(symbols))}
      <span className={styles.where}>
        {where.map(([index, meaning]) => (
          <span key={index}>
            <i>{index}</i> {meaning}
          </span>
        ))}
      </span>
    </span>
  ))
}

const row = (terms: readonly Term[]): ReactNode =>
  createElement('mrow', null, ...terms.map((term) => drawn(term)))

function drawn(term: Term): ReactNode {
  switch (term.kind) {
    case 'number':
      return createElement('mtext', null, term.text)
    case 'sign':
      return createElement('mo', null, term.text)
    case 'sum':
      return createElement(
        'munder',
        null,
        createElement('mo', null, '∑'),
        createElement('mi', null, term.over),
      )
    case 'symbol':
      return term.of === ''
        ? createElement('mi', null, term.letter)
        : createElement('msub', null, createElement('mi', null, term.letter), indexes(term.of))
    case 'fraction':
      return createElement('mfrac', null, row(term.part), row(term.whole))
  }
}

/** "i→j": a step from one index to another. */
function indexes(of: string): ReactNode {
  const parts = of.split(/(→)/)
  return createElement(
    'mrow',
    null,
    ...parts.map((part) => createElement(part === '→' ? 'mo' : 'mi', null, part)),
  )
}
