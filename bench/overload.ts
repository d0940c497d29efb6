/**
 * P4, P5 and P11: latency at 70 % of the peak, goodput at ten times the load, and sends during a flood of sign-ins.
 * Open loops, ROUNDS times in turn; each round gives one ratio.
 *
 * The peak is the peak of 64 connections, as in P1. Ten times this load comes over 640, 2,000 and 6,000 connections.
 * The server does not accept all of the 6,000 connections. Two cores cannot even reject ten times as many sends. A
 * sign-in needs a core for 30 ms, so the client can offer ten times as many sign-ins, and the server can reject these.
 *
 * P4 needs a stable peak. So the benchmark measures the peak again afterwards. It prints P4 for all rounds, and for the
 * rounds with at most a tenth between both peaks. P4's single client also runs in an open loop, at 30 % of its
 * closed-loop rate, so a standstill of the machine counts fully in both figures. The benchmark also prints the
 * closed-loop result. Quiet sends are measured before and after the sign-ins.
 *
 *   npm run florin -- bench overload        ROUNDS=5 SECONDS=8 RIDERS=2000
 */
import { createProductDatabase, waitForHistory, startBenchServer } from './bench-database.ts';
import { stopChild } from './child.ts';
import { gatherCrowd } from './crowd.ts';
import { load, print, spread } from './figures.ts';
import { measure, measureOpen } from './measure.ts';
import type { What } from './requests.ts';
import { expectCleanSweep, setting, startProduct } from './settings.ts';

const [rounds, seconds, crowdSize] = [setting('ROUNDS', 5), setting('SECONDS', 8), setting('RIDERS', 2_000)];
const port = 4711;

const server = await startBenchServer();
const database = await createProductDatabase(server, 'bench');
const riders = await gatherCrowd(database.ownerPool, database.address, crowdSize);
const product = await startProduct(database, port);
try {
  const closed = (connections: number) => measure({ port, what: 'send', connections, seconds, riders });
  const offered = (rate: number, connections: number, what: What = 'send') =>
    measureOpen({ port, what, rate, connections, seconds, riders });
  const signIns = () => measure({ port, what: 'login', connections: 16, seconds, riders });
  await waitForHistory(database.ownerPool);
  print(`warming up; ${rounds} rounds of ${seconds} s each, ${crowdSize} members, load ${load()}`);
  await closed(64);
  await closed(64);

  const ratios = {
    p4: [] as number[],
    p4Steady: [] as number[],
    p4Closed: [] as number[],
    p5: [] as number[],
    p5OfHigher: [] as number[],
    p5TenTimesAsMany: [] as number[],
    p5TooMany: [] as number[],
    p5SignIns: [] as number[],
    p11: [] as number[],
  };
  const [shedP99, signInsShedP99]: [number[], number[]] = [[], []];
  for (let round = 1; round <= rounds; round++) {
    const aloneClosed = await closed(1);
    const alone = await offered(aloneClosed.perSecond * 0.3, 1);
    const peak = await closed(64);
    const busy = await offered(peak.perSecond * 0.7, 256);
    const peakAfter = await closed(64);
    const quiet = await offered(peak.perSecond * 0.3, 256);
    const [amid, flood] = await Promise.all([offered(peak.perSecond * 0.3, 256), signIns()]);
    const quietAfter = await offered(peak.perSecond * 0.3, 256);
    const crowded = await closed(512);
    const tenTimesAsMany = await offered(peak.perSecond * 10, 640);
    const flooded = await offered(peak.perSecond * 10, 2_000);
    const tooMany = await offered(peak.perSecond * 10, 6_000);
    const signInPeak = await signIns();
    const signInFlood = await offered(signInPeak.perSecond * 10, 640, 'login');
    const p4 = busy.p99 / alone.p99;
    ratios.p4.push(p4);
    if (Math.abs(Math.log(peakAfter.perSecond / peak.perSecond)) < Math.log(1.1)) ratios.p4Steady.push(p4);
    ratios.p4Closed.push(busy.p99 / aloneClosed.p99);
    const higher = Math.max(peak.perSecond, crowded.perSecond);
    ratios.p5.push(flooded.goodput / peak.perSecond);
    ratios.p5OfHigher.push(flooded.goodput / higher);
    ratios.p5TenTimesAsMany.push(tenTimesAsMany.goodput / higher);
    ratios.p5TooMany.push(tooMany.goodput / higher);
    ratios.p11.push((2 * amid.p99) / (quiet.p99 + quietAfter.p99));
    shedP99.push(tooMany.shedP99);
    ratios.p5SignIns.push(signInFlood.goodput / signInPeak.perSecond);
    signInsShedP99.push(signInFlood.shedP99);
    print(
      `round ${round}: peak ${peak.perSecond.toFixed(0)} and ${peakAfter.perSecond.toFixed(0)}/s, with 512 connections ${crowded.perSecond.toFixed(0)}/s; p99 alone ${alone.p99} ms (closed ${aloneClosed.p99} ms), at 70 % ${busy.p99} ms; ` +
        `tenfold over 640 connections: ${tenTimesAsMany.goodput.toFixed(0)}/s good, ${tenTimesAsMany.shed} shed (p99 ${tenTimesAsMany.shedP99} ms); ` +
        `over 2,000: ${flooded.goodput.toFixed(0)}/s good (p99 ${flooded.p99} ms), ${flooded.shed} shed (p99 ${flooded.shedP99} ms), ` +
        `${flooded.failed} failed; over 6,000: ${tooMany.goodput.toFixed(0)}/s good, ${tooMany.shed} shed (p99 ${tooMany.shedP99} ms), ${tooMany.failed} failed; p99 quiet ${quiet.p99} and ${quietAfter.p99} ms, during ${flood.perSecond.toFixed(0)} sign-ins/s ${amid.p99} ms; ` +
        `sign-ins ${signInPeak.perSecond.toFixed(0)}/s, tenfold ${signInFlood.goodput.toFixed(0)}/s, ${signInFlood.shed} shed (p99 ${signInFlood.shedP99} ms), ${signInFlood.failed} failed; load ${load()}`,
    );
  }
  print(`P4 p99 at 70 % of the peak / with one client:  ${spread(ratios.p4)}`);
  if (ratios.p4Steady.length > 0)
    print(`   in the ${ratios.p4Steady.length} rounds with a stable peak:        ${spread(ratios.p4Steady)}`);
  print(`   with one client in a closed loop:           ${spread(ratios.p4Closed)}`);
  print(`P5 goodput at ten times the load / the peak:   ${spread(ratios.p5)}`);
  print(`   / the higher peak, with 512 connections:    ${spread(ratios.p5OfHigher)}`);
  print(`   the same over 640 connections:              ${spread(ratios.p5TenTimesAsMany)}`);
  print(`   the same over 6,000 connections:            ${spread(ratios.p5TooMany)}`);
  print(`   p99 of 503 answers over 6,000, ms:          ${spread(shedP99, 0)}`);
  print(`   ten times the sign-ins / their peak:        ${spread(ratios.p5SignIns)}`);
  print(`   p99 of 503 answers to sign-ins, ms:         ${spread(signInsShedP99)}`);
  print(`P11 p99 of sends during sign-ins / quiet:      ${spread(ratios.p11)}`);
  await expectCleanSweep(database);
} finally {
  await stopChild(product);
  await server.stop();
}
