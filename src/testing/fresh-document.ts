// Gives each test file that needs a document the state of a freshly loaded page.
import { initialState, useStore } from '../state/store.ts'

history.replaceState(null, '', '/')
localStorage.clear()
sessionStorage.clear()
document.body.replaceChildren()
useStore.setState(initialState(), true)
