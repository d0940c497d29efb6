import { Readable } from 'node:stream';
import { endpoints, type KycFile } from '@florin/contract';
import { routesFor, streamsFor, type Download } from '../../platform/http/route.ts';
import { recordLook } from '../audit/index.ts';
import type { HouseName, Member } from '../identity/index.ts';
import type { Scanning } from './assert-harmless.ts';
import { readCase } from './case-store.ts';
import type { Deciding } from './decide.ts';
import { readDraft, saveDraft } from './draft.ts';
import { openFile, type OpenedFile } from './file-store.ts';
import { isOpen } from './kyc-case.ts';
import { decideCase, listCases, openCase, viewFile } from './review.ts';
import { kycStatus } from './status.ts';
import { cancelNameChange, startNameChange } from './change-name.ts';
import { submitKyc } from './submit-kyc.ts';
import { deleteFile, noSuchFile, uploadFile, type KycDependencies } from './upload-file.ts';

const route = routesFor<Member>();
const stream = streamsFor<Member>();

export const kycRoutes = (dependencies: KycDependencies & HouseName & Scanning & Deciding) => [
  ...memberRoutes(dependencies),
  ...operatorRoutes(dependencies),
];

const memberRoutes = (dependencies: KycDependencies & HouseName & Scanning) => [
  route(endpoints.getKycStatus, ({ member }) => kycStatus(dependencies, member)),
  route(endpoints.getKycDraft, ({ member }) => readDraft(dependencies, member)),
  route(endpoints.saveKycDraft, ({ member, body }) => saveDraft(dependencies, member, body)),
  route(endpoints.uploadKycFile, ({ member, upload }) => uploadFile(dependencies, member, upload)),
  stream(endpoints.getKycFile, async ({ member, params }) => download(await ownFile(dependencies, member, params.id))),
  route(endpoints.removeKycFile, async ({ member, params }) => {
    await deleteFile(dependencies, member, params.id);
    return undefined;
  }),
  route(endpoints.startNameChange, async ({ member, body }) => {
    await startNameChange(dependencies, member, body.name);
    return kycStatus(dependencies, member);
  }),
  route(endpoints.cancelNameChange, async ({ member }) => {
    await cancelNameChange(dependencies, member);
    return kycStatus(dependencies, member);
  }),
  route(endpoints.submitKyc, async ({ member, body }) => {
    await submitKyc(dependencies, member, body);
    return kycStatus(dependencies, member);
  }),
];

const operatorRoutes = (dependencies: KycDependencies & Deciding) => [
  route(endpoints.listKycCases, async ({ member, ip }) => {
    await recordLook(dependencies.pool, { operator: member, ip, did: 'Viewed waiting identity checks' });
    return listCases(dependencies, member);
  }),
  route(endpoints.getKycCase, ({ member: operator, ip, params }) =>
    openCase(dependencies, { operator, ip }, params.id),
  ),
  stream(endpoints.viewKycFile, async ({ member: operator, ip, params }) =>
    download(await viewFile(dependencies, { operator, ip }, params.id, params.fileId)),
  ),
  route(endpoints.decideKycCase, async ({ member: operator, ip, params, body }) => {
    await decideCase(dependencies, { operator, ip }, params.id, body);
    return undefined;
  }),
];

/** Returns a file of the member's open or pending verification. Refusals: `file_not_found`, also after the decision. */
async function ownFile({ pool, vault }: KycDependencies, member: Member, id: string): Promise<OpenedFile> {
  const { state } = await readCase(vault, pool, member.id);
  const file = isOpen(state) || state.status === 'pending' ? await openFile(vault, pool, member.id, id) : undefined;
  if (!file) throw noSuchFile();
  return file;
}

const endings: Record<KycFile['type'], string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'application/pdf': 'pdf' };

const download = ({ kind, type, content }: OpenedFile): Download => ({
  stream: Readable.from([content]),
  filename: `${kind}.${endings[type]}`,
});
