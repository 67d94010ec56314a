// Whether the picture is on its way: a gesture, or the page's own motion.
import { useCallback, useEffect, useRef, useState } from 'react'

/** After the last step the picture is at rest, and drawn sharp with the labels it has room for. */
const REST_MS = 160

/** `stepped` is called for each step of a motion. */
export function useUnderWay(): { readonly isMoving: boolean; readonly stepped: () => void } {
  const [isMoving, setIsMoving] = useState(false)
  const step = useRef(0)
  const stepped = useCallback(() => {
    setIsMoving(true)
    const mine = ++step.current
    // Steps that came meanwhile are heard before a frame is: where frames are slow, the picture does not come to rest
    // between one and the next, which would cost the next one more.
    const restUnlessMoved = (): void => {
      if (mine === step.current) setIsMoving(false)
    }
    setTimeout(() => requestAnimationFrame(restUnlessMoved), REST_MS)
  }, [])
  useEffect(
    () => () => {
      step.current = -1
    },
    [],
  )
  return { isMoving, stepped }
}
