// Before each test file that wants a document: one as a new page has it, whatever the file before has left.
import { initialState, useStore } from '../state/store.ts'

history.replaceState(null, '', '/')
localStorage.clear()
sessionStorage.clear()
document.body.replaceChildren()
useStore.setState(initialState(), true)
