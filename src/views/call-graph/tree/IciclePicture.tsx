// What the icicle looks like: certain time solid, assumed time hatched, self time a line at the foot of the box.
import { useId } from 'react'
import type { IciclePaths } from './icicle-paths.ts'
import styles from './icicle-picture.module.css'

export function IciclePicture({
  lines,
  width,
  height,
}: {
  readonly lines: IciclePaths
  readonly width: number
  readonly height: number
}) {
  const id = useId()
  const hatch = (name: string) => `url(#${id}${name})`
  return (
    <svg className={styles.picture} width={width} height={height} aria-hidden="true">
      <defs>
        <Hatch id={`${id}box`} base={styles.hatchBase} stripe={styles.hatchStripe} />
        <Hatch id={`${id}cycle`} base={styles.cycleBase} stripe={styles.cycleStripe} />
        <Hatch id={`${id}self`} base={styles.selfBase} stripe={styles.selfStripe} />
      </defs>
      <path d={lines.certain} className={styles.fillCertain} />
      <path d={lines.assumed} fill={hatch('box')} />
      <path d={lines.certainCycle} className={styles.fillCycle} />
      <path d={lines.assumedCycle} fill={hatch('cycle')} />
      <path d={lines.found} className={styles.fillFound} />
      <path d={lines.certainSelf} className={styles.fillSelf} />
      <path d={lines.assumedSelf} fill={hatch('self')} />
      <path d={lines.selected} className={styles.outline} />
    </svg>
  )
}

function Hatch({
  id,
  base,
  stripe,
}: {
  readonly id: string
  readonly base: string | undefined
  readonly stripe: string | undefined
}) {
  return (
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="6" height="6" className={base} />
      <rect width="2.5" height="6" className={stripe} />
    </pattern>
  )
}
