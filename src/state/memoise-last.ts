// Remembers the last answer only, by the identity of what it was worked out from.

export function memoiseLast<Asked extends readonly unknown[], Answer>(
  compute: (...asked: Asked) => Answer,
): (...asked: Asked) => Answer {
  let last: { readonly asked: Asked; readonly answer: Answer } | undefined
  return (...asked) => {
    if (!last?.asked.every((value, at) => value === asked[at])) last = { asked, answer: compute(...asked) }
    return last.answer
  }
}
