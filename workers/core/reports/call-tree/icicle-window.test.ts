// Windows on an icicle, and the scale above it.
import { expect, it } from 'vitest'
import { scaleMarks, WHOLE, windowAround, windowOf, zoomWindow } from './icicle-window.ts'

it('moves and zooms windows without leaving the box', () => {
  expect(windowAround(0.9, 0.4)).toEqual({ from: 0.6, to: 1 })
  expect(windowAround(0.5, 3)).toEqual(WHOLE)
  expect(zoomWindow(WHOLE, 0.5, 0.5)).toEqual({ from: 0.25, to: 0.75 })
  expect(zoomWindow({ from: 0.75, to: 1 }, 2, 1)).toEqual({ from: 0.5, to: 1 })
  expect(zoomWindow({ from: 0, to: 0.5 }, 9, 0)).toEqual(WHOLE)
  expect(windowOf({ from: 0.25, to: 0.5 }, { from: 0.5, to: 1 })).toEqual({ from: 0.625, to: 0.75 })
})

it('has a scale of round percentages of the root', () => {
  const texts = (...asked: Parameters<typeof scaleMarks>) => scaleMarks(...asked).map(({ text }) => text)
  expect(texts(700, 1)).toEqual(['0%', '10%', '20%', '30%', '40%', '50%', '60%', '70%', '80%', '90%', '100%'])
  expect(texts(300, 0.1)).toEqual(['0%', '5%', '10%'])
  expect(texts(200, 1, { from: 0.5, to: 0.51 })).toEqual(['50.0%', '50.5%', '51.0%'])
  expect(scaleMarks(200, 1)[1]).toEqual({ left: 100, text: '50%' })
  expect(scaleMarks(0, 1)).toEqual([])
})
