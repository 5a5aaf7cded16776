import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { findProgram } from './program.js';

/** A screen in memory. */
export interface VirtualDisplay {
  /** Value of the environment variable DISPLAY. */
  name: string;
  close(): Promise<void>;
}

export const hasVirtualDisplay = (): boolean => findProgram('Xvfb') !== null;

/** Starts an X server whose screen is larger than any window of a spec. It also renders WebGL in software. */
export async function openVirtualDisplay(): Promise<VirtualDisplay> {
  const server = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '2000x1500x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [number] = (await once(server.stdout, 'data')) as [Buffer];
  return { name: `:${number.toString().trim()}`, close: () => endProcess(server) };
}

export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}
