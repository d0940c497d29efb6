import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './root.mjs';
import { giveUp } from './say.mjs';

const LAUNCHER_NEEDS = 20;
const FLORIN_NEEDS = 24;

/** Exits if this Node is too old for the launcher. The launcher accepts older versions than Florin. */
export function requireNode() {
  if (majorOf(process.versions.node) >= LAUNCHER_NEEDS) return;
  giveUp(
    `Florin needs Node ${LAUNCHER_NEEDS} or later to start, but this is ${process.version}. Get one from nodejs.org.`,
  );
}

/**
 * Returns the path of the Node that package-lock.json pins. Returns the path of this Node if the lock has no Node for
 * this platform.
 */
export function findPinnedNode() {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const binary = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  const pinned = path.join(ROOT, 'node_modules', `node-${system}-${process.arch}`, binary);
  if (existsSync(pinned)) {
    const { stdout } = spawnSync(pinned, ['-p', 'process.versions.node'], { encoding: 'utf8' });
    if (majorOf(stdout ?? '') >= FLORIN_NEEDS) return pinned;
  }
  if (majorOf(process.versions.node) >= FLORIN_NEEDS) return process.execPath;
  return giveUp(
    `npm has no Node ${FLORIN_NEEDS} for ${process.platform}-${process.arch}, and this is ${process.version}. ` +
      `Run Florin with Node ${FLORIN_NEEDS} or later.`,
  );
}

/**
 * Links the pinned Node, because npm before 11 installs it without a link. Services start the pinned Node by the name
 * of the link.
 */
export function linkPinnedNode(node) {
  const link = path.join(ROOT, 'node_modules/.bin/node');
  if (process.platform === 'win32' || existsSync(link)) return;
  rmSync(link, { force: true }); // a dangling link
  symlinkSync(node.startsWith(ROOT) ? path.relative(path.dirname(link), node) : node, link);
}

/**
 * Returns an environment with the pinned `node` and tools. Node caches compiled code in this environment, which saves a
 * third of a restart.
 */
export function pinnedEnvironment(node) {
  const folders = [path.dirname(node), path.join(ROOT, 'node_modules/.bin'), process.env.PATH];
  const compiled = path.join(ROOT, 'node_modules/.cache/node-compiled');
  return { NODE_COMPILE_CACHE: compiled, ...process.env, PATH: folders.join(path.delimiter) };
}

function majorOf(version) {
  return Number.parseInt(version, 10) || 0;
}
