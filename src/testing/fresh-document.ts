// Gives each test file that needs a document the state of a freshly loaded page. Unmounts what the
// file before it left mounted, as that would still listen and wait.
import { cleanup } from '@testing-library/react'
import { initialState, useStore } from '../state/store.ts'
import { shortenFailures } from './short-failures.ts'

shortenFailures()
cleanup()
history.replaceState(null, '', '/')
localStorage.clear()
sessionStorage.clear()
document.body.replaceChildren()
useStore.setState(initialState(), true)
