// Starts the page; nothing else.
import { createRoot } from 'react-dom/client'
import './app/theme.css'
import { App } from './app/App.tsx'
import { startTheme } from './app/theme.ts'
import { startAnalysis } from './state/analysis.ts'
import { startPossibleCalls } from './state/possible-calls.ts'
import { startQueries } from './state/queries.ts'
import { startSources } from './state/sources.ts'
import { startSync } from './state/url/sync.ts'

startTheme()
startSync()
startQueries()
startAnalysis()
startSources()
startPossibleCalls()
const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
