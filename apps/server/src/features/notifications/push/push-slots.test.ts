import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { pushBrowser, startPushService } from '../../../../test/push-service.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import { pushDependencies, waitingPush } from '../../../../test/waiting-push.ts';
import { openPool } from '../../../platform/database/pool.ts';
import { deliverPushes } from './deliver-pushes.ts';
import { postSlots } from '../../../platform/http/post-slots.ts';

type Service = Awaited<ReturnType<typeof startPushService>>;

describe('slots for push messages', () => {
  afterEach(() => vi.useRealTimers());

  /** Simulates a post that takes this long. */
  const post = (slots: ReturnType<typeof postSlots>, tookMs: number) =>
    slots.during('example.com', async () => vi.advanceTimersByTime(tookMs));

  test('gives a push service one slot, ten slots after a prompt answer, and one slot after a slow answer', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const slots = postSlots();
    const room = () => slots.room().get('example.com') ?? 1;
    expect(room()).toBe(1);
    await post(slots, 2_000);
    expect(room()).toBe(10);
    await post(slots, 2_001);
    expect(room()).toBe(1);
    await post(slots, 100);
    expect(room()).toBe(10);
  });

  test('limits push posts to 40 slots and releases them after failures', async () => {
    const slots = postSlots();
    const end = Promise.withResolvers<void>();
    const posts = Array.from({ length: 40 }, (_, i) => slots.during(`${i}.example`, () => end.promise));
    expect([slots.free(), slots.room().get('0.example')]).toEqual([0, 0]);
    end.reject(new Error('on purpose'));
    await Promise.allSettled(posts);
    expect(slots.free()).toBe(40);
  });
});

describe('push services that do not answer', () => {
  let florin: TestApp;
  let members: TestMember[];
  const services: Service[] = [];
  beforeAll(async () => {
    florin = await createTestApp();
    members = await Promise.all(Array.from({ length: 41 }, () => florin.signUp()));
  });
  afterEach(async () => {
    await florin.database.ownerPool.query('delete from push_subscriptions');
    await Promise.all(services.splice(0).map((service) => service.close()));
  });
  afterAll(() => florin.close());

  async function startService(status: number | undefined): Promise<Service> {
    const service = await startPushService();
    service.answer(status);
    services.push(service);
    return service;
  }
  const wait = (member: TestMember | undefined, { url }: Service) => {
    if (!member) throw new Error('There are only 41 members.');
    return waitingPush(florin, member, pushBrowser(), url);
  };

  test('a silent push service delays only a few other messages, even if many members use it', async () => {
    const [silent, service] = [await startService(undefined), await startService(201)];
    for (const member of members.slice(0, 40)) await wait(member, silent);
    const stop = new AbortController();
    const run = deliverPushes(pushDependencies(florin), postSlots(), stop.signal);
    await vi.waitUntil(() => silent.posted.length > 0, { timeout: 30_000 });
    await wait(members[40], service);
    await vi.waitUntil(() => service.posted.length > 0, { timeout: 5_000 });
    expect(silent.posted).toHaveLength(1);
    stop.abort();
    await run;
  });

  test('does not query the database while all push slots are taken', async () => {
    const failing = await Promise.all([201, 201, 201, 201].map(startService));
    const pool = openPool(florin.database.address);
    let statements = 0;
    pool.on('acquire', () => (statements += 1));
    const dependencies = { ...pushDependencies(florin), pool };
    const [slots, stop] = [postSlots(), new AbortController()];
    for (const service of failing) await wait(members[40], service);
    await deliverPushes(dependencies, slots);
    for (const service of failing) service.answer(undefined);
    for (const [i, service] of failing.entries())
      for (const member of members.slice(i * 10, (i + 1) * 10)) await wait(member, service);
    const run = deliverPushes(dependencies, slots, stop.signal);
    await vi.waitUntil(() => slots.free() === 0, { timeout: 30_000 });
    const before = statements;
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(statements).toBe(before);
    stop.abort();
    await run;
    await pool.end();
  });
});
