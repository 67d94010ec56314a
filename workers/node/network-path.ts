/**
 * Whether looking at a path asks another machine, as `\\host\share\x.c` does on Windows, which tells that machine who is logged in.
 * A program's file may name any: such paths are for a person to name. Devices (`\\.\pipe\x`) look alike.
 */
export function isNetworkPath(path: string, platform: NodeJS.Platform = process.platform): boolean {
  return platform === 'win32' && /^[/\\]{2}/.test(path)
}
