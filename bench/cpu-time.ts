import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** USER_HZ, the unit of /proc, which is 100 on every Linux that Node runs on. */
const ticksPerSecond = 100;

type Process = { readonly pid: number; readonly parent: number; readonly seconds: number };

/** Returns the CPU seconds (user and kernel) of a process with all its living and ended children. Linux only. */
export function cpuSecondsOf(root: number): number {
  return treeOf(root).reduce((sum, { seconds }) => sum + seconds, 0);
}

/** Keeps a process, with all its children and their later children, on one core. Linux only. */
export function pinTo(core: number, root: number): void {
  for (const { pid } of treeOf(root))
    execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(pid)], { stdio: 'ignore' });
}

function treeOf(root: number): Process[] {
  const all = processes();
  const tree = new Set([root]);
  // Children start after their parents, so nearly always one round is enough.
  for (let before = 0; before < tree.size;) {
    before = tree.size;
    for (const { pid, parent } of all) if (tree.has(parent)) tree.add(pid);
  }
  return all.filter(({ pid }) => tree.has(pid));
}

function processes(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        // The name in brackets may contain spaces; the fields after the name do not contain spaces.
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        // utime, stime, cutime, cstime
        const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
        return [{ pid: Number(name), parent: Number(fields[1]), seconds: ticks / ticksPerSecond }];
      } catch {
        return []; // it has ended
      }
    });
}
