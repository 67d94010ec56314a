// A button that shows an icon alone: its label is what it is called, and read out as.
import type { ComponentProps } from 'react'
import controls from './controls.module.css'

export function IconButton({
  label,
  className = controls.quiet,
  ...rest
}: Omit<ComponentProps<'button'>, 'type' | 'aria-label'> & { readonly label: string }) {
  return <button type="button" className={className} aria-label={label} {...rest} />
}
