import type { NewSignIn } from '../identity/index.ts';
import type { News } from './news.ts';

export const newsOfSignIn = ({ id, device, network, at }: NewSignIn): News => ({
  id: `new_sign_in-${id}`,
  kind: 'new_sign_in',
  title: `New sign-in with ${device}`,
  body: `From the network ${network}`,
  date: at.toISOString(),
});
