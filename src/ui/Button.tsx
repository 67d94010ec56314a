// A button in one of the looks that all controls share.
import type { ComponentProps } from 'react'
import styles from './controls.module.css'

export function Button({
  look = 'button',
  className = '',
  ...rest
}: Omit<ComponentProps<'button'>, 'type'> & {
  /** `quiet` is without a frame, `toggle` for what is switched on and off. */
  readonly look?: 'button' | 'primary' | 'quiet' | 'toggle'
}) {
  return <button type="button" className={`${styles[look]} ${className}`} {...rest} />
}
