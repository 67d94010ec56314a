// What is under the pointer or has the focus → what the tip says of it.
import { NONE } from '../../../../workers/core/base/brand.ts'
import type { ProfileView } from '../../../../workers/api/contract.ts'
import type { TipText } from '../../../../workers/core/reports/node-link/drawing-text.ts'
import {
  describeArcBeside,
  describeNodeBeside,
} from '../../../../workers/core/reports/what-if/drawing-differences.ts'
import { sceneArc } from '../scene/scene-arcs.ts'
import type { Scene } from '../scene/scene.ts'
import type { Pointed } from './use-pointing.ts'

export function tipOf(opened: ProfileView, scene: Scene, pointed: Pointed): TipText | null {
  if (pointed.kind === 'node') {
    const node = scene.nodeLink.nodes[pointed.index]
    return node ? describeNodeBeside(opened, opened.asMeasured, node.function) : null
  }
  const at = sceneArc(scene, pointed.index)
  if (!at) return null
  if (!at.isCut && at.arc !== NONE) return describeArcBeside(at.analyzed, opened.asMeasured, at.arc)
  const { lines } = at.text
  return {
    ...at.text,
    lines: [at.arc === NONE ? `Cut: ${lines.join('; ')}` : `Cut. As measured: ${lines.join('; ')}`],
  }
}
