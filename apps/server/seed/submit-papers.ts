import { Readable } from 'node:stream';
import { kycFileKinds, type KycFile } from '@florin/contract';
import sharp from 'sharp';
import type { App } from '../src/app.ts';
import type { Member } from '../src/features/identity/index.ts';
import { kycStatus, submitKyc, takeAnswer, uploadFile } from '../src/features/kyc/index.ts';
import type { Papers } from './scene.ts';

type Dependencies = App['dependencies'];
type Kind = KycFile['kind'];

/** Submits a verification with drawn documents, which the identity check leaves to an operator. */
export async function submitPapers(dependencies: Dependencies, member: Member, { form, notes }: Papers): Promise<void> {
  const { status } = await kycStatus(dependencies, member);
  if (status === 'none') {
    const kinds = kycFileKinds.filter((kind) => kind !== 'back' || form.id_type !== 'passport');
    for (const kind of kinds) await upload(dependencies, member, kind);
    await submitKyc(dependencies, member, form);
  }
  const answer = { outcome: 'review', notes } as const;
  await takeAnswer(dependencies, { userId: member.id, round: 1 }, answer); // no effect after an earlier answer
}

async function upload(dependencies: Dependencies, member: Member, kind: Kind) {
  const picture = await sharp(Buffer.from(drawings[kind])).jpeg().toBuffer();
  await uploadFile(dependencies, member, async () => ({
    fields: { kind },
    name: `${kind}.jpg`,
    stream: Readable.from([picture]),
  }));
}

/** Returns bars that look like lines of print. The readable data is in the form. */
const print = (x: number, y: number, widths: readonly number[]) =>
  widths
    .map((width, line) => `<rect x="${x}" y="${y + line * 46}" width="${width}" height="16" rx="8" fill="#5b6b63"/>`)
    .join('');

const face = (x: number, y: number, size: number) =>
  `<g transform="translate(${x} ${y}) scale(${size})"><rect width="100" height="128" fill="#c9d6cd"/>` +
  '<path d="M12 128c2-34 18-46 38-46s36 12 38 46z" fill="#2f5d47"/><ellipse cx="50" cy="52" rx="23" ry="28" fill="#d9a982"/>' +
  '<path d="M26 50c-2-30 14-38 26-38s26 10 22 38c-6-14-14-20-24-20s-18 6-24 20z" fill="#3a2a20"/></g>';

const card = (inside: string) =>
  '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"><rect width="900" height="600" fill="#8a8f8b"/>' +
  `<rect x="40" y="40" width="820" height="520" rx="28" fill="#eef3ee"/>${inside}</svg>`;

const drawings: Record<Kind, string> = {
  front: card(
    `<rect x="40" y="80" width="820" height="60" fill="#1f5f3f"/>${face(90, 190, 2.2)}${print(360, 200, [300, 220, 380, 180, 260, 420])}`,
  ),
  back: card(
    `<rect x="40" y="90" width="820" height="90" fill="#23302a"/>${print(90, 230, [520, 440, 360])}${print(90, 450, [720, 720])}`,
  ),
  selfie: `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640"><rect width="640" height="640" fill="#c9d6cd"/>${face(95, 64, 4.5)}</svg>`,
};
