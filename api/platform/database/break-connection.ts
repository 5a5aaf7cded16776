import type { ClientBase, Connection } from 'pg';

/** Breaks the connection of a client at once. Its running statement fails like with a lost connection. */
export function breakConnection(client: ClientBase): void {
  // The driver's types do not declare the connection.
  (client as ClientBase & { connection: Connection }).connection.stream.destroy();
}
