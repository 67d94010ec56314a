// Whose process holds the other end of a connection on loopback.
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { endianness } from 'node:os'

/** Connections of IPv4, and those that a program made through an IPv6 socket. */
const TABLES = ['/proc/self/net/tcp', '/proc/self/net/tcp6']
/** 127.0.0.1 as the kernel prints it: one number, in the machine's byte order. */
const LOOPBACK = endianness() === 'LE' ? '0100007F' : '7F000001'

/** Returns the user id of the program that connected, or null if the system does not say: only Linux does. */
export function peerUser({ remotePort = 0, localPort = 0 }: Socket): number | null {
  const users = new Set(TABLES.flatMap((table) => usersIn(textOf(table), remotePort, localPort)))
  const [user] = users
  return users.size === 1 ? (user ?? null) : null
}

/** Returns the users of sockets on loopback that are bound to `port` and connected to `other`. */
function usersIn(table: string, port: number, other: number): readonly number[] {
  const [local, remote] = [port, other].map(
    (one) => `${LOOPBACK}:${one.toString(16).toUpperCase().padStart(4, '0')}`,
  )
  return table.split('\n').flatMap((line) => {
    const [, from = '', to = '', , , , , user] = line.trim().split(/\s+/)
    return from.endsWith(local ?? '') && to.endsWith(remote ?? '') ? [Number(user)] : []
  })
}

function textOf(table: string): string {
  try {
    return readFileSync(table, 'latin1')
  } catch {
    return ''
  }
}
