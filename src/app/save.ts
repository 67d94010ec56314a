// Hands a file to the person.
export function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // A browser on a busy machine begins late.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
