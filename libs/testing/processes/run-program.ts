import { type ChildProcess, spawn } from 'node:child_process';

/** How a program ended and what it said. */
export interface ProgramResult {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** A program under test. */
export interface RunningProgram {
  readonly child: ChildProcess;
  /** Resolves when it has ended. */
  readonly ended: Promise<ProgramResult>;
  /** Resolves with what matched once the output so far matches; rejects when the program ends before. */
  waitFor(pattern: RegExp): Promise<RegExpMatchArray>;
}

/** Starts a Node program with exactly the given settings added to the environment. */
export function startProgram(args: readonly string[], env: Record<string, string> = {}, cwd?: string): RunningProgram {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  let onOutput = () => undefined as void;
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text;
      onOutput();
    });
  }
  const ended = new Promise<ProgramResult>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, ...output }));
  });
  const waitFor = (pattern: RegExp) =>
    new Promise<RegExpMatchArray>((resolve, reject) => {
      onOutput = () => {
        const match = pattern.exec(output.stdout + output.stderr);
        if (match) resolve(match);
      };
      onOutput();
      ended.then(
        (result) => reject(new Error(`Ended without ${pattern}:\n${JSON.stringify(result, null, 2)}`)),
        reject,
      );
    });
  return { child, ended, waitFor };
}

/** Runs a Node program to its end. */
export function runProgram(
  args: readonly string[],
  env: Record<string, string> = {},
  cwd?: string,
): Promise<ProgramResult> {
  return startProgram(args, env, cwd).ended;
}
