import { crc32, deflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import type { Member } from './members.ts';

export type Paper = { name: string; mimeType: string; buffer: Buffer };

/** The address of the tests' members, in the fields of the verification form. */
export const personal = {
  date_of_birth: '1991-04-17',
  street_address: 'Rua do Norte 41',
  city: 'Lisbon',
  country: 'PT',
  postal_code: '1200-283',
} as const;

/** Uploads a file of a verification through the API. Returns its stored name. */
export async function upload(origin: string, { token }: Pick<Member, 'token'>, kind: string, paper: Paper) {
  const body = new FormData();
  body.set('kind', kind);
  body.set('file', new Blob([new Uint8Array(paper.buffer)], { type: paper.mimeType }), paper.name);
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${origin}/api/kyc/documents`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`uploading the ${kind} was answered with ${answer.status}`);
  return ((await answer.json()) as { name: string }).name;
}

/** A real JPEG, drawn by the browser. */
export async function jpeg(page: Page, name = 'document.jpg'): Promise<Paper> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 1200;
    canvas.height = 800;
    const pen = canvas.getContext('2d');
    for (let stripe = 0; pen && stripe < 100; stripe++) {
      pen.fillStyle = `hsl(${stripe * 7} 60% 60%)`;
      pen.fillRect(stripe * 12, (stripe * 53) % 400, 12, 400);
    }
    return canvas.toDataURL('image/jpeg', 0.9);
  });
  return { name, mimeType: 'image/jpeg', buffer: Buffer.from(url.split(',')[1] ?? '', 'base64') };
}

export const truncated = ({ buffer, ...paper }: Paper): Paper => ({
  ...paper,
  buffer: buffer.subarray(0, Math.floor(buffer.length / 2)),
});

export const pdf = (name = 'back.pdf'): Paper => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj\n<</Type/Catalog>>\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF\n'),
});

export const executable = (name: string): Paper => ({
  name,
  mimeType: 'image/jpeg',
  buffer: Buffer.concat([Buffer.from('MZ\x90\0', 'latin1'), Buffer.alloc(4_096, 7)]),
});

/** A PNG of a few kilobytes that decompresses to 49 million pixels. */
export function bomb(): Paper {
  const [width, height] = [7_000, 7_000];
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8); // eight bits of gray
  const rows = deflateSync(Buffer.alloc((width + 1) * height));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const buffer = Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
  return { name: 'bomb.png', mimeType: 'image/png', buffer };
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  whole.set(body, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

/**
 * Returns a new number each time. A document that is verified on one account sends the next account to manual review.
 */
export const documentNumber = () =>
  `CC${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`.toUpperCase();
