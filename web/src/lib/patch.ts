// RFC 6902 without the parts the server never sends. Nothing is changed in place: what did not change stays identical.
import type { PatchOp } from '../protocol'

type Json = unknown

/** A patch that does not fit its document: the client has lost track and must start anew. */
export class BadPatch extends Error {}

/** The document after all operations. */
export function patched<T>(document: T, operations: readonly PatchOp[]): T {
  let result: Json = document
  for (const operation of operations) result = change(result, pointer(operation.path), operation)
  return result as T
}

function pointer(path: string): string[] {
  if (path === '') return []
  if (!path.startsWith('/')) throw new BadPatch(`not a JSON pointer: ${path}`)
  return path
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function change(node: Json, path: string[], operation: PatchOp): Json {
  const [head, ...rest] = path
  if (head === undefined) return operation.op === 'remove' ? null : operation.value
  if (Array.isArray(node)) return changeList(node, head, rest, operation)
  if (node === null || typeof node !== 'object') throw new BadPatch(`nothing at ${operation.path}`)
  const copy: Record<string, Json> = { ...node }
  if (rest.length === 0 && operation.op === 'add') copy[head] = operation.value
  else if (!Object.hasOwn(copy, head)) throw new BadPatch(`nothing at ${operation.path}`)
  else if (rest.length > 0) copy[head] = change(copy[head], rest, operation)
  else if (operation.op === 'remove') delete copy[head]
  else copy[head] = operation.value
  return copy
}

function changeList(node: Json[], head: string, rest: string[], operation: PatchOp): Json {
  const adds = rest.length === 0 && operation.op === 'add'
  const place = /^(0|[1-9]\d*)$/.test(head) ? Number(head) : NaN
  if (!(place < node.length + (adds ? 1 : 0))) throw new BadPatch(`nothing at ${operation.path}`)
  const copy = [...node]
  if (rest.length > 0) copy[place] = change(copy[place], rest, operation)
  else if (operation.op === 'add') copy.splice(place, 0, operation.value)
  else if (operation.op === 'remove') copy.splice(place, 1)
  else copy[place] = operation.value
  return copy
}
