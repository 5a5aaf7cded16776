import type { ClientBase, Connection } from 'pg';

/** Breaks the connection of a client immediately. Its running statement fails as after a lost connection. */
export function breakConnection(client: ClientBase): void {
  // The driver's types do not declare the connection.
  (client as ClientBase & { connection: Connection }).connection.stream.destroy();
}
