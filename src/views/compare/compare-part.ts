// All that is loaded once something is compared, or about to be.
export { Changes } from './Changes.tsx'
export { Compare } from './Compare.tsx'
export { exportTable } from './export-table.ts'
