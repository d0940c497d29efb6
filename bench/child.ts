import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** The Node flags of `npm start`, used for every contender. */
export const asStarted = ['--use-largepages=silent'];

/** Starts a server and waits until it answers. */
export async function startChild(script: string, env: Record<string, string>, origin: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...asStarted, script], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (let attempt = 0; attempt < 1_200; attempt++) {
    if (child.exitCode !== null) throw new Error(`${script} ended with ${child.exitCode}`);
    const answer = await fetch(origin).catch(() => undefined);
    if (answer) return child;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${script} did not answer within a minute`);
}

export async function stopChild(child: ChildProcess) {
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** Runs a command to its end and returns the lines that it printed. */
export async function run(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<string[]> {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) lines.push(line);
  if (child.exitCode === null) await once(child, 'exit');
  if (child.exitCode !== 0) throw new Error(`${command} ended with ${child.exitCode}`);
  return lines;
}
