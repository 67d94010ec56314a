// A number and its unit stay on one line, however little room there is.

export const keepUnits = (text: string): string =>
  text.replaceAll(/(\d) (?=(?:%|[mµnp]?s)(?!\w))/g, '$1\u00a0')
