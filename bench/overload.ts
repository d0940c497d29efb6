/**
 * P4, P5 and P11: how long answers take at 70 % of the peak, what is left of the peak at ten times the load, and what a
 * flood of sign-ins does to sends. Open loops, ROUNDS times in turn; each round gives one ratio. The peak is that of 64
 * connections, as P1 counts it. Ten times its load comes over ten times as many connections as made the peak, over 2,000,
 * and over 6,000, of which not all find room. Ten times as many sends as two cores do are more than they can be asked for,
 * let alone refuse; of sign-ins, each of which takes a core for 30 ms, ten times as many can be offered and refused.
 *
 * 70 % of a peak means something while the peak is what it was: it is measured again right after, and P4 is given for all
 * rounds and for those in which the two were within a tenth. The one client of P4 asks in an open loop, too, at 30 % of
 * what it does in a closed one: a standstill of the machine then counts in both figures for as long as it is, where a
 * client that waits for its answer meets it once. The closed one is told beside it. What is quiet is measured before and
 * after the sign-ins.
 *
 *   npm run bench:overload        ROUNDS=5 SECONDS=8 RIDERS=2000
 */
import { createProductDatabase, historyIsThere, startBenchServer } from './bench-database.ts';
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
  await historyIsThere(database.ownerPool);
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
        `${flooded.failed} failed; over 6,000: ${tooMany.goodput.toFixed(0)}/s good, ${tooMany.shed} shed (p99 ${tooMany.shedP99} ms), ${tooMany.failed} failed; p99 quiet ${quiet.p99} and ${quietAfter.p99} ms, amid ${flood.perSecond.toFixed(0)} sign-ins/s ${amid.p99} ms; ` +
        `sign-ins ${signInPeak.perSecond.toFixed(0)}/s, tenfold ${signInFlood.goodput.toFixed(0)}/s, ${signInFlood.shed} shed (p99 ${signInFlood.shedP99} ms), ${signInFlood.failed} failed; load ${load()}`,
    );
  }
  print(`P4 p99 at 70 % of the peak / with one client:  ${spread(ratios.p4)}`);
  if (ratios.p4Steady.length > 0)
    print(`   in the ${ratios.p4Steady.length} rounds whose peak stayed:         ${spread(ratios.p4Steady)}`);
  print(`   with one client in a closed loop:           ${spread(ratios.p4Closed)}`);
  print(`P5 goodput at ten times the load / the peak:   ${spread(ratios.p5)}`);
  print(`   / the higher peak, with 512 connections:    ${spread(ratios.p5OfHigher)}`);
  print(`   the same over 640 connections:              ${spread(ratios.p5TenTimesAsMany)}`);
  print(`   the same over 6,000:                        ${spread(ratios.p5TooMany)}`);
  print(`   p99 of what was shed over 6,000, ms:        ${spread(shedP99, 0)}`);
  print(`   of sign-ins, ten times as many / the peak:  ${spread(ratios.p5SignIns)}`);
  print(`   p99 of what was shed of them, ms:           ${spread(signInsShedP99)}`);
  print(`P11 p99 of sends amid sign-ins / quiet:        ${spread(ratios.p11)}`);
  await expectCleanSweep(database);
} finally {
  await stopChild(product);
  await server.stop();
}
