// Entry of the profile worker. It contains nothing else, because parts loaded later must not
// import it: WebKit runs a worker's first file again when another imports it, and two services
// would answer.
import { expose } from 'comlink'
import { passAbortSignals } from '../api/abort-signal.ts'
import { ProfileService } from './profile-service.ts'

passAbortSignals()
expose(new ProfileService())
