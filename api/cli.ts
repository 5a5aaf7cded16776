import './require-node.mjs';
import { processTerminal } from './cli/process-terminal.js';
import { runCli } from './cli/run-cli.js';

process.exitCode = await runCli(process.argv.slice(2), processTerminal(process.stdin, process.stderr));
