// Compiles one of our programs with the machine's compiler, runs it as its line in the table says, and answers the files.
import { writeFile, mkdir, access } from 'node:fs/promises'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runTool } from './gprof/live-gprof.ts'
import type { Source, TestProgram } from './programs/table.ts'

export interface Profiled {
  readonly executable: string
  readonly profiles: readonly string[]
}

/** Folder with the sources of the programs, with a slash at its end. */
export const PROGRAMS_FOLDER = fileURLToPath(new URL('./programs/', import.meta.url))

/** `folder` is made, and all files go there. */
export async function profileProgram(program: TestProgram, folder: string): Promise<Profiled> {
  await mkdir(folder, { recursive: true })
  const objects: string[] = []
  for (const source of program.sources) objects.push(await compile(program, source, folder))
  const executable = join(folder, 'program')
  await mustSucceed(program.compiler, [...program.flags, '-pg', '-o', executable, ...objects], folder)
  const profiles: string[] = []
  // Kernels without support for 32 bits do not start it.
  const [command, ...first] = program.flags.includes('-m32') ? ['qemu-i386', executable] : [executable]
  for (const args of program.runs) profiles.push(await run(command, [...first, ...args], folder))
  return { executable, profiles }
}

async function compile(program: TestProgram, source: Source, folder: string): Promise<string> {
  const file = typeof source === 'string' ? source : source.file
  const counted = typeof source === 'string' || !('counted' in source) || source.counted
  let path = join(PROGRAMS_FOLDER, file)
  if (typeof source !== 'string' && 'text' in source) {
    path = join(folder, file)
    await writeFile(path, source.text)
  }
  const object = join(folder, `${file}.o`)
  await mustSucceed(
    program.compiler,
    [...program.flags, ...(counted ? ['-pg'] : []), '-c', '-o', object, path],
    folder,
  )
  return object
}

async function mustSucceed(compiler: string, args: readonly string[], folder: string): Promise<void> {
  const { status, stderr } = await runTool(compiler, args, { folder })
  if (status === 0) return
  throw new Error(
    `${compiler} ${args.join(' ')}: exit status ${status}. Packages it needs: scripts/apt-packages.txt\n${stderr}`,
  )
}

/** The C library adds the process's number to the prefix, so that runs do not overwrite each other's profile. */
function run(executable: string, args: readonly string[], folder: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(executable, args, {
      cwd: folder,
      env: { ...process.env, GMON_OUT_PREFIX: 'run' },
      stdio: 'ignore',
    })
    child.on('error', reject)
    child.on('exit', (status) => {
      const profile = join(folder, `run.${child.pid}`)
      if (status !== 0) reject(new Error(`${executable}: exit status ${status}`))
      else access(profile).then(() => resolve(profile), reject)
    })
  })
}
