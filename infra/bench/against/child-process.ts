import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { undoWhenInterrupted } from '../environment/interruption.js';

/** Runs a program to its end, and returns its output. @throws Error with its messages when it fails */
export async function outputOf(program: string, args: readonly string[], cwd: string): Promise<string> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const exit = once(child, 'exit') as Promise<[number | null]>;
  const ended = undoWhenInterrupted(async () => {
    child.kill();
    await exit;
  });
  const [output, messages, [code]] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  ended();
  if (code !== 0) throw new Error(`${messages}${program} ${args.join(' ')} failed (${code}).`);
  return output;
}
