// In place of beside-client.ts in the one HTML file, whose worker is made from a text and knows no address of another.
export const startBeside = (): null => null
