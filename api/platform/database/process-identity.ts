import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Returns an identity that no later process shares. The system reuses pids, so the identity includes the start time.
 * @returns undefined when the process has ended; a zombie counts as ended
 */
export function processIdentity(pid: number): string | undefined {
  return process.platform === 'linux' ? linuxIdentity(pid) : psIdentity(pid);
}

/** Returns the command line of a process; an empty string when it has ended. */
export function commandLine(pid: number): string {
  if (process.platform !== 'linux') return ps(pid, 'args=');
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

function linuxIdentity(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command name is in parentheses, and may itself contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${fields[19]}`;
  } catch {
    return undefined;
  }
}

function psIdentity(pid: number): string | undefined {
  if (ps(pid, 'stat=').startsWith('Z')) return undefined;
  return ps(pid, 'lstart=') || undefined;
}

const ps = (pid: number, column: string): string =>
  spawnSync('ps', ['-ww', '-o', column, '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
