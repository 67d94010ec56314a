// Where the worker starts. Nothing else is in this file, for what is loaded later must not need it: WebKit runs a worker's
// first file once more when another imports it, and two services would answer.
import { expose } from 'comlink'
import { service } from './profile-service.ts'

expose(service)
