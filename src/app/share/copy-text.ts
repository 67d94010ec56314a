// Puts text on the clipboard; answers what to tell the person.
export async function copyText(text: string, done: string, otherwise: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text)
    return done
  } catch {
    return `The browser did not allow copying. ${otherwise}`
  }
}
