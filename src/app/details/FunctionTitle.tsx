// The whole name of a function over several lines. Where it has more of them than there is room for, those are in sight that
// tell what it is called, rather than those with what it returns.
import { useLayoutEffect, useRef } from 'react'
import { nameParts } from '../../../workers/core/reports/names/name-parts.ts'
import { BreakableName } from '../../ui/text.tsx'
import styles from './details.module.css'

export function FunctionTitle({ name }: { readonly name: string }) {
  const title = useRef<HTMLHeadingElement>(null)
  const own = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (!title.current || !own.current) return
    const end = own.current.offsetTop + own.current.offsetHeight
    const line = Number.parseFloat(getComputedStyle(title.current).lineHeight)
    title.current.scrollTop = Math.ceil((end - title.current.clientHeight) / line) * line
  }, [])
  const { result, outer, scope, own: called, types, parameters } = nameParts(name)
  return (
    <h2 ref={title} className={styles.name}>
      <BreakableName name={result + outer} />
      <wbr />
      <b ref={own}>
        <BreakableName name={scope + called} />
      </b>
      <BreakableName name={types + parameters} />
    </h2>
  )
}
