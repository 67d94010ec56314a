// Below the graph, in one line: how much of the profile is drawn, with a legend.
import { useCallback, useMemo, useState } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { Scene } from './scene.ts'
import type { ChosenLayout } from '../../../workers/core/reports/graph/choose-layout.ts'
import { describeDrawn, describeLimits } from '../../../workers/core/reports/graph/drawing-text.ts'
import type { NodeLinkChoice } from '../../../workers/core/reports/graph/graph-choice.ts'
import { HelpIcon } from '../../ui/icons.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { LegendList } from './legend.tsx'
import { groupItems, markItems } from './legend-items.ts'
import styles from './force-graph.module.css'

export function GraphFooter({
  opened,
  drawn,
  choice,
  layout,
}: {
  readonly opened: ProfileView
  readonly drawn: Scene
  readonly choice: NodeLinkChoice
  readonly layout: ChosenLayout
}) {
  const { analyzed, nodeLink } = drawn
  const [isOpen, setOpen] = useState(false)
  const toggle = useCallback(() => setOpen((before) => !before), [])
  const groups = useMemo(() => groupItems(drawn), [drawn])
  return (
    <div className={styles.foot}>
      <p className={styles.extent} role="status" aria-label="What is drawn">
        {[describeDrawn(analyzed, nodeLink, choice), ...describeLimits(analyzed, nodeLink), layout.reason]
          .filter((sentence) => sentence !== '')
          .join(' ')}
      </p>
      <div className={styles.groups}>
        <LegendList items={groups} label="Colours" />
      </div>
      <div className={styles.legend}>
        <Popover label="Legend" icon={<HelpIcon />} isOpen={isOpen} onToggle={toggle}>
          <LegendList items={[...markItems(drawn), ...groups]} label={`Legend of ${opened.name}`} />
        </Popover>
      </div>
    </div>
  )
}
