import { createServer } from 'node:net';
import { StartError } from '../platform/database/start-error.js';

/**
 * Checks that a port can be opened, before any other work is done.
 * @param variable the setting with the port
 * @throws StartError when it cannot
 */
export async function assertPortFree(host: string, port: number, variable: 'PORT' | 'OPS_PORT'): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(portError(error, host, port, variable)));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve()));
  });
}

function portError(error: NodeJS.ErrnoException, host: string, port: number, variable: string): Error {
  const options = { cause: error };
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} on ${host} is used by another program: stop it, or set ${variable} to another port.`,
        options,
      );
    case 'EACCES':
      return new StartError(`Port ${port} cannot be opened by this user: set ${variable} to one above 1023.`, options);
    default:
      return new StartError(
        `${host} is not an address of this machine (${error.code}): set ${variable.replace('PORT', 'HOST')} to one of its addresses.`,
        options,
      );
  }
}
