// Problems outside the profile: fetching, writing, the environment.
import type { ProblemIn } from '../../problems/problem.ts'
import { formatBytes } from '../../quantities.ts'
import type { MessageByCode } from './message.ts'

export const HOST_PROBLEMS: MessageByCode<ProblemIn<'hosted' | 'export' | 'host' | 'bug'>> = {
  'hosted/bad-address': (problem) => ({
    title: 'This link cannot be opened',
    explanation: `It names a profile at ${problem.address}, but ${problem.why}.`,
    remedy: 'Ask for the link again, or download the file and drop it here.',
  }),
  'hosted/unreachable': (problem) => ({
    title: 'The profile could not be fetched',
    explanation: `${problem.address} did not answer, or its server does not allow other pages to read it.`,
    remedy:
      'Download the file and drop it here. Its host can allow pages to read it with the header Access-Control-Allow-Origin: *',
  }),
  'hosted/refused': (problem) => ({
    title: problem.status === 404 ? 'The profile is not there' : 'The server refused to give the profile',
    explanation: `${problem.address} answered with status ${problem.status}.`,
    remedy:
      'It may have been moved, or be there only for those who are signed in: download it and drop it here.',
  }),
  'hosted/redirected': (problem) => ({
    title: 'The profile has moved',
    explanation: `${problem.address} redirects to another address, which you have not allowed.`,
    remedy: 'Put the final address into the link, or download the file and drop it here.',
  }),
  'hosted/too-large': (problem) => ({
    title: 'The hosted file is too large',
    explanation: `${problem.address} has ${formatBytes(problem.bytes)} or more; up to ${formatBytes(problem.limit)} are fetched.`,
    remedy: 'Download the file and drop it here.',
  }),
  'export/left-out': (problem) => ({
    title: `There is no ${problem.what} to save`,
    explanation: `This profile was saved without what ${problem.what} is made of.`,
    remedy: 'Open the files that it was made from.',
  }),
  'export/too-large': (problem) => ({
    title: `${problem.what} would be too large`,
    explanation: `It would take ${formatBytes(problem.bytes)}, ${problem.why === 'counts' ? 'because a record holds counts up to 4,294,967,295 only' : 'too much for what it is packed into'}.`,
    remedy:
      problem.why === 'counts'
        ? 'Look at the file that has such counts: they are hardly a program’s.'
        : 'Leave something out, or keep the files that it is made of.',
  }),
  'export/no-time': (problem) => ({
    title: 'There is no time to write',
    explanation: `${problem.what} holds times, and what is shown of this profile has none: no samples, or all of them left out.`,
    remedy: 'Calls without times are in the gprof listing, in JSON and in DOT.',
  }),
  'host/worker-lost': (problem) => ({
    title: 'Reading stopped',
    explanation: `The worker ended before it answered, perhaps for lack of memory. ${problem.message}`,
    remedy: 'Open the files once more. With very large profiles, close other tabs first.',
  }),
  'host/part-missing': (problem) => ({
    title: 'Part of the page did not load',
    explanation: `Its server no longer answers, or has another version by now. ${problem.message}`,
    remedy: 'Once the server answers, try again, or load the page again and open the files again.',
  }),
  'host/cancelled': () => ({ title: 'Cancelled', explanation: 'Reading was stopped.', remedy: '' }),
  bug: (problem) => ({
    title: 'Internal error',
    explanation: `This is a fault in gmonscope, not in the files: ${problem.message}`,
    remedy: 'Please report it, with the details below.',
  }),
}
