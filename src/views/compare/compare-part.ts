// All that is loaded once something is compared, or about to be.
export { Changes } from './Changes.tsx'
export { Compare } from './Compare.tsx'
export { exportMarkdown, exportTable } from './export-table.ts'
